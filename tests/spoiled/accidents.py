"""What happens to a sheet of paper on a table with cards, glasses and elbows."""

from collections.abc import Callable

import cv2
import numpy as np

from tests.spoiled import gestures, slips
from tests.spoiled.blanks import DOTS, TALL, WIDE
from tests.spoiled.filling import Box, Filled
from tests.spoiled.hands import MARKER
from tests.spoiled.ink import Pen

HIGHLIGHTER = Pen("highlighter", 4.0, (0.97, 0.96, 0.35), full=0.85, bleeds=0.1, uneven=0.03)


def _place(filled: Filled, rng: np.random.Generator) -> tuple[float, float]:
    """Somewhere among the bubbles."""
    spots = [spot for spot in filled.blank.spots if spot.deal]
    spot = spots[rng.integers(len(spots))]
    return spot.x, spot.y


def _stain(filled: Filled, box: Box, mask: np.ndarray, light: tuple[float, float, float]) -> None:
    rows, columns = filled.sheet.patch(box)
    let = 1 - mask[:, :, None] * (1 - np.array(light, np.float32))
    filled.sheet.light[rows, columns] = (filled.sheet.light[rows, columns] * let).astype(np.uint8)


def cup(filled: Filled, rng: np.random.Generator) -> None:
    """The ring of a cup of coffee."""
    x, y = _place(filled, rng)
    radius = rng.uniform(28, 40)
    box = (x - radius - 3, y - radius - 3, x + radius + 3, y + radius + 3)
    rows, columns = filled.sheet.patch(box)
    tall, wide = rows.stop - rows.start, columns.stop - columns.start
    mask = np.zeros((tall, wide), np.uint8)
    middle = (int(x * DOTS) - columns.start, int(y * DOTS) - rows.start)
    start, length = rng.uniform(0, 360), rng.uniform(200, 360)
    for width, shade in ((2.6, 70), (1.0, 170)):
        cv2.ellipse(mask, middle, (int(radius * DOTS),) * 2, start, 0, length, shade, int(width * DOTS), cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), 4).astype(np.float32) / 255
    _stain(filled, box, soft * rng.uniform(0.35, 0.8), (0.72, 0.56, 0.38))
    angles = np.radians(start + np.linspace(0, length, 90))
    for angle in angles:
        px, py = x + radius * np.cos(angle), y + radius * np.sin(angle)
        filled.touch((px - 1.4, py - 1.4, px + 1.4, py + 1.4), "cup's ring")


def drops(filled: Filled, rng: np.random.Generator) -> None:
    """Drops of wine or coffee, darker at their edge."""
    light = ((0.72, 0.35, 0.42), (0.7, 0.55, 0.36), (0.85, 0.8, 0.72))[rng.integers(3)]
    for _drop in range(rng.integers(1, 5)):
        x, y = _place(filled, rng)
        half = rng.uniform(1, 5)
        box = (x - half, y - half, x + half, y + half)
        mask = slips.blob(filled, box, rng, 0.1)
        edge = cv2.morphologyEx(mask, cv2.MORPH_GRADIENT, np.ones((5, 5))) * 0.4
        _stain(filled, box, np.clip(mask * rng.uniform(0.25, 0.75) + edge, 0, 1), light)
        filled.touch(box, "drop")


def grease(filled: Filled, rng: np.random.Generator) -> None:
    """A greasy finger: paper that is a little darker."""
    x, y = _place(filled, rng)
    wide, tall = rng.uniform(8, 25), rng.uniform(8, 20)
    box = (x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)
    mask = cv2.GaussianBlur(slips.blob(filled, box, rng, 0.2), (0, 0), 8)
    _stain(filled, box, mask * rng.uniform(0.4, 1), (0.86, 0.84, 0.78))
    filled.touch(box, "grease")


def dabs(filled: Filled, rng: np.random.Generator) -> None:
    """White fluid where nobody had marked anything."""
    spots = [spot for spot in filled.blank.spots if spot.deal]
    for _dab in range(rng.integers(1, 4)):
        spot = spots[rng.integers(len(spots))]
        if (spot.kind, spot.value) in filled.rows[spot.deal].meant:
            continue
        filled.touch(slips.dab(filled, spot, rng), "dab of white")


