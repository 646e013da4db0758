"""From a line of a rule set to the points of the seats, step by step.

All points come from `settle`.  `cell` adds up its steps and caches the sums, so scoring a deal is one look-up once a
result of its kind has been seen.
"""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.game.contracts import ALL_TRICKS
from scoring.rules.lines import ContractLine
from scoring.rules.rulesets import RuleSet, SettledPoints


class PointsStep(NamedTuple):
    """One term of somebody's points: `times` times `each`; the code says what for."""

    code: str
    times: int
    each: int

    @property
    def points(self) -> int:
        """What the step adds."""
        return self.times * self.each


Steps = tuple[PointsStep, ...]


class Settled(NamedTuple):
    """The steps behind the points of a declarer who made the contract, of one who failed, and of an opponent."""

    maker: Steps
    failed: Steps
    opponent: Steps


def settle(ruleset: RuleSet, line: ContractLine, declarers: int, outcome: int, doubles: int) -> Settled:
    """What a line is worth when played by the given number of `declarers`.

    `outcome` is the number of tricks won by the side in a team contract, or the number of declarers who failed in a
    personal one; `doubles` is the number of doubles announced with the result.
    """
    if line.contract.kind == "team":
        return _side(ruleset, line, declarers, outcome, doubles)
    if ruleset.together == "together":
        return _side(ruleset, line, declarers, line.contract.target if outcome == 0 else None, doubles)
    if ruleset.settle == "shared":
        return _each_with_all(line, declarers, outcome, doubles)
    return _each_alone(line, outcome, doubles)


def _side(ruleset: RuleSet, line: ContractLine, declarers: int, tricks: int | None, doubles: int) -> Settled:
    """All declarers win or lose as one side; `tricks` is None for a loss in which tricks are not counted."""
    doublings = _doublings(ruleset, line, tricks, doubles)
    short = 0 if tricks is None else line.contract.target - tricks
    won = tricks is not None and short <= 0
    value = _won(ruleset, line, tricks) if tricks is not None and won else _lost(line, short)
    own = _double(value, doublings)
    if ruleset.settle == "shared":
        return _share(own, declarers)
    opponent = () if won else _double(_opponents_gain(line, short), doublings)
    return Settled(own, own, opponent)


def _share(steps: Steps, declarers: int) -> Settled:
    """Each opponent pays (or gets) the value, and the declarers share the sum equally."""
    due = _sum(steps)
    shares = (4 - declarers) // declarers
    own = steps + _steps(PointsStep("shared", shares - 1, due))
    return Settled(own, own, _settling(due, 1))


def _each_alone(line: ContractLine, failures: int, doubles: int) -> Settled:
    """Each declarer is scored alone; only players who do not declare gain from a failure."""
    doublings = _doubling_steps(line, doubles)
    if len(line.opp) == 1:
        gain = _steps(PointsStep("opp", failures, line.opp[0]))
    else:
        gain = _steps(PointsStep("opp", 1, line.opp[failures - 1])) if failures else ()
    return Settled(_double(_made(line), doublings), _double(_lost(line, 0), doublings), _double(gain, doublings))


def _each_with_all(line: ContractLine, declarers: int, failures: int, doubles: int) -> Settled:
    """Each declarer settles with all three other players, other declarers included (as with two petites misères)."""
    doublings = _doubling_steps(line, doubles)
    won, lost = _double(_made(line), doublings), _double(_lost(line, 0), doublings)
    gain, loss = _sum(won), _sum(lost)
    makers = declarers - failures

    def with_others(makers: int, failers: int) -> Steps:
        return _settling(gain, makers) + _settling(loss, failers)

    return Settled(
        won + _steps(PointsStep("shared", 2, gain)) + with_others(makers - 1, failures),
        lost + _steps(PointsStep("shared", 2, loss)) + with_others(makers, failures - 1),
        with_others(makers, failures),
    )


def _settling(due: int, count: int) -> Steps:
    """The counterpart of what `count` declarers get (this player pays it) or lose (this player gets it)."""
    return _steps(PointsStep("pays" if due > 0 else "gets", count, -due)) if count > 0 else ()


def _made(line: ContractLine) -> Steps:
    return (PointsStep("made", 1, line.made[0]),)


def _won(ruleset: RuleSet, line: ContractLine, tricks: int) -> Steps:
    """The value of a contract that was made, before any doubling."""
    all13 = ruleset.all13
    if all13.mode == "flat" and tricks == ALL_TRICKS and line.contract.key in all13.contracts:
        return (PointsStep("all13", 1, all13.points),)
    over = tricks - line.contract.target
    counted = min(tricks, line.over_to or ALL_TRICKS) - line.contract.target
    step = PointsStep("made", 1, line.made[min(over, len(line.made) - 1)])
    return (step, *_steps(PointsStep("over", counted, line.over)))


def _lost(line: ContractLine, short: int) -> Steps:
    return (PointsStep("lost", 1, -line.lost), *_steps(PointsStep("under", short, -line.under)))


def _opponents_gain(line: ContractLine, short: int) -> Steps:
    return _steps(PointsStep("opp", 1, line.opp[0]), PointsStep("opp_under", short, line.opp_under))


def _doublings(ruleset: RuleSet, line: ContractLine, tricks: int | None, doubles: int) -> Steps:
    """What doubles the value, once or more: steps whose `each` is still to be filled in."""
    all13 = ruleset.all13
    doubled = all13.mode == "double" and tricks == ALL_TRICKS and line.contract.key in all13.contracts
    return (PointsStep("double_all13", int(doubled), 0), *_doubling_steps(line, doubles))


def _doubling_steps(line: ContractLine, doubles: int) -> Steps:
    return (PointsStep("double", line.doubles, 0), PointsStep("doubles", doubles, 0))


def _double(steps: Steps, doublings: Steps) -> Steps:
    """The value plus the value again for each doubling: two doublings triple it."""
    due = _sum(steps)
    return steps + _steps(*(PointsStep(doubling.code, doubling.times, due) for doubling in doublings))


def _steps(*terms: PointsStep) -> Steps:
    """The steps that add something."""
    return tuple(term for term in terms if term.times and term.each)


def _sum(steps: Iterable[PointsStep]) -> int:
    return sum(step.points for step in steps)


def cell(ruleset: RuleSet, contract: str, declarers: int, outcome: int, doubles: int) -> SettledPoints:
    """The sums of `settle` for these arguments, cached on the rule set."""
    key = (contract, declarers, outcome, doubles)
    points = ruleset.points_cache.get(key)
    if points is None:
        settled = settle(ruleset, ruleset.lines[contract], declarers, outcome, doubles)
        points = ruleset.points_cache[key] = SettledPoints(*map(_sum, settled))
    return points
