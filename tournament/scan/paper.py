"""Finds the sheet in a picture: from the printed squares around the grid follows where each millimetre of it lies.

Perspective is a homography of the squares' corners. What the squares differ from it (curled paper, a lens) is smooth,
and seen only along the edges: inside, it is taken between opposite edges, as in a Coons patch. Nothing is ever found by
the repeating grid.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tournament.scan.pages import Numbers, PageError, Picture

WIDTH, HEIGHT = 297.0, 210.0
# Pixels of the flattened page per millimetre: 203 dots per inch.
SCALE = 8.0
# The squares' numbers on every form: at the corners, and along the upper and lower edges.
COMMON = frozenset(range(12))
FEWEST = 6
# A square that was not detected is looked for so far around its place, in millimetres. It is there if it fits so well,
# and so much better than any other number.
LOOKED, ALIKE, CLEARLY = 2.0, 0.6, 0.1
# How far a square's corner may be from where the others say it is, in millimetres.
MAX_OFF, HELD = 0.6, 0.3
# So many may be elsewhere altogether, at a distance that stands for that.
MAX_ASTRAY, ASTRAY = 2, 99.0
# How much longer or shorter the bend may make a millimetre: paper does not stretch, so that more of it is a fold.
MAX_BENT = 0.22
# The same where only the squares are used that every form has.
ROUGHLY = 6.0
# A shorter millimetre in the picture leaves nothing of a bubble's figure, in pixels.
FEWEST_PIXELS = 3.0
# A picture with a shorter longer side is enlarged to find the squares.
SMALL_SIDE, ENLARGED = 2400, 1.5
# Millimetres between the points at which the map is computed; between them it is a straight line.
STEP = 3.0

Points = NDArray[np.float64]
# A printed square: number, left and upper edge and size in millimetres.
Square = tuple[int, float, float, float]


@dataclass(frozen=True, slots=True)
class SheetMap:
    """Where a sheet lies in a picture: `to_picture` and `bend` take millimetres to pixels.

    `off` has how far each square that was found is from the map, in millimetres, by its number.
    """

    to_picture: Points
    bend: Points
    order: int
    off: dict[int, float]

    def places(self, millimetres: Points) -> Points:
        """Where these points of the page (one a row) are in the picture."""
        return _straight(self.to_picture, millimetres) + _basis(millimetres, self.order) @ self.bend


def detect(picture: Picture) -> dict[int, Points]:
    """The squares that are seen in a grey picture: four corners each, by number; none that is seen twice."""
    larger = ENLARGED if max(picture.shape) < SMALL_SIDE else 1.0
    if larger > 1:
        picture = np.asarray(cv2.resize(picture, None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC), np.uint8)
    corners, numbers, _ = _detector().detectMarkers(picture)
    by_number: dict[int, list[Points]] = {}
    for number, four in zip([] if numbers is None else numbers.ravel().tolist(), corners, strict=True):
        by_number.setdefault(int(number), []).append((np.asarray(four, np.float64).reshape(4, 2) + 0.5) / larger - 0.5)
    return {number: seen[0] for number, seen in by_number.items() if len(seen) == 1}


def _detector() -> Any:
    how = cv2.aruco.DetectorParameters()
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    how.minMarkerPerimeterRate = 0.02
    # A bad copy fattens what is black: the middle of a module says what it is.
    how.perspectiveRemoveIgnoredMarginPerCell, how.perspectiveRemovePixelPerCell = 0.33, 8
    how.maxMarkerPerimeterRate = 0.4
    how.adaptiveThreshWinSizeMin, how.adaptiveThreshWinSizeMax, how.adaptiveThreshWinSizeStep = 7, 47, 20
    return cv2.aruco.ArucoDetector(_squares_known(), how)


def look_again(picture: Picture, squares: Sequence[Square], sheet_map: SheetMap) -> dict[int, Points]:
    """Squares that a blur hid from the detector, by number: each where it must be, and more like itself than another.

    As a square next to it is nearly three centimetres away, this cannot take one row for another.
    """
    patterns = {number: _pattern(number, size) for number, _left, _top, size in squares}
    again = {}
    for number, left, top, size in squares:
        if sheet_map.off.get(number, ASTRAY) < ASTRAY:
            continue
        side = np.arange(round((size + 2 * LOOKED) * SCALE)) + 0.5
        x, y = np.meshgrid(left - LOOKED + side / SCALE, top - LOOKED + side / SCALE)
        at = sheet_map.places(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(*x.shape, 2).astype(np.float32)
        cut = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        alike = [other for other, pattern in patterns.items() if pattern.shape == patterns[number].shape]
        fits = {other: cv2.minMaxLoc(cv2.matchTemplate(cut, patterns[other], cv2.TM_CCOEFF_NORMED)) for other in alike}
        _least, fit, _where, (right, down) = fits.pop(number)
        if fit > max([ALIKE, *(other[1] + CLEARLY for other in fits.values())]):
            shift = np.array([right, down]) / SCALE - LOOKED
            again[number] = sheet_map.places(_corners(left, top, size) + shift)
    return again


def _squares_known() -> cv2.aruco.Dictionary:
    """The squares that sheets are printed with."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def _pattern(number: int, size: float) -> Picture:
    drawn = cv2.aruco.generateImageMarker(_squares_known(), number, round(size * SCALE))
    return np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.3 * SCALE), np.uint8)


