"""Columns of figures: how wide they are, and the size of type at which all fit their room."""

from collections.abc import Sequence
from dataclasses import dataclass

# One figure, in millimetres for each point of the font: the typeface gives all of them one width, 497 thousandths.
FIGURE = 0.497 * 0.3528
MOST_FONT = 10.5
BETWEEN = 2


@dataclass(frozen=True, slots=True)
class Figures:
    """How some columns are set: how many signs each has room for, and the size in points at which all fit."""

    columns: int
    signs: int
    font: float

    @property
    def column(self) -> float:
        """What one column takes, in millimetres."""
        return self.signs * self.font * FIGURE

    @property
    def width(self) -> float:
        """What the columns take together, in millimetres."""
        return self.columns * self.column


def figures(rows: Sequence[Sequence[str]], room: float) -> Figures:
    """The columns of some rows, the heading among them, in so many millimetres."""
    columns = max((len(row) for row in rows), default=0)
    signs = max((len(text) for row in rows for text in row), default=0) + BETWEEN
    return Figures(columns, signs, round(min(MOST_FONT, room / max(1, columns * signs) / FIGURE), 2))
