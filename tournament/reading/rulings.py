"""The effect of a ruling or a correction on a deal: the points before and after. Read-only."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring import Result, RuleSet
from tournament.models import Decision
from tournament.ranking import facts
from tournament.ranking.happened import DealFacts, Ruling
from tournament.ranking.outcomes import outcome
from tournament.reading.sheets import NOTHING, Sheet, rewritten


@dataclass(frozen=True, slots=True)
class Effect:
    """The points of one player before and after; None while the deal has no result that scores.

    `given` are points that come with a ruling besides; None if nobody gets any with it.
    """

    name: str
    before: int | None
    after: int | None
    given: int | None = None

    @property
    def change(self) -> int:
        """What the player's total gains or loses by all that."""
        return (self.after or 0) + (self.given or 0) - (self.before or 0)


def effect(sheet: Sheet, number: int, ruling: Ruling, ruleset: RuleSet, given: Mapping[int, int]) -> list[Effect]:
    """The effect on each player of adding a ruling to those the deal already has; `given` is by position."""
    deal = sheet.table.deal(number)
    return _change(sheet, deal, replace(deal, rulings=(*deal.rulings, ruling)), ruleset, given)


def effect_of_decision(row: Decision, sheet: Sheet) -> list[Effect]:
    """The same for a ruling on a deal of this sheet that was made; empty if it is not in force there."""
    points = {gift.entry.number: gift.points for gift in row.adjustments.all()}
    number, ruling, ruleset = row.deal or 0, facts.ruling(row), facts.ruleset(row.event)
    sat = {position: sheet.table.entry(position, number) for position in sheet.table.playing(number)}
    given = {position: points[entry] for position, entry in sat.items() if entry in points}
    deal = sheet.table.deal(number)
    others = list(deal.rulings)
    if ruling not in others:
        return []
    others.remove(ruling)
    return _change(sheet, replace(deal, rulings=tuple(others)), deal, ruleset, given)


def effect_of_correction(sheet: Sheet, number: int, result: Result, ruleset: RuleSet) -> list[Effect]:
    """The effect on each player of correcting what was entered; the jury's rulings stay in force."""
    deal = sheet.table.deal(number)
    return _change(sheet, deal, rewritten(deal, result), ruleset)


def _change(
    sheet: Sheet, old: DealFacts, new: DealFacts, ruleset: RuleSet, given: Mapping[int, int] = NOTHING
) -> list[Effect]:
    before, after, names = (
        outcome(old, ruleset).points(ruleset),
        outcome(new, ruleset).points(ruleset),
        sheet.names(old.number),
    )
    seats = sorted({*before, *after})
    gifts = {seat: given.get(seat, 0) for seat in seats} if given else {}
    return [Effect(names[seat], before.get(seat), after.get(seat), gifts.get(seat)) for seat in seats]
