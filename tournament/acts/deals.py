"""The deals of a table: written, corrected, taken back; the table closed and reopened."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from scoring import Result, ResultError, words
from tournament.acts import logbook
from tournament.acts.decisions import check_reason, decide, next_decision
from tournament.acts.logbook import LogLine, applies
from tournament.acts.signatures import require_signed
from tournament.acts.submissions import (
    Answer,
    TableState,
    deal_row,
    finish,
    perform_once,
    require_correctable,
    require_revision,
    require_seated,
    require_unwritten,
    require_version,
    require_writable,
    table_of,
)
from tournament.models import Deal, Decision, Event, Table
from tournament.ranking import facts, standings
from tournament.refusal import Refusal


def record_deal(
    table: Table,
    by: str,
    number: int,
    result: Mapping[str, Any],
    *,
    replaces: int | None = None,
    seated: Sequence[int] | None = None,
    in_turn: bool = False,
    key: str = "",
    phone: str = "",
) -> Answer:
    """Writes the result of a deal that has none yet.

    `result` has the form that `scoring.Result.read` takes, with the jury's answer, which is stored as a decision.
    `replaces` is the version that was being looked at, None for a program that looks at nothing. `key` identifies the
    submission: sent again with the same key, it gets the same answer and writes nothing. A captain writes `in_turn`,
    and passes as `seated` the entries that were shown at the table, by position, and as `phone` the mark of the phone:
    refused, here and below, if another phone writes at the table.
    """

    def check(event: Event, table: TableState) -> dict[str, Any]:
        deal = require_unwritten(table, number, replaces, in_turn=in_turn)
        require_seated(table, number, seated)
        return _deal_facts(event, table, deal, result)

    return perform_once(
        table, by, "record_deal", key, {"number": number, "result": result, "replaces": replaces}, check, phone=phone
    )


def correct_deal(
    table: Table,
    by: str,
    number: int,
    result: Mapping[str, Any],
    *,
    replaces: int,
    reason: str = "",
    seated: Sequence[int] | None = None,
    at_table: bool = False,
    key: str = "",
    phone: str = "",
) -> Answer:
    """Replaces the result of a deal; `replaces` is the version that was being looked at.

    The staff gives a reason, and may correct a deal of a closed table too. A captain corrects `at_table`: while it
    writes, no deal that the jury ruled on, and the last one without a reason. The rest is as in `record_deal`.
    """

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        deal = table.deal(number)
        if deal.result is None:
            raise Refusal(_("Deal %(number)s has not been recorded yet.") % {"number": number})
        require_version(deal, replaces)
        require_seated(table, number, seated)
        if at_table:
            require_unruled(table.row, number)
        if reason or not (at_table and number == _last(table)):
            check_reason(reason, _("Enter a reason for the correction."))
        new = _deal_facts(event, table, deal, result)
        if (new["result"], new["jury"] and new["jury"]["ruling"]) == (deal.result, _call(table, number)):
            return None
        return {**new, **({"reason": logbook.seal(event, reason)} if reason else {})}

    asked = {"number": number, "result": result, "replaces": replaces}
    require = require_writable if at_table else require_correctable
    return perform_once(table, by, "correct_deal", key, asked, check, require, phone=phone)


def undo_deal(table: Table, by: str, number: int, *, replaces: int, key: str = "", phone: str = "") -> Answer:
    """Takes back the last deal written at the table; the logbook keeps it."""

    def check(event: Event, table: TableState) -> dict[str, Any]:
        deal = table.deal(number)
        require_version(deal, replaces)
        if number != _last(table):
            raise Refusal(_("Only the last deal can be taken back."))
        require_unruled(table.row, number)
        return {"number": number, "version": deal.version + 1}

    return perform_once(table, by, "undo_deal", key, {"number": number, "replaces": replaces}, check, phone=phone)


def _last(table: TableState) -> int:
    """The number of the last deal that is written; 0 if none is."""
    return max((deal.number for deal in table.deals.values() if deal.result is not None), default=0)


def _call(table: TableState, number: int) -> str | None:
    """What the captain reported of the jury in a deal; None if nothing."""
    calls = (one for one in table.decisions if one.deal == number and one.kind == Decision.JURY_CALL)
    return next((call.ruling for call in calls), None)


def require_unruled(table: Table, number: int) -> None:
    """Refuses to take back a deal that the jury ruled on; what the captain reported of the jury is not a ruling."""
    rulings = Decision.objects.filter(table=table, deal=number, cancelled=False).exclude(ruling="")
    if rulings.exclude(kind=Decision.JURY_CALL).exists():
        raise Refusal(_("The jury ruled on this deal. Ask the organiser to correct it."))


def close_table(table: Table, by: str, *, seen: int | None = None, key: str = "", phone: str = "") -> Answer:
    """Closes a table: the captain confirms that every deal is written and correct. `seen` is the revision looked at.

    Refused while signatures are missing that the event asks for: `signatures.close_unsigned` closes without them.
    """

    def check(event: Event, table: TableState) -> dict[str, Any]:
        require_revision(table.row, seen)
        missing = standings.missing_deals(facts.table(table.row), facts.ruleset(event))
        if missing:
            numbers = ", ".join(str(number) for number in missing[:12])
            raise Refusal(_("These deals are still missing: %(numbers)s.") % {"numbers": numbers})
        require_signed(event, table.row)
        return {}

    return perform_once(table, by, "close_table", key, {"seen": seen}, check, phone=phone)


def reopen_table(table: Table, by: str, *, seen: int | None = None, key: str = "") -> Answer:
    """Lets the table write again. `seen` as in `close_table`."""

    def check(event: Event, table: TableState) -> dict[str, Any]:
        if not table.row.closed:
            raise Refusal(_("This table is not closed."))
        require_revision(table.row, seen)
        return {}

    return perform_once(table, by, "reopen_table", key, {"seen": seen}, check, require_correctable)


def read_result(event: Event, result: Mapping[str, Any]) -> Result:
    """A result read by the event's rules; refused, in the visitor's language, if they do not allow it."""
    try:
        return Result.read(result, facts.ruleset(event))
    except ResultError as error:
        raise Refusal(words.error(error, get_language() or "en"), 422) from error


def _deal_facts(event: Event, table: TableState, deal: Deal, given: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a result: what was played, with the jury's answer kept apart."""
    played = read_result(event, with_seats(table, deal.number, given)).to_dict()
    jury = played.pop("jury", None)
    require_not_refused(table, deal.number, played)
    call = {"ruling": jury, "decision": next_decision(event)} if jury else None
    return {"number": deal.number, "version": deal.version + 1, "result": played, "jury": call}


