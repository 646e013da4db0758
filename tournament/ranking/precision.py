"""How sure a mean per deal is, and which places the cards alone may have ordered. Pure.

A deal gives everybody something by chance: over a day, places beside each other often differ by less than that. For n
deals with mean m and standard deviation s, the standard error is s / √n, and m ± 1.96 s / √n holds the mean that
somebody would have over endless deals in about 95 of 100 cases. Two players are told apart if their means differ by
more than 1.96 times the square root of the sum of their squared errors, so that about 5 of 100 pairs of equal players
are told apart by mistake. Source: H. Goldstein and M. J. R. Healy, The Graphical Presentation of a Collection of Means,
Journal of the Royal Statistical Society A 158 (1995); for rankings H. Goldstein and D. J. Spiegelhalter, League Tables
and Their Limitations, ibid. 159 (1996).

It takes deals as independent. Those who share many tables share their deals too: what one wins there another may lose,
and their difference is a little less sure than it says. Below MIN_DEALS nothing is said.
"""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

# Six rounds of sixteen deals. With fewer nobody is told apart from anybody, and the figure would only look exact.
MIN_DEALS = 96
# 95 % of a normal distribution lies within so many standard deviations.
Z = 1.96


class DealMean(NamedTuple):
    """A mean per deal and its standard error."""

    mean: float
    standard_error: float

    @property
    def low(self) -> float:
        """The lower end of its interval."""
        return self.mean - Z * self.standard_error

    @property
    def high(self) -> float:
        """The upper end of its interval."""
        return self.mean + Z * self.standard_error

    def is_apart_from(self, other: "DealMean") -> bool:
        """Whether the two differ by more than chance explains."""
        return abs(self.mean - other.mean) > Z * sqrt(self.standard_error**2 + other.standard_error**2)


def mean_of(deals: int, points: int, squares: int) -> DealMean | None:
    """The mean of so many deals, from the sums of their points and of their squares; None for too few deals."""
    if deals < MIN_DEALS:
        return None
    variance = (squares - points * points / deals) / (deals - 1)
    return DealMean(points / deals, sqrt(variance / deals))


def alike(own_mean: DealMean, means: Iterable[tuple[int, DealMean]]) -> tuple[int, int] | None:
    """The first and the last of these ranks from whose mean one's own is not told apart; None if it is from all."""
    ranks = [rank for rank, mean in means if not own_mean.is_apart_from(mean)]
    return (min(ranks), max(ranks)) if ranks else None