def find(squares_seen: dict[int, Points], squares: Sequence[Square], max_off: float = MAX_OFF) -> SheetMap:
    """The sheet by the squares seen in the picture; PageError if they are too few or do not lie as they are printed."""
    printed = {number: _corners(left, top, size) for number, left, top, size in squares if number in squares_seen}
    for _again in range(MAX_ASTRAY + 1):
        if len(printed) < FEWEST:
            raise PageError("no sheet")
        sheet = _fit(printed, squares_seen)
        worst = max(sheet.off, key=lambda number: sheet.off[number])
        if sheet.off[worst] <= max_off:
            # Those left out still stand for something: the rows beside them are not sure.
            sheet.off.update(
                {number: ASTRAY for number, *_place in squares if number in squares_seen and number not in printed}
            )
            return sheet
        # A square that is half covered, or printed on another paper that lies beside.
        del printed[worst]
    raise PageError("folded")


def _fit(printed: dict[int, Points], squares_seen: dict[int, Points]) -> SheetMap:
    page = np.concatenate(list(printed.values()))
    at = np.concatenate([squares_seen[number] for number in printed])
    plane, _ = cv2.findHomography(page, at, cv2.RANSAC, ransacReprojThreshold=_pixels(page, at) * 4)
    if plane is None:
        raise PageError("no sheet")
    order = 4 if len(printed) >= 18 else 3 if len(printed) >= 14 else 2 if len(printed) >= 10 else 0
    straight = np.asarray(plane, np.float64)
    bend = _bend(page, at - _straight(straight, page), order, _pixels(page, at))
    sheet = SheetMap(straight, bend, order, {})
    far = np.linalg.norm(sheet.places(page) - at, axis=1) / _pixels(page, at)
    sheet.off.update({number: float(far[4 * n : 4 * n + 4].mean()) for n, number in enumerate(printed)})
    return sheet


def _pixels(millimetres: Points, pixels: Points) -> float:
    """The pixels of a millimetre, on the whole."""
    return float(
        np.sqrt(np.ptp(pixels[:, 0]) * np.ptp(pixels[:, 1]) / (np.ptp(millimetres[:, 0]) * np.ptp(millimetres[:, 1])))
    )


def _bend(millimetres: Points, rest: Points, order: int, pixels: float) -> Points:
    """The coefficients of a smooth rest, by least squares in which a corner far off counts for less."""
    basis = _basis(millimetres, order)
    coefficients = np.zeros((basis.shape[1], 2))
    if not order:
        return coefficients
    for _again in range(5):
        off = np.linalg.norm(rest - basis @ coefficients, axis=1) / pixels
        weight = np.sqrt(1 / np.maximum(1.0, off / 0.25))[:, None]
        left, right = basis * weight, rest * weight
        coefficients = np.linalg.solve(left.T @ left + 1e-4 * np.eye(basis.shape[1]), left.T @ right)
    return coefficients


