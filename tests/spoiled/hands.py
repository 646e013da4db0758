"""People who fill sheets: each has a pen, a movement, a size and a habit."""

from dataclasses import dataclass

import numpy as np

from tests.spoiled import gestures
from tests.spoiled.gestures import Gesture, Strokes
from tests.spoiled.ink import Pen

BLUE = Pen("ballpoint", 0.34, (0.17, 0.22, 0.58), full=0.85)
BLACK = Pen("ballpoint", 0.32, (0.14, 0.14, 0.17), full=0.82)
RED = Pen("ballpoint", 0.34, (0.75, 0.15, 0.2), full=0.85)
GREEN = Pen("ballpoint", 0.36, (0.1, 0.5, 0.3), full=0.85)
DRY = Pen("ballpoint", 0.32, (0.18, 0.22, 0.55), full=0.75, skips=0.42, uneven=0.25)
GEL = Pen("gel", 0.5, (0.05, 0.05, 0.08), full=0.97, bleeds=0.04, uneven=0.04)
FOUNTAIN = Pen("fountain pen", 0.5, (0.12, 0.18, 0.5), full=0.9, bleeds=0.05, uneven=0.2)
FELT = Pen("felt pen", 0.85, (0.06, 0.06, 0.07), full=0.95, bleeds=0.11, uneven=0.05)
MARKER = Pen("marker", 1.6, (0.05, 0.05, 0.09), full=0.97, bleeds=0.16, uneven=0.04)
RED_FELT = Pen("felt pen", 0.8, (0.85, 0.18, 0.2), full=0.92, bleeds=0.1, uneven=0.05)
FINELINER = Pen("fineliner", 0.3, (0.1, 0.1, 0.12), full=0.9, bleeds=0.04, uneven=0.05)
PENCIL = Pen("pencil", 0.42, (0.3, 0.3, 0.32), full=0.8, grain=0.5, uneven=0.2)
SOFT = Pen("soft pencil", 0.6, (0.2, 0.2, 0.22), full=0.85, grain=0.45, uneven=0.2)
HARD = Pen("hard pencil", 0.34, (0.45, 0.45, 0.47), full=0.62, grain=0.55, uneven=0.25)
COLOURED = Pen("coloured pencil", 0.55, (0.85, 0.4, 0.36), full=0.85, grain=0.45, uneven=0.2)
TURQUOISE = Pen("felt pen", 0.75, (0.3, 0.72, 0.8), full=0.92, bleeds=0.1, uneven=0.05)
FAINT = Pen("pencil hardly pressed", 0.4, (0.42, 0.42, 0.44), full=0.45, grain=0.6, uneven=0.25)


@dataclass(frozen=True, slots=True)
class Hand:
    """A person: the size of marks in bubbles' heights; where their middle is beside that of the bubble, in millimetres.

    `off` is the same in every mark, `stray` differs; `tremble` is in millimetres.
    """

    key: str
    pen: Pen
    gesture: Gesture
    size: float = 0.75
    vary: float = 0.1
    off: tuple[float, float] = (0.0, 0.0)
    stray: float = 0.22
    tremble: float = 0.0
    press: float = 0.08

    def strokes(self, rng: np.random.Generator, tall: float) -> Strokes:
        """One mark of this hand around (0, 0), for a bubble of this height."""
        strokes = self.gesture(rng, tall * self.size * float(np.clip(rng.normal(1, self.vary), 0.6, 1.5)))
        shift = np.array(self.off) + np.clip(rng.normal(0, self.stray, 2), -2 * self.stray, 2 * self.stray)
        return [stroke + shift + self._trembling(rng, stroke) for stroke in strokes]

    def _trembling(self, rng: np.random.Generator, stroke: np.ndarray) -> np.ndarray | float:
        return rng.normal(0, self.tremble, stroke.shape) if self.tremble else 0.0


