"""A table's writer: fills a sheet in as people do, and says what was meant and which rows nobody could be sure of."""

import random
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from scoring.game.contracts import CONTRACTS
from tests.filled import marks
from tests.filled.blanks import Blank
from tests.filled.marks import Mark, Strokes
from tests.filled.pens import PENS, Colours, Pen, Point, draw, line
from tournament.demo.play import result
from tournament.ranking import records
from tournament.scan.layout import SIGNED_TOP, PageBubble
from tournament.seating.rng import Chance

Meant = frozenset[tuple[str, str]]
# Of a hundred rows, so many go wrong in some way; of a hundred deals, nobody bids in so many.
SLIPS, PASSED = 6, 4


@dataclass
class Filled:
    """A sheet with what was written on it: per deal what was meant, and what makes some rows ambiguous."""

    paper: Colours
    text: str
    pen: str
    style: str
    meant: dict[int, Meant] = field(default_factory=dict)
    unclear: dict[int, str] = field(default_factory=dict)


class Writer:
    """One person with a pen and habits, at one sheet."""

    def __init__(self, blank: Blank, seed: str) -> None:
        self.blank, self.chance = blank, random.Random(seed)
        self.lots = Chance(seed)
        self.pen: Pen = _drawn(PENS, self.chance)
        self.mark: Mark = _drawn(marks.USUAL, self.chance)
        # How large, how far beside the middle, how hard.
        self.size = blank.shape.wide * self.chance.uniform(0.8, 1.15)
        self.beside = self.chance.uniform(0.1, 0.4)
        self.pressure = self.chance.uniform(0.75, 1.15)
        self.spots: dict[tuple[int, str, str], PageBubble] = {
            (spot.deal, spot.kind, spot.value): spot for spot in blank.shape.spots()
        }
        paper = np.repeat(blank.paper[:, :, None], 3, axis=2)
        self.sheet = Filled(paper, blank.text, self.pen.name, self.mark.__name__)

    def fill(self) -> Filled:
        """The sheet, filled in."""
        for deal in self.blank.shape.deals:
            self._deal(deal)
        self._totals()
        self._signed()
        return self.sheet

    def _deal(self, deal: int) -> None:
        meant = self._played(deal)
        self.sheet.meant[deal] = frozenset(meant)
        slips = self.chance.randrange(100) < SLIPS and meant[0][0] == "contract"
        slip = self.chance.choice(_SLIPS) if slips else None
        wrong = slip(self, deal, meant) if slip else None
        if wrong:
            self.sheet.unclear[deal] = wrong
            return
        for one in meant:
            self._put(deal, one)

    def _played(self, deal: int) -> list[tuple[str, str]]:
        """What is to be marked for a deal as it might be played."""
        if self.chance.randrange(100) < PASSED:
            return [("pass", "")]
        rules, shape = self.blank.rules, self.blank.shape
        seats = records.playing(shape.form.positions, deal)
        trump = any(column.kind == "trump" for column in shape.columns)
        played = result(rules, list(seats), self.lots, trump=trump)
        found = [("contract", str(played["contract"]))]
        found += self._declarers(deal, played)
        if "trump" in played:
            found.append(("trump", played["trump"]))
        if played.get("jury") == "allowed":
            found.append(("jury", ""))
        return [one for one in found if (deal, *one) in self.spots]

    def _declarers(self, deal: int, played: dict[str, Any]) -> list[tuple[str, str]]:
        """Who declares, and how it went: tricks of a side, + or − of each alone, or both as the sheet has it."""
        contract, seats = CONTRACTS[played["contract"]], played["declarers"]
        own = dict(zip(seats, _each(played["tricks"], seats), strict=True))
        lost = [("lost", str(seat)) for seat, tricks in own.items() if not contract.made_with(tricks)]
        made = [("made", str(seat)) for seat, tricks in own.items() if contract.made_with(tricks)]
        tricks = [("tricks", str(played["tricks"]))] if contract.kind == "team" else []
        if any((deal, "made", str(seat)) in self.spots for seat in seats):
            return [*made, *lost, *tricks]
        return [*(("declares", str(seat)) for seat in seats), *(tricks or lost)]

    def _put(self, deal: int, one: tuple[str, str], mark: Mark | None = None, pressure: float = 1.0) -> None:
        spot = self.spots[(deal, *one)]
        self._write((mark or self.mark)(self._near(spot), self.size, self.chance), pressure)

    def _near(self, spot: PageBubble) -> Point:
        most = 0.8
        dx, dy = (max(-most, min(most, self.chance.gauss(0, self.beside))) for _ in range(2))
        return spot.x + dx, spot.y + dy

    def _write(self, strokes: Strokes, pressure: float = 1.0) -> None:
        for stroke in strokes:
            hard = self.pressure * pressure * self.chance.uniform(0.85, 1.15)
            draw(self.sheet.paper, stroke, self.pen, self.chance, hard)

    def _totals(self) -> None:
        """Running totals in the cells, and here and there a digit that sticks out."""
        totals = {seat.position: 0 for seat in self.blank.shape.seat_parts}
        for deal in self.blank.shape.deals:
            for seat in self.blank.shape.seat_parts:
                totals[seat.position] += self.chance.randint(-12, 14)
                text = str(totals[seat.position])
                room = seat.right - seat.split - 1.6
                wide = min(2.6, room / len(text))
                tall = self.chance.uniform(3.0, 4.6)
                left = seat.split + 0.6 + self.chance.uniform(0, max(0.0, room - wide * len(text)) + 0.3)
                top = self.blank.shape.middle(deal) - tall / 2 + self.chance.gauss(0, 0.4)
                self._write(marks.number(text, left, top, tall, wide, self.chance))

    def _signed(self) -> None:
        shape = self.blank.shape
        meant = []
        for at, position in enumerate(shape.form.positions):
            left, _right = shape.signed(at)
            x, y = left + 4, SIGNED_TOP + 6
            path = [(x + n * 1.1 + self.chance.gauss(0, 0.8), y + self.chance.gauss(0, 1.8)) for n in range(14)]
            self._write([path])
            if (0, "agreed", str(position)) in self.spots and self.chance.random() < 0.8:
                meant.append(("agreed", str(position)))
                self._put(0, meant[-1])
        self.sheet.meant[0] = frozenset(meant)

    # --- Slips of the pen: each does what it says, and says what it is; None if this row has nothing to do it with.

    def _other(self, one: tuple[str, str], deal: int) -> tuple[str, str]:
        """Another bubble of the same kind, often the next one."""
        alike = [(kind, value) for at, kind, value in self.spots if at == deal and kind == one[0] and value != one[1]]
        here = self.spots[(deal, *one)].x
        alike.sort(key=lambda other: abs(self.spots[(deal, *other)].x - here))
        return alike[0] if self.chance.random() < 0.6 else self.chance.choice(alike)

    def _two(self, deal: int, meant: list[tuple[str, str]]) -> str:
        for one in [*meant, self._other(self._choice(meant), deal)]:
            self._put(deal, one)
        return "two"

    def _choice(self, meant: list[tuple[str, str]]) -> tuple[str, str]:
        return self.chance.choice([one for one in meant if one[0] in ("contract", "tricks")] or meant)

    def _undone(self, deal: int, meant: list[tuple[str, str]]) -> str:
        how = self.chance.choice([marks.blackened, marks.struck])
        wrong = self._other(self._choice(meant), deal)
        self._put(deal, wrong)
        self._put(deal, wrong, how)
        for one in meant:
            self._put(deal, one)
        return how.__name__

    def _faint(self, deal: int, meant: list[tuple[str, str]]) -> str:
        faint = self._choice(meant)
        for one in meant:
            self._put(deal, one, pressure=self.chance.uniform(0.12, 0.35) if one == faint else 1.0)
        return "faint"

    def _missing(self, deal: int, meant: list[tuple[str, str]]) -> str:
        gone = self._choice(meant)
        for one in meant:
            if one != gone:
                self._put(deal, one)
        return "missing"

    def _between(self, deal: int, meant: list[tuple[str, str]]) -> str:
        unsure = self._choice(meant)
        here, there = self.spots[(deal, *unsure)], self.spots[(deal, *self._other(unsure, deal))]
        side = 0.5 * self.blank.shape.pitch * (1 if there.x > here.x else -1)
        for one in meant:
            if one != unsure:
                self._put(deal, one)
        self._write(self.mark((here.x + side, here.y), self.size, self.chance))
        return "between"

    def _stray(self, deal: int, meant: list[tuple[str, str]]) -> str:
        for one in meant:
            self._put(deal, one)
        spot = self.chance.choice([spot for at, spot in self.spots.items() if at[0] == deal])
        x, y = self._near(spot)
        length = self.chance.uniform(5, 30)
        self._write([line((x, y + 1), (x + length, y + self.chance.gauss(0, 2)), self.chance, 0.2)])
        return "stray"

    def _speck(self, deal: int, meant: list[tuple[str, str]]) -> str:
        for one in meant:
            self._put(deal, one)
        spot = self.chance.choice([spot for at, spot in self.spots.items() if at[0] == deal])
        self._write([line(self._near(spot), self._near(spot), self.chance)])
        return "speck"


_SLIPS = (
    Writer._two,
    Writer._undone,
    Writer._undone,
    Writer._faint,
    Writer._missing,
    Writer._between,
    Writer._stray,
    Writer._speck,
)


def _drawn(among: Any, chance: random.Random) -> Any:
    things, weights = zip(*among, strict=True)
    return chance.choices(things, weights)[0]


def _each(tricks: Any, declarers: list[int]) -> list[int]:
    if isinstance(tricks, dict):
        return [int(tricks[str(seat)]) if str(seat) in tricks else int(tricks[seat]) for seat in declarers]
    return [int(one) for one in tricks] if isinstance(tricks, list | tuple) else [int(tricks)] * len(declarers)


def fill(blank: Blank, seed: str) -> Filled:
    """A sheet as one writer hands it in."""
    return Writer(blank, seed).fill()