def _basis(millimetres: Points, order: int) -> Points:
    """Products of powers of both directions, of which one is at most 1."""
    x, y = millimetres[:, 0] / WIDTH * 2 - 1, millimetres[:, 1] / HEIGHT * 2 - 1
    powers = [(i, j) for i in range(order + 1) for j in range(order + 1) if min(i, j) <= 1]
    return np.stack([x**i * y**j for i, j in powers], axis=1)


def _straight(plane: Points, millimetres: Points) -> Points:
    return np.asarray(cv2.perspectiveTransform(millimetres[None], plane)[0], np.float64)


def _corners(left: float, top: float, size: float) -> Points:
    return np.array([[left, top], [left + size, top], [left + size, top + size], [left, top + size]])


def check(sheet_map: SheetMap) -> None:
    """PageError if the picture has too few pixels for a millimetre somewhere, or if the page is folded."""
    x, y = np.meshgrid(np.linspace(8, WIDTH - 8, 12), np.linspace(8, HEIGHT - 8, 12))
    at = np.stack([x.ravel(), y.ravel()], axis=1)
    for step in np.array([[2.0, 0.0], [0.0, 2.0]]):
        bent = (sheet_map.places(at + step) - sheet_map.places(at - step)) / 4
        plain = (_straight(sheet_map.to_picture, at + step) - _straight(sheet_map.to_picture, at - step)) / 4
        pixels = np.linalg.norm(plain, axis=1)
        if pixels.min() < FEWEST_PIXELS:
            raise PageError("too small")
        if (np.linalg.norm(bent - plain, axis=1) / pixels).max() > MAX_BENT:
            raise PageError("folded")


def flat(picture: Picture, sheet_map: SheetMap, scale: float = SCALE) -> Picture:
    """The page as if it lay flat under the camera, with so many pixels per millimetre."""
    across, down = np.arange(0, WIDTH + STEP, STEP), np.arange(0, HEIGHT + STEP, STEP)
    x, y = np.meshgrid(across, down)
    at = sheet_map.places(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(len(down), len(across), 2)
    wide, tall = round(WIDTH * scale), round(HEIGHT * scale)
    # Pixel centres of the page in steps of the coarse map, by another map, as a mere enlargement shifts the edges.
    u, v = (np.arange(wide) + 0.5) / scale / STEP, (np.arange(tall) + 0.5) / scale / STEP
    u, v = np.meshgrid(u.astype(np.float32), v.astype(np.float32))
    dense: Numbers = np.asarray(cv2.remap(at.astype(np.float32), u, v, cv2.INTER_LINEAR), np.float32)
    x_at, y_at = cv2.split(dense)
    return np.asarray(cv2.remap(picture, x_at, y_at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def sure_rows(heights: Sequence[float], squares: Sequence[Square], sheet_map: SheetMap) -> list[bool]:
    """For each height of a row: whether on both sides a square next to it was found, and lies where the map says."""
    edges = [[s for s in squares if s[1] < WIDTH / 20], [s for s in squares if s[1] + s[3] > WIDTH * 19 / 20]]
    sure = {height: all(_held(height, edge, sheet_map) for edge in edges) for height in {*heights}}
    return [sure[height] for height in heights]


def _held(height: float, edge: Sequence[Square], sheet_map: SheetMap) -> bool:
    above = max((s for s in edge if s[2] + s[3] / 2 <= height), key=lambda s: s[2], default=None)
    below = min((s for s in edge if s[2] + s[3] / 2 > height), key=lambda s: s[2], default=None)
    off = [sheet_map.off.get(s[0]) for s in (above, below) if s is not None]
    distances = [distance for distance in off if distance is not None]
    return bool(distances) and max(distances) <= HELD
