"""A flattened page as straight strips: one per deal, each bubble of a column at the same place in all of them.

Where paper bends, rows do not lie quite where they are printed; `align` says how far each bubble is off. A strip
follows its bubbles, so that what is printed is the same in all strips and can be told from what is written.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from tournament.scan.pages import Numbers
from tournament.scan.paper import SCALE, Points

# A bubble of the book: deal, kind, value, centre in millimetres.
BubbleSpot = tuple[int, str, str, float, float]
# What is added on the left and on the right of the bubbles, and above and below those about the whole sheet.
MARGIN, ABOVE = 4.0, 1.2


@dataclass(frozen=True, slots=True)
class SpotColumn:
    """Bubbles in which the same is printed: their middle in pixels from the left, their strips, and which they are."""

    middle: int
    strips: list[int]
    spots: list[int]


@dataclass(frozen=True, slots=True)
class Strips:
    """Strips of one size, and the columns of their bubbles, whose middles are half-way down; `dark` is by strip.

    Strips that are not `apart` lie one below the other on the page.
    """

    dark: Numbers
    spot_columns: list[SpotColumn]
    apart: bool


def cut(dark: Numbers, spots: Sequence[BubbleSpot], centres: Points, tall: float) -> list[Strips]:
    """The deals' strips, as high as their rows; and those of the bubbles about the whole sheet, one for each of them.

    `centres` is where each of the spots is, in millimetres, `tall` the height of a bubble.
    """
    deals: dict[int, list[int]] = {}
    for at, spot in enumerate(spots):
        deals.setdefault(spot[0], []).append(at)
    foot = deals.pop(0, [])
    parts = []
    if deals:
        left = min(spot[3] for spot in spots if spot[0]) - MARGIN
        wide = max(spot[3] for spot in spots if spot[0]) + MARGIN - left
        size = (round(wide * SCALE), round(row_height(spots, tall) * SCALE))
        rows = list(deals.values())
        of_row = [_strip(dark, [spots[at] for at in row], centres[row], left, size) for row in rows]
        parts.append(Strips(np.stack(of_row), _columns(spots, rows, left), apart=False))
    if foot:
        size = (round(2 * MARGIN * SCALE), round((tall + 2 * ABOVE) * SCALE))
        alone = [_strip(dark, [spots[at]], centres[[at]], spots[at][3] - MARGIN, size) for at in foot]
        parts.append(Strips(np.stack(alone), [SpotColumn(size[0] // 2, list(range(len(foot))), foot)], apart=True))
    return parts


def row_height(spots: Sequence[BubbleSpot], tall: float) -> float:
    """From one deal to the next, in millimetres; of a sheet of one deal, what its bubble needs."""
    heights = sorted({spot[4] for spot in spots if spot[0]})
    return min((after - before for before, after in pairwise(heights)), default=tall + 2 * ABOVE)


def _columns(spots: Sequence[BubbleSpot], rows: Sequence[Sequence[int]], left: float) -> list[SpotColumn]:
    columns: dict[tuple[str, str], SpotColumn] = {}
    for number, row in enumerate(rows):
        for at in row:
            _deal, kind, value, x, _y = spots[at]
            column = columns.setdefault((kind, value), SpotColumn(round((x - left) * SCALE), [], []))
            column.strips.append(number)
            column.spots.append(at)
    return list(columns.values())


def _strip(
    dark: Numbers, bubbles: Sequence[BubbleSpot], centres: Points, left: float, size: tuple[int, int]
) -> Numbers:
    """What is around bubbles of one height, drawn straight."""
    x = left + (np.arange(size[0]) + 0.5) / SCALE
    order = np.argsort(centres[:, 0])
    printed = np.array([spot[3:] for spot in bubbles])[order]
    right, down = (np.interp(x, printed[:, 0], (centres[order] - printed)[:, axis]) for axis in (0, 1))
    y = printed[0, 1] + (np.arange(size[1]) + 0.5 - size[1] / 2) / SCALE
    across = np.broadcast_to((x + right) * SCALE - 0.5, size[::-1]).astype(np.float32)
    below = ((y[:, None] + down[None]) * SCALE - 0.5).astype(np.float32)
    return np.asarray(cv2.remap(dark, across, below, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)
