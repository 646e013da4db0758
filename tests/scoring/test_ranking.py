"""The ranking: order, shared ranks, and what broke a tie."""

import hashlib
import random
from itertools import pairwise

import pytest

from scoring import TIE_BREAKS, Row, Standing, rank
from tests.support.servers.work import at_most


def ranks(standings: list[Standing]) -> list[tuple[int, int]]:
    return [(standing.rank, standing.row.number) for standing in standings]


def test_most_points_first_and_equal_rows_share() -> None:
    rows = [Row(1, 10), Row(2, 30), Row(3, 20), Row(4, 20), Row(5, -5)]
    standings = rank(rows, (), "seed")
    assert ranks(standings) == [(1, 2), (2, 3), (2, 4), (4, 1), (5, 5)]
    assert [standing.shared for standing in standings] == [False, True, True, False, False]
    assert [standing.broke for standing in standings] == [None] * 5


def test_nobody_and_one() -> None:
    assert rank([], TIE_BREAKS, "") == []
    (only,) = rank([Row(7, 0)], TIE_BREAKS, "")
    assert (only.rank, only.shared, only.broke) == (1, False, None)


@pytest.mark.parametrize(
    ("tie_break", "better", "worse", "values"),
    [
        ("contracts_made", Row(2, 5, contracts_made=4), Row(1, 5, contracts_made=3), (4, 3)),
        ("fewest_lost", Row(2, 5, contracts_lost=1), Row(1, 5, contracts_lost=2), (1, 2)),
        ("best_round", Row(2, 5, rounds=(-3, 8)), Row(1, 5, rounds=(7, -2)), (8, 7)),
        ("best_round", Row(2, 5, rounds=(None, -9)), Row(1, 5, rounds=(None, None)), (-9, None)),
        ("best_round", Row(2, 5, rounds=(0,)), Row(1, 5), (0, None)),
        ("best_deal", Row(2, 5, best_deal=-1), Row(1, 5, best_deal=None), (-1, None)),
        ("best_deal", Row(2, 5, best_deal=30), Row(1, 5, best_deal=16), (30, 16)),
    ],
)
def test_a_tie_break_separates_and_is_shown(
    tie_break: str, better: Row, worse: Row, values: tuple[int, int | None]
) -> None:
    first, second = rank([worse, better], [tie_break], "")
    assert (first.row, second.row) == (better, worse)
    assert (first.rank, second.rank, first.shared, second.shared) == (1, 2, False, False)
    assert (first.broke, second.broke) == ((tie_break, values[0]), (tie_break, values[1]))


def test_tie_breaks_apply_in_the_order_given() -> None:
    lucky, steady = Row(1, 5, contracts_made=1, contracts_lost=0), Row(2, 5, contracts_made=9, contracts_lost=3)
    assert rank([lucky, steady], ["contracts_made", "fewest_lost"], "")[0].row is steady
    assert rank([lucky, steady], ["fewest_lost", "contracts_made"], "")[0].row is lucky


def test_tie_breaks_never_go_before_points() -> None:
    assert rank([Row(1, 4, contracts_made=9), Row(2, 5)], TIE_BREAKS, "")[0].row.number == 2


def test_what_broke_is_told_of_the_nearest_neighbours() -> None:
    """The middle one needs the second tie-break against the last; the first was separated by the first."""
    rows = [
        Row(1, 5, contracts_made=9, contracts_lost=4),
        Row(2, 5, contracts_made=7, contracts_lost=1),
        Row(3, 5, contracts_made=7, contracts_lost=2),
        Row(4, 3, contracts_made=7, contracts_lost=2),
    ]
    standings = rank(rows, ["contracts_made", "fewest_lost"], "")
    assert [standing.broke for standing in standings] == [
        ("contracts_made", 9),
        ("fewest_lost", 1),
        ("fewest_lost", 2),
        None,
    ]


def test_rows_that_share_were_still_separated_from_others() -> None:
    rows = [Row(1, 5, contracts_made=2), Row(2, 5, contracts_made=1), Row(3, 5, contracts_made=1)]
    standings = rank(rows, ["contracts_made"], "")
    assert [(each.rank, each.shared) for each in standings] == [(1, False), (2, True), (2, True)]
    assert [each.broke for each in standings] == [("contracts_made", 2), ("contracts_made", 1), ("contracts_made", 1)]


def test_the_lot_is_the_seeds() -> None:
    """SHA-256 of the seed and the number written after it; the lowest first. Nobody shares a rank."""
    rows = [Row(number, 0) for number in range(1, 30)]
    standings = rank(rows, ["lot"], "seed")
    drawn = sorted((hashlib.sha256(f"seed{number}".encode()).hexdigest(), number) for number in range(1, 30))
    assert ranks(standings) == [(place, number) for place, (_, number) in enumerate(drawn, 1)]
    assert standings[0].broke == ("lot", drawn[0][0])
    assert ranks(rank(rows, ["lot"], "another")) != ranks(standings)


def test_the_order_of_the_rows_does_not_matter() -> None:
    chance = random.Random(3)
    rows = [
        Row(n, chance.randrange(5), chance.randrange(3), chance.randrange(3), (chance.randrange(4), None), None)
        for n in range(200)
    ]
    expected = rank(rows, TIE_BREAKS[:3], "s")
    chance.shuffle(rows)
    assert rank(rows, TIE_BREAKS[:3], "s") == expected
    for place, (before, after) in enumerate(pairwise(expected), 2):
        assert before.row.points >= after.row.points
        assert after.rank in (before.rank, place)
        if after.rank == before.rank:
            assert before.shared and after.shared and before.row.points == after.row.points


@pytest.mark.parametrize("tie_breaks", [["most_tricks"], ["contracts_made", ""]])
def test_an_unknown_tie_break_is_a_mistake_of_ours(tie_breaks: list[str]) -> None:
    with pytest.raises(ValueError, match="unknown tie-break"):
        rank([Row(1, 0)], tie_breaks, "")


def test_ten_thousand_rows() -> None:
    """The bound leaves room for some calls more for each row, not for a slower way."""
    chance = random.Random(1)
    rows = [Row(n, chance.randrange(300), chance.randrange(9), 3, (5, 6, 7), 44) for n in range(10_000)]
    with at_most(100 * len(rows)):
        standings = rank(rows, TIE_BREAKS, "seed")
    assert len({standing.rank for standing in standings}) == 10_000
