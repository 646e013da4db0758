"""Calls for the jury: a table calls, one of the jury goes there, and the call is settled or withdrawn.

Announcing a contract that needs the jury calls it too, and so does disputing a deal; the ruling on that deal, or the
end of the dispute, settles the call. What ends a call in that way is named in the line of the act that does it, or
follows from it alone: never from the rules of today.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Max, QuerySet
from django.utils.translation import gettext_lazy as _

from tournament import access
from tournament.acts.kernel.declaring import Act, LogLine, Scope
from tournament.acts.kernel.impartial import require_impartial
from tournament.acts.kernel.submissions import (
    Answer,
    Check,
    TableState,
    finish,
    perform_once,
    require_correctable,
    require_table_open,
    table_of,
)
from tournament.errors import UserError
from tournament.models import Call, Deal, Decision, Event, Membership, Signature, Table
from tournament.ranking import facts, records
from tournament.ranking.outcomes import unanswered
from tournament.version_tokens import require_current

Reason = Call.Reason
# A ruling of one of these kinds answers a contract; any other settles the deal as a whole.
ANSWERS = (Decision.Ruling.ALLOWED, Decision.Ruling.REFUSED, Decision.Ruling.NOT_CALLED)
TAKEN_OR_LEFT = _("Somebody else took or left this call in the meantime. Check it again.")


def call_jury(
    table: Table, actor: str, reason: str, deal: int | None = None, *, key: str = "", phone: str = ""
) -> Answer:
    """Calls the jury to a table, about one of its deals or about the table as a whole.

    A table that waits for the same reason in the same deal has called already, and about a contract also where one of
    the two calls names no deal, or is about the deal written just before: nothing is written. `key` and `phone` as in
    `acts.table.deals.record_deal`.
    """
    if reason not in Reason.values:
        raise UserError(_("Choose why the jury is called."), 422)

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        if deal is not None:
            table.deal(deal)
        if any(_is_same(waiting_call, table, reason, deal) for waiting_call in waiting_calls(table.row)):
            return None
        return {"call": next_call(event), "called_for": reason, "deal": deal}

    submission = {"reason": reason, "deal": deal}
    return perform_once(table, actor, "call", key, submission, check, require_correctable, phone=phone)


def withdraw_call(table: Table, actor: str, number: int, *, key: str = "", phone: str = "") -> Answer:
    """Takes back a call that was a mistake. One about an announced contract or a dispute ends only with that."""

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        current_call = _of_table(table, number)
        if current_call.withdrawn:
            return None
        _require_waiting(current_call)
        if current_call.contract:
            raise UserError(_("The jury must come for this contract, unless you announce another one."))
        _require_undisputed(current_call)
        return {"call": number}

    return perform_once(table, actor, "withdraw_call", key, {"call": number}, check, require_correctable, phone=phone)


def take_call(call: Call, actor: str) -> None:
    """A member of the jury goes to the table; refused if somebody else does already."""

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        current_call = _of_table(table, call.number)
        _require_waiting(current_call)
        if current_call.taken_by == actor:
            return None
        require_impartial(event, actor, table.row)
        if current_call.taken_by:
            raise UserError(_("%(name)s is going there already.") % {"name": name_of(current_call.taken_by)})
        return {"call": call.number, "taken_by": actor}

    _perform(call, actor, "take_call", check)


def hand_on_call(call: Call, actor: str, to: str = "", *, seen: str) -> None:
    """Leaves a call to another member of the jury, or to nobody: then it waits for the first who goes.

    `seen` is who had it when this was asked: refused if somebody else has it by now.
    """

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        current_call = _of_table(table, call.number)
        _require_waiting(current_call)
        if current_call.taken_by == to:
            return None
        require_current(seen, current_call.taken_by, TAKEN_OR_LEFT)
        if to:
            require_juror(event, to)
            require_impartial(event, to, table.row)
        return {"call": call.number, "taken_by": to}

    _perform(call, actor, "take_call", check)


def settle_call(call: Call, actor: str) -> None:
    """Ends a call that needs no ruling. Refused while a contract waits for its answer, or a deal is in dispute."""

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        current_call = _of_table(table, call.number)
        if current_call.ended_at and not current_call.withdrawn:
            return None
        _require_waiting(current_call)
        if _plays(current_call, table):
            raise UserError(_("The table waits for an answer: allow the contract or refuse it."))
        _require_undisputed(current_call)
        require_impartial(event, actor, table.row)
        return {"call": call.number}

    _perform(call, actor, "settle_call", check)


def waiting_calls(table: Table) -> QuerySet[Call]:
    """The calls of a table that nobody has settled or withdrawn."""
    return Call.objects.filter(table=table, ended_at=None)


def _is_same(call: Call, table: TableState, reason: str, deal: int | None) -> bool:
    """Whether a table that calls for this reason in this deal waits already by this call."""
    if call.reason != reason:
        return False
    if reason != Reason.CONTRACT or deal is None or call.deal is None:
        # The button names no deal once the last one is written: who comes for a contract comes for that one.
        return reason == Reason.CONTRACT or call.deal == deal
    if call.deal == deal:
        return True
    # A deal that is written and waits for its answer is not the one that the page asks for: that is the next, unless a
    # contract of its own is announced there.
    return call.deal == deal - 1 and bool(table.deal(call.deal).result) and not table.deal(deal).announced


def next_call(event: Event) -> int:
    """The number that the event's next call will get."""
    last: int | None = Call.objects.filter(event=event).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def name_of(actor: str) -> str:
    """The name of a member of the jury, from the logbook's notation."""
    username = Membership.objects.filter(user=access.user_key(actor)).values_list("user__username", flat=True).first()
    return username or actor


