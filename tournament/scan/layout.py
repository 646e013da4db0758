"""The places of a score sheet: what is drawn on it and where the reader looks for ink.

A4 landscape, a row for each deal, a bubble for everything that can be marked. All measures are millimetres from the
upper left corner of the page. Nothing here depends on who plays.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import add
from typing import Literal

from scoring import RuleSet, words
from tournament.ranking import records
from tournament.scan.fiducials import Fiducial

# Goes up with every change after which a sheet that was printed before would be read wrongly; see EDITIONS.
VERSION = 2
PAGE_WIDTH, PAGE_HEIGHT = 297.0, 210.0
# Printers leave a margin of up to 6 mm.
EDGE = 6.0
CORNER, SMALL = 7.0, 4.0
# The grid, between the marks on either side.
LEFT, RIGHT = 10.8, 286.2
NUMBER, GAP = 6.0, 0.8
ROWS_TOP, ROWS_BOTTOM = 54.5, 177.7
NAMES_TOP, TOTALS, SIGNED_TOP, SIGNED_HEIGHT = 38.0, 6.5, 185.2, 10.6
MAX_DEALS, MAX_ROW = 16, 15.4
# From one bubble to the next: as wide as the page allows.
PITCHES = (5.1, 5.0, 4.9, 4.8, 4.7)
BETWEEN, TALLEST = 0.6, 4.6
# The cell for a running total, in which "−118" is written by hand, and one that holds the deal's points too.
GOOD_TOTAL, NARROW_TOTAL, BOTH = 12.0, 9.0, 21.0
# In the foot: the first bubble for a substitute, from the left edge, and from one to the next.
SUBSTITUTE, SUBSTITUTES = 6.0, 7.4
MAX_LABEL = 16
MAX_TRICKS = 13
SUITS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠", "NT": "–"}

BubbleKind = Literal[
    "contract",
    "pass",
    "tricks",
    "trump",
    "doubled",
    "jury",
    "misdeal",
    "declares",
    "made",
    "lost",
    "agreed",
    "substitute",
]
# Those of one player, in every row.
OWN_KINDS: tuple[BubbleKind, ...] = ("declares", "made", "lost")


@dataclass(frozen=True, slots=True)
class SheetEdition:
    """In what the sheets of one printing differ from those of another.

    `pair` has the two bubbles of a player in each row, as kind and text, where there is room for two. In the foot each
    player has one share of the width to sign in; `shares_before` and `shares_after` are what is on either side. Where
    players `agree`, each has a bubble for that and one for a substitute within the share; otherwise those for
    substitutes are apart, before all signatures.
    """

    pair: tuple[tuple[BubbleKind, str], tuple[BubbleKind, str]]
    shares_before: float
    shares_after: float
    agree: bool


# All in which a sheet may come back. In the first a misère was lost by a second mark, which a fax could lose, and every
# signature reached the bubbles beside it.
EDITIONS = {
    1: SheetEdition((("declares", "{}"), ("lost", "−")), 0.0, 1.2, agree=True),
    2: SheetEdition((("made", "{}+"), ("lost", "{}−")), 1.65, 0.95, agree=False),
}


@dataclass(frozen=True, slots=True)
class SheetForm:
    """What all sheets of one kind have in common: the positions, the deals, and how many the table plays."""

    positions: tuple[int, ...]
    first: int
    last: int
    planned: int

    @property
    def part(self) -> int:
        """Which of the table's sheets it is."""
        return spans(self.planned).index((self.first, self.last)) + 1

    @property
    def parts(self) -> int:
        """How many sheets the table has."""
        return len(spans(self.planned))


@dataclass(frozen=True, slots=True)
class BubbleColumn:
    """A bubble of every row: what marking it says (a contract's key, a number of tricks, a position …) and its centre.

    `text` is printed in it.
    """

    kind: BubbleKind
    value: str
    text: str
    x: float


@dataclass(frozen=True, slots=True)
class PageBubble:
    """One bubble of the page: its deal (0 if it is about the whole sheet), what it says, and its centre."""

    deal: int
    kind: BubbleKind
    value: str
    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Head:
    """What is printed over some columns: contracts that share a name, the tricks, the trumps."""

    label: str
    left: float
    right: float


