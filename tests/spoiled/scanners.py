"""Scanners, copiers and fax machines: how the paper becomes a file."""

import io
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from PIL import Image

from tests.spoiled.blanks import TALL, WIDE

INCH = 25.4
NOISE_SIZE = 1024


@dataclass(frozen=True, slots=True)
class Scanner:
    """A machine and how it is used.

    `low` and `high` are the light that becomes black and white; `astray` is in millimetres; `quality` is that of a
    JPEG, 0 for a PNG; `cut` is the part of the paper's light below which a dot becomes black in a black-and-white
    picture, "local" compares with what is near, "dots" prints grey as dots; `coarse` is the dots per inch along the
    paper's way through a fax machine.
    """

    key: str
    sort: str
    dpi: int
    colour: bool = False
    quality: int = 85
    low: float = 0.0
    high: float = 1.0
    blur: float = 0.5
    noise: float = 2.0
    tilt: float = 0.5
    turned: int = 0
    shrunk: float = 1.0
    astray: float = 0.0
    copies: int = 0
    streaks: int = 0
    dust: int = 0
    through: float = 0.0
    gamma: float = 1.0
    cut: float | str | None = None
    coarse: int = 0
    paged: bool = False

    @property
    def suffix(self) -> str:
        """The end of its files' names."""
        return ".pdf" if self.paged else ".jpg" if self.quality else ".png"

    def scan(self, light: np.ndarray, back: np.ndarray, rng: np.random.Generator) -> tuple[bytes, list[float]]:
        """The file of a sheet (red, green, blue), with `back` on its other side; where streaks lie, in millimetres."""
        picture = light if self.colour else cv2.cvtColor(light, cv2.COLOR_RGB2GRAY)
        if self.through:
            picture = _show_through(picture, back, self.through, rng)
        picture = self._sampled(picture, rng)
        for _copy in range(self.copies):
            picture = _copied(picture, rng)
        if self.blur:
            picture = cv2.GaussianBlur(picture, (0, 0), self.blur)
        if self.dust:
            _dusty(picture, self.dust, rng)
        at = _streaked(picture, self.streaks, rng)
        if self.noise:
            picture = add_noise(picture, self.noise, rng)
        picture = cv2.LUT(picture, self._curve())
        if self.cut is not None:
            picture = _black_and_white(picture, self.cut, rng)
        if self.coarse:
            picture = np.repeat(picture, max(1, round(self.dpi / self.coarse)), axis=0)
        picture = np.ascontiguousarray(np.rot90(picture, self.turned))
        return self._encoded(picture), at

    def _curve(self) -> np.ndarray:
        at = np.clip((np.arange(256) / 255 - self.low) / (self.high - self.low), 0, 1)
        return np.round(255 * at**self.gamma).astype(np.uint8)

    def _sampled(self, picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """The page in the machine's dots, a little askew."""
        across, down = self.dpi / INCH * self.shrunk, (self.coarse or self.dpi) / INCH * self.shrunk
        size = (round(WIDE * across), round(TALL * down))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        angle = np.radians(rng.uniform(-self.tilt, self.tilt))
        sine, cosine = np.sin(angle), np.cos(angle)
        ratio = down / across
        middle = np.array((size[0] / 2, size[1] / 2))
        turn = np.array([[cosine, -sine / ratio], [sine * ratio, cosine]])
        shift = middle - turn @ middle + (rng.normal(0, 0.6, 2) + rng.uniform(-1, 1, 2) * self.astray) * across
        matrix = np.column_stack([turn, shift])
        lid = (int(rng.choice((252, 244, 250, 20))),) * 3
        return cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_LINEAR, borderValue=lid)

    def _encoded(self, picture: np.ndarray) -> bytes:
        if self.paged:
            paper, file = Image.fromarray(picture), io.BytesIO()
            paper.save(file, "PDF", resolution=self.dpi, quality=self.quality)
            return file.getvalue()
        stored = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR) if picture.ndim == 3 else picture
        if self.quality:
            return bytes(cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1])
        return bytes(cv2.imencode(".png", stored, [cv2.IMWRITE_PNG_COMPRESSION, 2])[1])


