"""What the captain's and the staff's pages of a table share: its sheet, its decisions, what was just done."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.submissions import phone_digest, require_typable, require_writable
from tournament.errors import UserError
from tournament.forms.table.choices import POSITIONS, written
from tournament.forms.table.deals import new_key, valid_key
from tournament.forms.table.questions import Asking
from tournament.integers import read_integer
from tournament.models import Call, Deal, Decision, Event, Submission, Table
from tournament.ranking import facts, records
from tournament.reading.jury import calls
from tournament.reading.jury.decision_words import about, internals, outcome, state, withheld
from tournament.reading.logbook import history
from tournament.reading.table import sheets
from tournament.reading.table.sheet_lines import SheetCell, SheetColumn, SheetLine
from tournament.reading.table.sheets import Sheet
from tournament.views.shared.page import why_not
from tournament.wording import doubt


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision as its table reads it.

    Its name, to whom it gives what, whom it is about (by name), and both reasons, as far as they are told yet.
    """

    decision: Decision
    name: str
    gives: tuple[tuple[str, int], ...]
    about: str = ""
    reason: str = ""
    internal: str = ""

    @property
    def state(self) -> str:
        """What became of it; "" if it counts."""
        return state(self.decision)


def sheet_page(row: Table, sheet: Sheet, *, inside: bool = True) -> dict[str, Any]:
    """The context of a page with a table's sheet; internal reasons only for those `inside`, who may read them."""
    event = row.round.event
    decisions = sheets.decisions_at(row) if sheet.decisions is None else sheet.decisions
    return {
        "event": event,
        "table": row,
        "sheet": sheet,
        "rules": facts.ruleset(event),
        "unverified": unverified(event),
        "lines": [line for line in sheet.lines if line.over or line is sheet.next],
        "decided": decided(event, decisions, withheld(event, decisions, {row.pk: sheet.table}), inside=inside),
        "calls": calls.at_table(row) if sheet.beside.calls else [],
        "call_key": new_key(),
        "reasons": Call.Reason.choices,
    }


def unverified(event: Event) -> str:
    """Why the figures of the rules are not verified, in the visitor's language; "" if they need no verifying."""
    return doubt(facts.ruleset(event))


def asking(row: Table, sheet: Sheet, number: int, *, from_paper: bool = False) -> Asking:
    """What a form asks about one deal of a table."""
    event = row.round.event
    passes = line_of(sheet, number).passes
    at_table = event.jury == Event.Jury.TABLE
    return Asking(facts.ruleset(event), sheet.names(number), passes, event.records_trump, from_paper, at_table)


def asked_of(row: Table, number: int, seated: Sequence[int] | None) -> Asking:
    """The same for a deal that is only to be written: without reading the sheet or the players' names.

    `seated`, the entries that were shown at the table, tells how many play: the act refuses if others sit there.
    """
    event = row.round.event
    ruleset = facts.ruleset(event)
    # How often a deal was passed out matters only where doubles are asked.
    passes = ruleset.doubles and Deal.objects.filter(table=row, number=number).values_list("passes", flat=True).first()
    plays = records.playing(POSITIONS[: len(seated)], number) if seated else facts.playing_at(row, number)
    at_table = event.jury == Event.Jury.TABLE
    return Asking(ruleset, dict.fromkeys(plays, ""), passes or 0, event.records_trump, tells=at_table, sent=True)


def line_of(sheet: Sheet, number: int) -> SheetLine:
    """The line of a deal; refused if the table has no such deal."""
    if not 1 <= number <= len(sheet.lines):
        raise UserError(_("This table has no such deal."), 404)
    return sheet.lines[number - 1]


def writes(row: Table) -> bool:
    """Whether deals can be written at a table: its round is published, and nothing is closed (table, round, event)."""
    return not why_not(require_writable, row.round.event, row)


def is_typable(row: Table) -> bool:
    """Whether the staff can write deals of a table: the same, but its round may be closed."""
    return not why_not(require_typable, row.round.event, row)


def writer_of(row: Table, sheet: Sheet) -> str:
    """The name of the player whose phone writes at a table."""
    return next((column.name for column in sheet.columns if column.position == (row.writer or row.captain)), "")


def correctable(row: Table, sheet: Sheet) -> set[int]:
    """The numbers of the deals that the table itself can correct."""
    return {line.number for line in sheet.lines if line.entered and not sheet.ruled_on(line)} if writes(row) else set()


def require_writes(row: Table) -> None:
    """Refuses a page that leads to writing if the table or event is closed; a closed round's link is dead anyway."""
    if row.closed:
        raise UserError(_("This table is closed. Ask the organiser to open it again."))
    require_open(row.round.event)


def columns(sheet: Sheet, line: SheetLine | None) -> list[tuple[SheetColumn, SheetCell]]:
    """Who sat at the table in the deal of a line, each with what it gives them; empty without a line."""
    if line is None:
        return []
    sat = {column.position: sheet.table.entry(column.position, line.number) for column in sheet.columns}
    seated = [replace(column, name=sheet.entry_names[sat[column.position]]) for column in sheet.columns]
    return list(zip(seated, line.cells, strict=True))


