"""Realistic results: small contracts often, slams hardly ever, and some contracts lost."""

from collections.abc import Sequence
from typing import Any

from scoring import RuleSet
from scoring.game.contracts import CONTRACTS
from tournament.seating.rng import Chance

# The weight of each contract, in realistic proportions per 1,000 deals; other contracts of a rule set have weight 1.
OFTEN = {
    "PC8": 330,
    "PC9": 190,
    "PC10": 90,
    "PC11": 30,
    "PC12": 6,
    "PC13": 2,
    "S5": 60,
    "S6": 90,
    "S7": 35,
    "S8": 12,
    "PM": 45,
    "PMT": 4,
    "PIC": 30,
    "P2": 12,
    "TR8": 10,
    "TR9": 30,
    "A9": 45,
    "A10": 12,
    "A11": 4,
    "GM": 30,
    "GMT": 5,
    "S12": 3,
    "S13": 1,
}
MADE_OF_100 = 68
# Tricks above the target when made, or below it when lost; each item is equally likely.
OVER = (0, 0, 0, 1, 1, 2, 3)
UNDER = (1, 1, 1, 2, 2, 3)
SUITS = "HDCS"


def result(ruleset: RuleSet, seats: Sequence[int], chance: Chance, *, trump: bool = False) -> dict[str, Any]:
    """A random result under these rules, for `scoring.Result.read`; the jury was called nine times in ten."""
    if ruleset.points_only:
        return {"points": {str(seat): chance.below(41) - 20 for seat in seats}}
    key = _contract(ruleset, chance)
    line = ruleset.lines[key]
    contract = CONTRACTS[key]
    # Four declarers at once would have to share out every trick, so we leave that out.
    counts = [count for count in line.declarers if count < len(seats)]
    usual = contract.declarers[0]
    count = usual if usual in counts and chance.below(10) else counts[chance.below(len(counts))]
    declarers = sorted(chance.shuffled(list(seats))[:count])
    played: dict[str, Any] = {"contract": key, "declarers": declarers}
    if contract.kind == "team":
        played["tricks"] = _team_tricks(contract.target, chance)
    else:
        played["tricks"] = _own_tricks(contract.target, declarers, chance)
    if key in ruleset.jury:
        played["jury"] = "allowed" if chance.below(10) else "not_called"
    if trump and line.trump != "none":
        played["trump"] = SUITS[chance.below(len(SUITS))]
    return played


def _contract(ruleset: RuleSet, chance: Chance) -> str:
    weights = [(key, OFTEN.get(key, 1)) for key in ruleset.lines]
    drawn = chance.below(sum(weight for _, weight in weights))
    for key, weight in weights:
        drawn -= weight
        if drawn < 0:
            return key
    raise AssertionError("the weights add up to what was drawn from")


def _team_tricks(target: int, chance: Chance) -> int:
    if chance.below(100) < MADE_OF_100:
        return min(13, target + OVER[chance.below(len(OVER))])
    return max(0, target - UNDER[chance.below(len(UNDER))])


def _own_tricks(target: int, declarers: Sequence[int], chance: Chance) -> dict[str, int]:
    """The tricks of each declarer, by seat."""
    return {
        str(seat): target if chance.below(100) < MADE_OF_100 else target + 1 + chance.below(2) for seat in declarers
    }