def require_juror(event: Event, actor: str) -> None:
    """Refuses somebody who may not rule in the event, or not any more."""
    if actor not in access.members(event, *access.Permission.RULE.roles):
        raise UserError(_("This person is not on the jury of this event."), 422)


def contract_call(event: Event, table: TableState, deal: int, deal_facts: Mapping[str, Any]) -> dict[str, Any]:
    """The call that announcing a contract makes, or recording it, as facts; {} if it needs no answer now.

    It `withdraws` those about a contract that name no deal: the table waits once.
    """
    rulings = table.rulings(deal)
    if any(ruling.ruling in records.SETTLES for ruling in rulings):
        return {}
    if deal_facts.get("contract") not in facts.ruleset(event).jury or not unanswered(rulings, **_played(deal_facts)):
        return {}
    open_calls = waiting_calls(table.row).filter(deal=deal, reason=Reason.CONTRACT)
    if any(_is_about(call, deal_facts) for call in open_calls):
        return {}
    vague = [call.number for call in waiting_calls(table.row).filter(deal=None, reason=Reason.CONTRACT)]
    return {"call": next_call(event), **({"withdraws": vague} if vague else {})}


def dispute_call(event: Event, table: TableState, deal: int) -> dict[str, int]:
    """The call that disputing a deal makes, as facts; {} if the table waits for the jury about that already."""
    open_calls = waiting_calls(table.row).filter(deal=deal, reason=Reason.DISPUTE)
    return {} if open_calls.exists() else {"call": next_call(event)}


def settled_by(table: TableState, deal: int, ruling: records.DealRuling) -> dict[str, list[int]]:
    """The calls that a ruling on a deal settles, as facts; {} if there are none.

    A contract is allowed once every declarer is; refused to one of them, it is not played as it was announced, and what
    is played instead is announced anew. Any other ruling settles all that are about the deal.
    """
    rulings = [*table.rulings(deal), ruling]
    settled = [call for call in waiting_calls(table.row).filter(deal=deal) if _settles(ruling, rulings, call)]
    return {"settles": [call.number for call in settled]} if settled else {}


def update_contract_calls(line: LogLine, table: Table, deal_facts: Mapping[str, Any]) -> None:
    """Part of an `apply`: the call about a contract. Who came for another one in this deal comes for this one."""
    number = line.facts.get("call")
    before = waiting_calls(table).filter(deal=line.facts["number"], reason=Reason.CONTRACT)
    gone = [call for call in before if (number or call.contract) and not _is_about(call, deal_facts)]
    gone += waiting_calls(table).filter(number__in=line.facts.get("withdraws", ()))
    _end(line, [call.number for call in gone], withdrawn=True)
    if number:
        comes = next(({"taken_by": call.taken_by, "taken_at": call.taken_at} for call in gone if call.taken_by), {})
        open_call(line, table, Reason.CONTRACT, line.facts["number"], **_played(deal_facts), **comes)


def call_again(line: LogLine, table: Table, number: int) -> None:
    """Part of an `apply`: the call about the contract of a deal, whose answer counts no more."""
    deal = Deal.objects.get(table=table, number=number)
    _end(line, line.facts.get("withdraws", ()), withdrawn=True)
    open_call(line, table, Reason.CONTRACT, number, **_played(deal.result or deal.announced or {}))


def withdraw_contract_calls(line: LogLine, table: Table, deal: int) -> None:
    """Part of an `apply`: what was announced in a deal is not played, so nobody waits for an answer about it."""
    waiting_calls(table).filter(deal=deal, reason=Reason.CONTRACT).exclude(contract="").update(**_ended(line, True))


