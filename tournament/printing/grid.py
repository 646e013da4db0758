"""The layout of the blank score sheet: which contracts go on which line, and every width and height on one A4.

All measures are millimetres, fonts in points. Nothing here depends on who plays.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from scoring import RuleSet, words
from tournament.ranking import facts

PAGE_WIDTH, MARGIN = 210.0, 10.0
# The table number, large in one corner, and the code in the other; their top edges are level.
HEAD_TOP, NUMBER_BOX, QR = 8.0, 30.0, 24.0
NAMES_TOP, NAMES_HEIGHT = 38.5, 15.0
# The height of the totals, including those carried over from the previous sheet.
TOTAL_HEIGHT = 8.0
SIGNATURES_TOP, SIGNATURES_HEIGHT = 270.0, 16.0
GAP, LEAST_REMARKS = 1.5, 13.0
# The player who writes may be seventy and have forgotten their glasses.
LEAST_ROW, MOST_ROW = 7.0, 15.0
NUMBER, ALONE_NUMBER, TRICKS, DOUBLES, TRUMP, SEAT = 7.0, 18.0, 10.0, 7.0, 12.5, 3.8
# One point in millimetres.
POINT = 0.3528
# The width of a character, of the space around a code and of that after a group: millimetres per point of the font.
SIGN, ROUND_CODE, AFTER_GROUP = 0.178, 0.27, 0.22
LEAST_FONT, MOST_FONT = 4.5, 10.5
# The space beside a code, in font sizes, and how many millimetres more it may get if there is room for a wider circle.
BESIDE_CODE, MOST_MORE = 0.28, 1.2
MOST_LINES = 4
ROOM = SIGNATURES_TOP - GAP - LEAST_REMARKS - GAP - TOTAL_HEIGHT - NAMES_TOP - NAMES_HEIGHT
# The number of deals that fit on a sheet, with a line for totals carried over; a table that plays more has several.
MOST_DEALS = int((ROOM - TOTAL_HEIGHT) / LEAST_ROW)


@dataclass(frozen=True, slots=True)
class Code:
    """One thing to circle: the number of a contract, or its name if it has no number."""

    text: str
    jury: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Contracts that share a name: "Samen" with 8 to 13; a group without a `label` is a single name."""

    label: str
    codes: tuple[Code, ...]

    @property
    def width(self) -> float:
        """Its approximate width, in millimetres per point of its font."""
        signs = len(self.label) + sum(len(code.text) + code.jury for code in self.codes)
        return signs * SIGN + len(self.codes) * ROUND_CODE + AFTER_GROUP


@dataclass(frozen=True, slots=True)
class Row:
    """One deal of a sheet: its number, the dealer's position, and the positions that play."""

    number: int
    dealer: int
    playing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A blank sheet for the players at these positions, from the `first` deal to the `last`."""

    positions: tuple[int, ...]
    first: int
    last: int
    lines: tuple[tuple[Group, ...], ...]
    doubles: bool
    trump: bool

    @property
    def rows(self) -> list[Row]:
        """The deals."""
        numbers = range(self.first, self.last + 1)
        return [Row(n, facts.dealer(self.positions, n), facts.playing(self.positions, n)) for n in numbers]

    @property
    def before(self) -> int:
        """The number of columns before the players'."""
        return 1 + (3 + self.doubles + self.trump if self.lines else 0)

    @property
    def jury(self) -> bool:
        """Whether any of the contracts needs the jury."""
        return any(code.jury for line in self.lines for group in line for code in group.codes)

    @property
    def brought(self) -> float:
        """The height of the line for totals carried over from the previous sheet; 0 on the first one."""
        return TOTAL_HEIGHT if self.first > 1 else 0.0

    @property
    def number(self) -> float:
        """The width of the deal numbers."""
        return NUMBER if self.lines else ALONE_NUMBER

    @property
    def player(self) -> float:
        """The width of one player's columns: points and running total."""
        if not self.lines:
            return (PAGE_WIDTH - 2 * MARGIN - ALONE_NUMBER) / len(self.positions)
        return 20.0 if len(self.positions) < 5 else 16.0

    @property
    def contract(self) -> float:
        """The width of the contracts; 0 if there are none."""
        if not self.lines:
            return 0.0
        extra = self.doubles * DOUBLES + self.trump * TRUMP
        taken = NUMBER + extra + TRICKS + len(self.positions) * (SEAT + self.player)
        return PAGE_WIDTH - 2 * MARGIN - taken

    @property
    def row(self) -> float:
        """The height of one deal: what the page allows, but no more than handwriting needs."""
        return min(MOST_ROW, (ROOM - self.brought) / (self.last - self.first + 1))

    @property
    def font(self) -> float:
        """The font size of the contracts, so that the longest line fits its column and all lines fit a deal."""
        return max(LEAST_FONT, min(MOST_FONT, (self.contract - 1.6) / self.longest, self.line * 2.5))

    @property
    def fits(self) -> bool:
        """Whether the longest line fits its column."""
        return not self.lines or self.longest * self.font <= self.contract

    @property
    def longest(self) -> float:
        """The width of the longest line of contracts, in millimetres per point of its font."""
        return max((_width(line) for line in self.lines), default=1.0)

    @property
    def beside(self) -> float:
        """The room on either side of a code for the circle; it grows with the spare width of the column."""
        codes = max((sum(len(group.codes) for group in line) for line in self.lines), default=1)
        spare = (self.contract - 1.6 - self.longest * self.font) / (2 * codes)
        return BESIDE_CODE * self.font * POINT + max(0.0, min(MOST_MORE, spare))

    @property
    def line(self) -> float:
        """The height of one line of contracts, with room for a circle."""
        return self.row / max(1, len(self.lines)) * 0.92

    @property
    def names_left(self) -> float:
        """Where the first player's column begins."""
        return PAGE_WIDTH - MARGIN - len(self.positions) * self.player

    @property
    def signature(self) -> float:
        """The width of a signature box; there are 2 mm between boxes."""
        return (PAGE_WIDTH - 2 * MARGIN + 2) / len(self.positions) - 2

    @property
    def remarks_top(self) -> float:
        """The top of the jury's box, which is under the totals."""
        rows = self.row * (self.last - self.first + 1)
        return NAMES_TOP + NAMES_HEIGHT + self.brought + rows + TOTAL_HEIGHT + GAP


