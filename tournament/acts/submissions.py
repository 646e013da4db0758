"""What the acts of one table share: the key that makes a doubled submit harmless, and the table's own checks."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament import facts, standings
from tournament.acts import logbook
from tournament.acts.events import require_open
from tournament.acts.logbook import Line
from tournament.acts.refusal import Refusal
from tournament.acts.tables import at_table, table_of, touch
from tournament.models import Deal, Event, Submission, Table

Answer = dict[str, Any]
Check = Callable[[Event, Table], dict[str, Any]]
KEY_LENGTH = 64


def once(table: Table, by: str, act: str, key: str, check: Check, *, even_closed: bool = False) -> Answer:
    """One act of a table: answered again when its key was answered before, else checked and written.

    `check` may refuse, and gives the facts that the act adds to (round, table). Closed tables and rounds are
    refused, unless the act is one that the organiser may do `even_closed`.
    """
    if len(key) > KEY_LENGTH:
        raise Refusal(_("The key of this submission is too long."), 422)
    # What was answered before is answered again whatever became of the event since.
    with logbook.turn(table.round.event, even_archived=True) as event:
        given = key and Submission.objects.filter(table=table, key=key).first()
        if given:
            answer: Answer = given.answer
            return answer
        table = Table.objects.select_related("round").get(pk=table.pk)
        _require_writable(event, table, even_closed)
        decided = {**at_table(table), **check(event, table), "key": key}
        logbook.write(event, by, act, decided)
        return _answer(act, decided)


def finish(line: Line, act: str, table: Table, *fields: str) -> None:
    """Ends an `apply`: keeps the submission with its answer and moves the table's revision."""
    if line.facts["key"]:
        answer = _answer(act, line.facts)
        Submission.objects.create(table=table, key=line.facts["key"], answer=answer, at=line.at)
    touch(table, *fields)


def deal_row(line: Line) -> tuple[Table, Deal]:
    """The table and the deal a line speaks of; the deal may be a new row."""
    table = table_of(line)
    return table, _row(table, line.facts["number"])


def deal_at(table: Table, number: int) -> Deal:
    """The deal of a number, not yet saved when nothing happened in it so far; refused when there is none."""
    if not 1 <= number <= table.deals_planned:
        raise Refusal(_("This table has no such deal."), 422)
    return _row(table, number)


def unwritten(table: Table, number: int) -> Deal:
    """As `deal_at`, but refused when the deal has a result, unless that is one the jury refused to let be played."""
    deal = deal_at(table, number)
    if deal.result is not None and _scores(table, number):
        raise Refusal(_("Deal %(number)s has already been written.") % {"number": number})
    return deal


def require_version(deal: Deal, replaces: int) -> None:
    """Refuses a change to a deal that is not what was being looked at any more."""
    if deal.version != replaces:
        raise Refusal(_("Somebody changed deal %(number)s meanwhile. Look at it again.") % {"number": deal.number})


def _scores(table: Table, number: int) -> bool:
    deal = facts.table(table).deal(number)
    return standings.outcome(deal, facts.ruleset(table.round.event)).result is not None


def _answer(act: str, decided: Mapping[str, Any]) -> Answer:
    """What the table is told, and told again: what was done, to which deal, and the version that made."""
    return {"act": act, "deal": decided.get("number"), "version": decided.get("version")}


def _row(table: Table, number: int) -> Deal:
    return Deal.objects.filter(table=table, number=number).first() or Deal(table=table, number=number)


def _require_writable(event: Event, table: Table, even_closed: bool) -> None:
    require_open(event)
    if not table.round.published:
        raise Refusal(_("This round has not been published yet."))
    if even_closed:
        return
    if table.round.closed:
        raise Refusal(_("This round is closed."))
    if table.closed:
        raise Refusal(_("This table is closed. Ask the organiser to open it again."))