def label(filled: Filled, rng: np.random.Generator) -> None:
    """A sticker, white or yellow, that hides what is under it, between the marks."""
    x, y = _place(filled, rng)
    wide, tall = rng.uniform(8, 24), rng.uniform(5, 9)
    corners = cv2.boxPoints(((x * DOTS, y * DOTS), (wide * DOTS, tall * DOTS), rng.normal(0, 6)))
    low, high = corners.min(axis=0) / DOTS, corners.max(axis=0) / DOTS
    box = (low[0] - 1, low[1] - 1, high[0] + 1, high[1] + 1)
    rows, columns = filled.sheet.patch(box)
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    inside = (corners - (columns.start, rows.start)).astype(np.int32)
    cv2.fillPoly(mask, [inside + 5], 120, cv2.LINE_AA)
    shade = cv2.GaussianBlur(mask, (0, 0), 3).astype(np.float32) / 255
    _stain(filled, box, shade, (0.7, 0.7, 0.72))
    cv2.fillPoly(mask, [inside], 255, cv2.LINE_AA)
    cover = (mask >= 200)[:, :, None]
    tone = np.array(((252, 252, 252), (250, 236, 120), (255, 205, 205))[rng.integers(3)], np.uint8)
    filled.sheet.light[rows, columns] = np.where(cover, tone, filled.sheet.light[rows, columns])
    filled.touch(box, "label")


def punched(filled: Filled, rng: np.random.Generator) -> None:
    """Two holes of a file, at the side or above, through which the scanner's lid is seen."""
    behind = int(rng.choice((10, 90, 245)))
    far = rng.uniform(10, 24)
    at_side, middle = rng.random() < 0.7, rng.normal(0, 6)
    for half in (-40, 40):
        x, y = (far, TALL / 2 + half + middle) if at_side else (WIDE / 2 + half + middle, far)
        centre = (int(x * DOTS), int(y * DOTS))
        cv2.circle(filled.sheet.light, centre, int(2.75 * DOTS), (behind,) * 3, -1, cv2.LINE_AA)
        filled.touch((x - 3, y - 3, x + 3, y + 3), "hole")


def pierced(filled: Filled, rng: np.random.Generator) -> None:
    """Small holes and tears among the bubbles."""
    for _hole in range(rng.integers(1, 4)):
        x, y = _place(filled, rng)
        half = rng.uniform(0.6, 2.6)
        box = (x - half, y - half, x + half, y + half)
        mask = slips.blob(filled, box, rng, 0.3)[:, :, None]
        rows, columns = filled.sheet.patch(box)
        behind = float(rng.choice((15, 250, 252)))
        patch = filled.sheet.light[rows, columns]
        filled.sheet.light[rows, columns] = (patch * (1 - mask) + behind * mask).astype(np.uint8)
        filled.touch(box, "hole")


def stapled(filled: Filled, rng: np.random.Generator) -> None:
    """A staple in a corner."""
    x, y, slant = rng.uniform(16, 40), rng.uniform(17, 50), rng.uniform(-0.7, 0.7)
    reach = np.array((np.cos(slant), np.sin(slant))) * 5.5
    trace = filled.draw(MARKER, [np.array([(0, 0), reach])], (x, y), rng, 0.6)
    filled.touch(trace.box, "staple")


def highlighted(filled: Filled, rng: np.random.Generator) -> None:
    """A highlighter along a row or two."""
    for deal in rng.choice(list(filled.rows), size=min(len(filled.rows), int(rng.integers(1, 3))), replace=False):
        spots = list(filled.blank.by_deal[int(deal)].values())
        left, right = sorted(rng.uniform(18, 270, 2))
        y = spots[0].y + rng.normal(0, 1)
        trace = filled.draw(
            HIGHLIGHTER, [np.array([(left, y), ((left + right) / 2, y + 0.5), (right, y)])], (0, 0), rng
        )
        filled.touch(trace.box, "highlighter")


def folded(filled: Filled, rng: np.random.Generator) -> None:
    """Folded once or twice: lines, and halves that do not lie quite where they did."""
    for level in (True, False) if rng.random() < 0.35 else (bool(rng.random() < 0.5),):
        size = TALL if level else WIDE
        at = float(np.clip(size * (1 / 2 if rng.random() < 0.6 else 1 / 3) + rng.normal(0, 5), 30, size - 30))
        _crease(filled, level, at, rng)


