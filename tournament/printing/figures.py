"""Columns of figures: their width, and the font size at which they all fit."""

from collections.abc import Sequence
from dataclasses import dataclass

# The width of a figure in millimetres per point: in this typeface all figures are equally wide, 497 thousandths.
FIGURE = 0.497 * 0.3528
MAX_FONT = 10.5
BETWEEN = 2


@dataclass(frozen=True, slots=True)
class Figures:
    """The setting of some columns: how many characters each has room for, and the font size in points."""

    column_count: int
    signs: int
    font: float

    @property
    def column(self) -> float:
        """The width of one column, in millimetres."""
        return self.signs * self.font * FIGURE

    @property
    def width(self) -> float:
        """The width of all columns together, in millimetres."""
        return self.column_count * self.column


def figures(rows: Sequence[Sequence[str]], room: float) -> Figures:
    """The columns of some rows, including the headings, in a width of `room` millimetres."""
    columns = max((len(row) for row in rows), default=0)
    signs = max((len(text) for row in rows for text in row), default=0) + BETWEEN
    return Figures(columns, signs, round(min(MAX_FONT, room / max(1, columns * signs) / FIGURE), 2))
