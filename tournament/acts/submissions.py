"""What the acts of one table share: the key that makes a doubled submit harmless, and the table's own checks.

Each act names what its person was looking at: the version of a deal, which every act on it moves, or the table's own
revision. Where that has moved it is refused with 409, and nothing is written.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts import logbook
from tournament.acts.events import require_open
from tournament.acts.logbook import Line
from tournament.models import Deal, Decision, Event, Seat, Submission, Table
from tournament.ranking import facts, standings
from tournament.refusal import Refusal

Answer = dict[str, Any]
Check = Callable[[Event, Table], dict[str, Any] | None]
KEY_LENGTH = 64


def writable(event: Event, table: Table) -> None:
    """Refuses an act at a table that writes no more, or not yet."""
    correctable(event, table)
    if table.round.closed:
        raise Refusal(_("This round is closed."))
    if table.closed:
        raise Refusal(_("This table is closed. Ask the organiser to open it again."))


def correctable(event: Event, table: Table) -> None:
    """Refuses an act that the organiser may do at a closed table too, where the event or the round is not open."""
    require_open(event)
    if not table.round.published:
        raise Refusal(_("This round has not been published yet."))


def once(
    table: Table,
    by: str,
    act: str,
    key: str,
    asked: Mapping[str, Any],
    check: Check,
    require: Callable[[Event, Table], None] = writable,
) -> Answer:
    """One act of a table: answered again when its key was answered before, else checked and written.

    `asked` is what the person asked for: under a key that was used for anything else it is refused. `check` may
    refuse, and gives the facts that the act adds to (round, table), or None where all is as asked already.
    `require` says at which tables this can be done.
    """
    if len(key) > KEY_LENGTH:
        raise Refusal(_("The key of this submission is too long."), 422)
    # What was answered before is answered again whatever became of the event since.
    with logbook.turn(table.round.event, even_archived=True) as event:
        digest = _digest(act, asked) if key else ""
        given = key and Submission.objects.filter(table=table, key=key).first()
        if given and given.wiped:
            raise Refusal(_("This was sent in the rehearsal, which has been wiped. Look at the table again."))
        if given:
            return _same_again(given, digest)
        table = _still(table)
        require(event, table)
        decided = check(event, table)
        if decided is None:
            return _answer(act, {})
        decided = {**at_table(table), **decided, "key": key, **({"digest": digest} if key else {})}
        logbook.write(event, by, act, decided)
        return _answer(act, decided)


def _still(table: Table) -> Table:
    """The table as it is now; refused when its publication was withdrawn and its draw rejected meanwhile."""
    found = Table.objects.select_related("round").filter(pk=table.pk).first()
    if found is None:
        raise Refusal(_("The draw of this round was rejected meanwhile."))
    return found


def finish(line: Line, act: str, table: Table, *fields: str) -> None:
    """Ends an `apply`: keeps the submission with its answer and moves the table's revision."""
    # Lines of before have no digest, and those of some acts had no key.
    key, digest = line.facts.get("key", ""), line.facts.get("digest", "")
    if key:
        answer = _answer(act, line.facts)
        Submission.objects.create(table=table, key=key, digest=digest, answer=answer, at=line.at)
    touch(table, *fields)


def at_table(table: Table) -> dict[str, Any]:
    """The facts that name a table."""
    return {"round": table.round.number, "table": table.number}


def table_of(line: Line) -> Table:
    """The table a line speaks of."""
    return Table.objects.select_related("round").get(
        round__event=line.event, round__number=line.facts["round"], number=line.facts["table"]
    )


def touch(table: Table, *fields: str) -> None:
    """Saves fields of a table and moves its revision, under which its totals are cached."""
    table.revision += 1
    table.save(update_fields=["revision", *fields])


def deal_row(line: Line) -> tuple[Table, Deal]:
    """The table and the deal a line speaks of; the deal may be a new row."""
    table = table_of(line)
    return table, _row(table, line.facts["number"])


def deal_at(table: Table, number: int) -> Deal:
    """The deal of a number, not yet saved when nothing happened in it so far; refused when there is none."""
    if not 1 <= number <= table.deals_planned:
        raise Refusal(_("This table has no such deal."), 422)
    return _row(table, number)


def unwritten(table: Table, number: int, replaces: int | None, *, in_turn: bool = False) -> Deal:
    """As `deal_at`, but refused when the table wrote the deal, unless the jury refused to let that be played.

    Over a ruling on a deal that was not written yet the table may still write what it played: the ruling counts.
    With `in_turn` a deal is refused while one before it is still to be written.
    """
    deal = deal_at(table, number)
    if deal.result is not None and settled(table, number):
        raise Refusal(_("Deal %(number)s has already been written.") % {"number": number})
    if in_turn:
        _require_turn(table, number)
    require_version(deal, replaces)
    return deal


def require_version(deal: Deal, replaces: int | None) -> None:
    """Refuses a change to a deal that is not what was being looked at any more; None is for who looked at nothing."""
    if replaces is not None and deal.version != replaces:
        raise Refusal(_("Somebody changed deal %(number)s meanwhile. Look at it again.") % {"number": deal.number})


def require_seated(table: Table, number: int, seated: Sequence[int] | None) -> None:
    """Refuses a deal that was looked at with others at the table: since then somebody was replaced or exchanged."""
    if seated is None:
        return
    sat = Seat.objects.filter(table=table, from_deal__lte=number).order_by("position", "from_deal")
    if list(seated) != list(dict(sat.values_list("position", "entry__number")).values()):
        raise Refusal(_("Somebody else sits at this table by now. Look at it again."))


def require_revision(table: Table, seen: int | None) -> None:
    """Refuses an act on a table at which anything was done since somebody looked at it."""
    if seen is not None and table.revision != seen:
        raise Refusal(_("Something was changed at this table meanwhile. Look at it again."))


def settled(table: Table, number: int) -> bool:
    """Whether a deal counts by now, as it was written or ruled."""
    return standings.outcome(facts.table(table).deal(number), facts.ruleset(table.round.event)).settled


def _require_turn(table: Table, number: int) -> None:
    """Refuses a deal while one before it lacks a result, and no ruling settles this one already."""
    before = set(range(1, number))
    written = Deal.objects.filter(table=table, number__lt=number, result__isnull=False).values_list("number", flat=True)
    if before == set(written) and not Decision.objects.filter(table=table, cancelled=False).exclude(ruling="").exists():
        return
    # A ruling settles a deal that nobody wrote, or takes a result away: then each deal is looked at.
    missing = standings.missing_deals(facts.table(table), facts.ruleset(table.round.event))
    if number in missing and missing[0] != number:
        raise Refusal(_("Deal %(number)s comes first.") % {"number": missing[0]})


def _digest(act: str, asked: Mapping[str, Any]) -> str:
    """What was asked, in one short text for the sealed line; free text does not belong in it."""
    text = json.dumps([act, asked], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _same_again(given: Submission, digest: str) -> Answer:
    """The answer a key was given; a key of before there were digests gets it whatever is asked."""
    if given.digest and given.digest != digest:
        raise Refusal(
            _("This page was used before, for something else. Look at what stands there and begin again."), 422
        )
    answer: Answer = given.answer
    return answer


def _answer(act: str, decided: Mapping[str, Any]) -> Answer:
    """What the table is told, and told again: what was done, to which deal, and the version that made."""
    return {"act": act, "deal": decided.get("number"), "version": decided.get("version")}


def _row(table: Table, number: int) -> Deal:
    return Deal.objects.filter(table=table, number=number).first() or Deal(table=table, number=number)
