"""The options of a season, one by one, and what holds for any season."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.season.by_hand import AWAY, day, evenings, ranks, season, standing
from tournament.season.counting import Fate, count_season
from tournament.season.evenings import SeasonEvening, SeasonResult, round_score
from tournament.season.options import read_season


def test_nobody_played_yet() -> None:
    assert count_season([], read_season({})).standings == ()


def test_an_evening_counts_by_its_weight_and_is_chosen_by_it() -> None:
    # The best 2 of 30, 25 and 2 × 20 = 40: 40 + 30 = 70, and the 25 falls out.
    table = {1: [30, 25, 20]}
    counted = season(table, {"best": 2, "weights": {day(3).isoformat(): 2}})
    assert ranks(counted) == [(1, 1, 70)]
    assert [slot.fate for slot in counted.standings[0].slots] == [Fate.COUNTS, Fate.WORSE, Fate.COUNTS]


def test_the_mean_of_an_evening_counts_by_its_weight() -> None:
    # (30 + 2 × 60) points in (10 + 2 × 10) deals.
    assert ranks(season({1: [30, 60]}, {"score": "mean", "weights": {day(2).isoformat(): 2}})) == [(1, 1, 5)]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [20, 9]),
        ({"absence": "fixed", "absence_points": -3}, [17, 6]),
        # 1: the mean of 8 and 12 is 10; 2: that of 4 and 5.
        ({"absence": "average"}, [30, Fraction(27, 2)]),
        # The mean of 10 twice for the double evening 2, which 2 has played itself: 4 + 2 × 5 + 4½.
        ({"absence": "average", "weights": {"2026-09-10": 2}}, [40, Fraction(37, 2)]),
        # Of 8, 12 and the 10 of the absence the best two.
        ({"absence": "average", "best": 2}, [22, Fraction(19, 2)]),
    ],
)
def test_an_absence(options: dict, expected: list) -> None:
    table = {1: [8, AWAY, 12], 2: [4, 5, AWAY]}
    assert [score for _rank, _person, score in ranks(season(table, options))] == expected


def test_an_absence_gives_nothing_to_whoever_never_played_in_the_season() -> None:
    joker = SeasonEvening(day(1), [SeasonResult(1, 5, 10, 5, joker=True), SeasonResult(2, 4, 10, 4)])
    options = {"absence": "fixed", "absence_points": 9, "jokers": "out"}
    assert ranks(count_season([joker], read_season(options))) == [(1, 2, 4), (None, 1, None)]


def test_too_few_presences_give_no_rank_but_a_line() -> None:
    counted = season({1: [90], 2: [1, 2], 3: [0, 2]}, {"least": 2})
    assert ranks(counted) == [(1, 2, 3), (2, 3, 2), (None, 1, 90)]
    assert standing(counted, 1).missing_presences == 1
    assert [place.standing.person for place in counted.most_points] == [2, 3]


def with_joker(jokers: str, score: str = "points") -> list:
    results = [
        SeasonResult(1, 30, 10, 30, joker=True),
        SeasonResult(2, 20, 10, 20, rank=1),
        SeasonResult(3, 5, 10, 5, rank=2),
    ]
    return ranks(count_season([SeasonEvening(day(1), results)], read_season({"jokers": jokers, "score": score})))


def test_a_joker_counts_or_is_an_absence_with_a_presence() -> None:
    assert with_joker("in") == [(1, 1, 30), (2, 2, 20), (3, 3, 5)]
    assert with_joker("out") == [(1, 2, 20), (2, 3, 5), (None, 1, None)]
    # Who has no rank in the evening is placed by points, with all others.
    assert with_joker("in", "places") == [(1, 1, 1000), (2, 2, 500), (3, 3, 0)]
    assert with_joker("out", "places") == [(1, 2, 1000), (2, 3, 0), (None, 1, None)]


def test_places_are_those_of_the_evening_and_not_of_its_points() -> None:
    # A final was won with fewer points than the first places of those who did not reach it.
    results = [SeasonResult(1, 10, 10, 10, rank=1), SeasonResult(2, 50, 10, 50, rank=2), SeasonResult(3, 0, 9, 0, 3)]
    table = {"score": "table", "table": [10, 6]}
    assert ranks(count_season([SeasonEvening(day(1), results)], read_season(table))) == [
        (1, 1, 10),
        (2, 2, 6),
        (3, 3, 0),
    ]


def test_those_who_share_a_place_share_its_points_in_a_table() -> None:
    # 2nd and 3rd share (6 + 3) / 2; the 4th is beyond the table.
    table = {1: [9], 2: [5], 3: [5], 4: [1]}
    assert ranks(season(table, {"score": "table", "table": [10, 6, 3]})) == [
        (1, 1, 10), (2, 2, Fraction(9, 2)), (2, 3, Fraction(9, 2)), (4, 4, 0),
    ]  # fmt: skip


def test_who_is_alone_is_first() -> None:
    assert ranks(season({1: [5]}, {"score": "places"})) == [(1, 1, 1000)]


@pytest.mark.parametrize("withdrawn", [True, False])
def test_who_is_linked_to_nobody_takes_a_place_and_is_never_summed(withdrawn: bool) -> None:
    results = [
        SeasonResult(None, 40, 10, 40, withdrawn=withdrawn),
        SeasonResult(2, 20, 10, 20),
        SeasonResult(3, 0, 10, 0),
    ]
    counted = count_season([SeasonEvening(day(number), results) for number in (1, 2)], read_season({"score": "places"}))
    assert ranks(counted) == [(1, 2, 1000), (2, 3, 0)]
    assert [number for number, _gain in counted.withdrawn] == ([1, 2] if withdrawn else [])


def test_two_results_of_one_person_are_one_that_has_no_rank() -> None:
    # 1 left as a joker and came back under another number: 3 + 9 points in 12 deals, before the 10 of person 2.
    results = [
        SeasonResult(1, 3, 4, 3, rank=3, joker=True),
        SeasonResult(2, 10, 10, 10, rank=1),
        SeasonResult(1, 9, 8, 9, rank=2),
    ]
    counted = count_season([SeasonEvening(day(1), results)], read_season({"score": "places"}))
    assert ranks(counted) == [(1, 1, 1000), (2, 2, 0)] and standing(counted, 1).deals == 12
    out = count_season([SeasonEvening(day(1), results)], read_season({"jokers": "out"}))
    assert ranks(out) == [(1, 2, 10), (2, 1, 9)] and standing(out, 1).presences == 1


def test_without_a_deal_there_is_no_mean_and_yet_a_presence() -> None:
    evening = SeasonEvening(day(1), [SeasonResult(1, 0, 0, 0), SeasonResult(2, 3, 4, 3)])
    counted = count_season([evening], read_season({"score": "mean"}))
    assert ranks(counted) == [(1, 2, Fraction(3, 4)), (None, 1, None)]
    assert standing(counted, 1).presences == 1 and standing(counted, 1).slots[0].fate == Fate.NO_DEALS


def test_periods_by_dates() -> None:
    options = {"periods": [{"ends_on": day(2).isoformat(), "best": 1}, {"ends_on": day(3).isoformat()}]}
    counted = season({1: [7, 8, 1, 100]}, options)
    assert ranks(counted) == [(1, 1, 9)]
    assert [slot.fate for slot in counted.standings[0].slots] == [Fate.WORSE, Fate.COUNTS, Fate.COUNTS, Fate.OUTSIDE]


@pytest.mark.parametrize(
    ("tie", "order"),
    [("wins", [1, 2, 3]), ("best_evening", [2, 1, 3]), ("presences", [3, 1, 2]), ("average", [2, 1, 3])],
)
def test_a_tie_is_broken(tie: str, order: list[int]) -> None:
    # All have 60. 1 wins two evenings of three, 2 has the best evening and plays two, 3 comes four times.
    table: dict[int, list[int | None]] = {
        1: [30, AWAY, 21, 9],
        2: [AWAY, 50, AWAY, 10],
        3: [15, 15, 20, 10],
        4: [0, 0, 0, 11],
    }
    counted = season(table, {"ties": [tie]})
    assert [rank_person[1] for rank_person in ranks(counted)][:3] == order
    parted = {each.person: each.broke for each in counted.standings}
    assert set(parted.values()) - {""} == {tie} and parted[4] == ""


def test_equals_in_every_tie_break_share_a_rank() -> None:
    counted = season({1: [30, 10], 2: [10, 30], 3: [5, 5]}, {"ties": ["wins", "best_evening"]})
    assert ranks(counted) == [(1, 1, 40), (1, 2, 40), (3, 3, 10)]
    assert [each.shared for each in counted.standings] == [True, True, False]


def test_two_evenings_of_one_date_are_refused() -> None:
    with pytest.raises(ValueError, match="same date"):
        count_season([*evenings({1: [1]}), *evenings({2: [1]})], read_season({}))


@pytest.mark.parametrize(
    ("score", "seen"), [(Fraction(1, 3), "0.33"), (Fraction(-1, 200), "-0.01"), (Fraction(7), "7.00")]
)
def test_a_score_is_seen_rounded(score: Fraction, seen: str) -> None:
    assert str(round_score(score)) == seen


points = st.lists(st.one_of(st.none(), st.integers(-60, 60)), min_size=1, max_size=7)


@pytest.mark.long
@given(points, st.integers(1, 7), st.lists(st.integers(1, 3), min_size=7, max_size=7))
def test_no_other_choice_of_evenings_gives_more(row: Sequence[int | None], best: int, weights: list[int]) -> None:
    options = {"best": best, "weights": {day(at).isoformat(): weight for at, weight in enumerate(weights, 1)}}
    worths = [weight * each for weight, each in zip(weights, row, strict=False) if each is not None]
    counted = season({1: row}, options).standings
    size = min(best, len(worths))
    assert [each.score for each in counted] == ([max(map(sum, combinations(worths, size)))] if worths else [])
