"""Measures the ink in every bubble of a flattened page, against the sheet's own paper, print and black.

What is printed in a bubble is known from the other rows: most bubbles of a column are empty, so that a low quantile of
them shows the outline and the figure as this very printer, copier and camera gave them. Only what is darker counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from tournament.scan.paper import SCALE, Square
from tournament.scan.pages import Numbers, Picture

# A bubble of the book: deal, kind, value, centre in millimetres.
Spot = tuple[int, str, str, float, float]

# The paper's brightness is that of the brightest within so many millimetres; no mark is as wide.
AROUND = 8.0
# Of the bubbles of a column, from the lightest: the one that shows what is printed.
EMPTY = 0.3
# Beyond the bubble, in millimetres: what is cut out around it.
BESIDE, ABOVE = 0.5, 1.2
# Less ink in the core of a bubble is none, more is a mark.
SOME, MARK = 0.05, 0.10
# Darker than print and paper by the first it begins to be ink, by the second it is; 1 is the sheet's own black.
FAINT, FULL = 0.10, 0.30


class Verdict(Enum):
    """What a bubble says."""

    EMPTY = "empty"
    DOUBTFUL = "doubtful"
    MARKED = "marked"


@dataclass(frozen=True, slots=True)
class Ink:
    """What is written in a bubble, each as a share of the area: `core` inside, `near` also around its edge."""

    core: float
    near: float
    ring: float


def darkness(page: Picture, squares: Sequence[Square]) -> Numbers:
    """How dark each pixel of a flattened page is: 0 the paper around it, 1 the black of the printed squares."""
    light = _paper(page)
    share = page.astype(np.float32) / np.maximum(light, 8.0)
    # Any pen but the lightest darkens two of the three colours; the third would only add its noise.
    dark = 1 - (share.sum(axis=2) - share.max(axis=2)) / 2
    return np.asarray(dark / _black(dark, squares), np.float32)


def _paper(page: Picture) -> Numbers:
    coarse = cv2.resize(page, None, fx=2 / SCALE, fy=2 / SCALE, interpolation=cv2.INTER_AREA)
    side = int(2 * AROUND) | 1
    closed = cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    smooth = cv2.GaussianBlur(closed, (0, 0), 4)
    return np.asarray(cv2.resize(smooth, (page.shape[1], page.shape[0])), np.float32)


def _black(dark: Numbers, squares: Sequence[Square]) -> float:
    """How dark the borders of the squares are."""
    found = []
    for _number, left, top, size in squares:
        for x in np.linspace(left + size / 12, left + size - size / 12, 9):
            found.append(dark[int((top + size / 12) * SCALE), int(x * SCALE)])
    return max(0.2, float(np.median(found)))


def inks(dark: Numbers, spots: Sequence[Spot], wide: float, tall: float) -> list[Ink]:
    """The ink of each bubble."""
    cut = (round((wide + 2 * BESIDE) * SCALE) | 1, round((tall + 2 * ABOVE) * SCALE) | 1)
    core, near, ring = _masks(cut, wide, tall)
    found: list[Ink | None] = [None] * len(spots)
    for members in _alike(spots):
        cuts = np.stack([_cut(dark, spots[at][3], spots[at][4], cut) for at in members])
        print_ = np.quantile(cuts, EMPTY, axis=0, method="lower")
        seen = cv2.dilate(print_, np.ones((3, 3), np.uint8))
        rest = cuts - seen
        rest -= np.quantile(rest.reshape(len(members), -1), 0.35, axis=1)[:, None, None].clip(0, None)
        ink = np.clip((rest - FAINT) / (FULL - FAINT), 0, 1)
        free = np.clip(1 - seen, 0.05, 1)
        for at, one in zip(members, ink, strict=True):
            found[at] = Ink(*(float((one * free * mask).sum() / (free * mask).sum()) for mask in (core, near, ring)))
    return [one for one in found if one is not None]


def verdict(one: Ink) -> Verdict:
    """Whether there is a mark."""
    if one.core > MARK:
        return Verdict.MARKED
    return Verdict.DOUBTFUL if one.core > SOME else Verdict.EMPTY


def _alike(spots: Sequence[Spot]) -> list[list[int]]:
    """The bubbles in which the same is printed: those of a column; those about the whole sheet, which are bare."""
    columns: dict[tuple[str, str], list[int]] = {}
    for at, (deal, kind, value, _x, _y) in enumerate(spots):
        columns.setdefault((kind, value) if deal else ("", ""), []).append(at)
    return list(columns.values())


def _cut(dark: Numbers, x: float, y: float, size: tuple[int, int]) -> Numbers:
    return np.asarray(cv2.getRectSubPix(dark, size, (x * SCALE - 0.5, y * SCALE - 0.5)), np.float32)


def _masks(cut: tuple[int, int], wide: float, tall: float) -> tuple[Numbers, ...]:
    x = (np.arange(cut[0]) - cut[0] // 2) / SCALE
    y = (np.arange(cut[1]) - cut[1] // 2) / SCALE
    def within(more_wide: float, more_tall: float) -> Numbers:
        a, b = wide / 2 + more_wide, tall / 2 + more_tall
        return np.asarray(((x / a) ** 2)[None, :] + ((y / b) ** 2)[:, None] <= 1, np.float32)
    core, near, far = within(-0.3, -0.3), within(0.2, 0.5), within(0.5, 1.1)
    return core, near, far - within(-0.1, -0.1)
