"""Measures the ink in and around every bubble of a flattened page, against the sheet's own paper, print and black.

What is printed in a bubble is known from all rows: most bubbles of a column are empty, so that a low quantile of them
shows the outline and the figure as this very printer, copier and camera gave them. Only what is darker counts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tournament.scan.align import align
from tournament.scan.pages import Numbers, Picture
from tournament.scan.paper import SCALE, Square
from tournament.scan.strips import BubbleSpot, SpotColumn, Strips, cut

# The paper's brightness is that of the brightest within so many millimetres; no mark is as wide.
AROUND = 8.0
# How far noise is smoothed, in millimetres.
SMOOTH = 0.1
# A picture with fewer grey pixels than this share of the black ones is all black and white.
HARD = 0.5
# Of the bubbles of a column, from the lightest: the one that shows what is printed. Where its inside is so much darker
# than in other columns, most may be filled: there the lightest third shows it, unless no letters are as dark as that.
EMPTY, FILLED, LIGHTEST, SOLID = 0.3, 0.12, 0.33, 0.4
# Of the printed outline, so much is whole: less, and something lies over it, or it was never there.
WHOLE = 0.6
# What is beside the print by a pixel may be print too.
BESIDE_PRINT = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
# Where print leaves less of the light than this, it hides what is written; where more than this, there is none.
LEFT, BARE = 0.4, 0.9
# Beyond a bubble, in millimetres: what belongs to it, where its circle may run, what is cut out around it.
NEAR, CIRCLED, BESIDE = 0.5, 1.3, 1.4
# So many times the paper's own noise is ink, within these bounds; 1 is the sheet's own black.
NOISE, LEAST_INK, MOST_INK = 6.0, 0.08, 0.25
# What is darker is not told apart.
DARKEST = 0.6
# A short stroke, in pixels: half a square millimetre.
STROKE = round(0.5 * SCALE**2)
# Of the darkness of a bubble's own ink: from the first on it begins to be ink, from the second on it is.
FAINT, FULL = 0.25, 0.7
# Into so many directions a bubble's surroundings are divided; so many of them are a circle, so many may be one.
SECTORS = 24
RING, ARC = 0.7, 0.45
# A bubble with less than this share of a blot's ink is only touched by it.
TOUCHED = 0.3
# Between bubbles a blot so many millimetres long or high is a mark that missed, unless so much of it is in one.
STRAY, IN_A_BUBBLE = 1.8, 0.35
# So near the line between two rows, in millimetres, the middle of such a mark may be meant for either.
ON_LINE = 1.0
# Ink is one blot across such a gap, in pixels, where the printed line between two deals hides it.
GAP = np.ones((11, 5), np.uint8)
# At the edges of a strip is that line, so many millimetres.
EDGE = 0.6
# A mark that runs on over totals counts for so many millimetres less: their figures may touch it.
OVER_TOTALS = 4.0
# Half of the gap between bubbles, and of the width of their outline, in millimetres.
BETWEEN, LINE = 0.3, 0.15
# Half of what is looked at around a bubble, in pixels, of which each square of so many is one.
PATCH, SQUARE = 28, 2

Mask = NDArray[np.bool_]


def no_patch() -> Numbers:
    """The patch around a bubble in which and around which nothing is."""
    return np.zeros((2, 2 * PATCH // SQUARE, 2 * PATCH // SQUARE), np.float32)


@dataclass(frozen=True, slots=True)
class Ink:
    """What is written in a bubble.

    `core` is the share of the inside that is ink, and `strength` how dark that ink is; `ring` how dark it is around the
    bubble, in most directions, and `arc` in nearly half of them: all three from 0 to DARKEST. `aside` is how far the
    ink's middle is to the right of the bubble's, in millimetres; `trace` how much darker the inside is than where
    nothing is written; `outline` the share of the printed outline that is there. `touched` is whether this is the end
    of a mark in another bubble, `touching` whether its own mark ends in another one, `reach` how far the mark runs on
    over bubbles to the left or right, in millimetres; `stray` how dark ink is that lies beside the bubble and in none.
    `held` is false where the bubble may be elsewhere. `patch` draws what is written around the bubble, and what is
    printed there.
    """

    core: float
    strength: float = DARKEST
    ring: float = 0.0
    arc: float = 0.0
    aside: float = 0.0
    trace: float = 0.0
    outline: float = 1.0
    touched: bool = False
    touching: bool = False
    reach: float = 0.0
    stray: float = 0.0
    held: bool = True
    patch: Callable[[], Numbers] = field(default=no_patch, compare=False, repr=False)

    @property
    def fill(self) -> float:
        """How much is written: the share of the inside that is ink, or how dark the circle is around it."""
        return max(self.core, self.ring)


def darkness(picture: Picture, squares: Sequence[Square]) -> Numbers:
    """How dark each pixel of a flattened page is: 0 the paper around it, 1 the black of the printed squares."""
    light = _paper(picture)
    whole, most = np.zeros(picture.shape[:2], np.float32), np.zeros(picture.shape[:2], np.float32)
    for at in range(3):
        colour = cv2.extractChannel(picture, at) / np.maximum(cv2.extractChannel(light, at), 8.0)
        whole += colour
        np.maximum(most, colour, out=most)
    # Any pen but the lightest darkens two of the three colours; the third would only add its noise.
    dark = np.asarray(1 - (whole - most) / 2, np.float32)
    # Half a stroke wide: less noise, and no less ink.
    return np.asarray(cv2.GaussianBlur(dark / _black(dark, squares), (0, 0), SMOOTH * SCALE), np.float32)


def is_hard_copy(gray: Picture) -> bool:
    """Whether a grey picture is all black and white, so that thin strokes may be lost without a trace."""
    small = gray[::2, ::2]
    return float(((small >= 64) & (small < 192)).sum()) < HARD * float((small < 64).sum())


def _paper(picture: Picture) -> Numbers:
    coarse = cv2.resize(picture, None, fx=2 / SCALE, fy=2 / SCALE, interpolation=cv2.INTER_AREA)
    side = int(2 * AROUND) | 1
    closed = cv2.morphologyEx(coarse, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    smooth = cv2.GaussianBlur(closed, (0, 0), 4)
    return np.asarray(cv2.resize(smooth, (picture.shape[1], picture.shape[0])), np.float32)


def _black(dark: Numbers, squares: Sequence[Square]) -> float:
    """How dark the borders of the squares are."""
    levels = []
    for _number, left, top, size in squares:
        for x in np.linspace(left + size / 12, left + size - size / 12, 9):
            levels.append(dark[int((top + size / 12) * SCALE), int(x * SCALE)])
    return max(0.2, float(np.median(levels)))


def inks(dark: Numbers, spots: Sequence[BubbleSpot], wide: float, tall: float) -> list[Ink]:
    """The ink of each bubble; `wide` and `tall` are a bubble's measures in millimetres."""
    places, held = align(dark, np.array([spot[3:] for spot in spots], np.float64), wide, tall)
    by_spot: dict[int, Ink] = {}
    for strips in cut(dark, spots, places, tall):
        by_spot |= _Written(strips, wide, tall).inks(held)
    return [by_spot[at] for at in range(len(spots))]


