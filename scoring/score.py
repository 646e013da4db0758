"""From a result to points."""

from scoring.contracts import CONTRACTS
from scoring.grid import cell
from scoring.results import Result
from scoring.rulesets import RuleSet


def annulled(result: Result, ruleset: RuleSet) -> bool:
    """Whether the deal counts for nothing: a contract for the jury that the jury did not allow before play."""
    return result.contract in ruleset.jury and result.jury != "allowed"


def score(result: Result, ruleset: RuleSet) -> dict[int, int]:
    """The points of each of the four seats, in the order of `result.seats`; they need not add up to zero.

    The result must have been read with this rule set.
    """
    if result.points is not None:
        return dict(zip(result.seats, result.points, strict=True))
    contract, declarers, tricks = result.contract, result.declarers, result.tricks
    if annulled(result, ruleset):
        return dict.fromkeys(result.seats, 0)
    if isinstance(tricks, int):
        own, _, other = cell(ruleset, contract, len(declarers), tricks, result.doubles)
        return {seat: own if seat in declarers else other for seat in result.seats}
    target = CONTRACTS[contract].target
    failures = len(tricks) - tricks.count(target)
    made, failed, other = cell(ruleset, contract, len(declarers), failures, result.doubles)
    points = dict.fromkeys(result.seats, other)
    for seat, own_tricks in zip(declarers, tricks, strict=True):
        points[seat] = made if own_tricks == target else failed
    return points


def fulfilled(result: Result, ruleset: RuleSet) -> dict[int, bool]:
    """For each declarer whether he made his contract; empty where no contract counts.

    Each declarer of a personal contract has made his own or not, unless the rule set has them play it together: then
    it is one contract, made by all of them or by none.
    """
    if result.points is not None or annulled(result, ruleset):
        return {}
    makers = result.makers()
    if ruleset.together == "together" and makers != result.declarers:
        makers = ()
    return {seat: seat in makers for seat in result.declarers}
