"""What the acts of one table share: the key that makes a repeated submission harmless, and the table's own checks.

Each act names what its author was looking at: the version of a deal, which every act on it raises, or the table's
revision. If that has changed, the act is refused with 409 and nothing is written.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Any

from django.db import IntegrityError
from django.utils.translation import gettext_lazy as _

from scoring import RuleSet
from tournament.access import is_member
from tournament.acts.kernel import logbook
from tournament.acts.kernel.deadline import require_in_time
from tournament.acts.kernel.declaring import LogLine
from tournament.acts.kernel.open_event import require_open
from tournament.errors import UserError
from tournament.models import Deal, Decision, Event, LogEntry, Seat, Submission, Table
from tournament.ranking import facts, records, standings
from tournament.ranking.outcomes import outcome
from tournament.ranking.records import TableFacts
from tournament.version_tokens import require_current

Answer = dict[str, Any]
KEY_LENGTH = 64
# How many deals a refusal names at most.
MAX_NAMED = 12
# The code of a refusal: another phone writes at this table.
OTHER_PHONE = "other_phone"
# The code of another: the deal was written before.
RECORDED = "recorded"
TABLE_CHANGED = _("Something was changed at this table in the meantime. Check it again.")


class TableState:
    """A table as an act finds it under the lock; its deals, decisions and seats are read once, when first needed."""

    def __init__(self, row: Table) -> None:
        self.row = row

    @cached_property
    def deals(self) -> dict[int, Deal]:
        """The deals in which anything happened, by number."""
        return {deal.number: deal for deal in Deal.objects.filter(table=self.row).order_by()}

    @cached_property
    def decisions(self) -> list[Decision]:
        """The decisions in force, in the order they were made."""
        rows = Decision.objects.counting().filter(table=self.row).order_by()
        return sorted(rows, key=lambda decision: decision.number)

    def rulings(self, number: int) -> tuple[records.DealRuling, ...]:
        """The rulings in force on a deal, without what the jury said of a hand that was dealt again since."""
        deal_row = self.deals.get(number)
        rulings = (facts.ruling(decision) for decision in self.decisions if decision.deal == number)
        return records.of_hand(rulings, deal_row.redealt if deal_row else 0)

    @cached_property
    def seats(self) -> list[tuple[int, int, int]]:
        """Who sits there, as (position, first deal, entry number), sorted."""
        rows = Seat.objects.filter(table=self.row).order_by()
        return sorted(rows.values_list("position", "from_deal", "entry__number"))

    def deal(self, number: int) -> Deal:
        """The deal of this number, unsaved if nothing happened in it so far; refused if the table has no such deal."""
        if not 1 <= number <= self.row.deals_planned:
            raise UserError(_("This table has no such deal."), 422)
        return self.deals.get(number) or Deal(table=self.row, number=number)

    def seated(self, number: int) -> dict[int, int]:
        """Who sits there in a deal: entry numbers by position."""
        return {position: entry for position, from_deal, entry in self.seats if from_deal <= number}


Check = Callable[[Event, TableState], dict[str, Any] | None]


def require_writable(event: Event, table: Table) -> None:
    """Refuses what a table's link asks where the table cannot write any more, or not yet."""
    require_correctable(event, table)
    if table.round.closed:
        raise UserError(_("This round is closed. Ask the organiser to reopen it."))
    require_typable(event, table)


def require_typable(event: Event, table: Table) -> None:
    """Refuses an act of the staff at such a table; in a closed round they still type what it lacks."""
    require_correctable(event, table)
    if table.closed:
        raise UserError(_("This table is closed. Ask the organiser to open it again."))


def require_correctable(event: Event, table: Table) -> None:
    """Refuses an act where the event is closed or the round is not published; closed tables and rounds are allowed."""
    require_open(event)
    if not table.round.published:
        raise UserError(_("This round has not been published yet."))


def require_table_open(event: Event, _table: Table) -> None:
    """Refuses an act where the event is closed, and nowhere else."""
    require_open(event)


def phone_digest(identity: str) -> str:
    """What is kept of a phone: the hash of the number that it made for itself; "" for a phone that names none."""
    return hashlib.sha256(identity.encode()).hexdigest() if identity else ""


def require_writing(table: Table, phone: str) -> None:
    """Refuses what a phone asks at a table that another phone writes for; a phone without a digest may always write."""
    if phone and table.phone not in ("", phone):
        raise UserError(writes_here(table), code=OTHER_PHONE)


