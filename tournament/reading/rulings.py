"""What a ruling does to a deal: the points before and after. Nothing is written here."""

from dataclasses import dataclass, replace

from scoring import RuleSet
from tournament.ranking.facts import DealFacts, Ruling
from tournament.ranking.standings import outcome


@dataclass(frozen=True, slots=True)
class Effect:
    """The points of one seat before a ruling and after it; None while the deal has no result that scores."""

    position: int
    before: int | None
    after: int | None


def effect(deal: DealFacts, ruling: Ruling, ruleset: RuleSet) -> list[Effect]:
    """What a ruling, added to those on the deal already, does to the points of each seat."""
    return _change(deal, replace(deal, rulings=(*deal.rulings, ruling)), ruleset)


def effect_of(deal: DealFacts, ruling: Ruling, ruleset: RuleSet) -> list[Effect]:
    """What a ruling that is on the deal does to the points of each seat; nothing when it is not in force there."""
    others = list(deal.rulings)
    if ruling not in others:
        return []
    others.remove(ruling)
    return _change(replace(deal, rulings=tuple(others)), deal, ruleset)


def _change(without: DealFacts, ruled: DealFacts, ruleset: RuleSet) -> list[Effect]:
    before, after = outcome(without, ruleset).points(ruleset), outcome(ruled, ruleset).points(ruleset)
    return [Effect(position, before.get(position), after.get(position)) for position in sorted({*before, *after})]
