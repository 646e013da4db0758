"""When a deal is not played: everybody passes, or the dealer misdeals. What was announced in it ends."""

import json
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import calls
from tournament.acts.kernel.decisions import decide, next_decision
from tournament.acts.kernel.declaring import Act, LogLine, PointsOf, Scope
from tournament.acts.kernel.submissions import (
    Answer,
    TableState,
    deal_row,
    finish,
    is_over,
    perform_once,
    require_seated,
    require_unwritten,
)
from tournament.acts.table.deals import cancel_calls
from tournament.errors import UserError
from tournament.models import Deal, Decision, Event, LogEntry, Table
from tournament.ranking import facts

MOST = 9


def all_pass(
    table: Table,
    actor: str,
    number: int,
    *,
    replaces: int | None = None,
    seated: Sequence[int] | None = None,
    in_turn: bool = False,
    key: str = "",
    phone: str = "",
) -> Answer:
    """Records that everybody passed: the same dealer deals again and the deal does not count.

    Here and below, `replaces` is the version of the deal that was being looked at, and `seated` the entries that were
    shown at the table, by position; captains act `in_turn`, and `phone` is the digest of theirs.
    """

    def check(event: Event, table: TableState) -> dict[str, Any]:
        deal = _deal_to_repeat(table, number, replaces, in_turn)
        require_seated(table, number, seated)
        if deal.passes >= MOST:
            raise UserError(_("This deal has been passed out too often. Call the jury."))
        return {**_next_version(deal), "passes": deal.passes + 1}

    return perform_once(table, actor, "count_passes", key, {"pass": number, "replaces": replaces}, check, phone=phone)


def undo_pass(
    table: Table, actor: str, number: int, *, replaces: int | None = None, key: str = "", phone: str = ""
) -> Answer:
    """Takes one "all pass" back."""

    def check(event: Event, table: TableState) -> dict[str, Any]:
        deal = require_unwritten(table, number, replaces)
        if not deal.passes:
            raise UserError(_("This deal has not been passed out."))
        return {**_next_version(deal), "passes": deal.passes - 1}

    return perform_once(table, actor, "count_passes", key, {"undo": number, "replaces": replaces}, check, phone=phone)


def misdeal(
    table: Table,
    actor: str,
    number: int,
    *,
    waived: bool,
    replaces: int | None = None,
    seated: Sequence[int] | None = None,
    in_turn: bool = False,
    key: str = "",
    phone: str = "",
) -> Answer:
    """Records a misdeal: the dealer deals again (article 1), and pays for it unless the table waives that."""

    def check(event: Event, table: TableState) -> dict[str, Any]:
        deal = _deal_to_repeat(table, number, replaces, in_turn)
        require_seated(table, number, seated)
        if deal.misdeals >= MOST:
            raise UserError(_("This deal has been misdealt too often. Call the jury."))
        facts = {**_next_version(deal), "misdeals": deal.misdeals + 1}
        return facts if waived else {**facts, **_misdeal_penalty(event, table.row, number)}

    return perform_once(
        table, actor, "misdeal", key, {"number": number, "waived": waived, "replaces": replaces}, check, phone=phone
    )


def undo_misdeal(
    table: Table, actor: str, number: int, *, replaces: int | None = None, key: str = "", phone: str = ""
) -> Answer:
    """Takes the last misdeal of a deal back, and with it what the dealer paid for it."""

    def check(event: Event, table: TableState) -> dict[str, Any]:
        deal = require_unwritten(table, number, replaces)
        if not deal.misdeals:
            raise UserError(_("This deal has not been misdealt."))
        return {**_next_version(deal), "misdeals": deal.misdeals - 1, "decision": last_payment(table.row, deal)}

    return perform_once(table, actor, "undo_misdeal", key, {"number": number, "replaces": replaces}, check, phone=phone)


def last_payment(table: Table, deal: Deal) -> int | None:
    """The number of the decision by which the dealer paid for the last misdeal of a deal; None if it was waived."""
    # A misdeal on which the jury decided has a reason, and stays.
    penalties = Decision.objects.filter(table=table, deal=deal.number, kind=Decision.MISDEAL, cancelled=False)
    paid = sorted(penalties.filter(reason="").values_list("number", flat=True))
    if not paid or len(paid) == deal.misdeals:
        return paid[-1] if paid else None
    # Some were waived without a decision: the logbook knows which came last. An event from a file has no such lines.
    standing = _standing_misdeals(table, deal.number)
    return standing[-1] if standing and standing[-1] in paid else None


