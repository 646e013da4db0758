"""The deals of a table: written, corrected, taken back; the table closed and reopened."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from scoring import Result, ResultError
from tournament.acts.kernel import calls, logbook
from tournament.acts.kernel.decisions import check_reason, decide, next_decision
from tournament.acts.kernel.declaring import Act, LogLine, PointsOf, Scope
from tournament.acts.kernel.submissions import (
    TABLE_CHANGED,
    Answer,
    TableState,
    deal_row,
    finish,
    is_early,
    perform_once,
    require_correctable,
    require_seated,
    require_settled,
    require_unwritten,
    require_version,
    table_of,
)
from tournament.acts.kernel.text_references import corrected
from tournament.acts.table.signatures import require_signed
from tournament.errors import UserError
from tournament.models import Deal, Decision, Event, Table
from tournament.ranking import facts, records
from tournament.ranking.outcomes import bound, refused_to
from tournament.version_tokens import require_current


def record_deal(
    table: Table,
    actor: str,
    number: int,
    result: Mapping[str, Any],
    *,
    replaces: int | None = None,
    seated: Sequence[int] | None = None,
    in_turn: bool = False,
    key: str = "",
    phone: str = "",
    second: str | None = None,
) -> Answer:
    """Writes the result of a deal that has none yet. Writes nothing where the same stands there, here and below.

    `result` has the form that `scoring.Result.read` takes, with the jury's answer, which is stored as a decision.
    `replaces` is the version that was being looked at, None for a program that looks at nothing. `key` identifies the
    submission: sent again with the same key, it gets the same answer and writes nothing. A captain writes `in_turn`,
    and passes as `seated` the entries that were shown at the table, by position, and as `phone` the digest of the
    phone: refused, here and below, if another phone writes at the table. The staff also writes what a closed round
    lacks, with a `second` name where `correct_deal` needs one.
    """

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        if _is_recorded(event, table, number, result, replaces, seated) and not is_ruled(table.row, number):
            return None
        deal = require_unwritten(table, number, replaces, in_turn=in_turn)
        require_seated(table, number, seated)
        return _deal_facts(event, table, deal, result)

    submission = {"number": number, "result": result, "replaces": replaces}
    return perform_once(table, actor, "record_deal", key, submission, check, phone=phone, second=second)


def correct_deal(
    table: Table,
    actor: str,
    number: int,
    result: Mapping[str, Any],
    *,
    replaces: int,
    reason: str = "",
    seated: Sequence[int] | None = None,
    at_table: bool = False,
    key: str = "",
    phone: str = "",
    second: str = "",
) -> Answer:
    """Replaces the result of a deal; `replaces` is the version that was being looked at.

    The staff gives a reason, which those who sat there are told, and may correct a deal of a closed table too. A
    captain corrects `at_table`: while it writes, no deal that the jury ruled on, and the last one without a reason.
    `second` is the second name that is needed once the hour of the round has passed (here and below; see `deadline`).
    The rest is as in `record_deal`.
    """

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        deal = table.deal(number)
        if deal.result is None:
            raise UserError(_("Deal %(number)s has not been recorded yet.") % {"number": number})
        if at_table:
            require_unruled(table.row, number)
        if _is_recorded(event, table, number, result, replaces, seated):
            return None
        require_version(deal, replaces)
        require_seated(table, number, seated)
        if reason or not (at_table and number == _last(table)):
            check_reason(reason, _("Enter a reason for the correction."))
        new = _deal_facts(event, table, deal, result)
        tells = {} if at_table else {"tells": True}
        return {**new, **({"reason": logbook.store_text(event, reason)} if reason else {}), **tells}

    submission = {"number": number, "result": result, "replaces": replaces}
    require = None if at_table else require_correctable
    return perform_once(table, actor, "correct_deal", key, submission, check, require, phone=phone, second=second)


def undo_deal(
    table: Table, actor: str, number: int, *, replaces: int, key: str = "", phone: str = "", second: str = ""
) -> Answer:
    """Takes back the last deal written at the table; the logbook keeps it."""

    def check(event: Event, table: TableState) -> dict[str, Any]:
        deal = table.deal(number)
        require_version(deal, replaces)
        if number != _last(table):
            raise UserError(_("Only the last deal can be taken back."))
        require_unruled(table.row, number)
        return {"number": number, "version": deal.version + 1}

    submission = {"number": number, "replaces": replaces}
    return perform_once(table, actor, "undo_deal", key, submission, check, phone=phone, second=second)


def _last(table: TableState) -> int:
    """The number of the last deal that is written; 0 if none is."""
    return max((deal.number for deal in table.deals.values() if deal.result is not None), default=0)


def _call(table: TableState, number: int) -> str | None:
    """What the captain reported of the jury in a deal; None if nothing."""
    calls = (row for row in table.decisions if row.deal == number and row.kind == Decision.JURY_CALL)
    return next((call.ruling for call in calls), None)


def require_unruled(table: Table, number: int) -> None:
    """Refuses to take back a deal that the jury ruled on; what the captain reported of the jury is not a ruling."""
    if is_ruled(table, number):
        raise UserError(_("The jury ruled on this deal. Ask the organiser to correct it."))


def is_ruled(table: Table, number: int) -> bool:
    """Whether the jury ruled on a deal: on the hand that is played, not on one that was dealt again since."""
    return any(ruling.ruling and not ruling.from_table for ruling in TableState(table).rulings(number))


def close_table(table: Table, actor: str, *, seen: int | None = None, key: str = "", phone: str = "") -> Answer:
    """Closes a table: the captain confirms that every deal is written and correct. `seen` is the revision looked at.

    Refused while signatures are missing that the event asks for: `signatures.close_unsigned` closes without them.
    """

    def check(event: Event, table: TableState) -> dict[str, Any]:
        require_current(seen, table.row.revision, TABLE_CHANGED)
        require_settled(facts.table(table.row), facts.ruleset(event))
        require_signed(event, table.row)
        return {}

    return perform_once(table, actor, "close_table", key, {"seen": seen}, check, phone=phone)


def reopen_table(table: Table, actor: str, *, seen: int | None = None, key: str = "", second: str = "") -> Answer:
    """Lets the table write again. `seen` as in `close_table`."""

    def check(event: Event, table: TableState) -> dict[str, Any]:
        if not table.row.closed:
            raise UserError(_("This table is not closed."))
        require_current(seen, table.row.revision, TABLE_CHANGED)
        return {}

    return perform_once(table, actor, "reopen_table", key, {"seen": seen}, check, require_correctable, second=second)


def read_result(event: Event, result: Mapping[str, Any]) -> Result:
    """A result read by the event's rules; refused, in the visitor's language, if they do not allow it."""
    try:
        return Result.read(result, facts.ruleset(event))
    except ResultError as error:
        raise UserError(error.sentence(get_language() or "en"), 422) from error


def _deal_facts(event: Event, table: TableState, deal: Deal, entered: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a result: what was played, with the jury's answer kept apart."""
    played, jury = _read_facts(event, table, deal.number, entered)
    require_not_refused(table, deal.number, played)
    call = {"ruling": jury, "decision": next_decision(event)} if jury else None
    # Where the table answers, it has said by now whether the jury came.
    called = calls.contract_call(event, table, deal.number, played) if event.jury == Event.Jury.HAND else {}
    return {"number": deal.number, "version": deal.version + 1, "result": played, "jury": call, **called}


