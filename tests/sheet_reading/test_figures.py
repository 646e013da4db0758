"""Numbers written by hand, in figures that the net was never shown: read rightly, or at least not surely wrongly."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.spoiled import gestures, ink
from tests.spoiled.blanks import DOTS
from tests.spoiled.hands import BLACK, BLUE, HARD, PENCIL
from tests.spoiled.ink import Pen
from tournament.scan import figures
from tournament.scan.figures import Shares
from tournament.scan.paper import SCALE

NUMBERS = (0, 7, -7, 13, -26, 41, 58, -69, 77, 90, 100, -118, 234, -305, 999, 12, 34, 56, -80, 91)


def read(numbers: Sequence[str], pen: Pen, height: float = 3.6) -> list[Shares]:
    """What is read of numbers, each written in a cell of its own."""
    rng = np.random.default_rng(7)
    sheet = ink.paper(np.full((20 * DOTS, 20 * len(numbers) * DOTS), 255, np.uint8), (0.96, 0.96, 0.95))
    middles = [(20.0 * at + 10, 10.0) for at in range(len(numbers))]
    for number, middle in zip(numbers, middles, strict=True):
        for stroke in gestures.figures(number, height, rng):
            ink.draw(sheet, pen, stroke + np.array(middle), rng)
    light = cv2.cvtColor(sheet.light, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(light, None, fx=SCALE / DOTS, fy=SCALE / DOTS, interpolation=cv2.INTER_AREA)
    return figures.numbers(np.asarray(1 - small / 245, np.float32), middles)


@pytest.mark.parametrize(("pen", "height"), [(BLUE, 3.0), (BLACK, 4.4), (PENCIL, 3.6), (HARD, 3.0)])
def test_a_number_is_read_as_it_was_written(pen: Pen, height: float) -> None:
    shares = read([str(number) for number in NUMBERS], pen, height)
    best = [max(likely, key=likely.__getitem__, default=None) for likely in shares]
    assert sum(number == was for number, was in zip(best, NUMBERS, strict=True)) >= 15
    for was, likely in zip(NUMBERS, shares, strict=True):
        assert max(likely.values(), default=0.0) <= 0.95 or likely.get(was, 0.0) >= 0.01


def test_a_plus_says_nothing_more() -> None:
    (shares,) = read(["+41"], BLUE)
    assert max(shares, key=shares.__getitem__) == 41


def test_in_an_empty_cell_there_is_no_number() -> None:
    assert read(["", ""], BLUE) == [{}, {}]


def test_a_sign_seen_twice_in_a_row_stands_there_once_and_twice_only_if_apart() -> None:
    def steps(*signs: str) -> list[list[float]]:
        rows = [[1e-6] * (len(figures.SIGNS) + 1) for _sign in signs]
        for row, sign in zip(rows, signs, strict=True):
            row[figures.SIGNS.index(sign) if sign else -1] = 1.0
        return rows

    assert figures._shares(steps("1", "1", "", "")) == {1: 1.0}
    assert figures._shares(steps("1", "", "1", "")) == {11: 1.0}
    assert figures._shares(steps("-", "-", "", "8")) == {-8: 1.0}
    assert figures._shares(steps("8", "-", "", "")) == {}
    assert figures._shares(steps("", "", "")) == {}
