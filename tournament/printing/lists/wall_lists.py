"""Lists for the wall: the letters are as large as their pages allow, to be read from two metres.

How many pages a list may take follows from how many it names. A first size is estimated from the lengths of the names;
the press sets the list with it, and again a little smaller for as long as it takes more pages than that.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pikepdf

from tournament.naming import BREAKS
from tournament.printing.pdf.underlay import batches

POINT = 72 / 25.4
# In mm: the margins of list.css, the gap between columns, the head of the first page, seal and note on the last one.
BESIDE, ABOVE_AND_BELOW, GAP, HEAD, END = 30.0, 31.0, 6.0, 28.0, 30.0
# In letter sizes: the mean width of a letter in a text and in one long word, the height of a line (as in seating.css).
LETTER, WORD, LINE = 0.49, 0.56, 1.24
# The sizes that are tried, in points, from large to small.
SIZES = [*range(60, 24, -2), *(half / 2 for half in range(48, 13, -1))]
MAX_COLUMNS = 5
# In letter sizes: what is before a name.
BEFORE = 3.0
# The first attempt may be this much too large by the estimate.
SLACK = 1.12
# A longer word is broken; a shorter one is not.
MAX_WORD = 22


@dataclass(frozen=True, slots=True)
class WallPaper:
    """The paper of a wall list: its size in mm, and how many names it has at 20 points, by surname and by table."""

    name: str
    width: float
    height: float
    by_name: int
    by_table: int


SHEETS = {sheet.name: sheet for sheet in (WallPaper("A4", 210, 297, 40, 32), WallPaper("A3", 297, 420, 80, 64))}


@dataclass(frozen=True, slots=True)
class Setting:
    """How a list is set: columns on a page, and the size of its letters in points."""

    paper_size: WallPaper
    column_count: int
    size: float

    @property
    def room(self) -> float:
        """The width of a column, in letter sizes."""
        return ((self.paper_size.width - BESIDE + GAP) / self.column_count - GAP) * POINT / self.size

    @property
    def high(self) -> float:
        """What a page holds, in letter sizes."""
        return (self.paper_size.height - ABOVE_AND_BELOW) * POINT / self.size

    def style(self) -> str:
        """The same as CSS rules."""
        head = f"h1 {{ font-size: {25 * self.paper_size.width / 210:.1f}pt }}"
        letters = f".wall {{ font-size: {self.size:.2f}pt }} .names {{ columns: {self.column_count} }}"
        return f"@page {{ size: {self.paper_size.name} }} {head} {letters}"


# How high a list is with a setting, in letter sizes of one page-wide column.
Height = Callable[[Setting], float]


def set_largest(
    make: Callable[[Setting], bytes], height: Height, words: Sequence[str], paper_size: WallPaper, pages: int
) -> bytes:
    """The list that `make` sets, in the largest letters with which it takes at most so many pages.

    If there are no such letters, it takes more pages in the smallest ones.
    """
    pdf_file = b""
    for setting in _settings(height, _longest(words), paper_size, pages):
        pdf_file = make(setting)
        with pikepdf.open(io.BytesIO(pdf_file)) as pdf:
            if len(pdf.pages) <= pages:
                break
    return pdf_file


def lines(text: str, room: float) -> int:
    """About how many lines a text takes in a column of this width, both in letter sizes."""
    return max(1, -int(-len(text) * LETTER // max(room, 1)))


def rows_high(heights: Sequence[float], column_count: int) -> float:
    """The height of cells in rows: a row is as high as its highest cell."""
    return sum(max(row) for row in batches(heights, column_count))


def _settings(height: Height, longest: int, paper_size: WallPaper, pages: int) -> Iterator[Setting]:
    """The sizes that may fit, from large to small, each with the number of columns that needs least room."""
    for size in SIZES:
        every = [Setting(paper_size, columns, size) for columns in range(1, MAX_COLUMNS + 1)]
        if fits := [setting for setting in every if size == SIZES[-1] or _fits(setting, height, longest, pages)]:
            yield min(fits, key=height)


def _fits(setting: Setting, height: Height, longest: int, pages: int) -> bool:
    room = pages * setting.high - (HEAD + END) * POINT / setting.size
    return longest * WORD + BEFORE <= setting.room and height(setting) <= room * SLACK


def _longest(words: Sequence[str]) -> int:
    """The letters of the longest part of a name that should not be broken."""
    parts = [len(part) for text in words for part in BREAKS.split(text)]
    return max([part for part in parts if part <= MAX_WORD] or [MAX_WORD])
