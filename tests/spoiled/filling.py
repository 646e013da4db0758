"""A sheet filled by one or several hands, and the record of every mark."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from tests.spoiled import ink, results
from tests.spoiled.blanks import Blank, Spot
from tests.spoiled.gestures import Strokes
from tests.spoiled.hands import Hand
from tests.spoiled.ink import Paper, Pen, Trace
from tests.spoiled.results import Mark, Meant

Box = tuple[float, float, float, float]
# A mark that is whole: its middle is so near to that of its bubble, in millimetres; it has this part of what its hand
# usually leaves, and is as dark.
MAX_OFF, MIN_INK, MIN_DARKNESS = 0.9, 0.5, 0.65


@dataclass(slots=True)
class Row:
    """What somebody wanted to say of a deal, whether it was played at all, and what was done to its bubbles.

    A row that is void says that its marks do not count: only a question is right.
    """

    meant: Meant
    hand: str = ""
    is_played: bool = True
    why: list[str] = field(default_factory=list)
    is_void: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether every mark is whole and alone."""
        return not self.why


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """A mark that its writer wants read, and what it left."""

    deal: int
    hand: str
    spot: Spot
    trace: Trace


@dataclass(slots=True)
class Filled:
    """A sheet with what was written on it; `foot` are the bubbles at its foot that are to be read."""

    blank: Blank
    sheet: Paper
    rows: dict[int, Row]
    foot: set[Mark] = field(default_factory=set)
    marks: list[DrawnMark] = field(default_factory=list)

    def touch(self, box: Box, why: str, deals: Iterable[int] | None = None) -> None:
        """Something lies on a part of the page: the rows whose bubbles it reaches are not clear any more."""
        wide, tall = self.blank.wide / 2, self.blank.tall / 2
        for deal in self.rows if deals is None else deals:
            for spot in self.blank.by_deal[deal].values():
                if (
                    box[0] < spot.x + wide
                    and spot.x - wide < box[2]
                    and box[1] < spot.y + tall
                    and spot.y - tall < box[3]
                ):
                    self.rows[deal].why.append(why)
                    break

    def draw(
        self, pen: Pen, strokes: Strokes, at: tuple[float, float], rng: np.random.Generator, press: float = 1
    ) -> Trace:
        """Draws strokes around a place, in millimetres."""
        whole = Trace()
        for stroke in strokes:
            whole.add(ink.draw(self.sheet, pen, stroke + np.array(at), rng, press))
        return whole

    def mark(
        self,
        hand: Hand,
        spot: Spot,
        rng: np.random.Generator,
        press: float = 1,
        shift: tuple[float, float] = (0.0, 0.0),
    ) -> Trace:
        """Marks a bubble as this hand does."""
        usual = float(np.clip(rng.normal(1, hand.press), 0.7, 1.3))
        strokes = hand.strokes(rng, self.blank.tall)
        return self.draw(hand.pen, strokes, (spot.x + shift[0], spot.y + shift[1]), rng, press * usual)

    def record(self, deal: int, hand: Hand, spot: Spot, trace: Trace) -> None:
        """A mark that is to be read."""
        self.marks.append(DrawnMark(deal, hand.key, spot, trace))

    def judge_marks(self) -> None:
        """Finds the marks that are not whole, beside what their hand usually makes."""
        by_hand: dict[str, list[DrawnMark]] = defaultdict(list)
        for mark in self.marks:
            by_hand[mark.hand].append(mark)
        for marks in by_hand.values():
            usual = float(np.median([mark.trace.ink for mark in marks]))
            dark = float(np.median([mark.trace.ink / max(mark.trace.area, 1e-6) for mark in marks]))
            for mark in marks:
                why = self.rows[mark.deal].why
                if np.hypot(mark.trace.x - mark.spot.x, mark.trace.y - mark.spot.y) > MAX_OFF:
                    why.append("off its bubble")
                if mark.trace.ink < MIN_INK * usual:
                    why.append("less than usual")
                elif mark.trace.ink / max(mark.trace.area, 1e-6) < MIN_DARKNESS * dark:
                    why.append("paler than usual")


def begin(blank: Blank, tone: tuple[float, float, float], rng: np.random.Generator, empty: int = 0) -> Filled:
    """A sheet on which nothing is written yet, and what is going to be meant; the last `empty` deals are not played."""
    played = blank.deals[: len(blank.deals) - empty]
    rows = {
        deal: Row(results.play(blank, deal, rng)) if deal in played else Row(frozenset(), is_played=False)
        for deal in blank.deals
    }
    return Filled(blank, ink.paper(blank.picture, tone), rows)