def end_settled_disputes(line: LogLine, table: Table, deals: Iterable[int | None]) -> None:
    """Part of an `apply`: disputes about these deals ended, which settles the calls for which none is left."""
    for dispute in waiting_calls(table).filter(reason=Reason.DISPUTE, deal__in=[deal for deal in deals if deal]):
        if not _disputed(dispute):
            _end(line, [dispute.number])


def withdraw_all(line: LogLine, calls: QuerySet[Call]) -> None:
    """Part of an `apply`: nobody waits any more where these calls came from."""
    calls.filter(ended_at=None).update(**_ended(line, True))


def settle_all(line: LogLine) -> None:
    """Part of an `apply`: settles the calls that a line names; most lines name none."""
    _end(line, line.facts.get("settles", ()))


def open_call(line: LogLine, table: Table, reason: str, deal: int | None, **more: Any) -> None:
    """Part of an `apply`: opens the call whose number is in the line."""
    row = {"number": line.facts["call"], "table": table, "deal": deal, "reason": reason, "at": line.at, "by": line.by}
    Call.objects.create(event=line.event, **row, **more)


def _perform(call: Call, actor: str, act: str, check: Check) -> None:
    perform_once(call.table, actor, act, "", {}, check, require_table_open)


def _of_table(table: TableState, number: int) -> Call:
    current_call = Call.objects.filter(table=table.row, number=number).first()
    if current_call is None:
        raise UserError(_("There is no such call."), 404)
    return current_call


def _require_waiting(call: Call) -> None:
    if call.withdrawn:
        raise UserError(_("The table does not need the jury any more."))
    if call.ended_at:
        raise UserError(_("This call has been settled by %(name)s.") % {"name": name_of(call.ended_by)})


def _played(deal_facts: Mapping[str, Any]) -> dict[str, Any]:
    """The contract and its positions, as fields of a call."""
    return {"contract": deal_facts.get("contract", ""), "about": sorted(deal_facts.get("declarers", ()))}


def _is_about(call: Call, deal_facts: Mapping[str, Any]) -> bool:
    return {"contract": call.contract, "about": call.about} == _played(deal_facts)


def _plays(call: Call, table: TableState) -> bool:
    """Whether the contract of a call is still the one that is announced or recorded in its deal."""
    deal = table.deal(call.deal) if call.contract and call.deal else None
    deal_facts = (deal.result or deal.announced or {}) if deal else {}
    return bool(deal_facts) and deal_facts.get("contract") == call.contract


def _disputed(call: Call) -> bool:
    """Whether a player still refuses to sign the deal of a call."""
    if call.reason != Reason.DISPUTE or call.deal is None:
        return False
    rows = Signature.objects.filter(table=call.table_id, deal=call.deal, accepted=False)
    return rows.filter(resolved_at=None, void=False).exists()


def _require_undisputed(call: Call) -> None:
    if _disputed(call):
        raise UserError(_("This deal is still in dispute. Resolve the dispute."))


def _settles(ruling: records.DealRuling, rulings: list[records.DealRuling], call: Call) -> bool:
    if ruling.ruling not in ANSWERS:
        return not _disputed(call)
    if call.reason != Reason.CONTRACT or call.contract not in ("", ruling.contract):
        return False
    if ruling.ruling == Decision.Ruling.ALLOWED:
        return not unanswered(rulings, ruling.contract, call.about)
    # What is refused to somebody else leaves this one without an answer.
    return not (ruling.about and call.about) or not {*ruling.about}.isdisjoint(call.about)


def _ended(line: LogLine, withdrawn: bool) -> dict[str, Any]:
    return {"ended_at": line.at, "ended_by": line.by, "withdrawn": withdrawn}


def _end(line: LogLine, numbers: Iterable[int], *, withdrawn: bool = False) -> None:
    if numbers:
        Call.objects.filter(event=line.event, number__in=numbers).update(**_ended(line, withdrawn))


@Act("call", _("Jury called"), scope=Scope.TABLE)
def apply_call(line: LogLine) -> None:
    table = table_of(line)
    open_call(line, table, line.facts["called_for"], line.facts["deal"])
    finish(line, table)


@Act("withdraw_call", _("Call withdrawn"), scope=Scope.TABLE)
def apply_withdraw_call(line: LogLine) -> None:
    _end(line, [line.facts["call"]], withdrawn=True)
    finish(line, table_of(line))


@Act("take_call", _("Call taken or handed on"), scope=Scope.TABLE)
def apply_take_call(line: LogLine) -> None:
    to = line.facts["taken_by"]
    rows = Call.objects.filter(event=line.event, number=line.facts["call"])
    rows.update(taken_by=to, taken_at=line.at if to else None)
    finish(line, table_of(line))


@Act("settle_call", _("Call settled"), scope=Scope.TABLE)
def apply_settle_call(line: LogLine) -> None:
    _end(line, [line.facts["call"]])
    finish(line, table_of(line))
