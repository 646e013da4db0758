"""Measures the ink in every bubble of a flattened page, against the sheet's own paper, print and black.

What is printed in a bubble is known from the other rows: most bubbles of a column are empty, so that a low quantile of
them shows the outline and the figure as this very printer, copier and camera gave them. Only what is darker counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from tournament.scan.align import align
from tournament.scan.pages import Numbers, Picture
from tournament.scan.paper import SCALE, Square

# A bubble of the book: deal, kind, value, centre in millimetres.
BubbleSpot = tuple[int, str, str, float, float]

# The paper's brightness is that of the brightest within so many millimetres; no mark is as wide.
AROUND = 8.0
# How far noise is smoothed, in millimetres.
SMOOTH = 0.1
# Of the bubbles of a column, from the lightest: the one that shows what is printed.
EMPTY = 0.3
# Where that one is so much darker than the lightest of them, most of the column is marked.
MOSTLY = 0.04
# What is beside the print by a pixel may be print too.
BESIDE_PRINT = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
# Where print leaves less of the light than this, it hides what is written.
LEFT = 0.4
# Beyond the bubble, in millimetres: what is cut out around it.
BESIDE, ABOVE = 0.5, 1.2
# The pen's darkness before any is measured, and within which bounds it is believed; 1 is the sheet's own black.
PEN, LIGHTEST, DARKEST = 0.35, 0.18, 0.6
# A mark surely has so much ink in its core, from which the pen is measured, at so many places at least.
SURE, FEWEST = 0.08, 6
# A short stroke, in pixels: half a square millimetre.
STROKE = round(0.5 * SCALE**2)
# Of the pen's darkness: from the first on it begins to be ink, from the second on it is.
FAINT, FULL = 0.25, 0.7
# The next bubble is no further than this, in millimetres.
NEXT = 6.0
# Into so many directions a bubble's surroundings are divided.
SECTORS = 24


class InkVerdict(Enum):
    """What a bubble says."""

    EMPTY = "empty"
    DOUBTFUL = "doubtful"
    MARKED = "marked"


@dataclass(frozen=True, slots=True)
class Ink:
    """What is written in a bubble: the share of the inside that is ink, and of the directions around it that have ink.

    `aside` is how far the ink's middle is to the left or right of the bubble's, in millimetres; `held` is false where
    the bubble may be elsewhere.
    """

    core: float
    round: float
    aside: float
    held: bool


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a mark begins: benchmarks/reading_thresholds.py chooses, on other sheets than those this is judged by.

    So much of the sheet's usual mark is `some` ink, so much a `mark`, both within bounds; one further `aside` than
    this, in millimetres, may be meant for the next bubble; so many of the directions may be, or surely are, a circle
    `round` a bubble, and less than this is the `edge` of a circle around the next one. What is `black`, and that much
    `blacker` than usual, may be a mark undone.
    """

    some: float = 0.2
    mark: float = 0.3
    somes: tuple[float, float] = (0.01, 0.04)
    marks: tuple[float, float] = (0.025, 0.09)
    aside: float = 0.95
    edge: float = 0.15
    black: float = 0.6
    blacker: float = 1.8
    round_some: float = 0.4
    round_mark: float = 0.7


CHOSEN = Limits()


def darkness(page: Picture, squares: Sequence[Square]) -> Numbers:
    """How dark each pixel of a flattened page is: 0 the paper around it, 1 the black of the printed squares."""
    light = _paper(page)
    share = page.astype(np.float32) / np.maximum(light, 8.0)
    # Any pen but the lightest darkens two of the three colours; the third would only add its noise.
    dark = 1 - (share.sum(axis=2) - share.max(axis=2)) / 2
    # Half a stroke wide: less noise, and no less ink.
    return np.asarray(cv2.GaussianBlur(dark / _black(dark, squares), (0, 0), SMOOTH * SCALE), np.float32)


def _paper(page: Picture) -> Numbers:
    coarse = cv2.resize(page, None, fx=2 / SCALE, fy=2 / SCALE, interpolation=cv2.INTER_AREA)
    side = int(2 * AROUND) | 1
    closed = cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    smooth = cv2.GaussianBlur(closed, (0, 0), 4)
    return np.asarray(cv2.resize(smooth, (page.shape[1], page.shape[0])), np.float32)


def _black(dark: Numbers, squares: Sequence[Square]) -> float:
    """How dark the borders of the squares are."""
    levels = []
    for _number, left, top, size in squares:
        for x in np.linspace(left + size / 12, left + size - size / 12, 9):
            levels.append(dark[int((top + size / 12) * SCALE), int(x * SCALE)])
    return max(0.2, float(np.median(levels)))


