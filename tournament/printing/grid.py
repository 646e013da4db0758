"""How the blank score sheet is divided: which contracts stand on which line, and every width and height on one A4.

All measures are millimetres, fonts in points. Nothing here knows who plays.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from scoring import RuleSet, words
from tournament.ranking import facts

PAGE_WIDTH, PAGE_HEIGHT, MARGIN = 210.0, 297.0, 10.0
# The number of the table, large in a corner, and the code in the other; both as high.
HEAD_TOP, NUMBER_BOX, QR = 8.0, 30.0, 24.0
NAMES_TOP, NAMES_HEIGHT = 38.5, 15.0
# The height of the totals, also of those brought over from the sheet before.
TOTAL_HEIGHT = 8.0
SIGNATURES_TOP, SIGNATURES_HEIGHT = 270.0, 16.0
GAP, LEAST_REMARKS = 1.5, 13.0
# Who writes is seventy and has forgotten his glasses.
LEAST_ROW, MOST_ROW = 7.0, 15.0
NUMBER, ALONE_NUMBER, TRICKS, DOUBLES, TRUMP, SEAT = 7.0, 18.0, 10.0, 7.0, 12.5, 3.8
# A point in millimetres.
POINT = 0.3528
# What a sign, the space round a code and that after a group take: millimetres for each point of the font.
SIGN, ROUND_CODE, AFTER_GROUP = 0.178, 0.27, 0.22
LEAST_FONT, MOST_FONT = 4.5, 10.5
# Beside a code, in sizes of its font, and how many millimetres more where there is room for a generous circle.
BESIDE_CODE, MOST_MORE = 0.28, 1.2
MOST_LINES = 4
ROOM = SIGNATURES_TOP - GAP - LEAST_REMARKS - GAP - TOTAL_HEIGHT - NAMES_TOP - NAMES_HEIGHT
# So many deals fit a sheet, with a line for what is brought over; a table that plays more has several.
MOST_DEALS = int((ROOM - TOTAL_HEIGHT) / LEAST_ROW)


@dataclass(frozen=True, slots=True)
class Code:
    """One thing to circle: the number of a contract, or the name of one that has no number."""

    text: str
    jury: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Contracts with a name in common: "Samen" and 8 to 13; a group without a `label` holds one name."""

    label: str
    codes: tuple[Code, ...]

    @property
    def width(self) -> float:
        """About how much room it takes, in millimetres for each point of its font."""
        signs = len(self.label) + sum(len(code.text) + code.jury for code in self.codes)
        return signs * SIGN + len(self.codes) * ROUND_CODE + AFTER_GROUP


@dataclass(frozen=True, slots=True)
class Row:
    """One deal of a sheet: its number, who deals, and who plays."""

    number: int
    dealer: int
    playing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A blank sheet for the players at these positions, from a deal to a deal."""

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
        """How many columns stand before the players'."""
        return 1 + (3 + self.doubles + self.trump if self.lines else 0)

    @property
    def jury(self) -> bool:
        """Whether one of the contracts needs the jury."""
        return any(code.jury for line in self.lines for group in line for code in group.codes)

    @property
    def brought(self) -> float:
        """The height of the line for what is brought over from the sheet before; 0 on the first one."""
        return TOTAL_HEIGHT if self.first > 1 else 0.0

    @property
    def number(self) -> float:
        """The width of the deals' numbers."""
        return NUMBER if self.lines else ALONE_NUMBER

    @property
    def player(self) -> float:
        """The width of one player: his points and his running total."""
        if not self.lines:
            return (PAGE_WIDTH - 2 * MARGIN - ALONE_NUMBER) / len(self.positions)
        return 20.0 if len(self.positions) < 5 else 16.0

    @property
    def contract(self) -> float:
        """The width of the contracts; 0 where there are none."""
        if not self.lines:
            return 0.0
        extra = self.doubles * DOUBLES + self.trump * TRUMP
        taken = NUMBER + extra + TRICKS + len(self.positions) * (SEAT + self.player)
        return PAGE_WIDTH - 2 * MARGIN - taken

    @property
    def row(self) -> float:
        """The height of one deal: what the page allows, and no more than a hand needs."""
        return min(MOST_ROW, (ROOM - self.brought) / (self.last - self.first + 1))

    @property
    def font(self) -> float:
        """The size of the contracts, so that the longest line fits its column and all lines fit a deal."""
        return max(LEAST_FONT, min(MOST_FONT, (self.contract - 1.6) / self.longest, self.line * 2.5))

    @property
    def fits(self) -> bool:
        """Whether the longest line stays within its column."""
        return not self.lines or self.longest * self.font <= self.contract

    @property
    def longest(self) -> float:
        """The width of the longest line of contracts, for each point of its font."""
        return max((_width(line) for line in self.lines), default=1.0)

    @property
    def beside(self) -> float:
        """The room on either side of a code, for the circle: the more the column has to spare, the more."""
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
        """The width of the place where one signs; 2 mm are between them."""
        return (PAGE_WIDTH - 2 * MARGIN + 2) / len(self.positions) - 2

    @property
    def remarks_top(self) -> float:
        """Where the jury's box begins: under the totals."""
        rows = self.row * (self.last - self.first + 1)
        return NAMES_TOP + NAMES_HEIGHT + self.brought + rows + TOTAL_HEIGHT + GAP


def grid(positions: Sequence[int], first: int, last: int, rules: RuleSet, language: str, *, trump: bool) -> Grid:
    """The blank sheet of a rule set, its contracts on as many lines as let them be largest.

    Where the rule set's own names of contracts are too long for any, the usual ones stand there.
    """
    bare = Grid(tuple(positions), first, last, (), rules.doubles, trump and bool(rules.lines))
    own = _largest(bare, _groups(rules, language, rules))
    return own if own.fits else _largest(bare, _groups(rules, language))


def _largest(bare: Grid, groups: Sequence[Group]) -> Grid:
    """A sheet with these contracts on one line or several."""
    counts = range(1, min(MOST_LINES, max(1, len(groups))) + 1)
    divided = [replace(bare, lines=_in_lines(groups, count)) for count in counts]
    return max(divided, key=lambda one: (one.fits, one.font))


def spans(deals: int) -> list[tuple[int, int]]:
    """From and to which deal each sheet of a table goes, as evenly as can be."""
    sheets = -(-deals // MOST_DEALS)
    edges = [deals * sheet // sheets for sheet in range(sheets + 1)]
    return [(start + 1, end) for start, end in pairwise(edges)]


def _groups(rules: RuleSet, language: str, named: RuleSet | None = None) -> list[Group]:
    """The contracts in the order of the ladder, those with a name in common together; `named` may name them."""
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
    """ "Samen 8" is "Samen" and "8"; a name without a number at its end stays whole."""
    found = re.fullmatch(r"(.*\D)\s+(\d+)", name)
    return (found[1], found[2]) if found else (name, "")


def _in_lines(groups: Sequence[Group], count: int) -> tuple[tuple[Group, ...], ...]:
    """The groups in their order on at most so many lines, so that the longest is as short as can be."""
    count = min(count, len(groups))
    edges = [(0, *cuts, len(groups)) for cuts in combinations(range(1, len(groups)), count - 1)] if count else []
    lines = [[groups[start:end] for start, end in pairwise(edge)] for edge in edges]
    best = min(lines, key=lambda kept: max(_width(line) for line in kept), default=[])
    return tuple(tuple(line) for line in best)


def _width(line: Sequence[Group]) -> float:
    return sum(group.width for group in line)
