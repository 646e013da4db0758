"""Each season that clubs play by name, worked by hand: the arithmetic is written out beside its table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.season.by_hand import AWAY, evenings, ranks, season, standing
from tournament.season.counting import Fate, count_season
from tournament.season.evenings import SeasonEvening, SeasonResult
from tournament.season.options import read_season
from tournament.season.presets import SEASON_PRESETS

Table = Mapping[int, Sequence[int | None]]


def preset(key: str) -> Mapping[str, Any]:
    return SEASON_PRESETS[key].options


def test_all_evenings() -> None:
    # 1: 30 + 12 − 5        = 37
    # 2:  4 + 20 + 13       = 37   equal to 1: they share the first place, the next is third
    # 3: −34 + away + 10    = −24  an evening below zero counts as much as another
    # 4:  away twice, −18   = −18
    table: Table = {1: [30, 12, -5], 2: [4, 20, 13], 3: [-34, AWAY, 10], 4: [AWAY, AWAY, -18]}
    assert ranks(season(table, preset("all"))) == [(1, 1, 37), (1, 2, 37), (3, 4, -18), (4, 3, -24)]


def test_the_best_18_and_a_meal_after_15_presences() -> None:
    # 1: 20 evenings of 1, 2, … 20; all are 210, without the two worst (1 and 2)        207
    # 2: 18 evenings of 11: all count                                        18 × 11 = 198
    # 3: 14 evenings of 14: all count, one presence short of the meal        14 × 14 = 196
    # 4: 15 evenings of 12: all count, and the meal                          15 × 12 = 180
    # 5: 20 evenings: −10 twice, then 9 eighteen times; both −10 fall out    18 ×  9 = 162
    table: Table = {1: list(range(1, 21)), 2: [11] * 18, 3: [14] * 14, 4: [12] * 15, 5: [-10, -10] + [9] * 18}
    counted = season(table, preset("best_18"))
    assert ranks(counted) == [(1, 1, 207), (2, 2, 198), (3, 3, 196), (4, 4, 180), (5, 5, 162)]
    assert {each.person for each in counted.standings if each.meal} == {1, 2, 4, 5}
    assert [slot.number for slot in standing(counted, 1).slots if slot.fate == Fate.WORSE] == [1, 2]
    # The side list has what fell out too: 210 and 5's 162 − 20 = 142.
    assert [(place.rank, place.standing.person, place.standing.points) for place in counted.most_points] == [
        (1, 1, 210), (2, 2, 198), (3, 3, 196), (4, 4, 180), (5, 5, 142),
    ]  # fmt: skip


def test_the_best_5_of_7() -> None:
    # 1: 10 20 30 40 50 60 70, without 10 and 20: 30 + 40 + 50 + 60 + 70 = 250
    # 2: 60 60 60 60 5, away twice, five evenings: 60 × 4 + 5            = 245
    # 3: 50 at all seven, of which five                         50 × 5   = 250
    # An eighth evening is no part of it: 2 would have 60 × 4 + 99 = 339.
    table: Table = {1: [10, 20, 30, 40, 50, 60, 70], 2: [60, 60, 60, 60, AWAY, AWAY, 5, 99], 3: [50] * 7}
    counted = season(table, preset("best_5_of_7"))
    assert ranks(counted) == [(1, 1, 250), (1, 3, 250), (3, 2, 245)]
    assert standing(counted, 2).slots[7].fate == Fate.OUTSIDE and standing(counted, 2).presences == 5
    # Of equal evenings the earlier ones count.
    assert [slot.counts for slot in standing(counted, 3).slots] == [True] * 5 + [False] * 3


def test_seven_periods_of_which_the_best_four() -> None:
    # 1: 10 20 30 40 50 60 in each period: 30 + 40 + 50 + 60 = 180, seven times          1260
    # 2: 44 at the first four of each period: 176, seven times                           1232
    # 3: 100 at all of the first two periods: 400 + 400; the third period 3 × 100 = 300  1100
    # 4: 0 at all 42; the 43rd evening, after the last period, gives nothing                0
    table: Table = {
        1: [10, 20, 30, 40, 50, 60] * 7,
        2: [44, 44, 44, 44, AWAY, AWAY] * 7,
        3: [100] * 15,
        4: [0] * 42 + [500],
    }
    counted = season(table, preset("seven_periods"))
    assert ranks(counted) == [(1, 1, 1260), (2, 2, 1232), (3, 3, 1100), (4, 4, 0)]


def test_place_points() -> None:
    # First evening, five players, so a place is worth 1000 / 4 = 250 less than the one before:
    #   1: 60 → 1st 1000;  2 and 3: 20 → 2nd and 3rd share (750 + 500) / 2 = 625;  4: 0 → 4th 250;  5: −100 → 5th 0
    # Second evening, four players: a place is worth 1000 / 3 less.
    #   5: 9 → 1000;  2: 8 → 2000/3;  1: 7 → 1000/3;  3: −24 → 0
    # 1: 1000 + 1000/3 = 4000/3   2: 625 + 2000/3 = 3875/3   5: 0 + 1000   3: 625 + 0   4: 250, away
    table: Table = {1: [60, 7], 2: [20, 8], 3: [20, -24], 4: [0, AWAY], 5: [-100, 9]}
    assert ranks(season(table, preset("places"))) == [
        (1, 1, Fraction(4000, 3)), (2, 2, Fraction(3875, 3)), (3, 5, 1000), (4, 3, 625), (5, 4, 250),
    ]  # fmt: skip


def test_the_average_per_deal() -> None:
    # 1: 30 in 10 deals, 18 in 6 deals:   48 / 16 = 3
    # 2: 40 in 16 deals, −1 in 2 deals:   39 / 18 = 13/6
    # 3: 40 in 10 deals, away:            40 / 10 = 4; one evening is enough where the options ask for no presences
    # 4: a bonus of 90 beside 5 in 10 deals: the bonus is in the points of the evening, not in the average   5/10
    parts = [
        [SeasonResult(1, 30, 10, 30), SeasonResult(2, 40, 16, 40), SeasonResult(3, 40, 10, 40)],
        [SeasonResult(1, 18, 6, 18), SeasonResult(2, -1, 2, -1), SeasonResult(4, 95, 10, 5)],
    ]
    played = [SeasonEvening(each.date, results) for each, results in zip(evenings({1: [0, 0]}), parts, strict=True)]
    counted = count_season(played, read_season(preset("average")))
    assert ranks(counted) == [(1, 3, 4), (2, 1, 3), (3, 2, Fraction(13, 6)), (4, 4, Fraction(1, 2))]
    assert [(place.standing.person, place.standing.deals) for place in counted.best_average] == [
        (3, 10), (1, 16), (2, 18), (4, 10),
    ]  # fmt: skip
    assert [(place.standing.person, place.standing.points) for place in counted.most_points] == [
        (4, 95), (1, 48), (3, 40), (2, 39),
    ]  # fmt: skip


def test_every_preset_is_worked_by_hand() -> None:
    assert list(SEASON_PRESETS) == ["all", "best_18", "best_5_of_7", "seven_periods", "places", "average"]
    for each in SEASON_PRESETS.values():
        read_season(each.options)