@dataclass(frozen=True, slots=True)
class SeatPart:
    """A player's part of a row: from `left` to `right`, bubbles up to `cell`, then points (if there is room) and total.

    `split` is where the total begins; it is `cell` where only the total is written.
    """

    position: int
    left: float
    cell: float
    split: float
    right: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet: its columns and what is over them, the players' parts, and the distance between bubbles."""

    edition: int
    form: SheetForm
    pitch: float
    columns: tuple[BubbleColumn, ...]
    heads: tuple[Head, ...]
    seat_parts: tuple[SeatPart, ...]

    @property
    def wide(self) -> float:
        """The width of a bubble."""
        return self.pitch - BETWEEN

    @property
    def tall(self) -> float:
        """The height of a bubble."""
        return min(TALLEST, self.row - 2.4)

    @property
    def brought(self) -> float:
        """The height of the line for totals carried over from the previous sheet; 0 on the first one."""
        return TOTALS if self.form.first > 1 else 0.0

    @property
    def rows_top(self) -> float:
        """The upper edge of the first deal."""
        return ROWS_TOP + self.brought

    @property
    def row(self) -> float:
        """The height of one deal."""
        return min(MAX_ROW, (ROWS_BOTTOM - self.rows_top) / len(self.deals))

    @property
    def rows_bottom(self) -> float:
        """The lower edge of the last deal, under which the totals are."""
        return self.rows_top + len(self.deals) * self.row

    @property
    def deals(self) -> range:
        """The numbers of the deals."""
        return range(self.form.first, self.form.last + 1)

    @property
    def tells_lost(self) -> bool:
        """Whether each player has two bubbles, which tell who lost a misère or a piccolo."""
        return any(column.kind == "lost" for column in self.columns)

    def middle(self, deal: int) -> float:
        """The vertical centre of a deal."""
        return self.rows_top + (deal - self.form.first + 0.5) * self.row

    def dealer(self, deal: int) -> int:
        """The position that deals."""
        return records.dealer(self.form.positions, deal)

    def spots(self) -> Iterator[PageBubble]:
        """All bubbles of the page, deal by deal; then those about the whole sheet. Who sits out has none."""
        for deal in self.deals:
            playing = {str(position) for position in records.playing(self.form.positions, deal)}
            for column in self.columns:
                if column.kind not in OWN_KINDS or column.value in playing:
                    yield PageBubble(deal, column.kind, column.value, column.text, column.x, self.middle(deal))
        yield from self._about_the_sheet()

    def totals(self) -> Iterator[tuple[int, int, float, float]]:
        """The middle of each cell in which a player's running total may stand: deal, position, x and y."""
        for deal in self.deals:
            for part in self.seat_parts:
                yield deal, part.position, (part.split + part.right) / 2, self.middle(deal)

    def signed(self, at: int) -> tuple[float, float]:
        """The left and right edge of the box in which the player in this column signs; the jury's is the next one."""
        players, edition = len(self.form.positions), EDITIONS[self.edition]
        wide = (RIGHT - LEFT) / (players + edition.shares_before + edition.shares_after)
        left, right = (LEFT + (edition.shares_before + edge) * wide for edge in (at, at + 1))
        return left, right if at < players else RIGHT

    def fiducials(self) -> tuple[Fiducial, ...]:
        """The squares around the page: at the corners, along its edges, and beside every fourth deal."""
        right, bottom = PAGE_WIDTH - EDGE - CORNER, PAGE_HEIGHT - EDGE - CORNER
        corners = ((EDGE, EDGE), (right, EDGE), (right, bottom), (EDGE, bottom))
        squares = [Fiducial(number, left, top, CORNER) for number, (left, top) in enumerate(corners)]
        for at in range(4):
            left = PAGE_WIDTH * (at + 1) / 5 - SMALL / 2
            squares.append(Fiducial(4 + at, left, EDGE, SMALL))
            squares.append(Fiducial(8 + at, left, PAGE_HEIGHT - EDGE - SMALL, SMALL))
        for at, after in enumerate(sorted({*range(0, len(self.deals), 4), len(self.deals)})):
            top = self.rows_top + after * self.row - SMALL / 2
            squares.append(Fiducial(12 + at, EDGE, top, SMALL))
            squares.append(Fiducial(17 + at, PAGE_WIDTH - EDGE - SMALL, top, SMALL))
        return tuple(squares)

    def _about_the_sheet(self) -> Iterator[PageBubble]:
        if not self.columns:
            return
        y, agree = SIGNED_TOP + SIGNED_HEIGHT - 3.4, EDITIONS[self.edition].agree
        for at, position in enumerate(self.form.positions):
            right = self.signed(at)[1]
            x = right - 17.0 if agree else LEFT + SUBSTITUTE + at * SUBSTITUTES
            yield PageBubble(0, "substitute", str(position), "", x, y)
            if agree:
                yield PageBubble(0, "agreed", str(position), "", right - 6.0, y)


