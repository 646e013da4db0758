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
    if annulled(result, ruleset):
        return dict.fromkeys(result.seats, 0)
    declarers, tricks = result.declarers, result.tricks
    target = CONTRACTS[result.contract].target
    outcome = tricks if isinstance(tricks, int) else len(tricks) - tricks.count(target)
    # The look-up stands here, not behind a call of its own: a ranking is some ten thousand of these.
    key = (result.contract, len(declarers), outcome, result.doubles)
    made, failed, other = ruleset.cells.get(key) or cell(ruleset, *key)
    points = dict.fromkeys(result.seats, other)
    if isinstance(tricks, int):
        for seat in declarers:
            points[seat] = made  # a side makes it or fails as one, so that both amounts are the same
    else:
        for seat, own in zip(declarers, tricks, strict=True):
            points[seat] = made if own == target else failed
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