def writes_here(table: Table) -> str:
    """Whose phone writes at a table."""
    sits = Seat.objects.filter(table=table, position=table.writer or table.captain).select_related("entry__player")
    seat = sits.order_by("-from_deal").first()
    name = seat.entry.player.name if seat else "–"
    return _("The phone of %(name)s keeps the score at this table now.") % {"name": name}


def perform_once(
    table: Table,
    actor: str,
    act: str,
    key: str,
    submission: Mapping[str, Any],
    check: Check,
    require: Callable[[Event, Table], None] | None = None,
    phone: str = "",
    second: str | None = None,
) -> Answer:
    """Performs one act of a table; if its key was answered before, only repeats that answer.

    `submission` is what was asked for: refused if the key was used for anything else. `check` may refuse; it returns
    the facts that the act adds to (round, table), or None if everything is already as asked. `require` refuses tables
    at which the act cannot be done; without it, those at which the actor cannot write (`require_typable` or
    `require_writable`). `phone` is the digest of the phone that asks: refused if another writes there. An act that
    changes results gives a `second`: the second name (`deadline.require_in_time`), "" for none; what is written in a
    closed round always does.
    The caller's `table` gets the revision that the act led to.
    """
    if len(key) > KEY_LENGTH:
        raise UserError(_("The key of this submission is too long."), 422)
    digest = _digest(act, submission) if key else ""
    try:
        # Whether an archived event still takes it is for `require` to say.
        with logbook.locked_event(table.round.event, even_archived=True, read_at=table.read_at) as event:
            current = reloaded(event, table)
            (require or (require_typable if is_member(actor) else require_writable))(event, current.row)
            require_writing(current.row, phone)
            decided = check(event, current)
            table.revision = current.row.revision
            if decided is None:
                return _repeated(table, key, digest) or _answer(act, submission)
            is_late = second is not None or (require is None and current.row.round.closed)
            late = require_in_time(event, actor, current.row.round, second or "") if is_late else {}
            decided = {**table_facts(current.row), **decided, **late, "key": key, **({"digest": digest} if key else {})}
            logbook.write(event, actor, act, decided, loaded=current)
            table.revision = current.row.revision
            return _answer(act, decided)
    except (UserError, IntegrityError):
        # A key cannot be stored twice: only where the act fails can it be one that was answered before.
        answer = _repeated(table, key, digest)
        if answer is None:
            raise
        return answer


def reloaded(event: Event, table: Table) -> TableState:
    """The table as an act finds it under the lock; refused if it is gone, by another draw or because people left.

    A table that was read together with its event is read again only if anything happened in the event since.
    """
    try:
        unchanged = table.read_at == event.seal
        row = _copy(table) if unchanged else Table.objects.select_related("round").get(pk=table.pk)
    except Table.DoesNotExist as gone:
        raise UserError(_("This table no longer exists: the seating was changed in the meantime.")) from gone
    row.round.event = event
    return TableState(row)


def _copy(table: Table) -> Table:
    row = copy(table)
    row.round = copy(table.round)
    return row


def earlier_answer(table: Table, key: str) -> Answer | None:
    """The answer that a key was given at a table, whatever has become of the table since; None if it was given none."""
    submission = Submission.objects.filter(table=table, key=key, wiped=False).first()
    return submission.answer if submission else None


def finish(line: LogLine, table: Table, *fields: str) -> None:
    """Ends an `apply`: stores the submission with its answer and raises the table's revision."""
    # Older lines have no digest, and some acts had no key.
    key, digest = line.facts.get("key", ""), line.facts.get("digest", "")
    if key:
        answer = _answer(line.act, line.facts)
        Submission.objects.create(table=table, key=key, digest=digest, answer=answer, at=line.at)
    raise_revision(table, *fields)


def table_facts(table: Table) -> dict[str, Any]:
    """The facts that name a table."""
    return {"round": table.round.number, "table": table.number}


def facts_at(table: Table, act: str, **narrowed: Any) -> list[dict[str, Any]]:
    """The facts of the lines of an act at a table, the oldest first; `narrowed` by other columns of the logbook."""
    place = table_facts(table)
    # The lines are canonical JSON, so the two facts that name a table are next to each other in the text.
    mark = json.dumps(place, separators=(",", ":")).strip("{}")
    lines = LogEntry.objects.filter(event=table.round.event_id, act=act, text__contains=mark, **narrowed)
    sealed = (json.loads(text)["facts"] for text in lines.order_by("sequence").values_list("text", flat=True))
    return [line for line in sealed if place.items() <= line.items()]


def table_of(line: LogLine) -> Table:
    """The table that a line is about."""
    if isinstance(line.loaded, TableState):
        return line.loaded.row
    return Table.objects.select_related("round").get(
        round__event=line.event, round__number=line.facts["round"], number=line.facts["table"]
    )


