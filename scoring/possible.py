"""Every possible result of a rule set, some hundreds to some thousands of them: what tests and checks walk through."""

from collections.abc import Iterator
from itertools import combinations, product

from scoring.compiled import MOST_DOUBLES
from scoring.contracts import ALL_TRICKS, Contract
from scoring.results import SEATS, Jury, Result
from scoring.rulesets import RuleSet, Sums
from scoring.score import score


def possible(ruleset: RuleSet) -> Iterator[Result]:
    """Every result a deal can have: each contract, who declares it, their tricks, with and without the jury, with up
    to three doubles where they are told.  The trump, which changes no points, is left out; so is everything where
    points alone are entered.
    """
    for line in ruleset.lines.values():
        contract = line.contract
        answers: tuple[Jury | None, ...] = ("allowed", "not_called") if contract.key in ruleset.jury else (None,)
        told = range(MOST_DOUBLES + 1 if ruleset.doubles else 1)
        for number in line.declarers:
            for declarers in combinations(SEATS, number):
                for tricks, jury, doubles in product(_tricks(contract, number), answers, told):
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
    found = {sum(score(result, ruleset).values()) for result in possible(ruleset)}
    return Sums(min(found), max(found))
