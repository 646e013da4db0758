"""The printed tables and examples against both scorers, and the two scorers against each other."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import Result, ResultError, load, score
from tests.support.second import second_scorer
from tests.support.second.second_results import GAMES, JURY, PERSONAL, Deal
from tests.support.second.second_scorer import ImpossibleResultError, points, some, wrong

PRINTED = Path(__file__).parents[2] / "fixtures" / "printed"
KEYS = list(GAMES)
WITH_A_TABLE = [key for key in KEYS if GAMES[key]]
ZERO_SUM = ["wallonia", "flanders", "standard-v06", "jeux-de-cartes"]
RULESETS = {key: load(key) for key in KEYS}
FIRST = 5  # differences worth printing: the first tell which line is wrong

# How many of each kind there are in the fast tests; `at_length` has many more.
SOME = 500

Row = dict[str, str]
Scorer = Callable[[str, Deal], dict[int, int]]


@cache
def every(key: str) -> Sequence[Deal]:
    """Every possible result; who takes one changes nothing in it."""
    return tuple(second_scorer.every(key))


def package_points(key: str, deal: Deal) -> dict[int, int]:
    """The points the package gives for the same line of JSON."""
    return score(Result.read(deal, RULESETS[key]), RULESETS[key])


@cache
def scored(key: str, scorer: Scorer) -> Sequence[tuple[Deal, dict[int, int]]]:
    """Every possible result with the points that a scorer gives for it."""
    return tuple((deal, scorer(key, deal)) for deal in every(key))


both_scorers = pytest.mark.parametrize("scorer", [points, package_points], ids=["second", "package"])


def printed(name: str) -> list[Row]:
    """The rows of a table that was typed over by hand."""
    with (PRINTED / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def place(deal: Deal) -> tuple[str, ...]:
    """Where the table prints this deal: contract, number of declarers, jury, doubles, tricks, number failed."""
    contract, tricks = deal["contract"], deal["tricks"]
    outcome = (str(tricks), "")
    if contract in PERSONAL:
        outcome = ("", str(sum(number != PERSONAL[contract] for number in tricks.values())))
    jury, doubles = deal.get("jury", ""), str(deal.get("doubles", 0))
    return (contract, str(len(deal["declarers"])), jury, doubles, *outcome)


def place_of_row(row: Row) -> tuple[str, ...]:
    """The same of a printed row; a table without a column for the jury or for doubles never needs it."""
    jury, doubles = row.get("jury", ""), row.get("doubles", "0")
    return (row["contract"], row["declarers"], jury, doubles, row["tricks"], row["failed"])


def column(deal: Deal, seat: int) -> str:
    """The column of the printed table that tells what this seat gets."""
    if seat not in deal["declarers"]:
        return "opponent"
    if deal["contract"] in PERSONAL:
        return "made" if deal["tricks"][str(seat)] == PERSONAL[deal["contract"]] else "lost"
    return "made" if deal["tricks"] >= target(deal) else "lost"


def target(deal: Deal) -> int:
    """The tricks that the side of a team contract must reach: the number in its code."""
    return int(deal["contract"].lstrip("PCSTRA"))


def as_printed(deal: Deal, row: Row) -> dict[int, int]:
    """The points of the four seats, read off the printed row."""
    return {seat: int(row[column(deal, seat)]) for seat in (1, 2, 3, 4)}


def example(row: Row) -> Deal:
    """The result of a line of examples.csv."""
    declarers = [int(seat) for seat in row["declarers"].split()]
    numbers = [int(number) for number in row["tricks"].split()]
    tricks: Any = numbers[0]
    if row["contract"] in PERSONAL:
        tricks = {str(seat): number for seat, number in zip(declarers, numbers, strict=True)}
    jury = {"jury": row["jury"]} if row["jury"] else {}
    return {"contract": row["contract"], "declarers": declarers, "tricks": tricks, **jury}


def differences(key: str, deals: Iterable[Deal]) -> list[tuple[Deal, dict[int, int], dict[int, int]]]:
    """The deals, all possible, to which the two scorers give other points."""
    found = [(deal, points(key, deal), package_points(key, deal)) for deal in deals]
    return [difference for difference in found if difference[1] != difference[2]][:FIRST]


def accepted(key: str, deals: Iterable[Deal], scorer: Scorer, refusal: type[Exception]) -> list[Deal]:
    """The impossible deals that the scorer scores nevertheless."""
    found = []
    for deal in deals:
        try:
            scorer(key, deal)
        except refusal:
            continue
        found.append(deal)
    return found[:FIRST]


@both_scorers
@pytest.mark.parametrize("key", WITH_A_TABLE)
def test_every_line_of_the_printed_table(key: str, scorer: Scorer) -> None:
    rows = {place_of_row(row): row for row in printed(key)}
    seen = set()
    for deal, given in scored(key, scorer):
        where = place(deal)
        if where in rows:
            seen.add(where)
            assert given == as_printed(deal, rows[where]), deal
    assert set(rows) == seen, "printed, but not possible"


@pytest.mark.parametrize("key", WITH_A_TABLE)
def test_the_printed_table_has_every_contract_made_and_lost(key: str) -> None:
    rows = {place_of_row(row) for row in printed(key)}
    needed = {place(deal) for deal in every(key) if belongs_on_paper(key, deal)}
    assert needed <= rows, sorted(needed - rows)


def belongs_on_paper(key: str, deal: Deal) -> bool:
    """Whether a checker looks for it: a personal contract, or a team's target, one short of it, or all thirteen."""
    leave = "allowed" if deal["contract"] in JURY.get(key, ()) else None
    if deal.get("jury") != leave or deal.get("doubles", 0) != 0:
        return False
    return deal["contract"] in PERSONAL or deal["tricks"] == 13 or deal["tricks"] - target(deal) in (-1, 0)


