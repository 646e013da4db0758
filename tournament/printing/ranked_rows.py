"""The rows of the ranking on paper: how high each is, which go on a page, and what they look like."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.printing.figures import Figures
from tournament.printing.letters import Letters, letters
from tournament.printing.setting import Box, Setting, Style

# Millimetres.
RANK, SUM, LEAST_NAME, GAP = 14.0, 21.0, 70.0, 1.6
HEAD, TITLE, ROW, LINE = 6.0, 12.0, 6.4, 6.4
# The first three names are bold; every fifth rule is darker, to help the eye from the name to the points.
PODIUM, GUIDE = 3, 5

HEADING = Style(8.5, bold=True, gray=0.2)
TITLES = Style(15, bold=True)
LINES = Style(9, bold=True)
PLACE = Style(10.5)
NAMES = (Style(10.5), Style(9.5), Style(8.5))
FIRST_NAMES = tuple(Style(name.size, bold=True) for name in NAMES)
ABOUT = Style(8.5, gray=0.27)
SUMS = Style(10.5, bold=True)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the ranking as text; `about` is the club and what broke a tie; `first` marks the first three.

    `below` is the text of the line that marks the cut, if that comes below this row.
    """

    rank: str
    name: str
    about: str
    figures: tuple[str, ...]
    sum: str
    first: bool
    below: str = ""

    @property
    def names(self) -> tuple[Style, ...]:
        """The styles in which the name may be set, the largest first."""
        return FIRST_NAMES if self.first else NAMES


@dataclass(frozen=True, slots=True)
class Part:
    """Rows under a common title ("" for none), with the headings of their figures."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def top(self) -> float:
        """The height of the title and the headings, in millimetres."""
        return HEAD + (TITLE if self.title else 0.0)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns, rank, name, figures and sum, in a total width in millimetres."""

    width: float
    figures: Figures

    @property
    def name(self) -> float:
        """The width of the names, in millimetres."""
        return self.width - RANK - GAP - self.figures.width - SUM


def letters_of(parts: Sequence[Part], language: str) -> Letters:
    """The letters of all words in a ranking."""
    rows = [row for part in parts for row in part.rows]
    heads = [_("Rank"), _("Name"), _("Points"), *(text for part in parts for text in (part.title, *part.heads))]
    bold = [text for row in rows for text in (row.sum, row.below, row.name if row.first else "")]
    plain = [text for row in rows for text in (row.rank, row.about, *row.figures, "" if row.first else row.name)]
    return letters(plain, [*heads, *bold], language)


def pages(parts: Sequence[Part], columns: Columns, set_: Letters, first: float, others: float) -> list[list[Part]]:
    """The parts on each page; `first` and `others` are the heights for rows on the first and later pages (mm).

    A part that continues on the next page has its headings again.
    """
    measure = Setting(set_, 0)
    found: list[list[Part]] = [[]]
    left = first
    for part in parts:
        rest = part
        while rest.rows or rest.title:
            fitting = _fitting(measure, rest, columns, left)
            if fitting or not found[-1]:
                here = replace(rest, rows=rest.rows[: max(1, fitting)])
                found[-1].append(here)
                left -= here.top + sum(height(measure, row, columns) for row in here.rows)
                rest = replace(rest, title="", rows=rest.rows[len(here.rows) :])
            if rest.rows or rest.title:
                found.append([])
                left = others
    return found


def _fitting(measure: Setting, part: Part, columns: Columns, room: float) -> int:
    """How many rows of a part fit under its headings."""
    left = room - part.top
    for at, row in enumerate(part.rows):
        left -= height(measure, row, columns)
        if left < 0:
            return at
    return len(part.rows)


def height(setting: Setting, row: Row, columns: Columns) -> float:
    """The height of a row (mm): more than one line if the club does not fit beside the name or the name is too long."""
    return _row_height(setting, row, columns) + (LINE if row.below else 0.0)


def _row_height(setting: Setting, row: Row, columns: Columns) -> float:
    style = _name_style(setting, row, columns)
    more = (setting.lines(row.name, columns.name, style) - 1) * style.line
    if row.about and not _beside(setting, row, columns, style):
        more += setting.lines(row.about, columns.name, ABOUT) * ABOUT.line
    return ROW + more


