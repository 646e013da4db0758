"""The effect of a ruling on a deal: the points before and after. Read-only."""

from dataclasses import dataclass, replace

from scoring import RuleSet
from tournament.ranking.facts import DealFacts, Ruling
from tournament.ranking.standings import outcome


@dataclass(frozen=True, slots=True)
class Effect:
    """The points of one seat before and after a ruling; None while the deal has no result that scores."""

    position: int
    before: int | None
    after: int | None


def effect(deal: DealFacts, ruling: Ruling, ruleset: RuleSet) -> list[Effect]:
    """The effect on each seat of adding a ruling to those the deal already has."""
    return _change(deal, replace(deal, rulings=(*deal.rulings, ruling)), ruleset)


def effect_of(deal: DealFacts, ruling: Ruling, ruleset: RuleSet) -> list[Effect]:
    """The effect on each seat of a ruling that the deal already has; empty if it is not in force there."""
    others = list(deal.rulings)
    if ruling not in others:
        return []
    others.remove(ruling)
    return _change(replace(deal, rulings=tuple(others)), deal, ruleset)


def _change(without: DealFacts, ruled: DealFacts, ruleset: RuleSet) -> list[Effect]:
    before, after = outcome(without, ruleset).points(ruleset), outcome(ruled, ruleset).points(ruleset)
    return [Effect(position, before.get(position), after.get(position)) for position in sorted({*before, *after})]
