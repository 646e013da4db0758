"""Ink on a flattened page that a test draws: how far a mark runs on, and what that says."""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from tournament.scan.ink import Ink, inks
from tournament.scan.paper import SCALE
from tournament.scan.strips import BubbleSpot
from tournament.scan.verdicts import CHOSEN, InkVerdict, verdicts, weighable

DEALS, COLUMNS, WIDE, TALL = 12, 24, 4.1, 4.6
# After the last column in which a first cross can be, a gap of 12 mm.
X = [20 + 4.7 * column + 12 * (column > 8) for column in range(COLUMNS)]
GAP_FROM = X[8] + 2.35
SPOTS: list[BubbleSpot] = [
    (deal, "tricks", str(column), X[column], 20 + 8.0 * deal)
    for deal in range(1, DEALS + 1)
    for column in range(COLUMNS)
]
# As many columns on is the second cross of a row.
FURTHER = 12
Point = tuple[float, float]
Judge = Callable[[Sequence[Ink], Sequence[BubbleSpot]], list[InkVerdict]]


def marked(deal: int) -> int:
    """The column of a deal's first cross; its second is FURTHER."""
    return 2 + deal * 5 % 7


def said(deal: int, *strokes: tuple[Point, Point], judged: Judge = verdicts) -> dict[int, InkVerdict]:
    """What the bubbles of a deal say that are not empty, with strokes besides, from its first cross on."""
    dark = np.random.default_rng(1).normal(0, 0.01, (1000, 1200)).astype(np.float32)

    def line(x: float, y: float, points: tuple[Point, Point]) -> None:
        begin, end = ((round((x + right) * SCALE), round((y + down) * SCALE)) for right, down in points)
        cv2.line(dark, begin, end, 0.9, 4)

    for number, _kind, value, x, y in SPOTS:
        middle, axes = (round(x * SCALE), round(y * SCALE)), (round(WIDE / 2 * SCALE), round(TALL / 2 * SCALE))
        cv2.ellipse(dark, middle, axes, 0, 0, 360, 0.4, 2)
        if int(value) in (marked(number), marked(number) + FURTHER):
            crossed = [((-1.4, -1.4), (1.4, 1.4)), ((-1.4, 1.4), (1.4, -1.4))]
            for points in [*crossed, *(strokes if (number, int(value)) == (deal, marked(deal)) else ())]:
                line(x, y, points)
    smooth = np.asarray(cv2.GaussianBlur(dark, (0, 0), 1.0), np.float32)
    of_all = zip(SPOTS, judged(inks(smooth, SPOTS, WIDE, TALL), SPOTS), strict=True)
    return {int(spot[2]): of for spot, of in of_all if spot[0] == deal and of is not InkVerdict.EMPTY}


def by_rule(inks: Sequence[Ink], spots: Sequence[BubbleSpot]) -> list[InkVerdict]:
    """What the rules say, before the net."""
    sheet, rows = weighable(inks, spots, CHOSEN)
    by_spot = {at: verdict for row in rows for at, verdict in zip(row.spot_numbers, sheet.judge(row), strict=True)}
    return [by_spot[at] for at in range(len(spots))]


def test_a_cross_is_a_mark() -> None:
    assert said(6) == {marked(6): InkVerdict.MARKED, marked(6) + FURTHER: InkVerdict.MARKED}


@pytest.mark.parametrize("towards", [1, -1])
def test_a_short_arrow_to_the_next_bubble_asks(towards: int) -> None:
    """It ends before the middle of the right one, which has no mark of its own."""
    end = (towards * 3.7, 0.0)
    head = [(end, (towards * 2.9, down)) for down in (-0.6, 0.6)]
    assert InkVerdict.DOUBTFUL in said(6, ((0.0, 0.0), end), *head).values()


def test_an_arrow_across_the_totals_asks() -> None:
    """Between the columns of two players; a figure that only touches the mark is shorter, and no rule asks then."""
    figure, arrow = (((0.0, 0.0), (GAP_FROM - X[marked(4)] + far, 0.0)) for far in (3.0, 9.0))
    asked = [said(4, line, judged=by_rule)[marked(4)] for line in (figure, arrow)]
    assert asked == [InkVerdict.MARKED, InkVerdict.DOUBTFUL]
    assert said(4, arrow)[marked(4)] is InkVerdict.DOUBTFUL


def test_a_mark_that_touches_one_in_the_row_below_runs_on_no_further() -> None:
    """The other one stands some bubbles away."""
    across = 4.7 * (marked(4) - marked(3))
    assert abs(across) > 10
    assert said(3, ((1.4, 1.4), (1.6, 4.6)), ((1.6, 4.6), (across, 7.0)))[marked(3)] is InkVerdict.MARKED