def _crease(filled: Filled, level: bool, at: float, rng: np.random.Generator) -> None:
    light = filled.sheet.light if level else filled.sheet.light.transpose(1, 0, 2)
    dot, slide = int(at * DOTS), int(rng.integers(-4, 5))
    if slide:
        light[dot:] = np.roll(light[dot:], slide, axis=1)
    half = int(rng.integers(2, 5))
    across = np.abs(np.arange(-4 * half, 4 * half)) / half
    shade = 1 - np.exp(-(across**2)) * rng.uniform(0.08, 0.4)
    wave = np.interp(np.arange(light.shape[1]), np.linspace(0, light.shape[1], 40), rng.uniform(0.3, 1, 40))
    band = light[dot - 4 * half : dot + 4 * half]
    let = 1 - (1 - shade)[:, None] * wave[None, :]
    band[:] = (band * let[:, :, None]).astype(np.uint8)
    # Ink breaks off along the edge.
    broken = band[3 * half : 5 * half]
    broken[rng.random(broken.shape[:2]) < 0.12] = 235
    box = (0, at - 0.8, WIDE, at + 0.8) if level else (at - 0.8, 0, at + 0.8, TALL)
    filled.touch(box, "fold")


def hairs(filled: Filled, rng: np.random.Generator) -> None:
    """Hairs and crumbs on the glass."""
    pen = Pen("hair", 0.1, (0.35, 0.3, 0.28), full=0.8, uneven=0.05)
    for _hair in range(rng.integers(2, 8)):
        x, y = rng.uniform(15, WIDE - 15), rng.uniform(40, TALL - 15)
        path = np.cumsum(rng.normal(0, 2.5, (5, 2)), axis=0)
        trace = filled.draw(pen, [path], (x, y), rng)
        filled.touch(trace.box, "hair")


def crumpled(filled: Filled, rng: np.random.Generator) -> None:
    """A web of soft folds, light and dark: shades that no bubble is lost in."""
    light = filled.sheet.light
    tall, wide = light.shape[:2]
    shade = np.full((tall // 12, wide // 12), 1.0, np.float32)
    for _fold in range(rng.integers(8, 20)):
        ends = rng.uniform(0, 1, (2, 2)) * (wide // 12, tall // 12)
        line = np.zeros(shade.shape, np.uint8)
        cv2.line(line, tuple(map(int, ends[0])), tuple(map(int, ends[1])), 255, 1)
        shade += cv2.GaussianBlur(line, (0, 0), rng.uniform(1, 3)).astype(np.float32) / 255 * rng.uniform(-0.25, 0.15)
    large = cv2.resize(np.clip(shade, 0.75, 1.04), (wide, tall))
    for channel in range(3):
        light[:, :, channel] = np.clip(light[:, :, channel] * large, 0, 255)


def rested(filled: Filled, rng: np.random.Generator) -> None:
    """A long stroke of the pen by accident."""
    x, y = _place(filled, rng)
    path = np.cumsum(rng.normal(0, 6, (4, 2)), axis=0) * (1, 0.4)
    pen = Pen("ballpoint", 0.3, (0.2, 0.22, 0.5), full=0.7)
    trace = filled.draw(pen, [path], (x, y), rng)
    filled.touch(trace.box, "stray stroke")


def doodled(filled: Filled, rng: np.random.Generator) -> None:
    """Somebody was bored: flowers and boxes in the margin."""
    pen = Pen("ballpoint", 0.3, (0.2, 0.22, 0.5), full=0.8)
    for _flower in range(rng.integers(1, 4)):
        x, y = rng.uniform(65, 220), rng.uniform(186, 206)
        for strokes in (gestures.ring(rng, 3), gestures.spiral(rng, 4), gestures.star(rng, 3)):
            trace = filled.draw(pen, strokes, (x + rng.normal(0, 2), y), rng)
            filled.touch(trace.box, "doodle")


ACCIDENTS: dict[str, Callable[[Filled, np.random.Generator], None]] = {
    "cup": cup,
    "drops": drops,
    "grease": grease,
    "white dabs": dabs,
    "label": label,
    "punched": punched,
    "pierced": pierced,
    "stapled": stapled,
    "highlighter": highlighted,
    "folded": folded,
    "hairs": hairs,
    "crumpled": crumpled,
    "stray stroke": rested,
    "doodles": doodled,
}
