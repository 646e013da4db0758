"""The effect of a ruling or a correction on a deal: the points before and after. Read-only."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring import Result, RuleSet
from tournament.models import Decision
from tournament.ranking import facts
from tournament.ranking.outcomes import outcome
from tournament.ranking.records import DealFacts, DealRuling
from tournament.ranking.superseded_rulings import returning
from tournament.reading.table.sheets import NOTHING, Sheet, rewritten


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """The points of one player before and after; None while the deal has no result that scores.

    `own_points` are points that come with a ruling besides, `ended_points` those of earlier rulings that end with it;
    None if nobody has any. Afterwards the deal `waits` for the jury.
    """

    name: str
    before: int | None
    after: int | None
    own_points: int | None = None
    ended_points: int | None = None
    waits: bool = False

    @property
    def change(self) -> int:
        """What the player's total gains or loses by all that."""
        return (self.after or 0) + (self.own_points or 0) - (self.before or 0) - (self.ended_points or 0)


def effect(
    sheet: Sheet,
    number: int,
    ruling: DealRuling,
    ruleset: RuleSet,
    points: Mapping[int, int],
    superseded: Sequence[Decision] = (),
) -> list[RulingEffect]:
    """The effect on each player of adding a ruling to those the deal already has; `points` are by position.

    `superseded` are the earlier decisions that it ends.
    """
    deal = sheet.table.deal(number)
    left = deal.without({row.number for row in superseded}).rulings
    ended = _points_from(sheet, number, [row for row in superseded if row.counts])
    return _change(sheet, deal, replace(deal, rulings=(*left, ruling)), ruleset, points, ended)


def effect_of_decision(decision: Decision, sheet: Sheet) -> list[RulingEffect]:
    """The same for a ruling on a deal of this sheet that was made; empty if it is not in force there."""
    number, ruleset = decision.deal or 0, facts.ruleset(decision.event)
    deal = sheet.table.deal(number)
    if facts.ruling(decision) not in deal.rulings:
        return []
    back = returning(decision)
    rulings = sorted((*deal.without([decision.number]).rulings, *map(facts.ruling, back)), key=_order)
    points, ended = _points_from(sheet, number, [decision]), _points_from(sheet, number, back)
    return _change(sheet, replace(deal, rulings=tuple(rulings)), deal, ruleset, points, ended)


def _order(ruling: DealRuling) -> tuple[bool, int]:
    """What a captain reported comes first, as `facts.rulings` has it."""
    return not ruling.from_table, ruling.number


def _points_from(sheet: Sheet, number: int, decisions: Iterable[Decision]) -> dict[int, int]:
    """What decisions give those who play a deal, by position; only those to whom they give anything, or 0."""
    points: Counter[int] = Counter()
    for row in decisions:
        for gift in row.adjustments.all():
            points[gift.entry.number] += gift.points
    sat = {position: sheet.table.entry(position, number) for position in sheet.table.playing(number)}
    return {position: points[entry] for position, entry in sat.items() if entry in points}


def undone(effects: Iterable[RulingEffect]) -> list[RulingEffect]:
    """The effect of taking back what has these effects."""
    return [
        RulingEffect(effect.name, effect.after, effect.before, effect.ended_points, effect.own_points)
        for effect in effects
    ]


def effect_of_correction(sheet: Sheet, number: int, result: Result, ruleset: RuleSet) -> list[RulingEffect]:
    """The effect on each player of correcting what was entered; the jury's rulings stay in force."""
    deal = sheet.table.deal(number)
    return _change(sheet, deal, rewritten(deal, result), ruleset)


def _change(
    sheet: Sheet,
    old: DealFacts,
    new: DealFacts,
    ruleset: RuleSet,
    points: Mapping[int, int] = NOTHING,
    ended: Mapping[int, int] = NOTHING,
) -> list[RulingEffect]:
    old_outcome, new_outcome, names = outcome(old, ruleset), outcome(new, ruleset), sheet.names(old.number)
    before, after = old_outcome.points(ruleset), new_outcome.points(ruleset)
    seats = sorted({*before, *after, *(points if ended else ()), *ended})
    gifts, gone = ({seat: points.get(seat, 0) for seat in seats} if points else {} for points in (points, ended))
    return [
        RulingEffect(names[at], before.get(at), after.get(at), gifts.get(at), gone.get(at), new_outcome.waiting)
        for at in seats
    ]