class _Written:
    """What is written on strips: `rest` is what is darker than the print, `free` how much light the print leaves."""

    def __init__(self, strips: Strips, wide: float, tall: float) -> None:
        self.strips = strips
        self.half = round((wide / 2 + BESIDE) * SCALE)
        self.cell = round((wide / 2 + BETWEEN) * SCALE)
        x, y = np.meshgrid(_millimetres(2 * self.half), _millimetres(strips.dark.shape[1]))
        self.x = x[0]

        def within(margin: float) -> Mask:
            return np.asarray((x / (wide / 2 + margin)) ** 2 + (y / (tall / 2 + margin)) ** 2 <= 1)

        self.core, self.near = within(-0.3), within(NEAR)
        self.outline = within(LINE) & ~within(-LINE)
        self.around = _directions(x / wide, y / tall, within(CIRCLED) & ~within(-0.5))
        self.prints, self.printed = self._print()
        beside = cv2.dilate(self.printed, BESIDE_PRINT)
        self.free = np.clip(1 - beside, 0, 1)
        self.rest = strips.dark - beside
        self.more = strips.dark - self.printed
        for column in strips.spot_columns:
            self._level(column)
        bare = self.rest[:, self.free > BARE][:, ::4]
        self.floor = float(np.clip(NOISE * 1.4826 * np.median(np.abs(bare)), LEAST_INK, MOST_INK))

    def inks(self, held: Sequence[bool]) -> dict[int, Ink]:
        """The ink of each bubble of these strips by its place among the spots."""
        touched, touching, reach, stray = self._blots()
        return {
            at: replace(
                ink,
                touched=at in touched,
                touching=at in touching,
                reach=reach.get(at, 0),
                stray=stray.get(at, 0),
                held=held[at],
                patch=partial(_patch, (self.more[strip], self.printed), column.middle),
            )
            for column, empty in zip(self.strips.spot_columns, self.prints, strict=True)
            for strip, at, ink in zip(column.strips, column.spots, self._measure(column, empty), strict=True)
        }

    def _window(self, spot_column: SpotColumn, half: int = 0) -> slice:
        half = half or self.half
        return slice(spot_column.middle - half, spot_column.middle + half)

    def _print(self) -> tuple[list[Numbers], Numbers]:
        """What is printed: around each column's bubbles, and on a whole strip."""
        windows = [self.strips.dark[column.strips, :, self._window(column)] for column in self.strips.spot_columns]
        prints = [_lower(some, EMPTY) for some in windows]
        typical = np.median(prints, axis=0)
        usual = typical[self.core].mean()
        for at, some in enumerate(windows):
            whole = self._uncovered(some, typical)
            if whole is not some:
                prints[at] = _lower(whole, EMPTY)
            if prints[at][self.core].mean() > usual + FILLED:
                lightest = self._lightest(whole)
                prints[at] = lightest if lightest[self.core].mean() <= usual + SOLID else typical
        printed = _lower(self.strips.dark, EMPTY)
        for column, empty in zip(self.strips.spot_columns, prints, strict=True):
            printed[:, self._window(column, self.cell)] = empty[:, self.half - self.cell : self.half + self.cell]
        return prints, printed

    def _uncovered(self, windows: Numbers, typical: Numbers) -> Numbers:
        """The bubbles of a column that have their outline, itself if all have, or what is typical if none has.

        Over the others something white may lie, so that they show nothing of what is printed.
        """
        is_whole = windows[:, self.outline].mean(axis=1) > WHOLE * typical[self.outline].mean()
        if is_whole.all():
            return windows
        return windows[is_whole] if is_whole.any() else typical[None]

    def _lightest(self, windows: Numbers) -> Numbers:
        """What the lightest bubbles of a column show."""
        order = np.argsort(windows[:, self.core].mean(axis=1))
        return _lower(windows[order[: max(2, round(LIGHTEST * len(windows)))]], 0.5)

    def _level(self, spot_column: SpotColumn) -> None:
        """Takes away the shadow in which a bubble may lie."""
        window = self._window(spot_column, self.cell)
        cells = self.rest[spot_column.strips, :, window]
        level = np.quantile(cells.reshape(len(cells), -1), 0.35, axis=1, method="lower").clip(0, None)
        self.rest[spot_column.strips, :, window] = cells - level[:, None, None]
        self.more[spot_column.strips, :, window] -= level[:, None, None]

    def _measure(self, spot_column: SpotColumn, empty: Numbers) -> list[Ink]:
        """The ink in each bubble of a column, without what is known from the blots."""
        window = self._window(spot_column)
        rest, seen = self.rest[spot_column.strips, :, window], self.strips.dark[spot_column.strips, :, window]
        free = self.free[:, window]
        # What lies over a figure darkens only what that leaves of the light; the outline is too dark to tell.
        rest = rest / np.where(self.core, np.maximum(free, LEFT), 1)
        clear = self.near & (free > 0.5)
        strength = np.partition(rest[:, clear], -STROKE, axis=1)[:, -STROKE].clip(0, DARKEST)
        pen = strength.clip(self.floor, None)[:, None, None]
        ink = np.clip((rest / pen - FAINT) / (FULL - FAINT), 0, 1)
        weight = free * self.core
        core = (ink * weight).sum(axis=(1, 2)) / weight.sum()
        pixels, begins = self.around
        around = np.sort(np.maximum.reduceat(rest[:, pixels[0], pixels[1]], begins, axis=1), axis=1)
        ring, arc = (around[:, round(SECTORS * (1 - share))].clip(0, DARKEST) for share in (RING, ARC))
        across = (ink * free * self.near).sum(axis=1)
        aside = (across @ self.x) / across.sum(axis=1).clip(1e-6, None)
        # A figure printed a bit beside its place is no ink: what it is darker here, it is lighter there.
        trace = self.more[spot_column.strips, :, window][:, self.core].mean(axis=1)
        line = np.minimum(seen, empty)[:, self.outline].mean(axis=1) / empty[self.outline].mean().clip(1e-6)
        return [Ink(*values) for values in np.stack([core, strength, ring, arc, aside, trace, line], axis=1).tolist()]

    def _blots(self) -> tuple[set[int], set[int], dict[int, float], dict[int, float]]:
        """The bubbles touched by a mark in another one, and those; how far marks reach; how dark ink is astray."""
        owner, width = self._owners(), self.rest.shape[2]
        edge = round(EDGE * SCALE)
        dark = self.rest > self.floor
        if self.strips.apart:
            # So that no blot runs on into the strip below, which is elsewhere on the page.
            dark[:, :edge] = False
            return _touched_from_beyond(_components(dark)[0], owner), set(), {}, {}
        touched, blot_of = _touched(_components(dark)[0], owner)
        ending = {blot_of[at] for at in touched}
        touching = {at for at, blot in blot_of.items() if blot in ending} - touched
        dark[:, :edge] = dark[:, -edge:] = False
        # What a mark has in the row below is not meant for a bubble of this row, and little of what it has in a total.
        cells = np.zeros(width, np.bool_)
        for column in self.strips.spot_columns:
            cells[self._window(column, self.cell)] = True
        reach: dict[int, float] = {}
        for ink, less in ((dark & cells, 0.0), (dark, OVER_TOTALS)):
            labels, boxes, _middles = _components(ink)
            blot_of = _touched(labels, owner)[1]
            for column in self.strips.spot_columns:
                for at in filter(blot_of.__contains__, column.spots):
                    left, across = boxes[blot_of[at], [cv2.CC_STAT_LEFT, cv2.CC_STAT_WIDTH]]
                    far = float(max(column.middle - left, left + across - column.middle) - self.cell) / SCALE - less
                    reach[at] = max(reach.get(at, far), far)
        bridged = cv2.morphologyEx(dark.reshape(-1, width).astype(np.uint8), cv2.MORPH_CLOSE, GAP).reshape(dark.shape)
        bridged[:, edge:-edge] = dark[:, edge:-edge]
        labels, sizes, middles = _components(bridged)
        count = len(sizes)
        areas, inside = (np.bincount(labels[where], minlength=count) for where in (dark.reshape(-1, width), owner >= 0))
        level = np.bincount(labels.ravel(), (self.rest * dark).ravel(), count) / areas.clip(1, None)
        long = sizes[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) >= STRAY * SCALE
        astray = np.flatnonzero(long & (areas >= STROKE) & (inside < IN_A_BUBBLE * areas))
        # Of several the darkest.
        stray: dict[int, float] = {}
        for label in astray:
            for at in self._beside(*middles[label]):
                stray[at] = max(stray.get(at, 0.0), float(level[label]))
        return touched, touching, reach, stray

    def _owners(self) -> NDArray[np.int32]:
        """For each pixel of the strips, one below the other, in which bubble it is; -1 where in none."""
        owner = np.full(self.strips.dark.shape, -1, np.int32)
        inside = (self.core | self.outline)[:, self.half - self.cell : self.half + self.cell]
        for column in self.strips.spot_columns:
            window = self._window(column, self.cell)
            cells = owner[column.strips, :, window]
            cells[:, inside] = np.array(column.spots)[:, None]
            owner[column.strips, :, window] = cells
        return owner.reshape(-1, self.strips.dark.shape[2])

    def _beside(self, x: float, y: float) -> Iterator[int]:
        """The bubbles next to a place: of two rows on the line between them; none where none is near, as in a total."""
        for strip in {int((y + away) // self.strips.dark.shape[1]) for away in (-ON_LINE * SCALE, ON_LINE * SCALE)}:
            for column in self.strips.spot_columns:
                if strip in column.strips and abs(column.middle - x) <= self.cell:
                    yield column.spots[column.strips.index(strip)]


def _patch(layers: Sequence[Numbers], middle: int) -> Numbers:
    """What each layer of a strip, as what is written and what is printed, shows around a bubble."""
    tall, small = len(layers[0]), 2 * PATCH // SQUARE
    # Of a low row its edges, again and again.
    down = (np.arange(2 * PATCH) + tall // 2 - PATCH).clip(0, tall - 1)
    patches = np.stack([layer[down, middle - PATCH : middle + PATCH] for layer in layers])
    return np.asarray(patches.reshape(-1, small, SQUARE, small, SQUARE).mean(axis=(2, 4)), np.float32)


def _components(dark: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[np.int32], Numbers]:
    """The blots of strips, one below the other: the number of each pixel's; their boxes and areas; their middles."""
    flat = dark.reshape(-1, dark.shape[2]).astype(np.uint8)
    _count, labels, boxes, middles = cv2.connectedComponentsWithStats(flat)
    return np.asarray(labels, np.int32), np.asarray(boxes, np.int32), np.asarray(middles, np.float32)


def _lower(windows: Numbers, share: float) -> Numbers:
    """What at least so large a share of windows shows at each place."""
    at = int(share * (len(windows) - 1))
    return np.asarray(np.partition(windows, at, axis=0)[at], np.float32)


def _touched(labels: NDArray[np.int32], owner: NDArray[np.int32]) -> tuple[set[int], dict[int, int]]:
    """The bubbles whose ink is the end of a blot that has far more of it in another one; and the blot in each."""
    both = (labels > 0) & (owner >= 0)
    bubbles = int(owner.max()) + 1
    pairs, counts = np.unique(labels[both].astype(np.int64) * bubbles + owner[both], return_counts=True)
    most = np.zeros(int(labels.max()) + 1, np.int64)
    np.maximum.at(most, pairs // bubbles, counts)
    largest = {int(pairs[at] % bubbles): int(at) for at in np.argsort(counts, kind="stable")}
    blot_of = {bubble: int(pairs[at] // bubbles) for bubble, at in largest.items()}
    return {bubble for bubble, at in largest.items() if counts[at] < TOUCHED * most[blot_of[bubble]]}, blot_of


def _touched_from_beyond(labels: NDArray[np.int32], owner: NDArray[np.int32]) -> set[int]:
    """The bubbles whose ink runs on to the left or right, as a signature does."""
    beyond = np.isin(labels, labels[:, [0, -1]]) & (labels > 0) & (owner >= 0)
    return set(owner[beyond].tolist())


def _millimetres(pixels: int) -> Numbers:
    """The distance of each of so many pixels from their middle."""
    return np.asarray((np.arange(pixels) + 0.5 - pixels / 2) / SCALE, np.float32)


def _directions(x: Numbers, y: Numbers, ring: Mask) -> tuple[tuple[NDArray[np.intp], ...], NDArray[np.intp]]:
    """The pixels of a ring sorted by direction, and where each direction begins among them."""
    turn = (np.floor((np.arctan2(y, x) / (2 * np.pi) + 0.5) * SECTORS) % SECTORS)[ring]
    order = np.argsort(turn, kind="stable")
    pixels = tuple(axis[order] for axis in np.nonzero(ring))
    return pixels, np.searchsorted(turn[order], np.arange(SECTORS))
