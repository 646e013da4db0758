"""`tools/verify.py` gives the points of the package, by code of its own, and refuses the same results."""

from random import Random

import pytest
from hypothesis import given, settings

import scoring
from scoring import Result, score
from scoring.game.possible import possible
from tests.support.files.any_rules import any_rules
from tests.support.files.two_files import Document
from tests.support.second.second_scorer import some, wrong
from tools import verify

KEYS = scoring.keys()


@pytest.mark.parametrize("key", KEYS)
def test_every_possible_result_gives_the_points_of_the_package(key: str) -> None:
    rules, data = scoring.load(key), scoring.load(key).to_dict()
    for result in possible(rules):
        told = result.to_dict()
        assert verify.impossible(data, told, [1, 2, 3, 4]) == ""
        assert verify.points_of(data, told) == score(result, rules), told


@pytest.mark.parametrize("key", KEYS)
def test_random_results_of_five_seats_are_scored_and_impossible_ones_refused(key: str) -> None:
    rules, data, chance = scoring.load(key), scoring.load(key).to_dict(), Random(key)
    for _ in range(300):
        result = Result.read(some(key, chance), rules)
        assert verify.impossible(data, result.to_dict(), sorted(result.seats)) == ""
        assert verify.points_of(data, result.to_dict()) == score(result, rules)
        impossible = wrong(key, chance)
        assert refused(data, impossible), impossible


def refused(rules: Document, result: Document) -> bool:
    """Whether the program calls a result impossible, played by its own seats if those can play at all."""
    seats = result.get("seats")
    own = (
        sorted(seats) if isinstance(seats, list) and len(seats) == 4 and set(seats) < {1, 2, 3, 4, 5} else [1, 2, 3, 4]
    )
    try:
        with verify.reading("The result"):
            told = {**result, "seats": sorted(result["seats"])} if "seats" in result else result
            return verify.impossible(rules, told, own) != ""
    except verify.CheckError:
        return True


@pytest.mark.long
@settings(max_examples=30)
@given(any_rules())
def test_any_rules_are_scored_as_by_the_package(rules: scoring.RuleSet) -> None:
    data = rules.to_dict()
    for result in possible(rules):
        assert verify.points_of(data, result.to_dict()) == score(result, rules)
