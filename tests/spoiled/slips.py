"""What goes wrong while a row is filled: corrections of every kind, marks that miss, ink that runs."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.spoiled import gestures
from tests.spoiled.blanks import DOTS, Spot
from tests.spoiled.filling import Box, Filled
from tests.spoiled.hands import Hand
from tests.spoiled.ink import Trace
from tests.spoiled.results import Mark


@dataclass(frozen=True, slots=True)
class Writing:
    """A hand at a row."""

    filled: Filled
    deal: int
    hand: Hand
    rng: np.random.Generator

    @property
    def spots(self) -> dict[Mark, Spot]:
        """The bubbles of the row."""
        return self.filled.blank.by_deal[self.deal]

    @property
    def meant(self) -> list[Mark]:
        """The bubbles to be marked, from the left."""
        return sorted(self.filled.rows[self.deal].meant, key=lambda mark: self.spots[mark].x)

    def write(self, *left_out: Mark) -> None:
        """Marks all that is meant, except for some."""
        for mark in self.meant:
            if mark not in left_out:
                self.write_one(mark)

    def write_one(self, mark: Mark, press: float = 1, shift: tuple[float, float] = (0.0, 0.0)) -> Trace:
        """Marks one bubble that is meant."""
        trace = self.filled.mark(self.hand, self.spots[mark], self.rng, press, shift)
        self.filled.record(self.deal, self.hand, self.spots[mark], trace)
        return trace

    def mistake(self) -> tuple[Mark, Mark]:
        """A bubble that is meant, and one near it of the same kind that was marked first."""
        by_kind = {
            mark: [other for other in self.spots if other[0] == mark[0] and other not in self.meant]
            for mark in self.meant
        }
        marks = [mark for mark in self.meant if by_kind[mark]] or [self.meant[0]]
        mark = marks[self.rng.integers(len(marks))]
        others = by_kind[mark] or [other for other in self.spots if other not in self.meant]
        others.sort(key=lambda other: abs(self.spots[other].x - self.spots[mark].x))
        return mark, others[min(int(self.rng.exponential(1.2)), len(others) - 1)]

    def scratch(self, mark: Mark) -> Spot:
        """Marks a bubble that was not meant."""
        spot = self.spots[mark]
        self.filled.mark(self.hand, spot, self.rng)
        return spot

    def strokes(self, strokes: gestures.Strokes, spot: Spot, press: float = 1) -> Trace:
        """Draws at a bubble with the pen of this hand."""
        return self.filled.draw(self.hand.pen, strokes, (spot.x, spot.y), self.rng, press)


def blackened(row: Writing) -> None:
    """As the sheet tells: the wrong bubble is blackened, the right one marked."""
    _right, wrong = row.mistake()
    spot = row.scratch(wrong)
    for _layer in range(row.rng.integers(1, 3)):
        row.strokes(gestures.dense(row.rng, row.filled.blank.tall * row.rng.uniform(0.9, 1.1)), spot, 1.1)
    row.write()


def struck_out(row: Writing) -> None:
    """Lines through the wrong mark."""
    _right, wrong = row.mistake()
    spot = row.scratch(wrong)
    for _line in range(row.rng.integers(2, 5)):
        row.strokes(
            gestures.dash(row.rng, row.filled.blank.tall * 1.25), replace(spot, y=spot.y + row.rng.normal(0, 0.8))
        )
    row.write()


def right_circled(row: Writing) -> None:
    """Both are marked, and a circle says which one counts."""
    right, wrong = row.mistake()
    row.scratch(wrong)
    row.write(*([right] if row.rng.random() < 0.4 else []))
    row.strokes(gestures.ring(row.rng, row.filled.blank.tall * 1.2), row.spots[right])


def wrong_crossed(row: Writing) -> None:
    """The wrong one was circled first and is crossed out; the right one is circled, as this row now goes on."""
    _right, wrong = row.mistake()
    for mark in [wrong, *row.meant]:
        row.strokes(gestures.ring(row.rng, row.filled.blank.tall * 1.08), row.spots[mark])
    row.strokes(gestures.cross(row.rng, row.filled.blank.tall * 1.1), row.spots[wrong])


def arrow(row: Writing) -> None:
    """An arrow from the wrong bubble to the right one, which is marked or is not."""
    right, wrong = row.mistake()
    spot, target = row.scratch(wrong), row.spots[right]
    toward = 1 if target.x > spot.x else -1
    start, end = (spot.x + toward * 1.2, spot.y), (target.x - toward * row.rng.uniform(0.2, 2.2), target.y)
    row.filled.draw(row.hand.pen, gestures.arrow(start, end, row.rng), (0, 0), row.rng)
    row.write(*([right] if row.rng.random() < 0.5 else []))


def corrected_white(row: Writing) -> None:
    """White fluid over the wrong mark."""
    _right, wrong = row.mistake()
    dab(row.filled, row.scratch(wrong), row.rng)
    row.write()


def written_on_white(row: Writing) -> None:
    """So much white fluid that the right bubble is under it too; the mark is made on top."""
    right, wrong = row.mistake()
    spot, target = row.scratch(wrong), row.spots[right]
    if abs(spot.x - target.x) < 12:
        dab(row.filled, replace(spot, x=(spot.x + target.x) / 2), row.rng, abs(spot.x - target.x) + 5)
    else:
        dab(row.filled, spot, row.rng)
        dab(row.filled, target, row.rng)
    row.write()


def dab(filled: Filled, spot: Spot, rng: np.random.Generator, wide: float = 0.0) -> Box:
    """A dab of white fluid: a little whiter than paper, its edge a little darker; it may not cover all."""
    wide, tall = wide or rng.uniform(4.2, 7.5), rng.uniform(4, 6.5)
    x, y = spot.x + rng.normal(0, 0.5), spot.y + rng.normal(0, 0.4)
    box = (x - wide / 2 - 0.5, y - tall / 2 - 0.5, x + wide / 2 + 0.5, y + tall / 2 + 0.5)
    mask = blob(filled, box, rng, 0.25)
    rows, columns = filled.sheet.patch(box)
    patch = filled.sheet.light[rows, columns].astype(np.float32)
    cover = (mask * rng.uniform(0.88, 1.0))[:, :, None]
    edge = (cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((3, 3))) * rng.uniform(0, 26))[:, :, None]
    white = np.array((251, 253, 254), np.float32) - rng.uniform(0, 5)
    filled.sheet.light[rows, columns] = np.clip(patch * (1 - cover) + white * cover - edge, 0, 255).astype(np.uint8)
    return box


def blob(filled: Filled, box: Box, rng: np.random.Generator, rough: float) -> np.ndarray:
    """An uneven patch that fills a box: 0 to 1."""
    rows, columns = filled.sheet.patch(box)
    tall, wide = rows.stop - rows.start, columns.stop - columns.start
    mask = np.zeros((max(1, tall), max(1, wide)), np.uint8)
    angle = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    waves = sum(rng.normal(0, rough / order) * np.cos(order * angle + rng.uniform(0, 6)) for order in range(2, 6))
    reach = np.clip(0.9 + waves, 0.4, 1.05)
    x, y = (wide / 2) * (1 + reach * np.cos(angle)), (tall / 2) * (1 + reach * np.sin(angle))
    cv2.fillPoly(mask, [np.column_stack([x, y]).astype(np.int32)], 255, cv2.LINE_AA)
    return cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[:tall, :wide] / 255


def erased(row: Writing) -> None:
    """The wrong mark was rubbed out: a grey ghost remains."""
    _right, wrong = row.mistake()
    spot, tall = row.spots[wrong], row.filled.blank.tall
    rows, columns = row.filled.sheet.patch((spot.x - tall, spot.y - tall, spot.x + tall, spot.y + tall))
    before = row.filled.sheet.light[rows, columns].astype(np.float32)
    row.scratch(wrong)
    after = row.filled.sheet.light[rows, columns].astype(np.float32)
    ink = cv2.GaussianBlur(before - after, (0, 0), row.rng.uniform(0.8, 2.5))
    rubbed = cv2.GaussianBlur(before - after, (0, 0), sigmaX=row.rng.uniform(8, 16), sigmaY=6)
    ghost = row.rng.uniform(0.06, 0.3) * ink + row.rng.uniform(0.1, 0.4) * rubbed
    row.filled.sheet.light[rows, columns] = np.clip(before - ghost, 0, 255).astype(np.uint8)
    row.write()


def smeared(row: Writing) -> None:
    """A sleeve over wet ink: one mark is drawn out to the right, over its neighbours."""
    row.write()
    spot = row.spots[row.meant[row.rng.integers(len(row.meant))]]
    reach, tall = row.rng.uniform(3, 12), row.filled.blank.tall * 0.6
    rows, columns = row.filled.sheet.patch((spot.x - 3, spot.y - tall, spot.x + reach, spot.y + tall))
    patch = row.filled.sheet.light[rows, columns]
    printed = np.maximum(row.filled.blank.picture[rows, columns], 40)[:, : 6 * DOTS, None]
    ink: np.ndarray = np.clip(1 - patch[:, : 6 * DOTS].astype(np.float32) / printed, 0, 1)
    let: np.ndarray = np.ones(patch.shape, np.float32)
    length = max(4, patch.shape[1] - 6 * DOTS)
    # What bleeds is wet for longer.
    wet = 1.2 if row.hand.pen.bleeds < 0.03 else 3.0
    for step in range(0, length, 3):
        share = (1 - step / length) * row.rng.uniform(0.5, 1) * wet / max(20, length / 3)
        let[:, step : step + ink.shape[1]] *= 1 - share * ink[:, : let.shape[1] - step]
    row.filled.sheet.light[rows, columns] = (patch * let).astype(np.uint8)


def too_low(row: Writing) -> None:
    """One mark stands below its bubble: well below in a tall row."""
    free = row.filled.blank.row - row.filled.blank.tall
    down = row.rng.uniform(2.4, 3.8) if free > 3.5 else row.rng.uniform(1.0, 2.0)
    at = row.rng.integers(len(row.meant))
    row.write(row.meant[at])
    row.write_one(row.meant[at], shift=(row.rng.normal(0, 0.4), down))


def shifted(row: Writing) -> None:
    """One mark stands between bubbles."""
    at, side = row.rng.integers(len(row.meant)), row.rng.choice((-1, 1))
    row.write(row.meant[at])
    row.write_one(row.meant[at], shift=(side * row.rng.uniform(1.0, 2.2), row.rng.normal(0, 0.5)))


def hardly_pressed(row: Writing) -> None:
    """One mark is much paler than the others of this hand."""
    at = row.rng.integers(len(row.meant))
    row.write(row.meant[at])
    row.write_one(row.meant[at], press=row.rng.uniform(0.2, 0.45))


def half(row: Writing) -> None:
    """The pen did not write: a part of one mark is missing."""
    at, spot_press = row.rng.integers(len(row.meant)), row.rng.uniform(0.3, 0.6)
    row.write(row.meant[at])
    spot = row.spots[row.meant[at]]
    whole = row.hand.strokes(row.rng, row.filled.blank.tall)
    kept = whole[: max(1, len(whole) - 1)]
    kept[-1] = kept[-1][: max(2, int(len(kept[-1]) * spot_press))]
    trace = row.filled.draw(row.hand.pen, kept, (spot.x, spot.y), row.rng)
    row.filled.record(row.deal, row.hand, spot, trace)


def dotted(row: Writing) -> None:
    """The pen rested on other bubbles while somebody thought."""
    row.write()
    others = [mark for mark in row.spots if mark not in row.meant]
    for at in row.rng.integers(len(others), size=row.rng.integers(1, 4)):
        spot = row.spots[others[at]]
        row.filled.draw(
            row.hand.pen,
            gestures.dot(row.rng, row.rng.uniform(0.5, 1.8)),
            (spot.x + row.rng.normal(0, 0.8), spot.y),
            row.rng,
        )


def slipped(row: Writing) -> None:
    """The pen slipped: a line from a mark over its neighbours."""
    row.write()
    spot = row.spots[row.meant[row.rng.integers(len(row.meant))]]
    end = (row.rng.choice((-1, 1)) * row.rng.uniform(5, 11), row.rng.normal(0, 1.2))
    row.strokes([np.array([(0.4, 0.6), (end[0] / 2, end[1] / 2 - 0.4), end])], spot, 0.75)


def emphasised(row: Writing) -> None:
    """A mark was gone over again, with a circle around it."""
    row.write()
    spot = row.spots[row.meant[row.rng.integers(len(row.meant))]]
    row.filled.mark(row.hand, spot, row.rng)
    if row.rng.random() < 0.6:
        row.strokes(gestures.ring(row.rng, row.filled.blank.tall * 1.15), spot)


def noted(row: Writing) -> None:
    """Words across the bubbles."""
    row.write()
    spots = list(row.spots.values())
    spot = spots[row.rng.integers(len(spots))]
    width, height = row.rng.uniform(10, 30), row.rng.uniform(2, 3.4)
    row.strokes(gestures.writing(width, height, row.rng), replace(spot, y=spot.y + row.rng.normal(0, 0.8)), 0.9)


def cancelled(row: Writing) -> None:
    """A line through the whole row: the deal does not count, and somebody has to ask what does."""
    row.write()
    spots = sorted(row.spots.values(), key=lambda spot: spot.x)
    left, right = spots[0].x - row.rng.uniform(0, 5), spots[-1].x + row.rng.uniform(0, 8)
    middle, y = (left + right) / 2, spots[0].y + row.rng.normal(0, 0.5)
    line = np.array([(left, y), (middle, y + row.rng.normal(0, 0.7)), (right, y + row.rng.normal(0, 0.7))])
    row.filled.draw(row.hand.pen, [line], (0, 0), row.rng)
    row.filled.rows[row.deal].is_void = True


SLIPS: dict[str, Callable[[Writing], None]] = {
    "blackened": blackened,
    "struck out": struck_out,
    "right circled": right_circled,
    "circled, wrong crossed": wrong_crossed,
    "arrow": arrow,
    "white fluid": corrected_white,
    "written on white": written_on_white,
    "erased": erased,
    "smeared": smeared,
    "too low": too_low,
    "shifted": shifted,
    "hardly pressed": hardly_pressed,
    "half": half,
    "dotted": dotted,
    "slipped": slipped,
    "emphasised": emphasised,
    "note across": noted,
    "row cancelled": cancelled,
}
