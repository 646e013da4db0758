"""Why a deal gave its points, as data from which `words.explanation` makes a sentence."""

from collections.abc import Iterator
from typing import TypedDict

from scoring.game.results import Result
from scoring.points.grid import PointsStep, Steps, settle
from scoring.points.score import annulled
from scoring.rules.rulesets import RuleSet


class ExplainedStep(TypedDict):
    """One term for each of the `seats`: `count` times `each` is `points`; the code says what for."""

    code: str
    count: int
    each: int
    points: int
    seats: list[int]


class Explanation(TypedDict):
    """How a deal's points were computed.

    `line` is the contract (`points` if only points were entered), `tricks` the tricks as in the result's data.
    `steps` give the points of the declarers, or of all seats if nobody declared; `opponents` those of the others.
    A seat's points are the sum of the points of all steps, in both lists, that name it.
    """

    line: str
    tricks: object
    steps: list[ExplainedStep]
    opponents: list[ExplainedStep]


def explain(result: Result, ruleset: RuleSet) -> Explanation:
    """The explanation of a result that was read with this rule set, as JSON-serialisable data."""
    if result.points is not None:
        entered = zip(result.seats, result.points, strict=True)
        explained = [_explain_step(PointsStep("entered", 1, points), (seat,)) for seat, points in entered]
        return {"line": "points", "tricks": None, "steps": explained, "opponents": []}
    declaring: list[ExplainedStep] = []
    opponents: list[ExplainedStep] = []
    if annulled(result, ruleset):
        declaring.append(_explain_step(PointsStep("annulled", 1, 0), result.seats))
    else:
        for declared, steps, seats in _parts(result, ruleset):
            part = declaring if declared else opponents
            part += [_explain_step(step, seats) for step in steps if seats]
    tricks = result.to_dict()["tricks"]
    return {"line": result.contract, "tricks": tricks, "steps": declaring, "opponents": opponents}


def _parts(result: Result, ruleset: RuleSet) -> Iterator[tuple[bool, Steps, tuple[int, ...]]]:
    """The groups of seats with the same points: whether they declared, their steps, the seats."""
    declarers, makers = result.declarers, result.makers()
    outcome = result.tricks if isinstance(result.tricks, int) else len(declarers) - len(makers)
    settled = settle(ruleset, ruleset.lines[result.contract], len(declarers), outcome, result.doubles)
    if settled.maker == settled.failed:
        yield True, settled.maker, declarers
    else:
        yield True, settled.maker, makers
        yield True, settled.failed, tuple(seat for seat in declarers if seat not in makers)
    yield False, settled.opponent, tuple(seat for seat in result.seats if seat not in declarers)


def _explain_step(term: PointsStep, seats: tuple[int, ...]) -> ExplainedStep:
    return {"code": term.code, "count": term.times, "each": term.each, "points": term.points, "seats": list(seats)}
