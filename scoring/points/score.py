"""The points of a result."""

from scoring.game.contracts import CONTRACTS
from scoring.game.results import Result
from scoring.points.grid import cell
from scoring.rules.rulesets import RuleSet


def annulled(result: Result, ruleset: RuleSet) -> bool:
    """Whether the deal counts for nothing: its contract needs the jury, and the jury did not allow it before play."""
    return result.contract in ruleset.jury and result.jury != "allowed"


def score(result: Result, ruleset: RuleSet) -> dict[int, int]:
    """Points by seat for the four players, in the order of `result.seats`; they need not add up to zero.

    The result must have been read with this rule set.
    """
    if result.points is not None:
        return dict(zip(result.seats, result.points, strict=True))
    if annulled(result, ruleset):
        return dict.fromkeys(result.seats, 0)
    declarers, tricks = result.declarers, result.tricks
    target = CONTRACTS[result.contract].target
    outcome = tricks if isinstance(tricks, int) else len(tricks) - tricks.count(target)
    # The look-up is inlined for speed: a ranking makes some ten thousand of these calls.
    key = (result.contract, len(declarers), outcome, result.doubles)
    maker, failed, opponent = ruleset.points_cache.get(key) or cell(ruleset, *key)
    points = dict.fromkeys(result.seats, opponent)
    if isinstance(tricks, int):
        for seat in declarers:
            points[seat] = maker  # a side makes it or fails as one, so `made` and `failed` are the same amount
    else:
        for seat, own in zip(declarers, tricks, strict=True):
            points[seat] = maker if own == target else failed
    return points


def fulfilled(result: Result, ruleset: RuleSet) -> dict[int, bool]:
    """Whether each declarer made their contract, by seat; empty where no contract counts.

    In a personal contract each declarer makes it or fails alone, unless the rule set has them play it together: then
    it is one contract, made by all of them or by none.
    """
    if result.points is not None or annulled(result, ruleset):
        return {}
    makers = result.makers()
    if ruleset.together == "together" and makers != result.declarers:
        makers = ()
    return {seat: seat in makers for seat in result.declarers}