def drawn(page: Sequence[Part], columns: Columns, set_: Letters) -> tuple[float, bytes]:
    """The total height (mm) of the parts of one page, and their piece of a content stream."""
    measure = Setting(set_, 0)
    high = sum(part.top + sum(height(measure, row, columns) for row in part.rows) for part in page)
    setting = Setting(set_, high)
    top = 0.0
    for part in page:
        top = _part(setting, part, columns, top)
    return high, setting.drawn()


def _part(setting: Setting, part: Part, columns: Columns, top: float) -> float:
    """Draws a part and returns where it ends (mm)."""
    if part.title:
        setting.write(part.title, Box(0, top + TITLE - 1 - TITLES.line, columns.width), TITLES)
    _heads(setting, part, columns, top + part.top)
    top += part.top
    for at, row in enumerate(part.rows, 1):
        _row(setting, row, columns, top)
        top += _row_height(setting, row, columns)
        setting.rule(top, 0, columns.width, *((0.6, 0.35) if at % GUIDE == 0 else (0.3, 0.65)))
        if row.below:
            top = _below(setting, row, columns, top)
    return top


def _heads(setting: Setting, part: Part, columns: Columns, bottom: float) -> None:
    top = bottom - 1.2 - HEADING.line
    setting.write(_("Rank"), Box(0, top, RANK, align="right"), HEADING)
    setting.write(_("Name"), Box(RANK + GAP, top, columns.name), HEADING)
    _figures(setting, columns, part.heads, top, HEADING)
    setting.write(_("Points"), Box(columns.width - SUM, top, SUM, align="right"), HEADING)
    setting.rule(bottom, 0, columns.width, 0.8)


def _below(setting: Setting, row: Row, columns: Columns, top: float) -> float:
    """Draws the line that marks the cut and returns where it ends (mm)."""
    setting.rule(top, 0, columns.width, 1.2)
    setting.write(row.below, Box(0, top + (LINE - LINES.line) / 2, columns.width, align="center"), LINES)
    setting.rule(top + LINE, 0, columns.width, 1.2)
    return top + LINE


def _row(setting: Setting, row: Row, columns: Columns, top: float) -> None:
    base = top + (ROW - PLACE.line) / 2 + PLACE.base
    setting.write(row.rank, Box(0, base - PLACE.base, RANK, align="right"), PLACE)
    _who(setting, row, columns, base)
    style = Style(columns.figures.font)
    _figures(setting, columns, row.figures, base - style.base, style)
    setting.write(row.sum, Box(columns.width - SUM, base - SUMS.base, SUM, align="right"), SUMS)


def _who(setting: Setting, row: Row, columns: Columns, base: float) -> None:
    """Writes the name, and beside or below it the club and what broke a tie."""
    style = _name_style(setting, row, columns)
    left, top = RANK + GAP, base - style.base
    high = setting.write(row.name, Box(left, top, columns.name, 99), style)
    if _beside(setting, row, columns, style):
        after = setting.width(row.name, style) + GAP
        setting.write(row.about, Box(left + after, base - ABOUT.base, columns.name - after), ABOUT)
    else:
        setting.write(row.about, Box(left, top + high, columns.name, 99), ABOUT)


def _figures(setting: Setting, columns: Columns, texts: Sequence[str], top: float, style: Style) -> None:
    """Writes texts right-aligned in their columns, the last of which is next to the sum."""
    column = columns.figures.column
    left = columns.width - SUM - len(texts) * column
    for at, text in enumerate(texts):
        setting.write(text, Box(left + at * column, top, column, align="right"), style)


def _name_style(setting: Setting, row: Row, columns: Columns) -> Style:
    """The largest style in which the name fits on one line, else the smallest."""
    fitting = (style for style in row.names if setting.width(row.name, style) <= columns.name)
    return next(fitting, row.names[-1])


def _beside(setting: Setting, row: Row, columns: Columns, style: Style) -> bool:
    """Whether the club fits beside the name."""
    return setting.width(row.name, style) + GAP + setting.width(row.about, ABOUT) <= columns.name
