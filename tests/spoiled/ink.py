"""Pens, and what they leave on paper: ink lets through only a part of the light, stroke over stroke."""

from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np

from tests.spoiled.blanks import DOTS

Path = np.ndarray  # of points: x, y in millimetres
SUBPIXEL = 4
GRAIN_SIZE = 1536
# Strokes thinner than this many dots are drawn as thick, and lighter.
THINNEST = 1.6


@dataclass(frozen=True, slots=True)
class Pen:
    """A pen: its nib in millimetres, the light that full ink lets through (red, green, blue), how full its strokes are.

    `grain` is how much of a stroke the paper's tooth leaves out (pencil), `skips` how much of it the ball leaves out,
    `bleeds` how far ink runs, in millimetres, `uneven` how much the pressure changes along a stroke.
    """

    kind: str
    nib: float
    light: tuple[float, float, float]
    full: float = 1.0
    grain: float = 0.0
    skips: float = 0.0
    bleeds: float = 0.02
    uneven: float = 0.12


@dataclass(slots=True)
class Trace:
    """What one movement left: ink in square millimetres of black, its middle, and the box around it in millimetres."""

    ink: float = 0.0
    x: float = 0.0
    y: float = 0.0
    area: float = 0.0
    box: tuple[float, float, float, float] = (1e9, 1e9, -1e9, -1e9)

    def add(self, other: "Trace") -> None:
        """Joins another trace to this one."""
        whole = self.ink + other.ink
        if whole:
            self.x = (self.x * self.ink + other.x * other.ink) / whole
            self.y = (self.y * self.ink + other.y * other.ink) / whole
        self.ink, self.area = whole, self.area + other.area
        low, high = np.minimum(self.box, other.box), np.maximum(self.box, other.box)
        self.box = (float(low[0]), float(low[1]), float(high[2]), float(high[3]))


@dataclass(slots=True)
class Paper:
    """A sheet of paper as light: rows × columns × (red, green, blue) bytes, `DOTS` per millimetre."""

    light: np.ndarray
    traces: list[Trace] = field(default_factory=list)

    def patch(self, box: tuple[float, float, float, float]) -> tuple[slice, slice]:
        """The dots of a box in millimetres: left, top, right, bottom."""
        tall, wide = self.light.shape[:2]
        left, top = max(0, int(box[0] * DOTS)), max(0, int(box[1] * DOTS))
        right, bottom = min(wide, int(np.ceil(box[2] * DOTS))), min(tall, int(np.ceil(box[3] * DOTS)))
        return slice(top, max(top, bottom)), slice(left, max(left, right))


def paper(printed: np.ndarray, tone: tuple[float, float, float]) -> Paper:
    """A printed page on paper of a tone (1 is the whitest)."""
    return Paper(cv2.merge([cv2.convertScaleAbs(printed, alpha=channel) for channel in tone]))


@cache
def grain_tile() -> np.ndarray:
    """The tooth of the paper: 0 valleys, 1 peaks, of a tenth of a millimetre."""
    rng = np.random.default_rng(20261)
    rough = cv2.GaussianBlur(rng.random((GRAIN_SIZE, GRAIN_SIZE), np.float32), (0, 0), DOTS * 0.055)
    fine = cv2.GaussianBlur(rng.random((GRAIN_SIZE, GRAIN_SIZE), np.float32), (0, 0), DOTS * 0.025)
    both = (rough - rough.mean()) / rough.std() + 0.5 * (fine - fine.mean()) / fine.std()
    return np.clip(0.5 + both / 4, 0, 1).astype(np.float32)


def draw(sheet: Paper, pen: Pen, path: Path, rng: np.random.Generator, press: float = 1.0) -> Trace:
    """Draws one stroke, `press` times as hard as the pen usually is."""
    points = smooth(path, max(0.05, 0.3 * pen.nib))
    margin = pen.nib + 4 * pen.bleeds + 0.3
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    rows, columns = sheet.patch((low[0], low[1], high[0], high[1]))
    tall, wide = rows.stop - rows.start, columns.stop - columns.start
    if not tall or not wide:
        return Trace()
    amounts, widths = _along(pen, len(points), press, rng)
    layer = np.zeros((tall, wide), np.uint8)
    at = (points * DOTS - (columns.start, rows.start) - 0.5) * 2**SUBPIXEL
    radii = np.maximum(widths * pen.nib * DOTS, THINNEST) / 2
    thin = np.minimum(1, widths * pen.nib * DOTS / THINNEST)
    for (x, y), radius, amount in zip(
        np.round(at).astype(int).tolist(),
        np.round(radii * 2**SUBPIXEL).astype(int).tolist(),
        np.round(amounts * thin * 255).astype(int).tolist(),
        strict=True,
    ):
        if amount > 3:
            cv2.circle(layer, (x, y), radius, amount, -1, cv2.LINE_AA, SUBPIXEL)
    return lay(sheet, pen, _spread(pen, layer, rows, columns, rng), rows, columns)


