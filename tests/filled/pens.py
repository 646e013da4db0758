"""Strokes on paper: a pen that leaves more or less ink, a line that is never quite straight."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.filled.blanks import DOTS

Colours = NDArray[np.uint8]
Point = tuple[float, float]
# Sub-pixel places for OpenCV: sixteenths.
SHIFT = 4


@dataclass(frozen=True)
class Pen:
    """What is written with: its colour (red, green, blue), width in millimetres, how much it covers, how grainy."""

    name: str
    colour: tuple[int, int, int]
    width: float
    covers: float
    grain: float = 0.0


PENS = (
    (Pen("black ballpoint", (35, 35, 40), 0.38, 0.85), 4),
    (Pen("blue ballpoint", (40, 60, 165), 0.40, 0.85), 8),
    (Pen("light blue ballpoint", (70, 95, 190), 0.32, 0.75), 2),
    (Pen("fineliner", (20, 20, 25), 0.50, 0.95), 2),
    (Pen("felt pen", (30, 30, 120), 0.80, 0.9), 1),
    (Pen("soft pencil", (70, 70, 72), 0.50, 0.75, 0.35), 3),
    (Pen("hard pencil", (95, 95, 98), 0.38, 0.70, 0.35), 2),
    (Pen("red ballpoint", (190, 40, 50), 0.38, 0.85), 1),
)


def draw(paper: Colours, path: Sequence[Point], pen: Pen, chance: random.Random, pressure: float = 1.0) -> None:
    """Draws a path, in millimetres; `pressure` 1 is usual."""
    xs, ys = [x * DOTS for x, _y in path], [y * DOTS for _x, y in path]
    edge = int(pen.width * DOTS) + 4
    left, top = max(0, int(min(xs)) - edge), max(0, int(min(ys)) - edge)
    part = paper[top : int(max(ys)) + edge, left : int(max(xs)) + edge]
    if not part.size:
        return
    ink = np.zeros(part.shape[:2], np.uint8)
    for (x0, y0), (x1, y1) in pairwise(zip(xs, ys, strict=True)):
        thick = max(1, round(pen.width * DOTS * min(1.4, pressure**0.5) * chance.uniform(0.85, 1.1)))
        ends = [(round((x - left) * 2**SHIFT), round((y - top) * 2**SHIFT)) for x, y in ((x0, y0), (x1, y1))]
        cv2.line(ink, ends[0], ends[1], 255, thick, cv2.LINE_AA, SHIFT)
    covers = ink.astype(np.float32) / 255 * min(1.0, pen.covers * pressure**0.7)
    if pen.grain:
        rough = np.random.default_rng(chance.randrange(2**32)).random(ink.shape, np.float32)
        covers *= 1 - pen.grain * cv2.GaussianBlur(rough, (0, 0), 1) * 2
    colour = np.array(pen.colour, np.float32) / 255
    part[:] = (part * (1 - covers[..., None] * (1 - colour))).astype(np.uint8)


def line(begin: Point, end: Point, chance: random.Random, bend: float = 0.06) -> list[Point]:
    """A stroke with a slight bow and tremor."""
    length = hypot(end[0] - begin[0], end[1] - begin[1])
    bow, steps = chance.gauss(0, bend) * length, max(3, int(length * 2))
    across = (-(end[1] - begin[1]) / (length or 1), (end[0] - begin[0]) / (length or 1))
    found = []
    for step in range(steps + 1):
        t = step / steps
        off = bow * sin(pi * t) + chance.gauss(0, 0.03)
        found.append(
            (begin[0] + (end[0] - begin[0]) * t + across[0] * off, begin[1] + (end[1] - begin[1]) * t + across[1] * off)
        )
    return found


def loop(middle: Point, wide: float, tall: float, chance: random.Random) -> list[Point]:
    """An oval, not quite closed or drawn a bit too far."""
    begin, turn, lean = chance.uniform(0, 2 * pi), 2 * pi * chance.uniform(0.95, 1.15), chance.gauss(0, 0.08)
    found = []
    for step in range(29):
        angle, grow = begin + turn * step / 28, 1 + lean * step / 28 + chance.gauss(0, 0.01)
        found.append((middle[0] + wide / 2 * grow * cos(angle), middle[1] + tall / 2 * grow * sin(angle)))
    return found


def zigzag(middle: Point, wide: float, tall: float, rows: int, chance: random.Random) -> list[Point]:
    """To and fro inside an oval, from top to bottom."""
    found = []
    for row in range(rows + 1):
        y = (row / rows - 0.5) * 0.95
        reach = (0.25 - y * y) ** 0.5 if abs(y) < 0.5 else 0.0
        side = 1 if row % 2 else -1
        found.append((middle[0] + side * reach * wide * chance.uniform(0.8, 1.1), middle[1] + y * tall))
    return found
