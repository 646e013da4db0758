"""What the captain's pages and the staff's pages of a table show alike: its sheet, what was decided, what was done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament import facts
from tournament.acts.events import require_open
from tournament.acts.refusal import Refusal
from tournament.forms.choices import whole
from tournament.forms.deals import valid_key
from tournament.forms.questions import Asking
from tournament.models import Decision, Event, Table
from tournament.reading import sheets
from tournament.reading.decided import outcome
from tournament.reading.sheets import Cell, Column, Line, Sheet
from tournament.templatetags.telling import doubt


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision as a table reads it: its name, what it gives whom (by name), and whether it still counts."""

    decision: Decision
    name: str
    gives: tuple[tuple[str, int], ...]


def sheet_page(row: Table, sheet: Sheet) -> dict[str, Any]:
    """The context of a page with a table's sheet."""
    event = row.round.event
    decisions = sheets.decisions_at(row)
    given = given_by(decisions, sheet)
    totals = {position: points + given[position] for position, points in sheet.totals.items()}
    return {
        "event": event,
        "table": row,
        "sheet": sheet,
        "rules": facts.ruleset(event),
        "unverified": unverified(event),
        "lines": [line for line in sheet.lines if line.result or line is sheet.next],
        "decided": [decided(event, decision) for decision in decisions],
        "sums": [(given[position], totals[position]) for position in given] if any(given.values()) else [],
        "totals": [(column.name, totals[column.position]) for column in sheet.columns],
    }


def unverified(event: Event) -> str:
    """Why the figures of the rules are not verified, in the visitor's language; "" where nothing is to verify."""
    return doubt(facts.ruleset(event))


def asking(row: Table, sheet: Sheet, number: int, *, from_paper: bool = False) -> Asking:
    """What is asked of one deal of a table."""
    event = row.round.event
    passes = line_of(sheet, number).passes
    return Asking(facts.ruleset(event), sheet.names(number), passes, event.records_trump, from_paper)


def line_of(sheet: Sheet, number: int) -> Line:
    """The line of a deal; refused where the table plays no such deal."""
    if not 1 <= number <= len(sheet.lines):
        raise Refusal(_("This table has no such deal."), 404)
    return sheet.lines[number - 1]


def writes(row: Table) -> bool:
    """Whether deals can be written at a table: neither it, nor its round, nor the event is closed."""
    open_event = row.round.event.state in (Event.State.REHEARSAL, Event.State.LIVE)
    return open_event and row.round.published and not row.round.closed and not row.closed


def require_writes(row: Table) -> None:
    """Refuses a page that leads to writing where nothing can be written any more; a closed round's link is dead."""
    if row.closed:
        raise Refusal(_("This table is closed. Ask the organiser to open it again."))
    require_open(row.round.event)


def columns(sheet: Sheet, line: Line | None) -> list[tuple[Column, Cell]]:
    """Who sits at the table, each with what a line gives him; empty without a line."""
    return list(zip(sheet.columns, line.cells, strict=True)) if line else []


def key_of(data: QueryDict) -> str:
    """The key a form was given when it was made; refused where there is none, for then nothing guards against twice."""
    key = data.get("key", "")
    if not valid_key(key):
        raise Refusal(_("Open this page again from the table's sheet."), 422)
    return key


def version_of(data: QueryDict) -> int:
    """The version of a deal that was being looked at; refused where a form does not say."""
    version = whole(data.get("version", ""))
    if version is None:
        raise Refusal(_("Open this page again from the table's sheet."), 422)
    return version


def waived_in(data: QueryDict) -> bool:
    """Whether the table waives the penalty for a misdeal; refused where a form does not say."""
    if data.get("waived") not in ("0", "1"):
        raise Refusal(_("Say whether the dealer pays for the misdeal."), 422)
    return data["waived"] == "1"


def done(data: QueryDict, sheet: Sheet) -> str:
    """What was just done, after the address it led to (`?done=written&deal=5`), as long as it is still so."""
    number = whole(data.get("deal", ""))
    if number is None or not 1 <= number <= len(sheet.lines):
        return ""
    line = sheet.lines[number - 1]
    sentences = {
        "written": line.result and _("Deal %(number)s is written."),
        "corrected": line.result and _("Deal %(number)s is corrected."),
        "undone": not line.result and _("Deal %(number)s has been taken back."),
        "passed": line.passes and _("Everybody passed deal %(number)s. The same dealer deals again."),
        "back": _("What was noted last for deal %(number)s has been taken back."),
        "misdealt": line.misdeals and _("The misdeal of deal %(number)s is noted. The same dealer deals again."),
    }
    return (sentences.get(data.get("done", "")) or "") % {"number": number}


def decided(event: Event, decision: Decision) -> Decided:
    """A decision with its name in the visitor's language and the names of those it gives points."""
    gives = tuple((sheets.full_name(adjustment.entry), adjustment.points) for adjustment in decision.adjustments.all())
    return Decided(decision, decision_name(event, decision), gives)


def decision_name(event: Event, decision: Decision) -> str:
    """What a decision is called, and what it ruled."""
    return outcome(decision, facts.ruleset(event))


def given_by(decisions: Sequence[Decision], sheet: Sheet) -> dict[int, int]:
    """What those of a table's decisions that are in force gave, by position."""
    positions = {seat.entry: seat.position for seat in sheet.table.seats}
    given = dict.fromkeys(sheet.table.positions, 0)
    for decision in decisions:
        for adjustment in () if decision.cancelled else decision.adjustments.all():
            if adjustment.entry.number in positions:
                given[positions[adjustment.entry.number]] += adjustment.points
    return given