def _along(pen: Pen, count: int, press: float, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """How full and how wide a stroke is at each of its points."""
    along = np.arange(count)
    knots = max(2, count // 12 + 2)
    wave = np.interp(along, np.linspace(0, count, knots), rng.normal(0, 1, knots))
    ends = np.minimum(1, np.minimum(along + 1, count - along) / max(2, count * 0.08))
    force = press * (0.75 + 0.25 * ends) * (1 + pen.uneven * wave)
    amounts = np.clip(pen.full * force, 0.02, 1)
    if pen.skips:
        fine = np.interp(along, np.linspace(0, count, max(3, count // 5)), rng.random(max(3, count // 5)))
        amounts *= np.where(fine < pen.skips, rng.uniform(0, 0.25), 1)
    widths = np.clip(0.85 + 0.25 * force * (1 + 0.1 * wave), 0.6, 1.5)
    return amounts, widths


def _spread(pen: Pen, layer: np.ndarray, rows: slice, columns: slice, rng: np.random.Generator) -> np.ndarray:
    """The ink of a stroke as the paper takes it, 0 to 1."""
    ink = cv2.GaussianBlur(layer, (0, 0), max(0.35, pen.bleeds * DOTS)).astype(np.float32) / 255
    if pen.bleeds > 0.05:
        ink = np.minimum(1, ink * 1.25)
    if pen.grain:
        tile = grain_tile()
        down = np.arange(rows.start, rows.stop) % GRAIN_SIZE
        across = np.arange(columns.start, columns.stop) % GRAIN_SIZE
        # Pressed hard, the lead reaches the valleys too.
        ink *= np.clip(1 - pen.grain * 2.2 * (1.05 - ink) * (1 - tile[np.ix_(down, across)]), 0, 1)
    return ink


def lay(sheet: Paper, pen: Pen, ink: np.ndarray, rows: slice, columns: slice) -> Trace:
    """Lays ink (0 to 1) on a patch of paper."""
    patch = sheet.light[rows, columns]
    let = 1 - ink[:, :, None] * (1 - np.array(pen.light, np.float32))
    sheet.light[rows, columns] = (patch * let + 0.5).astype(np.uint8)
    black = ink * (1 - float(np.mean(pen.light)))
    amount = float(black.sum())
    if amount < 1e-6:
        return Trace()
    down, across = black.sum(axis=1), black.sum(axis=0)
    y = (float(down @ np.arange(len(down))) / amount + rows.start + 0.5) / DOTS
    x = (float(across @ np.arange(len(across))) / amount + columns.start + 0.5) / DOTS
    inked = np.flatnonzero(down > 0.05), np.flatnonzero(across > 0.05)
    edges = (*columns_of(inked[1], columns), *columns_of(inked[0], rows))
    box = (edges[0], edges[2], edges[1], edges[3])
    return Trace(amount / DOTS**2, x, y, float((ink > 0.15).sum()) / DOTS**2, box)


def columns_of(inked: np.ndarray, part: slice) -> tuple[float, float]:
    """The first and the last place of ink in a part of the page, in millimetres."""
    if not len(inked):
        return 1e9, -1e9
    return (part.start + int(inked[0])) / DOTS, (part.start + int(inked[-1]) + 1) / DOTS


def smooth(path: Path, step: float) -> Path:
    """The path as a hand draws it: through the same points, round, a point every `step` millimetres."""
    points = np.asarray(path, float)
    if len(points) > 2:
        before, after = 2 * points[0] - points[1], 2 * points[-1] - points[-2]
        framed = np.vstack([before, points, after])
        share = np.linspace(0, 1, 8, endpoint=False)[:, None]
        pieces = []
        for a, b, c, d in zip(framed[:-3], framed[1:-2], framed[2:-1], framed[3:], strict=True):
            pieces.append(
                0.5
                * (
                    2 * b
                    + (c - a) * share
                    + (2 * a - 5 * b + 4 * c - d) * share**2
                    + (3 * b - a - 3 * c + d) * share**3
                )
            )
        points = np.vstack([*pieces, points[-1:]])
    lengths = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    count = max(2, int(lengths[-1] / step) + 1)
    even = np.linspace(0, lengths[-1], count)
    return np.column_stack([np.interp(even, lengths, points[:, 0]), np.interp(even, lengths, points[:, 1])])
