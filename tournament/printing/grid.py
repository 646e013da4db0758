"""How the blank score sheet is divided: which contracts stand on which line, and every width and height on one A4.

All measures are millimetres, fonts in points. Nothing here knows who plays.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from scoring import RuleSet, words
from tournament import facts

PAGE_WIDTH, PAGE_HEIGHT, MARGIN = 210, 297, 10
# So many deals fit a sheet; a table that plays more has several.
MOST_DEALS = 32
NAMES_TOP, NAMES_HEIGHT = 40.0, 14.0
TOTAL_HEIGHT = 8.0
SIGNATURES_TOP, SIGNATURES_HEIGHT = 264.0, 17.0
LEAST_REMARKS = 15.0
MOST_ROW, COMFORTABLE_ROW = 12.5, 8.5
NUMBER, TRICKS, DOUBLES, TRUMP, SEAT = 7.0, 9.5, 7.0, 12.5, 3.8
# What a sign, the space round a code and that after a group take: millimetres for each point of the font.
SIGN, ROUND_CODE, AFTER_GROUP = 0.19, 0.27, 0.25
LEAST_FONT, MOST_FONT = 4.5, 9.5


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
    def player(self) -> float:
        """The width of one player: his points and his running total."""
        if not self.lines:
            return (PAGE_WIDTH - 2 * MARGIN - NUMBER) / len(self.positions)
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
        return _row_height(self.last - self.first + 1)

    @property
    def font(self) -> float:
        """The size of the contracts, so that the longest line fits its column and all lines fit a deal."""
        longest = max((_width(line) for line in self.lines), default=1.0)
        return max(LEAST_FONT, min(MOST_FONT, (self.contract - 1.6) / longest, self.line * 2.5))

    @property
    def line(self) -> float:
        """The height of one line of contracts, with room for a circle."""
        return self.row / max(1, len(self.lines)) * 0.9

    @property
    def names_left(self) -> float:
        """Where the first player's column begins."""
        return PAGE_WIDTH - MARGIN - len(self.positions) * self.player

    @property
    def name_fonts(self) -> tuple[float, float]:
        """The size of a name over its column, usual and long: a family name of a dozen letters stays on one line."""
        return (8.5, 6.4) if len(self.positions) < 5 else (7.2, 5.3)

    @property
    def signature(self) -> float:
        """The width of the place where one signs; 2 mm are between them."""
        return (PAGE_WIDTH - 2 * MARGIN + 2) / len(self.positions) - 2

    @property
    def remarks_top(self) -> float:
        """Where the jury's box begins: under the totals."""
        return NAMES_TOP + NAMES_HEIGHT + self.row * (self.last - self.first + 1) + TOTAL_HEIGHT + 2


def grid(positions: Sequence[int], first: int, last: int, rules: RuleSet, language: str, *, trump: bool) -> Grid:
    """The blank sheet of a rule set."""
    groups = _groups(rules, language)
    lines = _in_lines(groups, 3 if _row_height(last - first + 1) >= COMFORTABLE_ROW else 2)
    return Grid(tuple(positions), first, last, lines, rules.doubles, trump and bool(groups))


def spans(deals: int) -> list[tuple[int, int]]:
    """From and to which deal each sheet of a table goes, as evenly as can be."""
    sheets = -(-deals // MOST_DEALS)
    edges = [deals * sheet // sheets for sheet in range(sheets + 1)]
    return [(start + 1, end) for start, end in pairwise(edges)]


def _row_height(deals: int) -> float:
    room = SIGNATURES_TOP - 2 - LEAST_REMARKS - 2 - TOTAL_HEIGHT - NAMES_TOP - NAMES_HEIGHT
    return min(MOST_ROW, room / deals)


def _groups(rules: RuleSet, language: str) -> list[Group]:
    """The contracts in the order of the ladder, those with a name in common together."""
    found: dict[str, list[Code]] = {}
    for key in rules.lines:
        label, number = _apart(words.contract_short(key, language, rules))
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