def inks(dark: Numbers, spots: Sequence[BubbleSpot], wide: float, tall: float) -> list[Ink]:
    """The ink of each bubble."""
    cut = (round((wide + 2 * BESIDE) * SCALE) | 1, round((tall + 2 * ABOVE) * SCALE) | 1)
    places, sure = align(dark, np.array([spot[3:] for spot in spots], np.float64), wide, tall)
    cuts = np.stack([_cut(dark, x, y, cut) for x, y in places])
    print_ = np.empty_like(cuts)
    for members in _alike(spots):
        print_[members] = cv2.dilate(_empty(cuts[members]), BESIDE_PRINT)
    free = np.clip(1 - print_, 0.0, 1)
    rest = cuts - print_
    rest -= np.quantile(rest.reshape(len(rest), -1), 0.35, axis=1)[:, None, None].clip(0, None)
    core, sectors = _masks(cut, wide, tall)
    # What lies over a figure darkens only what that leaves of the light; the outline is too dark to tell.
    rest /= np.where(core > 0, np.maximum(free, LEFT), 1)
    free_core = free * core
    whole = free_core.sum(axis=(1, 2))
    pen = PEN
    for _again in range(2):
        ink = np.clip((rest / pen - FAINT) / (FULL - FAINT), 0, 1)
        shares = (ink * free_core).sum(axis=(1, 2)) / whole
        pen = _pen(rest, free_core, shares)
    around = np.stack([(ink * sector).max(axis=(1, 2)) > 0.5 for sector in sectors]).mean(axis=0)
    across = (np.arange(cut[0]) - cut[0] // 2) / SCALE
    columns = (ink * free).sum(axis=1)
    aside = np.abs(columns @ across) / np.maximum(columns.sum(axis=1), 1e-6)
    measured = zip(shares.tolist(), around.tolist(), aside.tolist(), sure, strict=True)
    return [Ink(*values) for values in measured]


def _empty(cuts: Numbers) -> Numbers:
    """What all of these show where nothing is written: a low quantile, or the lightest if most of them are marked."""
    usual = np.quantile(cuts, EMPTY, axis=0, method="lower")
    lightest = cuts[cuts.mean(axis=(1, 2)).argmin()]
    return np.asarray(lightest if usual.mean() > lightest.mean() + MOSTLY else usual, np.float32)


def _pen(rest: Numbers, free: Numbers, shares: Numbers) -> float:
    """How dark the sheet's pen is: the darkest short stroke in each bubble that is surely marked."""
    marked = shares > SURE
    if marked.sum() < FEWEST:
        return PEN
    seen = np.where(free[marked] > 0.5, rest[marked], 0).reshape(int(marked.sum()), -1)
    darks = np.partition(seen, -STROKE, axis=1)[:, -STROKE]
    return float(np.clip(np.median(darks), LIGHTEST, DARKEST))


def verdicts(inks: Sequence[Ink], spots: Sequence[BubbleSpot], limits: Limits = CHOSEN) -> list[InkVerdict]:
    """Whether there is a mark in each bubble, by what is usual on this sheet."""
    marks = [bubble.core for bubble in inks if bubble.core > limits.marks[0] and bubble.aside <= limits.aside]
    usual = float(np.median(marks)) if len(marks) >= FEWEST else 1.0
    some = float(np.clip(limits.some * usual, *limits.somes))
    mark = float(np.clip(limits.mark * usual, *limits.marks))
    circled = {spots[at][3:] for at, bubble in enumerate(inks) if bubble.round > limits.round_mark}
    return [
        InkVerdict.EMPTY if _reached(bubble, spot, circled, limits) else _verdict(bubble, some, mark, usual, limits)
        for bubble, spot in zip(inks, spots, strict=True)
    ]


def _reached(bubble: Ink, spot: BubbleSpot, circled: set[tuple[float, float]], limits: Limits) -> bool:
    """Whether all that is in the bubble is the edge of a circle around the next one."""
    edge = bubble.aside > limits.aside and bubble.core < limits.edge and bubble.round <= limits.round_some
    return edge and any(0 < abs(x - spot[3]) < NEXT and y == spot[4] for x, y in circled)


def _verdict(bubble: Ink, some: float, mark: float, usual: float, limits: Limits) -> InkVerdict:
    if bubble.core <= some and bubble.round <= limits.round_some:
        return InkVerdict.EMPTY
    if bubble.core > max(limits.black, limits.blacker * usual):
        # As the sheet says, a slip of the pen is blackened.
        return InkVerdict.DOUBTFUL
    inside = bubble.core > mark and bubble.aside <= limits.aside
    return InkVerdict.MARKED if inside or bubble.round > limits.round_mark else InkVerdict.DOUBTFUL


def _alike(spots: Sequence[BubbleSpot]) -> list[list[int]]:
    """The bubbles in which the same is printed: those of a column; those about the whole sheet, which are bare."""
    columns: dict[tuple[str, str], list[int]] = {}
    for at, (deal, kind, value, _x, _y) in enumerate(spots):
        columns.setdefault((kind, value) if deal else ("", ""), []).append(at)
    return list(columns.values())


def _cut(dark: Numbers, x: float, y: float, size: tuple[int, int]) -> Numbers:
    return np.asarray(cv2.getRectSubPix(dark, size, (x * SCALE - 0.5, y * SCALE - 0.5)), np.float32)


def _masks(cut: tuple[int, int], wide: float, tall: float) -> tuple[Numbers, list[Numbers]]:
    """The inside of a bubble; and the directions around it, a bit inside its edge and up to a millimetre outside."""
    x, y = np.meshgrid((np.arange(cut[0]) - cut[0] // 2) / SCALE, (np.arange(cut[1]) - cut[1] // 2) / SCALE)

    def within(more: float) -> NDArray[np.bool_]:
        return np.asarray((x / (wide / 2 + more)) ** 2 + (y / (tall / 2 + more)) ** 2 <= 1)

    ring = within(1.0) & ~within(-0.5)
    turn = np.floor((np.arctan2(y / tall, x / wide) / (2 * np.pi) + 0.5) * SECTORS) % SECTORS
    return within(-0.3).astype(np.float32), [(ring & (turn == sector)).astype(np.float32) for sector in range(SECTORS)]
