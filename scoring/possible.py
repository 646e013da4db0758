"""Every possible result of a rule set, some hundreds to some thousands of them: what tests and checks walk through."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from scoring.compiled import MOST_DOUBLES
from scoring.contracts import ALL_TRICKS, Contract
from scoring.grid import cell
from scoring.results import SEATS, Jury, Result
from scoring.rulesets import RuleSet, Sums


def possible(ruleset: RuleSet) -> Iterator[Result]:
    """Every result a deal can have: each contract, who declares it, their tricks, with and without the jury, with up
    to three doubles where they are told.  The trump, which changes no points, is left out; so is everything where
    points alone are entered.
    """
    for line in ruleset.lines.values():
        contract = line.contract
        answers: tuple[Jury | None, ...] = ("allowed", "not_called") if contract.key in ruleset.jury else (None,)
        for number in line.declarers:
            for declarers in combinations(SEATS, number):
                for tricks, jury, doubles in product(_tricks(contract, number), answers, _told(ruleset)):
                    yield Result(contract.key, declarers, tricks, jury=jury, doubles=doubles)


def _tricks(contract: Contract, declarers: int) -> Iterator[int | tuple[int, ...]]:
    if contract.kind == "team":
        yield from range(ALL_TRICKS + 1)
        return
    for tricks in product(range(contract.played + 1), repeat=declarers):
        if sum(tricks) == contract.played or (sum(tricks) < contract.played and declarers < len(SEATS)):
            yield tricks


def sums(ruleset: RuleSet) -> Sums | None:
    """The least and the most that the points of a deal really add up to; None where points alone are entered.

    Doubles beyond three are not looked at.
    """
    if ruleset.points_only:
        return None
    found = set(_sums(ruleset))
    return Sums(min(found), max(found))


def with_sums(ruleset: RuleSet) -> RuleSet:
    """The rule set with the sums that its figures really give declared."""
    return replace(ruleset, sums=sums(ruleset))


def _sums(ruleset: RuleSet) -> Iterator[int]:
    """What the four have together, once for each cell of the grid: who sits where changes no sum."""
    if ruleset.jury:
        yield 0  # a deal that is annulled
    for line in ruleset.lines.values():
        outcomes = ((number, outcome) for number in line.declarers for outcome in _outcomes(line.contract, number))
        for (number, outcome), doubles in product(outcomes, _told(ruleset)):
            points = cell(ruleset, line.contract.key, number, outcome, doubles)
            failed = outcome if line.contract.kind == "personal" else 0  # a side has one amount, made or lost
            yield (number - failed) * points.made + failed * points.failed + (len(SEATS) - number) * points.opponent


def _outcomes(contract: Contract, declarers: int) -> range:
    """The tricks a side can have, or how many declarers of a personal contract can fail."""
    if contract.kind == "team":
        return range(ALL_TRICKS + 1)
    # All four together win every trick that is played, so that somebody has too many.
    return range(int(declarers == len(SEATS)), declarers + 1)


def _told(ruleset: RuleSet) -> range:
    return range(MOST_DOUBLES + 1 if ruleset.doubles else 1)
