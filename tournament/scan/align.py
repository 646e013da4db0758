"""Moves the places of the bubbles by the last tenths of a millimetre, to where their outlines are.

The squares around the page say where a bubble is; how the paper bends between them is guessed. Each outline is looked
for within a third of the way to the next one, so that none can be taken for its neighbour, and all together say how
the paper bends: a smooth map, from which a few outlines that are hidden by ink do not turn it away. Where those around
a bubble say that it bends more than this map can, they are followed.
"""

import cv2
import numpy as np

from tournament.scan.pages import Numbers
from tournament.scan.paper import HEIGHT, SCALE, WIDTH, Points

# How far an outline is looked for, in millimetres: first, and around where all of them say it is. In the end none is
# further away than the last, across and down: less than half-way to the next one.
REACHES = (1.6, 1.2)
REACH = (2.2, 2.2)
# How far those of a row may be from where all others say they are.
MAX_OFF = 0.45
DEGREE = 4
# So many outlines around a bubble, itself among them, are followed if they are further from the smooth map than this,
# and than from each other.
NEAR, BENT = 7, 0.12
# The width of the printed outline in millimetres.
LINE = 0.21


def align(dark: Numbers, points: Points, wide: float, tall: float) -> tuple[Points, list[bool]]:
    """The places in millimetres, moved by a smooth map; and for each whether the outlines of its row are there."""
    ring = _ring(wide, tall)
    moved = np.zeros_like(points)
    for reach in REACHES:
        shifts = np.array([_shift(dark, x, y, ring, reach) for x, y in points + moved])
        shifts[:, :2] += moved
        moved = _smooth(points, shifts[:, :2], shifts[:, 2])
    further = shifts[:, :2] - moved
    off = np.linalg.norm(further, axis=1)
    rows = {y: float(np.median(off[points[:, 1] == y])) for y in set(points[:, 1].tolist())}
    near = np.linalg.norm(points[:, None] - points, axis=2).argsort(axis=1)[:, :NEAR]
    around = np.median(further[near], axis=1)
    # Circles are taken for outlines, too, each in another way.
    apart = np.median(np.linalg.norm(further[near] - around[:, None], axis=2), axis=1)
    follows = np.linalg.norm(around, axis=1) > np.maximum(BENT, apart)
    moved[follows] += around[follows]
    moved = np.clip(moved, *np.array([[-1], [1]]) * REACH)
    far = (np.abs(moved) - REACH).max(axis=1) >= 0
    return points + moved, [rows[y] <= MAX_OFF and not out for (_x, y), out in zip(points, far, strict=True)]


def _ring(wide: float, tall: float) -> Numbers:
    """The outline as a picture, a margin of a line's width around it."""
    size = [int((length + 6 * LINE) * SCALE) | 1 for length in (wide, tall)]
    fine = 8
    drawn = np.zeros((size[1] * fine, size[0] * fine), np.uint8)
    middle = (drawn.shape[1] // 2, drawn.shape[0] // 2)
    axes = (round(wide / 2 * SCALE * fine), round(tall / 2 * SCALE * fine))
    cv2.ellipse(drawn, middle, axes, 0, 0, 360, 255, round(LINE * SCALE * fine))
    small = cv2.resize(drawn, tuple(size), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small.astype(np.float32) / 255, (0, 0), 0.15 * SCALE), np.float32)


def _shift(dark: Numbers, x: float, y: float, ring: Numbers, far: float) -> tuple[float, float, float]:
    """Where the outline fits best, right and down from its place; and how well, from 0 to 1."""
    reach = round(far * SCALE)
    tall, wide = ring.shape
    cut = cv2.getRectSubPix(dark, (wide + 2 * reach, tall + 2 * reach), (x * SCALE - 0.5, y * SCALE - 0.5))
    fits = cv2.matchTemplate(cut, ring, cv2.TM_CCOEFF_NORMED)
    _least, best, _where, at = cv2.minMaxLoc(fits)
    return (at[0] - reach) / SCALE, (at[1] - reach) / SCALE, max(0.0, best)


def _smooth(points: Points, shifts: Points, weights: Points) -> Points:
    """The smooth map that most of the outlines agree with, at all places."""
    x, y = points[:, 0] / WIDTH * 2 - 1, points[:, 1] / HEIGHT * 2 - 1
    powers = [(i, j) for i in range(DEGREE + 1) for j in range(DEGREE + 1 - i)]
    basis = np.stack([x**i * y**j for i, j in powers], axis=1)
    map_ = np.zeros_like(shifts) + np.median(shifts, axis=0)
    for limit in (1.0, 0.6, 0.3, 0.2, 0.2):
        off = np.linalg.norm(shifts - map_, axis=1)
        weight = weights**2 / np.maximum(1.0, off / limit) ** 2
        left = basis * weight[:, None]
        map_ = basis @ np.linalg.solve(left.T @ basis + 1e-2 * np.eye(basis.shape[1]), left.T @ shifts)
    return np.asarray(map_, np.float64)