def _standing_misdeals(table: Table, number: int) -> list[int | None]:
    """For each misdeal of a deal that was not taken back, in order: the decision by which it was paid, or None."""
    lines = LogEntry.objects.filter(event=table.round.event_id, act__in=("misdeal", "undo_misdeal"))
    place = (table.round.number, table.number, number)
    standing: list[int | None] = []
    for act, text in lines.order_by("sequence").values_list("act", "text"):
        facts = json.loads(text)["facts"]
        if (facts["round"], facts["table"], facts["number"]) != place:
            continue
        decision = facts.get("decision")
        if act == "misdeal":
            standing.append(decision)
        elif decision in standing:
            # Older lines took back a waived misdeal first.
            del standing[len(standing) - 1 - standing[::-1].index(decision)]
    return standing


def _deal_to_repeat(table: TableState, number: int, replaces: int | None, in_turn: bool) -> Deal:
    """The deal of this number; refused if it was written, or if the jury's ruling settles it: it is not dealt again."""
    deal = require_unwritten(table, number, replaces, in_turn=in_turn)
    if is_over(table.row, number):
        raise UserError(_("The jury ruled on deal %(number)s: it cannot be dealt again.") % {"number": number})
    return deal


def _next_version(deal: Deal) -> dict[str, Any]:
    """The facts that name a deal and its version after the act.

    What the jury refused counts for nothing only in its own hand: in another one it `unwrites` the result.
    """
    return {
        "number": deal.number,
        "version": deal.version + 1,
        **({"unwrites": True} if deal.result is not None else {}),
    }


def _misdeal_penalty(event: Event, table: Table, number: int) -> dict[str, Any]:
    """Who pays what for a misdeal, by the event's own rules: the dealer pays each of the others who play."""
    penalty = facts.penalties(event).get(Decision.MISDEAL)
    if penalty is None:
        raise UserError(_("The rules of this event have no penalty for a misdeal: the table waives it."), 422)
    seated = facts.table(table)
    dealer = seated.dealer(number)
    adjustments = {
        str(seated.entry(position, number)): penalty.least if position == dealer else penalty.others
        for position in sorted({dealer, *seated.playing(number)})
    }
    return {"decision": next_decision(event), "article": penalty.article, "adjustments": adjustments}


@Act("count_passes", _("All pass"), scope=Scope.TABLE, notes_play=True)
def apply_count_passes(line: LogLine) -> None:
    table, deal = deal_row(line)
    if line.facts["passes"] > deal.passes:
        deal.announced = None
        calls.withdraw_contract_calls(line, table, deal.number)
    deal.passes = line.facts["passes"]
    _save(deal, line)
    finish(line, table)


@Act("misdeal", _("Misdeal"), scope=Scope.TABLE, points_of=PointsOf.TABLE, notes_play=True)
def apply_misdeal(line: LogLine) -> None:
    table, deal = deal_row(line)
    deal.announced, deal.misdeals = None, line.facts["misdeals"]
    _save(deal, line)
    calls.withdraw_contract_calls(line, table, deal.number)
    if "decision" in line.facts:
        decide(
            line,
            line.facts["decision"],
            Decision.MISDEAL,
            line.facts["adjustments"],
            article=line.facts["article"],
            round=table.round,
            table=table,
            deal=deal.number,
        )
    finish(line, table)


@Act("undo_misdeal", _("Misdeal taken back"), scope=Scope.TABLE, points_of=PointsOf.TABLE)
def apply_undo_misdeal(line: LogLine) -> None:
    table, deal = deal_row(line)
    deal.misdeals = line.facts["misdeals"]
    _save(deal, line)
    Decision.objects.filter(event=line.event, number=line.facts["decision"]).update(cancelled=True)
    finish(line, table)


def _save(deal: Deal, line: LogLine) -> None:
    """Saves a deal with its new version; in older lines passes and misdeals did not change it."""
    deal.version = line.facts.get("version", deal.version)
    if line.facts.get("unwrites"):
        cancel_calls(deal.table, deal.number)
        deal.result, deal.corrected_at, deal.corrected_because = None, None, ""
    deal.save()