def spans(deals: int) -> list[tuple[int, int]]:
    """The first and last deal of each sheet of a table, divided as evenly as possible."""
    sheets = -(-deals // MAX_DEALS)
    edges = [deals * sheet // sheets for sheet in range(sheets + 1)]
    return [(start + 1, end) for start, end in pairwise(edges)]


def layout(form: SheetForm, rules: RuleSet, language: str, *, trump: bool, edition: int = VERSION) -> Layout:
    """The sheet of a rule set with the widest bubbles that leave each player room for a total.

    Where even the narrowest do not, who lost a misère is not told apart, and the reader asks. KeyError if there is no
    such edition.
    """
    players = len(form.positions)
    personal = any(line.contract.kind == "personal" for line in rules.lines.values())
    for lost, minimum, pitches in (
        (personal, GOOD_TOTAL, PITCHES),
        (personal, NARROW_TOTAL, PITCHES[-1:]),
        (False, GOOD_TOTAL, PITCHES),
        (False, 0.0, PITCHES[-1:]),
    ):
        groups = _groups(rules, language, trump=trump)
        own = (1 + lost) * bool(rules.lines)
        for pitch in pitches:
            # Added one by one: from Python 3.12 on, sum() rounds once, and no bubble may move with the Python.
            grouped = reduce(add, (group.gap + pitch * len(group.columns) for group in groups), 0.0)
            taken = NUMBER + grouped + pitch * own * players
            total = (RIGHT - LEFT - taken) / players
            if total >= minimum:
                return _lay_out(edition, form, groups, pitch, own, total)
    raise AssertionError("the last width is always enough")


@dataclass(slots=True)
class _Group:
    """Columns under one name, from left to right, each with its kind, value and text; and the space after them."""

    label: str
    columns: list[tuple[BubbleKind, str, str]]
    gap: float = 0.0


def _lay_out(
    edition: int, form: SheetForm, column_groups: Sequence[_Group], pitch: float, bubbles_each: int, total: float
) -> Layout:
    columns: list[BubbleColumn] = []
    heads: list[Head] = []
    seats: list[SeatPart] = []
    left = LEFT + NUMBER
    for group in column_groups:
        heads.append(Head(group.label, left, left + pitch * len(group.columns)))
        columns += [BubbleColumn(*column, left + pitch * (at + 0.5)) for at, column in enumerate(group.columns)]
        left = heads[-1].right + group.gap
    for at, position in enumerate(form.positions):
        begin = RIGHT - (len(form.positions) - at) * (bubbles_each * pitch + total)
        single: tuple[tuple[BubbleKind, str], ...] = (("declares", "{}"),)
        own = EDITIONS[edition].pair if bubbles_each == 2 else single[:bubbles_each]
        columns += [
            BubbleColumn(kind, str(position), text.format(position), begin + pitch * (n + 0.5))
            for n, (kind, text) in enumerate(own)
        ]
        cell = begin + bubbles_each * pitch
        seats.append(SeatPart(position, begin, cell, cell + (total * 0.42 if total >= BOTH else 0.0), cell + total))
    return Layout(edition, form, pitch, tuple(columns), tuple(heads), tuple(seats))


def _groups(rules: RuleSet, language: str, *, trump: bool) -> list[_Group]:
    """The columns before the players', from left to right, those under one name together."""
    if not rules.lines:
        return []
    tricks: list[tuple[BubbleKind, str, str]] = [("tricks", str(count), str(count)) for count in range(MAX_TRICKS + 1)]
    groups = [*_contracts(rules, language), _Group("pass", [("pass", "", "0")], GAP), _Group("tricks", tricks, GAP)]
    trumps = {code for line in rules.lines.values() for code in line.contract.trumps(line.trump)}
    if trump and trumps:
        groups.append(_Group("trump", [("trump", code, sign) for code, sign in SUITS.items() if code in trumps], GAP))
    if rules.doubles:
        groups.append(_Group("doubled", [("doubled", "", "×")]))
    if rules.jury:
        groups.append(_Group("jury", [("jury", "", "J")]))
    return [*groups, _Group("misdeal", [("misdeal", "", "M")], GAP)]


def _contracts(rules: RuleSet, language: str) -> list[_Group]:
    """The contracts in the order of the ladder, grouped by common name."""
    by_label: dict[str, _Group] = {}
    for key in rules.lines:
        name = words.contract_short(key, language, rules)
        if len(name) > MAX_LABEL:
            name = words.contract_short(key, language)
        label, number = _apart(name)
        by_label.setdefault(label, _Group(label, [])).columns.append(("contract", key, number or _initials(label)))
    return list(by_label.values())


def _apart(name: str) -> tuple[str, str]:
    """The name split from its number: "Samen 8" into "Samen" and "8"; a name without a final number stays whole."""
    match = re.fullmatch(r"(.*\D)\s+(\d+)", name)
    return (match[1], match[2]) if match else (name, "")


def _initials(name: str) -> str:
    return "".join(word[0] for word in re.findall(r"[^\W\d]+", name))[:3].upper()