def _read_facts(
    event: Event, table: TableState, number: int, entered: Mapping[str, Any]
) -> tuple[dict[str, Any], str | None]:
    """What was played, and the jury's answer that the table reports."""
    played: dict[str, Any] = read_result(event, with_seats(table, number, entered)).to_dict()
    jury: str | None = played.pop("jury", None)
    # A page from before says what the table cannot say here: the deal waits for the jury's own answer.
    return played, None if event.jury == Event.Jury.HAND else jury


def _is_recorded(
    event: Event,
    table: TableState,
    number: int,
    entered: Mapping[str, Any],
    replaces: int | None,
    seated: Sequence[int] | None,
) -> bool:
    """Whether this result stands at a deal already, of those who were shown at the table."""
    deal = table.deal(number)
    if deal.result is None or is_early(deal, replaces) or seated not in (None, list(table.seated(number).values())):
        return False
    return (deal.result, _call(table, number)) == _read_facts(event, table, number, entered)


def with_seats(table: TableState, number: int, entered: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was entered, with the seats that play the deal unless they are the usual four."""
    seats = records.playing(tuple(table.seated(number)), number)
    return {**entered, "seats": list(seats)} if len(seats) == 4 and seats != (1, 2, 3, 4) else entered


def require_not_refused(table: TableState, number: int, played: Mapping[str, Any]) -> None:
    """Refuses a contract that the jury refused to one of its declarers, and any with one who must pass."""
    sentence = refusal_sentence(table.rulings(number), played, lambda: facts.names_at(table.row, number))
    if sentence:
        raise UserError(sentence, 422)


def refusal_sentence(
    rulings: Iterable[records.DealRuling], played: Mapping[str, Any], names: Callable[[], Mapping[int, str]]
) -> str:
    """Which of its declarers the jury refused this contract, or another in this hand, as a sentence; "" if none.

    `names` returns the players' names by position; it is called only if one was refused.
    """
    rulings, declarers = list(rulings), played.get("declarers", ())
    refused = refused_to(rulings, str(played.get("contract", "")), declarers)
    passing = [] if refused else sorted(bound(rulings).intersection(declarers))
    if not (refused or passing):
        return ""
    called = names()
    sentence = refused_sentence(len(refused)) if refused else passing_sentence(len(passing))
    return sentence % {"names": ", ".join(called[seat] for seat in refused or passing)}


def passing_sentence(count: int) -> str:
    """The sentence for so many players who play nothing in this hand, with a place for their `names`."""
    return ngettext(
        "The jury refused a contract to %(names)s, who must pass until the cards are dealt again.",
        "The jury refused a contract to %(names)s, who must pass until the cards are dealt again.",
        count,
    )


def refused_sentence(count: int) -> str:
    """The sentence for so many players to whom the jury refused a contract, with a place for their `names`."""
    return ngettext(
        "The jury refused this contract to %(names)s, who must pass.",
        "The jury refused this contract to %(names)s, who must pass.",
        count,
    )


def cancel_calls(table: Table, number: int) -> None:
    """Part of an `apply`: cancels what the captain reported of the jury, which goes with the result it belongs to."""
    calls = Decision.objects.filter(table=table, deal=number, kind=Decision.JURY_CALL, cancelled=False)
    calls.update(cancelled=True)


def _write_result(line: LogLine) -> Table:
    table, deal = deal_row(line)
    if deal.result is not None:  # the captain's report on the jury belongs to a result, never to a deal without one
        cancel_calls(table, deal.number)
    else:  # nor does a correction mark, which wiping a rehearsal leaves so that the result can be restored with it
        deal.corrected_at, deal.corrected_because = None, ""
    if deal.announced or deal.result or "call" in line.facts:
        calls.update_contract_calls(line, table, line.facts["result"])
    deal.result = line.facts["result"]
    deal.announced = None  # it has been played
    deal.version = line.facts["version"]
    deal.save()
    call = line.facts["jury"]
    if call:
        placed = {"round": table.round, "table": table, "deal": deal.number}
        decide(line, call["decision"], Decision.JURY_CALL, {}, ruling=call["ruling"], **placed)
    return table


@Act("record_deal", _("Deal recorded"), scope=Scope.TABLE, points_of=PointsOf.TABLE, notes_play=True)
def apply_record_deal(line: LogLine) -> None:
    finish(line, _write_result(line))


@Act(
    "correct_deal", _("Deal corrected"), scope=Scope.TABLE, points_of=PointsOf.TABLE, notes_play=True, reasons=corrected
)
def apply_correct_deal(line: LogLine) -> None:
    table = _write_result(line)
    notify_sheet(line, table, Deal.objects.filter(table=table, number=line.facts["number"]))
    finish(line, table)


def notify_sheet(line: LogLine, table: Table, deals: QuerySet[Deal]) -> None:
    """Part of an `apply`: the sheet tells those who sat there of a correction by somebody else.

    Older lines do not say whether it `tells`: they did where the sheet was finished.
    """
    if line.facts.get("tells") or table.closed or table.round.closed:
        deals.update(corrected_at=line.at, corrected_because=line.words(line.facts["reason"])[0])


@Act("undo_deal", _("Deal taken back"), scope=Scope.TABLE, points_of=PointsOf.TABLE)
def apply_undo_deal(line: LogLine) -> None:
    table, deal = deal_row(line)
    cancel_calls(table, deal.number)
    calls.withdraw_contract_calls(line, table, deal.number)
    deal.result, deal.announced, deal.version = None, None, line.facts["version"]
    deal.corrected_at, deal.corrected_because = None, ""
    deal.save()
    finish(line, table)


@Act("close_table", _("Table closed"), scope=Scope.TABLE)
def apply_close_table(line: LogLine) -> None:
    table = table_of(line)
    table.closed, table.unsigned_because = True, ""
    finish(line, table, "closed", "unsigned_because")


@Act("reopen_table", _("Table reopened"))
def apply_reopen_table(line: LogLine) -> None:
    table = table_of(line)
    table.closed, table.unsigned_because = False, ""
    finish(line, table, "closed", "unsigned_because")
