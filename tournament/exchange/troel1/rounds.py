"""The rounds of an event as parts of a troel/1 file: tables, who sat there, and every deal with its points."""

from collections.abc import Mapping
from typing import Any

from scoring import Result, RuleSet
from tournament.document.play import (
    CorrectedRecord,
    DealRecord,
    EndedRecord,
    ResultShape,
    RoundRecord,
    TableRecord,
    TimerRecord,
    UnscoredRecord,
)
from tournament.document.rows import written
from tournament.models import Event, Round, SitOut, Table
from tournament.ranking import facts
from tournament.ranking.outcomes import DealOutcome, outcome
from tournament.ranking.records import DealFacts, TableFacts
from tournament.ranking.table_play import averages

Document = dict[str, Any]


def rounds(event: Event) -> list[Document]:
    """Every round, hidden ones too."""
    ruleset, resting = facts.ruleset(event), _sit_outs(event)
    longer = Table.objects.filter(round__event=event, extra_minutes__gt=0)
    extra = {
        (round, table): minutes
        for round, table, minutes in longer.values_list("round__number", "number", "extra_minutes")
    }
    tables: dict[int, list[TableFacts]] = {}
    for table in facts.tables(Table.objects.filter(round__event=event)).values():
        tables.setdefault(table.round, []).append(table)
    return [
        written(
            RoundRecord,
            round,
            sit_out=resting.get(round.pk, []),
            withdrawal=round.withdrawal and round.withdrawal.number,
            timer=_timer(round),
            tables=[
                _table(table, round, ruleset, extra.get((round.number, table.number), 0))
                for table in sorted(tables.get(round.number, ()), key=lambda table: table.number)
            ],
        )
        for round in Round.objects.filter(event=event).select_related("withdrawal").order_by("number")
    ]


def result(stored: Mapping[str, Any] | None) -> Document | None:
    """A result as ruled or a contract as announced, with its fields in order and otherwise unchanged.

    We cannot read it with the present rules: it may be impossible under them, if its decision was cancelled, or contain
    a jury's answer that they do not ask for.
    """
    if not stored:
        return None
    return {name: in_order(stored[name]) for name in ResultShape.__struct_fields__ if name in stored}


def in_order(value: Any) -> Any:
    """The value with the fields of every object in alphabetical order, because a database may change it."""
    if isinstance(value, Mapping):
        return {name: in_order(value[name]) for name in sorted(value)}
    return value


def _sit_outs(event: Event) -> dict[int, list[int]]:
    """The entry numbers of those who sat out, by primary key of the round."""
    resting: dict[int, list[int]] = {}
    rows = SitOut.objects.filter(round__event=event).order_by("entry__number")
    for round, number in rows.values_list("round_id", "entry__number"):
        resting.setdefault(round, []).append(number)
    return resting


def _timer(round: Round) -> Document | None:
    if round.timer_minutes is None:
        return None
    return written(TimerRecord, minutes=round.timer_minutes, spent=round.timer_spent, since=round.timer_since)


def _table(table: TableFacts, round: Round, ruleset: RuleSet, extra: int) -> Document:
    ended = {number: outcome(deal, ruleset) for number, deal in table.deals.items()}
    scored = [(number, one.result) for number, one in ended.items() if one.result is not None and not one.waiting]
    unscored = [
        number
        for number, one in ended.items()
        if (one.result is None or one.waiting) and (one.settled or _is_written(table.deals[number]))
    ]
    planned = table.ended.unplayed_deals.stop - 1 if table.ended else table.planned
    return written(
        TableRecord,
        table,
        seats={str(seat.position): seat.entry for seat in table.seats if seat.from_deal == 1},
        deals=[_deal(table, table.deals[number], ended[number], result, ruleset) for number, result in scored],
        deals_planned=None if planned == round.deals else planned,
        ended=_ended(table, ruleset),
        extra_minutes=extra,
        substitutes=[
            {"seat": seat.position, "from_deal": seat.from_deal, "entry": seat.entry}
            for seat in table.seats
            if seat.from_deal > 1
        ],
        unscored=[_unscored(table.deals[number], ended[number]) for number in unscored],
    )


def _ended(table: TableFacts, ruleset: RuleSet) -> Document | None:
    """How a table was stopped early; `averaged` is what its players get for the deals it did not play."""
    if not table.ended:
        return None
    points = averages(table, ruleset) if table.ended.averaged else {}
    averaged = {str(entry): points[entry] for entry in sorted(points)} if table.ended.averaged else None
    return written(EndedRecord, after=table.planned, reason=table.ended.because, averaged=averaged)


def _deal(table: TableFacts, deal: DealFacts, ended: DealOutcome, result: Result, ruleset: RuleSet) -> Document:
    points = sorted(ended.points(ruleset).items())
    return written(
        DealRecord,
        deal,
        result=result.to_dict(),
        played=ended.played and ended.played.to_dict(),
        unwritten=deal.result is None,
        annulled=ended.annulled or ended.uncalled(ruleset),
        points={str(table.entry(position, deal.number)): worth for position, worth in points},
        **_around(deal),
    )


def _unscored(deal: DealFacts, ended: DealOutcome) -> Document:
    """A deal in which something happened but that has no result that scores."""
    entered = ended.played or (ended.result if deal.result is not None else None)
    played = entered and entered.to_dict()
    return written(UnscoredRecord, deal, played=played, annulled=ended.annulled, **_around(deal))


def _is_written(deal: DealFacts) -> bool:
    """Whether the table wrote anything about a deal without a score; a refusal by the jury alone is a decision."""
    return any((deal.result is not None, deal.passes, deal.misdeals, deal.version, deal.announced, deal.corrected))


def _around(deal: DealFacts) -> Document:
    corrected = deal.corrected and written(CorrectedRecord, at=deal.corrected.at, reason=deal.corrected.because)
    return {"announced": result(deal.announced), "corrected": corrected}
