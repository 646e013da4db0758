"""When a deal is not played: everybody passes, or the dealer deals wrongly."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament import facts
from tournament.acts.decisions import decide, next_decision
from tournament.acts.logbook import Line, applies
from tournament.acts.refusal import Refusal
from tournament.acts.submissions import Answer, deal_row, finish, once, unwritten
from tournament.models import Decision, Event, Table

MOST = 9
MISDEAL = Decision.MISDEAL


def all_pass(table: Table, by: str, number: int, *, key: str = "") -> Answer:
    """Everybody passed: the same dealer deals again and no deal is counted."""

    def check(event: Event, table: Table) -> dict[str, Any]:
        deal = unwritten(table, number)
        if deal.passes >= MOST:
            raise Refusal(_("This deal has been passed out too often. Call the jury."))
        return {"number": number, "passes": deal.passes + 1}

    return once(table, by, "count_passes", key, check)


def undo_pass(table: Table, by: str, number: int, *, key: str = "") -> Answer:
    """Takes one "all pass" back."""

    def check(event: Event, table: Table) -> dict[str, Any]:
        deal = unwritten(table, number)
        if not deal.passes:
            raise Refusal(_("Nobody has passed this deal out."))
        return {"number": number, "passes": deal.passes - 1}

    return once(table, by, "count_passes", key, check)


def misdeal(table: Table, by: str, number: int, *, waived: bool, key: str = "") -> Answer:
    """The dealer dealt wrongly and keeps the deal (article 1); unless the table waives it, he pays for it."""

    def check(event: Event, table: Table) -> dict[str, Any]:
        deal = unwritten(table, number)
        if deal.misdeals >= MOST:
            raise Refusal(_("This deal has been misdealt too often. Call the jury."))
        facts = {"number": number, "misdeals": deal.misdeals + 1}
        return facts if waived else {**facts, **_misdeal_penalty(event, table, number)}

    return once(table, by, "misdeal", key, check)


def undo_misdeal(table: Table, by: str, number: int, *, key: str = "") -> Answer:
    """Takes the last misdeal of a deal back, and with it what the dealer paid for it."""

    def check(event: Event, table: Table) -> dict[str, Any]:
        deal = unwritten(table, number)
        if not deal.misdeals:
            raise Refusal(_("Nobody has misdealt this deal."))
        penalties = Decision.objects.filter(table=table, deal=number, kind=MISDEAL, cancelled=False)
        # A waived misdeal left no decision: one of those is taken back first.
        paid = penalties.last() if penalties.count() == deal.misdeals else None
        return {"number": number, "misdeals": deal.misdeals - 1, "decision": paid and paid.number}

    return once(table, by, "undo_misdeal", key, check)


def _misdeal_penalty(event: Event, table: Table, number: int) -> dict[str, Any]:
    """Who pays what for a misdeal, by the event's own rules: the dealer to each of the others who play."""
    penalty = facts.penalties(event).get(MISDEAL)
    if penalty is None:
        raise Refusal(_("The rules of this event have no penalty for a misdeal: the table waives it."), 422)
    seated = facts.table(table)
    dealer = seated.dealer(number)
    adjustments = {
        str(seated.entry(position, number)): penalty.least if position == dealer else penalty.others
        for position in sorted({dealer, *seated.playing(number)})
    }
    return {"decision": next_decision(event), "article": penalty.article, "adjustments": adjustments}


@applies("count_passes")
def _count_passes(line: Line) -> None:
    table, deal = deal_row(line)
    deal.passes = line.facts["passes"]
    deal.save()
    finish(line, "count_passes", table)


@applies("misdeal")
def _misdeal(line: Line) -> None:
    table, deal = deal_row(line)
    deal.misdeals = line.facts["misdeals"]
    deal.save()
    if "decision" in line.facts:
        decide(
            line,
            line.facts["decision"],
            MISDEAL,
            line.facts["adjustments"],
            article=line.facts["article"],
            round=table.round,
            table=table,
            deal=deal.number,
        )
    finish(line, "misdeal", table)


@applies("undo_misdeal")
def _undo_misdeal(line: Line) -> None:
    table, deal = deal_row(line)
    deal.misdeals = line.facts["misdeals"]
    deal.save()
    Decision.objects.filter(event=line.event, number=line.facts["decision"]).update(cancelled=True)
    finish(line, "undo_misdeal", table)
