"""What becomes of a sheet on its way into a file: scanners, copiers, and phones held over a table.

A phone sees curled paper as it is in space: the page has a height everywhere, and each of its points is projected.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, radians, sin, sqrt, tan
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.filled.blanks import DOTS
from tests.filled.pens import Colours

# What OpenCV gives back, whose types say less than is so.
Seen = Any

Places = NDArray[np.float64]
WIDTH, HEIGHT = 297.0, 210.0
_CORNERS = np.array([[0, 0, 0], [WIDTH, 0, 0], [WIDTH, HEIGHT, 0], [0, HEIGHT, 0]])


@dataclass(frozen=True)
class Picture:
    """A file as it arrives: its bytes, and its ending."""

    data: bytes
    ending: str


def scan(dots: int, *, grey: bool, quality: int) -> Callable[[Colours, random.Random], Picture]:
    """A flatbed or a feeder: a slight turn, uneven light, noise, dust on the glass, the strength of JPEG given."""

    def taken(paper: Colours, chance: random.Random) -> Picture:
        wide, tall = round(WIDTH / 25.4 * dots), round(HEIGHT / 25.4 * dots)
        small = cv2.resize(paper, (wide, tall), interpolation=cv2.INTER_AREA)
        turn = cv2.getRotationMatrix2D((wide / 2, tall / 2), chance.gauss(0, 0.7), chance.uniform(0.985, 1.0))
        turn[:, 2] += np.array([chance.gauss(0, 4), chance.gauss(0, 4)])
        seen = cv2.warpAffine(small, turn, (wide, tall), flags=cv2.INTER_LINEAR, borderValue=_around(chance))
        seen = _lit(seen, chance, 0.06)
        if chance.random() < 0.3:
            _streak(seen, chance)
        seen = _noisy(seen, chance.uniform(1, 4), chance)
        if grey:
            seen = cv2.cvtColor(seen, cv2.COLOR_RGB2GRAY)
        return _jpeg(np.rot90(seen, chance.choice([0, 0, 0, 2, 1])), quality, chance)

    return taken


def copied(paper: Colours, chance: random.Random) -> Picture:
    """A copier that knows only black and white, and then a scanner in grey."""
    grey = cv2.cvtColor(paper, cv2.COLOR_RGB2GRAY)
    half = cv2.resize(grey, None, fx=0.66, fy=0.66, interpolation=cv2.INTER_AREA)
    rough = cv2.GaussianBlur(half, (0, 0), chance.uniform(0.6, 1.4)).astype(np.float32)
    rough += np.random.default_rng(chance.randrange(2**32)).normal(0, 8, rough.shape)
    hard = np.where(rough > chance.uniform(150, 205), 252, 25).astype(np.uint8)
    specks = np.random.default_rng(chance.randrange(2**32)).random(hard.shape) < chance.uniform(0, 3e-4)
    hard[cv2.dilate(specks.astype(np.uint8), np.ones((2, 2), np.uint8)) > 0] = 40
    again = cv2.resize(hard, (paper.shape[1], paper.shape[0]), interpolation=cv2.INTER_LINEAR)
    return scan(150, grey=True, quality=70)(np.repeat(again[:, :, None], 3, axis=2), chance)


def photo(millions: float, *, curl: float, tilt: float, dark: float) -> Callable[[Colours, random.Random], Picture]:
    """A phone: so many megapixels, up to `curl` mm of height, degrees of tilt, and the light that a shadow takes."""

    def taken(paper: Colours, chance: random.Random) -> Picture:
        tall = round(sqrt(millions * 1e6 * 3 / 4))
        wide = round(tall * 4 / 3)
        where = _seen_from(wide, tall, chance.uniform(0, curl), chance.uniform(0, tilt), chance)
        pixels = (where * DOTS - 0.5).astype(np.float32)
        # As many dots of the paper as a pixel sees are one: no camera sees single ones.
        seen_dots = DOTS * float(np.linalg.norm(where[tall // 2, wide // 2 + 8] - where[tall // 2, wide // 2])) / 8
        soft = cv2.GaussianBlur(paper, (0, 0), max(0.4, 0.5 * seen_dots))
        x_at, y_at = cv2.split(pixels)
        seen = cv2.remap(soft, x_at, y_at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=_table(chance))
        seen = _shadowed(_lit(_warm(seen, chance), chance, 0.25), chance, dark)
        seen = cv2.GaussianBlur(seen, (0, 0), chance.uniform(0.4, 0.5 + 0.35 * sqrt(millions / 3)))
        if chance.random() < 0.3:
            seen = _shaken(seen, chance.uniform(1, 1.2 * sqrt(millions)), chance)
        seen = _noisy(seen, chance.uniform(2, 7), chance)
        return _jpeg(np.rot90(seen, chance.choice([0, 0, 1, 2, 3])), chance.randint(60, 92), chance)

    return taken


def _seen_from(wide: int, tall: int, curl: float, tilt: float, chance: random.Random) -> Places:
    """For each pixel of the camera, which millimetre of the page it sees."""
    height = _surface(curl, chance)
    lean, toward = radians(tilt), chance.uniform(0, 2 * pi)
    axis = np.array([cos(toward), sin(toward), 0.0]) * lean
    turn = cv2.Rodrigues(axis)[0] @ cv2.Rodrigues(np.array([0.0, 0.0, radians(chance.gauss(0, 4))]))[0]
    focus = wide / 2 / tan(radians(chance.uniform(30, 36)))
    shift = np.array([0.0, 0.0, focus * WIDTH / wide])
    # Whoever takes the picture goes as near as the sheet allows, and has it about in the middle.
    for _nearer in range(4):
        seen = turn @ (_CORNERS - [WIDTH / 2, HEIGHT / 2, 0]).T + shift[:, None]
        seen = seen[:2] / seen[2] * focus
        middle, size = (seen.max(axis=1) + seen.min(axis=1)) / 2, np.ptp(seen, axis=1)
        shift[:2] -= middle / focus * shift[2]
        shift[2] *= max(size[0] / wide, size[1] / tall)
    fills = chance.uniform(0.86, 0.97)
    shift *= [1, 1, 1 / fills]
    shift[:2] += chance.gauss(0, 1.5), chance.gauss(0, 1.5)

    def at(page: Places, bent: float) -> Places:
        flat = np.concatenate([page - [WIDTH / 2, HEIGHT / 2], -bent * height(page)[:, None]], axis=1)
        there = flat @ turn.T + shift
        return np.asarray(there[:, :2] / there[:, 2:] * focus + [wide / 2, tall / 2])

    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]])
    back = cv2.getPerspectiveTransform(at(corners, 0).astype(np.float32), corners.astype(np.float32))
    step = 12
    across, down = np.arange(0, wide + step, step), np.arange(0, tall + step, step)
    x, y = np.meshgrid(across.astype(np.float64), down.astype(np.float64))
    wanted = np.stack([x.ravel(), y.ravel()], axis=1)
    aimed = wanted.copy()
    for _closer in range(8):
        page = cv2.perspectiveTransform(aimed[None], back)[0]
        aimed += wanted - at(page, 1)
    page = cv2.perspectiveTransform(aimed[None], back)[0].reshape(len(down), len(across), 2)
    u, v = np.meshgrid(np.arange(wide, dtype=np.float32) / step, np.arange(tall, dtype=np.float32) / step)
    return np.asarray(cv2.remap(page.astype(np.float32), u, v, cv2.INTER_LINEAR))


def _surface(curl: float, chance: random.Random) -> Callable[[Places], Places]:
    """The height of the page, in millimetres: a bow across it in some direction, and a corner that stands up."""
    along, begin, waves = (
        chance.choice([0, pi / 2, chance.uniform(0, pi)]),
        chance.uniform(-0.4, 0.4),
        chance.uniform(0.5, 1.1),
    )
    corner, lift = (chance.choice([0.0, WIDTH]), chance.choice([0.0, HEIGHT])), chance.uniform(0, 0.6) * curl

    def height(page: Places) -> Places:
        way = (page[:, 0] - WIDTH / 2) * cos(along) + (page[:, 1] - HEIGHT / 2) * sin(along)
        near = np.exp(-(((page[:, 0] - corner[0]) / 90) ** 2 + ((page[:, 1] - corner[1]) / 70) ** 2))
        return np.asarray(curl * np.cos(pi * waves * way / 250 + begin) + lift * near)

    return height


def _around(chance: random.Random) -> tuple[int, int, int]:
    return chance.choice([(255, 255, 255), (245, 245, 245), (40, 40, 40)])


def _table(chance: random.Random) -> tuple[int, int, int]:
    return chance.choice([(120, 85, 55), (60, 100, 60), (200, 200, 205), (50, 50, 55), (235, 230, 220)])


def _lit(seen: Seen, chance: random.Random, uneven: float) -> Seen:
    """Brighter on one side than on the other, and not quite black and white."""
    tall, wide = seen.shape[:2]
    slope, toward = chance.uniform(0, uneven), chance.uniform(0, 2 * pi)
    y, x = np.ogrid[-0.5 : 0.5 : tall * 1j, -0.5 : 0.5 : wide * 1j]
    light = (chance.uniform(0.88, 1.0) * (1 - slope * (0.5 + x * cos(toward) + y * sin(toward)))).astype(np.float32)
    black = chance.uniform(5, 40)
    return np.asarray(black + seen * (light * (1 - black / 255))[..., None], np.float32)


def _warm(seen: Seen, chance: random.Random) -> Seen:
    warm = chance.uniform(0, 1)
    return np.asarray(seen * np.array([1, 1 - 0.08 * warm, 1 - 0.28 * warm], np.float32), np.float32)


def _shadowed(seen: Seen, chance: random.Random, dark: float) -> Seen:
    """The shadow of a hand or a phone, its edge soft."""
    tall, wide = seen.shape[:2]
    mask = np.zeros((tall // 8, wide // 8), np.float32)
    middle = (chance.randrange(wide // 8), chance.randrange(tall // 8))
    size = (int(wide / 8 * chance.uniform(0.2, 0.5)), int(tall / 8 * chance.uniform(0.2, 0.6)))
    cv2.ellipse(mask, middle, size, chance.uniform(0, 180), 0, 360, 1.0, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), chance.uniform(4, 20) * wide / 2048)
    return np.asarray(seen * (1 - chance.uniform(0, dark) * cv2.resize(mask, (wide, tall))[..., None]), np.float32)


def _shaken(seen: Seen, length: float, chance: random.Random) -> Seen:
    size = int(length) * 2 + 3
    way, angle = np.zeros((size, size), np.float32), chance.uniform(0, pi)
    middle, reach = size // 2, length / 2
    ends = [
        (round((middle + s * reach * cos(angle)) * 16), round((middle + s * reach * sin(angle)) * 16)) for s in (-1, 1)
    ]
    cv2.line(way, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(cv2.filter2D(seen, -1, way / way.sum()), np.float32)


def _streak(seen: Seen, chance: random.Random) -> None:
    """A line down the page, from dust on the glass of a feeder."""
    at, wide = chance.randrange(seen.shape[1]), chance.choice([1, 1, 2])
    seen[:, at : at + wide] *= chance.uniform(0.6, 0.9)


def _noisy(seen: Seen, strength: float, chance: random.Random) -> Seen:
    noise = np.random.default_rng(chance.randrange(2**32)).standard_normal(seen.shape, np.float32)
    return np.clip(seen + noise * strength, 0, 255).astype(np.uint8)


def _jpeg(seen: Seen, quality: int, chance: random.Random) -> Picture:
    colours = cv2.cvtColor(seen, cv2.COLOR_RGB2BGR) if seen.ndim == 3 else seen
    if chance.random() < 0.05:
        return Picture(cv2.imencode(".png", np.ascontiguousarray(colours))[1].tobytes(), ".png")
    how = [cv2.IMWRITE_JPEG_QUALITY, quality]
    return Picture(cv2.imencode(".jpg", np.ascontiguousarray(colours), how)[1].tobytes(), ".jpg")


KINDS: dict[str, Callable[[Colours, random.Random], Picture]] = {
    "scan 150 dpi, grey": scan(150, grey=True, quality=75),
    "scan 150 dpi, colour, strong JPEG": scan(150, grey=False, quality=55),
    "scan 300 dpi": scan(300, grey=False, quality=80),
    "copy in black and white, scanned": copied,
    "photo 3 MP": photo(3.1, curl=5, tilt=18, dark=0.4),
    "photo 3 MP, curled and in shadow": photo(3.1, curl=14, tilt=25, dark=0.65),
    "photo 8 MP": photo(8, curl=8, tilt=25, dark=0.5),
    "photo 12 MP, curled and in shadow": photo(12, curl=16, tilt=30, dark=0.65),
}