@cache
def _noise_tile() -> np.ndarray:
    tile = np.random.default_rng(71).normal(0, 32, (NOISE_SIZE, NOISE_SIZE))
    return np.clip(tile, -127, 127).astype(np.float32)


def add_noise(picture: np.ndarray, amount: float, rng: np.random.Generator) -> np.ndarray:
    """The picture with the noise of a sensor: `amount` is its standard deviation."""
    tall, wide = picture.shape[:2]
    tile = np.roll(_noise_tile(), rng.integers(0, NOISE_SIZE, 2), axis=(0, 1)) * (amount / 32)
    large: np.ndarray = np.tile(tile.astype(np.int16), (-(-tall // NOISE_SIZE), -(-wide // NOISE_SIZE)))[:tall, :wide]
    if picture.ndim == 3:
        large = cv2.merge([large, np.roll(large, 97, axis=1), np.roll(large, 211, axis=0)])
    return cv2.add(picture, large, dtype=cv2.CV_8U)


def _show_through(picture: np.ndarray, back: np.ndarray, share: float, rng: np.random.Generator) -> np.ndarray:
    """The printed back shines through, mirrored and soft."""
    ghost = cv2.resize(back, (back.shape[1] // 3, back.shape[0] // 3), interpolation=cv2.INTER_AREA)
    ghost = cv2.GaussianBlur(np.roll(ghost[:, ::-1], rng.integers(-40, 40, 2), axis=(0, 1)), (0, 0), 1.5)
    ghost = cv2.resize(ghost, (picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_LINEAR)
    shade = cv2.LUT(ghost, np.round(255 - share * (255 - np.arange(256))).astype(np.uint8))
    if picture.ndim == 3:
        shade = cv2.merge([shade] * 3)
    return cv2.multiply(picture, shade, scale=1 / 255)


def _copied(picture: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A copier's copy: harder, a little larger or smaller, toner in blotches, specks."""
    tall, wide = picture.shape[:2]
    scale, shift = rng.uniform(0.985, 1.01), rng.normal(0, 3, 2)
    matrix = np.array([[scale, 0, (1 - scale) * wide / 2 + shift[0]], [0, scale, (1 - scale) * tall / 2 + shift[1]]])
    picture = cv2.warpAffine(picture, matrix, (wide, tall), borderValue=(250, 250, 250))
    picture = cv2.GaussianBlur(picture, (0, 0), 0.7)
    at = np.arange(256) / 255
    hard = 1 / (1 + np.exp(-rng.uniform(8, 12) * (at - rng.uniform(0.52, 0.68))))
    hard = (hard - hard[0]) / (hard[-1] - hard[0])
    picture = cv2.LUT(picture, np.round(20 + 228 * hard).astype(np.uint8))
    _dusty(picture, 60, rng)
    return add_noise(picture, 5, rng)


def _dusty(picture: np.ndarray, count: int, rng: np.random.Generator) -> None:
    tall, wide = picture.shape[:2]
    for x, y, radius in zip(
        rng.integers(0, wide, count), rng.integers(0, tall, count), rng.uniform(0.3, 1.1, count), strict=True
    ):
        shade = int(rng.integers(40, 170))
        cv2.circle(picture, (int(x) * 16, int(y) * 16), int(radius * 16), (shade,) * 3, -1, cv2.LINE_AA, 4)


def _streaked(picture: np.ndarray, count: int, rng: np.random.Generator) -> list[float]:
    """Streaks of a dirty glass along the paper's way; where they are, in millimetres from the left."""
    places = []
    tall, wide = picture.shape[:2]
    for _streak in range(count):
        x, half = int(rng.integers(wide // 20, wide)), int(rng.integers(1, 3))
        shade = rng.uniform(0.45, 0.92)
        fade = np.interp(np.arange(tall), np.linspace(0, tall, 12), rng.uniform(0.6, 1, 12))
        let = (1 - (1 - shade) * fade)[:, None]
        band = picture[:, x : x + half]
        band[:] = band * (let if picture.ndim == 2 else let[:, :, None])
        places.append(x / wide * WIDE)
    return places


def _black_and_white(picture: np.ndarray, cut: float | str, rng: np.random.Generator) -> np.ndarray:
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    if cut == "local":
        return cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 61, 14)
    if cut == "dots":
        order = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], np.float32)
        limits = np.tile(16 + order * 14, (-(-grey.shape[0] // 4), -(-grey.shape[1] // 4)))
        return np.where(grey > limits[: grey.shape[0], : grey.shape[1]], 255, 0).astype(np.uint8)
    return cv2.threshold(grey, int(255 * float(cut)), 255, cv2.THRESH_BINARY)[1]


SCANNERS = (
    Scanner("flat 150 grey", "scan", 150),
    Scanner("flat 150 colour", "scan", 150, colour=True, quality=80),
    Scanner("flat 200 grey", "scan", 200, quality=0),
    Scanner("flat 200 colour", "scan", 200, colour=True, paged=True),
    Scanner("flat 300 grey", "scan", 300, quality=75),
    Scanner("flat 300 colour", "scan", 300, colour=True, quality=60, paged=True),
    Scanner("askew", "scan", 200, tilt=3.5),
    Scanner("upside down", "scan", 200, turned=2, tilt=1.0),
    Scanner("on its side", "scan", 150, colour=True, turned=1, tilt=1.0),
    Scanner("dusty glass", "scan", 200, dust=220),
    Scanner("back shines through", "scan", 200, through=0.22),
    Scanner("low contrast", "scan", 150, low=-0.55, high=1.15, noise=3),
    Scanner("too bright", "scan", 200, high=0.82),
    Scanner("too dark", "scan", 200, low=-0.1, high=1.25, gamma=1.4),
    Scanner("streaked", "scan", 200, streaks=3),
    Scanner("copy", "scan", 200, copies=1),
    Scanner("copy of a copy", "scan", 200, copies=2, shrunk=0.98),
    Scanner("jpeg 30", "scan", 200, colour=True, quality=30),
    Scanner("jpeg 12", "scan", 150, quality=12),
    Scanner("noisy and soft", "scan", 150, blur=1.0, noise=9),
    Scanner("astray on the glass", "scan", 200, astray=5.0, tilt=1.5),
    Scanner("shrunk", "scan", 200, shrunk=0.94, tilt=1.0),
    Scanner("black-and-white 200 light", "bw", 200, cut=0.42, quality=0, noise=3),
    Scanner("black-and-white 200", "bw", 200, cut=0.6, quality=0, noise=3),
    Scanner("black-and-white 200 dark", "bw", 200, cut=0.78, quality=0, noise=3),
    Scanner("black-and-white 300", "bw", 300, cut=0.6, quality=0, noise=3, paged=True),
    Scanner("black-and-white local", "bw", 200, cut="local", quality=0, noise=3),
    Scanner("grey as dots", "bw", 300, cut="dots", quality=0),
    Scanner("fax", "bw", 200, cut=0.55, coarse=100, quality=0, blur=0.4),
    Scanner("fax losing strokes", "bw", 200, cut=0.4, coarse=100, quality=0, blur=0.5, turned=1),
    Scanner("fine fax", "bw", 200, cut=0.55, quality=0, blur=0.6, dust=60),
    Scanner("flat 100 grey", "low", 100),
    Scanner("flat 100 colour", "low", 100, colour=True, quality=70),
    Scanner("flat 120 jpeg", "low", 120, quality=35),
)
