"""Every possible result of a rule set, hundreds to thousands of them, for tests and checks."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations, product

from scoring.game.contracts import ALL_TRICKS, Contract
from scoring.game.results import LOST, SEATS, Jury, Own, Result, add_up
from scoring.points.grid import cell
from scoring.rules.rulesets import PointSums, RuleSet

# More are allowed and hardly ever happen: the steps from none to three show what each of them does.
DOUBLES = 3


def possible(ruleset: RuleSet) -> Iterator[Result]:
    """Every possible result of a deal: each contract, its declarers, their tricks, with and without the jury, and with
    up to three doubles where the rule set has them.  Whether those who lost a personal contract counted their tricks
    is the same for all of them.  The trump is left out, because it changes no points.  Yields nothing for a points-only
    rule set.
    """
    for line in ruleset.lines.values():
        contract = line.contract
        answers: tuple[Jury | None, ...] = ("allowed", "not_called") if contract.key in ruleset.jury else (None,)
        for number in line.declarers:
            for declarers in combinations(SEATS, number):
                for tricks, jury, doubles in product(_tricks(contract, number), answers, _doubles(ruleset)):
                    yield Result(contract.key, declarers, tricks, jury=jury, doubles=doubles)


def _tricks(contract: Contract, declarers: int) -> Iterator[int | tuple[Own, ...]]:
    if contract.kind == "team":
        yield from range(ALL_TRICKS + 1)
        return
    counted: Iterator[tuple[Own, ...]] = product(range(contract.played + 1), repeat=declarers)
    uncounted: Iterator[tuple[Own, ...]] = product((contract.target, LOST), repeat=declarers)
    for tricks in chain(counted, (own for own in uncounted if LOST in own)):
        if add_up(contract, tricks) is None:
            yield tricks


def sums(ruleset: RuleSet) -> PointSums | None:
    """The actual minimum and maximum sum of the points of a deal; None for a points-only rule set.

    More than three doubles are not considered.
    """
    if ruleset.points_only:
        return None
    all_sums = set(_sums(ruleset))
    return PointSums(min(all_sums), max(all_sums))


def with_sums(ruleset: RuleSet) -> RuleSet:
    """The rule set with its declared sums replaced by those that its figures actually give."""
    return replace(ruleset, sums=sums(ruleset))


def _sums(ruleset: RuleSet) -> Iterator[int]:
    """The sum of the four players' points, once for each cell of the grid: seats do not affect it."""
    if ruleset.jury:
        yield 0  # an annulled deal
    for line in ruleset.lines.values():
        outcomes = ((number, outcome) for number in line.declarers for outcome in _outcomes(line.contract, number))
        for (number, outcome), doubles in product(outcomes, _doubles(ruleset)):
            points = cell(ruleset, line.contract.key, number, outcome, doubles)
            failed = outcome if line.contract.kind == "personal" else 0  # a side has the same amount either way
            yield (number - failed) * points.maker + failed * points.failed + (len(SEATS) - number) * points.opponent


def _outcomes(contract: Contract, declarers: int) -> range:
    """The numbers of tricks a side can win, or of declarers of a personal contract who can fail."""
    if contract.kind == "team":
        return range(ALL_TRICKS + 1)
    # When all four declare, they win every trick between them, so at least one has too many.
    return range(int(declarers == len(SEATS)), declarers + 1)


def _doubles(ruleset: RuleSet) -> range:
    return range(DOUBLES + 1 if ruleset.doubles else 1)
