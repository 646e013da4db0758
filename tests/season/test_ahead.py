"""What is needed to pass the next one: proved by playing the evening, with one point less and one more."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from math import floor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.season.by_hand import AWAY, day, evenings, season, standing
from tournament.season.ahead import Ahead, Unknown, look_ahead
from tournament.season.counting import count_season
from tournament.season.evenings import SeasonEvening, SeasonResult
from tournament.season.options import read_season


def ahead(table: Mapping[int, Sequence[int | None]], options: Mapping[str, Any], person: int, **more: Any) -> Ahead:
    counted = season(table, options)
    following = more.get("on", day(len(counted.dates) + 1))
    return look_ahead(counted, standing(counted, person), following, more.get("deals", 10))


def test_a_free_place_needs_more_than_the_gap() -> None:
    assert ahead({1: [50, 10], 2: [40, AWAY]}, {"best": 2}, 2) == Ahead(None, (1,), Fraction(20), Fraction(20))


def test_a_full_list_has_its_worst_evening_replaced() -> None:
    # 60 − 55 = 5 behind; the evening of 15 goes out, so more than 20 is needed.
    known = ahead({1: [50, 10], 2: [40, 15]}, {"best": 2}, 2)
    assert known == Ahead(None, (1,), Fraction(5), Fraction(20), replaces=2)


def test_a_double_evening_needs_half() -> None:
    assert ahead({1: [50], 2: [40]}, {"weights": {day(2).isoformat(): 2}}, 2).more_than == 5


def test_a_new_period_has_free_places() -> None:
    table, options = {1: [50], 2: [40]}, {"periods": [{"evenings": 1, "best": 1}, {"evenings": 1, "best": 1}]}
    assert ahead(table, options, 2).more_than == 10
    assert ahead({1: [50, 1], 2: [40, 1]}, options, 2) == Ahead(Unknown.OVER, (1,), Fraction(10))


def test_a_table_says_which_place_suffices_or_that_none_does() -> None:
    options = {"score": "table", "table": [10, 6, 3]}
    # 1 has 10, 2 has 6: more than 4 is needed, which the second place gives.
    assert ahead({1: [9], 2: [5]}, options, 2).least_place == 2
    known = ahead({1: [9, 9, 9], 2: [5, 5, 5]}, options, 2)
    assert known.least_place is None and not known.reachable
    assert not ahead({1: [9, 9], 2: [5, 5]}, {"score": "places"}, 2).reachable


def test_the_mean_of_a_deal_needs_so_many_points_in_so_many_deals() -> None:
    # 1 has 5 a deal. 2 has 40 in 10: 5 × (10 + 16) − 40 = 90 in the next 16 deals would be as much.
    known = ahead({1: [50], 2: [40]}, {"score": "mean"}, 2, deals=16)
    assert known == Ahead(None, (1,), Fraction(1), Fraction(90), deals=16)
    assert ahead({1: [50], 2: [40]}, {"score": "mean", "best": 1}, 2).unknown == Unknown.FULL


@pytest.mark.parametrize(
    ("options", "person", "on", "unknown"),
    [
        ({}, 1, day(2), Unknown.FIRST),
        ({"least": 2}, 2, day(2), Unknown.UNRANKED),
        ({}, 2, None, Unknown.OVER),
        ({"absence": "average"}, 2, day(2), Unknown.ABSENCES),
    ],
)
def test_what_it_does_not_know(options: dict, person: int, on: date | None, unknown: Unknown) -> None:
    assert ahead({1: [50], 2: [40]}, options, person, on=on).unknown == unknown


def test_those_who_share_the_place_before_are_named_together() -> None:
    assert ahead({1: [9], 2: [9], 3: [1]}, {}, 3).passes == (1, 2)


rows = st.lists(st.one_of(st.none(), st.integers(-40, 40)), min_size=5, max_size=5)


@pytest.mark.long
@given(
    st.lists(rows, min_size=2, max_size=5),
    st.sampled_from(
        [
            {},
            {"best": 2},
            {"best": 3, "absence": "fixed", "absence_points": -5},
            {"periods": [{"evenings": 3, "best": 2}, {"evenings": 3, "best": 2}]},
        ]
    ),
    st.integers(1, 3),
)
def test_one_point_less_does_not_pass_and_one_more_does(table: list, options: dict, weight: int) -> None:
    following = day(6)
    rules = read_season({**options, "weights": {following.isoformat(): weight}})
    played = [SeasonEvening(each.date, each.results) for each in evenings(dict(enumerate(table, 1)))]
    counted = count_season(played, rules)
    for each in counted.standings:
        known = look_ahead(counted, each, following, 10)
        if known.more_than is None:
            continue
        for points, passes in ((floor(known.more_than), False), (floor(known.more_than) + 1, True)):
            evening = SeasonEvening(following, [SeasonResult(each.person, points, 10, points)])
            own = standing(count_season([*played, evening], rules), each.person).score
            before = standing(counted, known.passes[0]).score
            assert own is not None and before is not None
            assert (own > before) == passes