@both_scorers
@pytest.mark.parametrize("row", printed("examples"), ids=lambda row: f"{row['rules']} {row['contract']}")
def test_examples(row: Row, scorer: Scorer) -> None:
    assert scorer(row["rules"], example(row)) == {seat: int(row[f"seat{seat}"]) for seat in (1, 2, 3, 4)}


@both_scorers
def test_points_only_gives_back_what_was_entered(scorer: Scorer) -> None:
    entered = {"points": {"1": 12, "5": -1_000_000, "2": 0, "4": 1_000_000}, "seats": [5, 1, 2, 4]}
    assert scorer("points-only", entered) == {1: 12, 2: 0, 4: 1_000_000, 5: -1_000_000}


@pytest.mark.parametrize("key", ZERO_SUM)
def test_what_one_pays_another_receives(key: str) -> None:
    assert [deal for deal, given in scored(key, points) if sum(given.values()) != 0] == []


@pytest.mark.parametrize("key", WITH_A_TABLE)
def test_the_declared_sums_are_those_that_occur(key: str) -> None:
    sums = {sum(given.values()) for _deal, given in scored(key, points)}
    assert RULESETS[key].sums == (min(sums), max(sums))


@pytest.mark.parametrize("key", KEYS)
def test_the_scorers_agree_on_every_possible_result(key: str) -> None:
    pairs = zip(scored(key, points), scored(key, package_points), strict=True)
    assert [pair for pair in pairs if pair[0] != pair[1]][:FIRST] == []


@pytest.mark.parametrize("key", KEYS)
def test_the_scorers_agree_on_random_results_of_five_seats(key: str) -> None:
    rng = Random(f"possible {key}")
    assert differences(key, (some(key, rng) for _ in range(SOME))) == []


@pytest.mark.parametrize("key", KEYS)
def test_both_scorers_refuse_what_cannot_be(key: str) -> None:
    rng = Random(f"impossible {key}")
    deals = [wrong(key, rng) for _ in range(SOME)]
    assert accepted(key, deals, points, ImpossibleResultError) == []
    assert accepted(key, deals, package_points, ResultError) == []


@pytest.mark.parametrize("junk", [None, [], "PC8", 8, {}])
@pytest.mark.parametrize("key", KEYS)
def test_both_scorers_refuse_what_is_no_result_at_all(key: str, junk: Any) -> None:
    with pytest.raises(ImpossibleResultError):
        points(key, junk)
    with pytest.raises(ResultError):
        package_points(key, junk)


@pytest.mark.nightly
@pytest.mark.parametrize("key", KEYS)
def test_the_scorers_agree_at_length(key: str) -> None:
    rng = Random(f"at length {key}")
    assert differences(key, (some(key, rng) for _ in range(20_000))) == []
    deals = [wrong(key, rng) for _ in range(20_000)]
    assert accepted(key, deals, points, ImpossibleResultError) == []
    assert accepted(key, deals, package_points, ResultError) == []
