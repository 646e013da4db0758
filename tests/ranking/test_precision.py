"""How sure a mean per deal is, against players whose true mean is known, made without anything of the ranking."""

import random
from math import sqrt

import pytest

from tournament.ranking.precision import MIN_DEALS, DealMean, alike, mean_of

# What a deal may give, as at a table: many small points, a few large ones.
GAINS = (-30, -10, -8, 0, 0, 0, 3, 7, 10, 13, 16, 30)


def drawn_mean(chance: random.Random, shift: int = 0) -> DealMean:
    points = [chance.choice(GAINS) + shift for _deal in range(MIN_DEALS)]
    mean = mean_of(MIN_DEALS, sum(points), sum(value * value for value in points))
    assert mean is not None
    return mean


def test_nothing_is_said_of_few_deals() -> None:
    assert mean_of(MIN_DEALS - 1, 900, 90_000) is None
    assert mean_of(MIN_DEALS, 0, 0) == DealMean(0.0, 0.0)


def test_a_mean_and_its_error_as_counted_by_hand() -> None:
    mean = mean_of(100, 300, 100 * 25)
    assert mean is not None and mean.mean == 3
    assert mean.standard_error == pytest.approx(sqrt(100 * 16 / 99 / 100))
    assert (mean.low, mean.high) == pytest.approx((3 - 1.96 * mean.standard_error, 3 + 1.96 * mean.standard_error))


def test_the_interval_holds_the_true_mean_as_often_as_it_says() -> None:
    chance, true = random.Random(27), sum(GAINS) / len(GAINS)
    means = [drawn_mean(chance) for _player in range(2_000)]
    assert 0.935 <= sum(mean.low <= true <= mean.high for mean in means) / len(means) <= 0.965


def test_equal_players_are_seldom_told_apart_and_very_different_ones_always() -> None:
    chance = random.Random(28)
    equal = [drawn_mean(chance).is_apart_from(drawn_mean(chance)) for _pair in range(2_000)]
    assert 0.035 <= sum(equal) / len(equal) <= 0.065
    assert all(drawn_mean(chance, 12).is_apart_from(drawn_mean(chance)) for _pair in range(100))


def test_the_ranks_that_are_alike_are_those_between_the_first_and_the_last() -> None:
    own, means = DealMean(2.0, 0.5), [(1, DealMean(5.0, 0.5)), (2, DealMean(3.0, 0.5)), (4, DealMean(1.5, 0.5))]
    assert alike(own, means) == (2, 4)
    assert alike(own, means[:1]) is None and alike(own, []) is None