def raise_revision(table: Table, *fields: str) -> None:
    """Saves fields of a table and raises its revision, under which its totals are cached."""
    table.revision += 1
    table.save(update_fields=["revision", *fields])


def deal_row(line: LogLine) -> tuple[Table, Deal]:
    """The table and the deal that a line is about; the deal may be a new row."""
    table, number = table_of(line), line.facts["number"]
    if isinstance(line.loaded, TableState):
        return table, line.loaded.deal(number)
    return table, Deal.objects.filter(table=table, number=number).first() or Deal(table=table, number=number)


def require_unwritten(table: TableState, number: int, replaces: int | None, *, in_turn: bool = False) -> Deal:
    """The deal of this number; refused if it was written, unless the jury refused its contract.

    If the jury ruled on a deal before it was written, the table may still write what it played: the ruling counts. With
    `in_turn` it is also refused while an earlier deal is still to be written.
    """
    deal = table.deal(number)
    if deal.result is not None and is_over(table.row, number):
        raise UserError(_("Deal %(number)s has already been recorded.") % {"number": number}, code=RECORDED)
    if in_turn:
        _require_turn(table, number)
    require_version(deal, replaces)
    return deal


def require_version(deal: Deal, replaces: int | None) -> None:
    """Refuses to change a deal that changed since it was looked at; None means that nothing was looked at."""
    sentence = _("Somebody changed deal %(number)s in the meantime. Check it again.") % {"number": deal.number}
    require_current(replaces, deal.version, sentence)


def is_early(deal: Deal, replaces: int | None) -> bool:
    """Whether somebody saw a version of a deal that is still to come.

    What they did before is on its way, and may change what seems to be as they ask.
    """
    return replaces is not None and replaces > deal.version


def require_settled(table: TableFacts, ruleset: RuleSet, deals: Collection[int] | None = None) -> None:
    """Refuses while deals of a table, or those of these numbers, are missing or wait for the jury, and names them."""
    sentences = {
        _("These deals are still missing: %(numbers)s."): standings.missing_deals(table, ruleset),
        _("These deals wait for the jury: %(numbers)s."): standings.waiting_deals(table, ruleset),
    }
    for sentence, numbers in sentences.items():
        named = [str(number) for number in numbers if deals is None or number in deals]
        if named:
            raise UserError(sentence % {"numbers": ", ".join(named[:MAX_NAMED])})


def require_seated(table: TableState, number: int, seated: Sequence[int] | None) -> None:
    """Refuses a deal if others sit at the table than were shown: somebody was replaced or exchanged since."""
    if seated is not None and list(seated) != list(table.seated(number).values()):
        raise UserError(_("Somebody else sits at this table now. Check it again."))


def is_over(table: Table, number: int) -> bool:
    """Whether nothing is left to play in a deal: it was written or ruled, even if it waits for the jury."""
    return outcome(facts.table(table).deal(number), facts.ruleset(table.round.event)).over


def _require_turn(table: TableState, number: int) -> None:
    """Refuses a deal while an earlier one lacks a result, unless a ruling already settles this one."""
    before = all(table.deal(earlier).result is not None for earlier in range(1, number))
    if before and not any(decision.ruling for decision in table.decisions):
        return
    # A ruling can settle a deal that nobody wrote, or take a result away: then each deal must be looked at.
    missing = standings.missing_deals(facts.table(table.row), facts.ruleset(table.row.round.event))
    if number in missing and missing[0] != number:
        raise UserError(_("Deal %(number)s comes first.") % {"number": missing[0]})


def _digest(act: str, submission: Mapping[str, Any]) -> str:
    """A hash of what was asked, for the sealed line, which must not contain free text."""
    text = json.dumps([act, submission], sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _repeated(table: Table, key: str, digest: str) -> Answer | None:
    """The answer that a key was given, None if it was given none; refused if it was asked for anything else.

    A key from before there were digests gets its answer whatever is asked.
    """
    stored = Submission.objects.filter(table=table, key=key).first() if key else None
    if stored is None:
        return None
    if stored.wiped:
        raise UserError(_("This was sent during the rehearsal, which has been wiped. Check the table again."))
    if stored.digest and stored.digest != digest:
        raise UserError(
            _("This page has already been used for something else. Check what is recorded and start again."), 422
        )
    answer: Answer = stored.answer
    return answer


def _answer(act: str, decided: Mapping[str, Any]) -> Answer:
    """The answer sent to the table, also when it is repeated: what was done, to which deal, and its new version."""
    return {"act": act, "deal": decided.get("number"), "version": decided.get("version")}
