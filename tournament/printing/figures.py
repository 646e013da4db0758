"""Columns of figures as one text: a cell costs the press a millisecond, a row of five of them five.

The typeface gives every figure, the plus, the minus and the figure space one width, so that a text padded with figure
spaces stands in columns; on a screen it is read and copied as the numbers it holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass

FIGURE_SPACE = "\u2007"
# One figure, in millimetres for each point of the font (497 thousandths of its size).
FIGURE = 0.497 * 0.3528
MOST_FONT = 10.5
BETWEEN = 2


@dataclass(frozen=True, slots=True)
class Figures:
    """How some columns are set: how many signs each has, and the size in points at which all fit."""

    columns: int
    signs: int
    font: float

    @property
    def width(self) -> float:
        """What the columns take together, in millimetres."""
        return self.columns * self.signs * self.font * FIGURE + 2

    def line(self, texts: Sequence[str]) -> str:
        """The texts of a row, each at the right of its column."""
        return "".join(text.rjust(self.signs, FIGURE_SPACE) for text in texts)


def figures(rows: Sequence[Sequence[str]], room: float) -> Figures:
    """The columns of some rows, the heading among them, in so many millimetres."""
    columns = max((len(row) for row in rows), default=0)
    signs = max((len(text) for row in rows for text in row), default=0) + BETWEEN
    return Figures(columns, signs, round(min(MOST_FONT, (room - 2) / max(1, columns * signs) / FIGURE), 2))
