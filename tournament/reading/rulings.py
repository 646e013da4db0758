"""What a ruling does to a deal: the result it proposes, the points before and after. Nothing is written here."""

from dataclasses import dataclass, replace

from scoring import Result, RuleSet, score
from scoring.contracts import CONTRACTS
from tournament.facts import DealFacts, Ruling
from tournament.models import Decision
from tournament.standings import outcome

Ruled = Decision.Ruling


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


def as_made(result: Result) -> Result:
    """The same contract as if just reached: the level of a team's, the target of each declarer (2018, article 5)."""
    return _with_tricks(result, 0)


def as_lost(result: Result) -> Result:
    """The same contract as if lost by a trick: one short, or one too many where none or few are to be made."""
    return _with_tricks(result, -1)


def capitulation(made: Result, thrower: int, ruleset: RuleSet) -> dict[int, int]:
    """What the opponent who threw his cards in gives each of his companions, by position (2018, article 5).

    By the table they get what they would have gained, had the contract been lost by a trick; where opponents pay,
    the thrower pays their shares too. Both are readings: the jury may change the amounts.
    """
    companions = [seat for seat in made.seats if seat not in made.declarers and seat != thrower]
    owed = score(_allowed(made), ruleset) if ruleset.settle == "shared" else score(_allowed(as_lost(made)), ruleset)
    each = {seat: abs(owed[seat]) for seat in companions}
    return {thrower: -sum(each.values()), **each}


def _change(without: DealFacts, ruled: DealFacts, ruleset: RuleSet) -> list[Effect]:
    before, after = outcome(without, ruleset).points(ruleset), outcome(ruled, ruleset).points(ruleset)
    return [Effect(position, before.get(position), after.get(position)) for position in sorted({*before, *after})]


def _with_tricks(result: Result, short: int) -> Result:
    """The result with `short` tricks less than the contract asks; personal contracts are missed by one too many."""
    contract = CONTRACTS[result.contract]
    if contract.kind == "team":
        return replace(result, tricks=contract.target + short)
    return replace(result, tricks=(contract.target - short,) * len(result.declarers))


def _allowed(result: Result) -> Result:
    """The result as it would score had the jury been called: its absence must not hide what is owed."""
    return replace(result, jury="allowed")


def ruling_of(preset_effect: str, contract: str, ruleset: RuleSet) -> str:
    """The ruling by which a preset of this effect takes hold of a deal with this contract."""
    if preset_effect == "annulled":
        return Ruled.NOT_CALLED if contract in ruleset.jury else Ruled.ANNULLED
    return {"made": Ruled.RESULT, "lost": Ruled.RESULT, "no_result": Ruled.REFUSED}[preset_effect]