def key_of(data: QueryDict) -> str:
    """The key a form was given when it was made; refused without one: then nothing prevents writing twice."""
    key = data.get("key", "")
    if not valid_key(key):
        raise UserError(_("Open this page again from the table’s sheet."), 422)
    return key


def phone_in(data: QueryDict) -> str:
    """The mark of the phone that sends a form; "" for one that does not name itself, as without scripts."""
    identity = data.get("phone", "")
    if identity and not valid_key(identity):
        raise UserError(_("Open this page again from the table’s sheet."), 422)
    return phone_digest(identity)


def taken_back(row: Table, line: SheetLine) -> QueryDict:
    """The result of a deal that was just taken back, as one would type it; empty if there is none."""
    if line.entered or not line.version:
        return QueryDict()
    result = history.taken_back(history.deal_moments(row, line.number))
    return written(result, result.get("jury", ""), line.passes) if result else QueryDict()


def fresh_key(row: Table, data: QueryDict) -> str:
    """The key in the query string; a new one if it has none or the key was answered already."""
    key = data.get("key", "")
    used = not valid_key(key) or Submission.objects.filter(table=row, key=key).exists()
    return new_key() if used else key


def seen_in(data: QueryDict, name: str = "version") -> int:
    """The version (or other state) that was being looked at, as a form says it; refused if it does not."""
    seen = read_integer(data.get(name, ""))
    if seen is None:
        raise UserError(_("Open this page again from the table’s sheet."), 422)
    return seen


def seated_in(data: QueryDict, number: int) -> list[int] | None:
    """The entries that were shown at the table in a deal, by position; None for a form that does not say.

    A form sends `Sheet.seats`: on one in which the deal is typed, it is not known which deal that will be.
    """
    if "seats" not in data:
        return None
    seats = [[read_integer(part) or 0 for part in seat.split(".")] for seat in data.get("seats", "").split(" ")]
    sat = {seat[0]: seat[2] for seat in sorted(seats) if len(seat) == 3 and seat[1] <= number}
    return [sat[position] for position in sorted(sat)]


def version_in(data: QueryDict, number: int) -> int:
    """As `seen_in`, for a form in which the deal's number is typed: it lists the versions of all deals, in order."""
    versions = [read_integer(version) for version in data.get("versions", "").split(",")]
    version = versions[number - 1] if 1 <= number <= len(versions) else None
    if version is None:
        raise UserError(_("Open this page again from the table’s sheet."), 422)
    return version


def waived_in(data: QueryDict) -> bool:
    """Whether the table waives the penalty for a misdeal; refused if a form does not say."""
    if data.get("waived") not in ("0", "1"):
        raise UserError(_("Say whether the dealer pays for the misdeal."), 422)
    return data["waived"] == "1"


def done(data: QueryDict, sheet: Sheet) -> str:
    """What was just done, from the query string (`?done=written&deal=5`); "" if it is no longer true."""
    number = read_integer(data.get("deal", ""))
    if number is None or not 1 <= number <= len(sheet.lines):
        return ""
    line = sheet.lines[number - 1]
    ruled = line.entered and sheet.overruled(line)
    written = _("Deal %(number)s is recorded. The jury’s ruling counts instead.")
    corrected = _("Deal %(number)s is corrected. The jury’s ruling counts instead.")
    sentences = {
        "written": line.entered and (written if ruled else _("Deal %(number)s is recorded.")),
        "corrected": line.entered and (corrected if ruled else _("Deal %(number)s is corrected.")),
        "announced": line.announced and _("Deal %(number)s is being played. Fill in the tricks afterwards."),
        "undone": not line.entered and _("Deal %(number)s has been taken back."),
        "passed": line.passes and _("Everybody passed deal %(number)s. The same dealer deals again."),
        "back": _("The last entry for deal %(number)s has been taken back."),
        "misdealt": line.misdeals and _("The misdeal in deal %(number)s is recorded. The same dealer deals again."),
    }
    return (sentences.get(data.get("done", "")) or "") % {"number": number}


def decided(
    event: Event, decisions: Sequence[Decision], hidden: Collection[int] = (), *, inside: bool = True
) -> list[Decided]:
    """Decisions with their names in the visitor's language, who gets what from them, and their reasons.

    The reasons of those `hidden`, by number, are not given; internal reasons are given `inside` only.
    """
    internal, ruleset = internals(event, decisions) if inside else {}, facts.ruleset(event)
    return [
        Decided(
            decision,
            outcome(decision, ruleset),
            tuple((sheets.full_name(adjustment.entry), adjustment.points) for adjustment in decision.adjustments.all()),
            about(decision),
            "" if decision.number in hidden else decision.why,
            "" if decision.number in hidden else internal.get(decision.internal, ""),
        )
        for decision in decisions
    ]