def with_seats(table: TableState, number: int, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was entered, with the seats that play the deal unless they are the usual four."""
    seats = facts.playing(tuple(table.seated(number)), number)
    return {**given, "seats": list(seats)} if len(seats) == 4 and seats != (1, 2, 3, 4) else given


def require_not_refused(table: TableState, number: int, played: Mapping[str, Any]) -> None:
    """Refuses a contract that the jury refused to one of its declarers."""
    rulings = [facts.ruling(decision) for decision in table.decisions if decision.deal == number]
    told = refusal_sentence(rulings, played, lambda: facts.names_at(table.row, number))
    if told:
        raise Refusal(told, 422)


def refusal_sentence(
    rulings: Iterable[facts.Ruling], played: Mapping[str, Any], names: Callable[[], Mapping[int, str]]
) -> str:
    """Which of its declarers the jury refused a contract, as a sentence; "" if it refused none of them.

    `names` returns the players' names by position; it is called only if one was refused.
    """
    refused = standings.refused_to(rulings, str(played.get("contract", "")), played.get("declarers", ()))
    if not refused:
        return ""
    called = names()
    told = ngettext(
        "The jury refused this contract to %(names)s, who must pass.",
        "The jury refused this contract to %(names)s, who must pass.",
        len(refused),
    )
    return told % {"names": ", ".join(called[seat] for seat in refused)}


def _cancel_calls(table: Table, number: int) -> None:
    """Cancels what the captain reported of the jury: it belongs to the result that is replaced or taken back."""
    calls = Decision.objects.filter(table=table, deal=number, kind=Decision.JURY_CALL, cancelled=False)
    calls.update(cancelled=True)


def _write_result(line: LogLine) -> Table:
    table, deal = deal_row(line)
    if deal.result is not None:  # the captain's report on the jury belongs to a result, never to a deal without one
        _cancel_calls(table, deal.number)
    else:  # nor does a correction mark, which wiping a rehearsal leaves so that the result can be restored with it
        deal.corrected_at, deal.corrected_because = None, ""
    deal.result = line.facts["result"]
    deal.announced = None  # it has been played
    deal.version = line.facts["version"]
    deal.save()
    call = line.facts["jury"]
    if call:
        placed = {"round": table.round, "table": table, "deal": deal.number}
        decide(line, call["decision"], Decision.JURY_CALL, {}, ruling=call["ruling"], **placed)
    return table


@applies("record_deal")
def _record_deal(line: LogLine) -> None:
    finish(line, "record_deal", _write_result(line))


@applies("correct_deal")
def _correct_deal(line: LogLine) -> None:
    table = _write_result(line)
    if table.closed or table.round.closed:
        # Those who sat there had seen the finished sheet, so it tells them of the correction.
        told = {"corrected_at": line.at, "corrected_because": line.words(line.facts["reason"])[0]}
        Deal.objects.filter(table=table, number=line.facts["number"]).update(**told)
    finish(line, "correct_deal", table)


@applies("undo_deal")
def _undo_deal(line: LogLine) -> None:
    table, deal = deal_row(line)
    _cancel_calls(table, deal.number)
    deal.result, deal.announced, deal.version = None, None, line.facts["version"]
    deal.corrected_at, deal.corrected_because = None, ""
    deal.save()
    finish(line, "undo_deal", table)


@applies("close_table")
def _close_table(line: LogLine) -> None:
    table = table_of(line)
    table.closed, table.unsigned_because = True, ""
    finish(line, "close_table", table, "closed", "unsigned_because")


@applies("reopen_table")
def _reopen_table(line: LogLine) -> None:
    table = table_of(line)
    table.closed, table.unsigned_because = False, ""
    finish(line, "reopen_table", table, "closed", "unsigned_because")