HANDS = (
    Hand("blue crosses", BLUE, gestures.cross),
    Hand("small black crosses", BLACK, gestures.cross, size=0.5, stray=0.28),
    Hand("wild crosses", BLUE, gestures.cross, size=1.15, vary=0.16, stray=0.3),
    Hand("crosses in one movement", BLACK, gestures.looped_cross, size=0.8),
    Hand("stars", BLACK, gestures.star, size=0.75),
    Hand("upright crosses", GREEN, gestures.plus, size=0.7),
    Hand("ticks", BLUE, gestures.tick, size=0.85, stray=0.3),
    Hand("sharp ticks in gel", GEL, gestures.sharp_tick, size=0.75),
    Hand("slashes", BLACK, gestures.slash, size=0.95),
    Hand("dashes", BLUE, gestures.dash, size=0.75),
    Hand("scribbles", BLUE, gestures.scribble, size=0.75),
    Hand("filled densely", BLACK, gestures.dense, size=0.92, vary=0.05),
    Hand("filled in turns", FOUNTAIN, gestures.spiral, size=0.85),
    Hand("felt pen fills", FELT, gestures.scribble, size=0.7),
    Hand("felt pen crosses", FELT, gestures.cross, size=0.7),
    Hand("marker dabs", MARKER, gestures.dot, size=0.85, vary=0.15),
    Hand("red felt ticks", RED_FELT, gestures.tick, size=0.85),
    Hand("red crosses", RED, gestures.cross, size=0.8),
    Hand("circles", BLUE, gestures.ring, size=1.0, vary=0.06),
    Hand("circles in fineliner", FINELINER, gestures.ring, size=1.08, vary=0.06),
    Hand("fineliner crosses", FINELINER, gestures.cross, size=0.7),
    Hand("pencil crosses", PENCIL, gestures.cross, size=0.75),
    Hand("soft pencil fills", SOFT, gestures.scribble, size=0.8),
    Hand("hard pencil ticks", HARD, gestures.tick, size=0.85),
    Hand("faint pencil crosses", FAINT, gestures.cross, size=0.75),
    Hand("faint pencil slashes", FAINT, gestures.slash, size=0.95),
    Hand("pencil circles", PENCIL, gestures.ring, size=1.05, vary=0.06),
    Hand("skipping crosses", DRY, gestures.cross, size=0.8),
    Hand("crosses low and right", BLACK, gestures.cross, size=0.7, off=(0.4, 0.45), stray=0.15),
    Hand("coloured pencil ticks", COLOURED, gestures.tick, size=0.85),
    Hand("turquoise felt crosses", TURQUOISE, gestures.cross, size=0.72),
    Hand("now a cross, now a tick", BLUE, gestures.either, size=0.8),
    Hand("trembling crosses", BLUE, gestures.cross, size=0.85, vary=0.18, stray=0.3, tremble=0.18),
)

# How pens of any kind are: the nib in millimetres, how full their strokes are, how much grain and what the ball skips.
NIBS, FULLNESS, GRAIN, SKIPS = (0.22, 1.7), (0.45, 0.97), (0.35, 0.6), (0.15, 0.42)
# And hands: the size of marks in bubbles' heights, how far off their middle is at most, and how much it strays.
SIZES, FARTHEST, STRAYS = (0.4, 1.25), 1.2, (0.1, 0.34)


def any_hand(rng: np.random.Generator) -> Hand:
    """A hand that has no name: any pen, any movement, marks of any size, often beside their bubbles."""
    gesture = gestures.GESTURES[int(rng.integers(len(gestures.GESTURES)))]
    angle, far = rng.uniform(0, 2 * np.pi), FARTHEST * rng.uniform(0, 1) ** 2
    off = (float(far * np.cos(angle)), float(far * np.sin(angle)))
    size, stray = rng.uniform(*SIZES), rng.uniform(*STRAYS)
    tremble = float(rng.uniform(0.05, 0.2)) if rng.random() < 0.15 else 0.0
    key = f"any {gesture.__name__.replace('_', ' ')}"
    return Hand(key, any_pen(rng), gesture, float(size), float(rng.uniform(0.05, 0.18)), off, float(stray), tremble)


def any_pen(rng: np.random.Generator) -> Pen:
    """A pen of any colour: thin or thick, full or pale; a third are pencils."""
    low, high = np.log(NIBS)
    nib = float(np.exp(rng.uniform(low, high)))
    grey = rng.uniform(0.05, 0.45)
    light = np.clip(grey + rng.uniform(0, 0.6) * rng.permutation((1.0, 0.4, 0.0)), 0, 0.85)
    pencil, dry = rng.random() < 0.35, rng.random() < 0.1
    bleeds = 0.02 if pencil else float(rng.uniform(0.02, 0.15)) * min(1.0, nib)
    return Pen(
        "any",
        min(nib, 0.7) if pencil else nib,
        (float(light[0]), float(light[1]), float(light[2])),
        full=float(rng.uniform(*FULLNESS)),
        grain=float(rng.uniform(*GRAIN)) if pencil else 0.0,
        skips=float(rng.uniform(*SKIPS)) if dry and not pencil else 0.0,
        bleeds=bleeds,
        uneven=float(rng.uniform(0.04, 0.25)),
    )