def grid(positions: Sequence[int], first: int, last: int, rules: RuleSet, language: str, *, trump: bool) -> Grid:
    """The blank sheet of a rule set, with its contracts on the number of lines that allows the largest font.

    If the rule set's own names of contracts are too long in any layout, the usual names are used.
    """
    bare = Grid(tuple(positions), first, last, (), rules.doubles, trump and bool(rules.lines))
    own = _largest(bare, _groups(rules, language, rules))
    return own if own.fits else _largest(bare, _groups(rules, language))


def _largest(bare: Grid, groups: Sequence[Group]) -> Grid:
    """The sheet with these contracts, on the number of lines that allows the largest font."""
    counts = range(1, min(MOST_LINES, max(1, len(groups))) + 1)
    divided = [replace(bare, lines=_in_lines(groups, count)) for count in counts]
    return max(divided, key=lambda one: (one.fits, one.font))


def spans(deals: int) -> list[tuple[int, int]]:
    """The first and last deal of each sheet of a table, divided as evenly as possible."""
    sheets = -(-deals // MOST_DEALS)
    edges = [deals * sheet // sheets for sheet in range(sheets + 1)]
    return [(start + 1, end) for start, end in pairwise(edges)]


def _groups(rules: RuleSet, language: str, named: RuleSet | None = None) -> list[Group]:
    """The contracts in the order of the ladder, grouped by common name; `named` may supply its own names."""
    found: dict[str, list[Code]] = {}
    for key in rules.lines:
        label, number = _apart(words.contract_short(key, language, named))
        code = Code(number or label, key in rules.jury)
        found.setdefault(label, []).append(code)
    return [_group(label, codes) for label, codes in found.items()]


def _group(label: str, codes: Iterable[Code]) -> Group:
    kept = tuple(codes)
    return Group("" if kept[0].text == label else label, kept)


def _apart(name: str) -> tuple[str, str]:
    """The name split from its number: "Samen 8" into "Samen" and "8"; a name without a final number stays whole."""
    found = re.fullmatch(r"(.*\D)\s+(\d+)", name)
    return (found[1], found[2]) if found else (name, "")


def _in_lines(groups: Sequence[Group], count: int) -> tuple[tuple[Group, ...], ...]:
    """The groups in their order on at most `count` lines, divided so that the longest line is as short as possible."""
    count = min(count, len(groups))
    edges = [(0, *cuts, len(groups)) for cuts in combinations(range(1, len(groups)), count - 1)] if count else []
    lines = [[groups[start:end] for start, end in pairwise(edge)] for edge in edges]
    best = min(lines, key=lambda kept: max(_width(line) for line in kept), default=[])
    return tuple(tuple(line) for line in best)


def _width(line: Sequence[Group]) -> float:
    return sum(group.width for group in line)
