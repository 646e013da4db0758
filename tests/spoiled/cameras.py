"""Phones: a sheet on a table, seen from aside, under a lamp."""

from dataclasses import dataclass

import cv2
import numpy as np

from tests.spoiled.blanks import DOTS, TALL, WIDE
from tests.spoiled.filling import Box
from tests.spoiled.scanners import add_noise

COARSE = 16


@dataclass(frozen=True, slots=True)
class Camera:
    """How a sheet is photographed: the size of the picture in dots, how far from straight, and under which light.

    `lean` is how much a far edge is shorter, `curl` how high the paper stands in millimetres, `light` is the colour of
    the lamp, `shadow` and `glare` how strong they are, `blur` in dots, `shaken` the dots that the hand moved;
    `cleaned` by an app that makes paper white.
    """

    key: str
    sort: str = "photo"
    size: tuple[int, int] = (3264, 2448)
    lean: float = 0.05
    curl: float = 0.5
    light: tuple[float, float, float] = (1.0, 0.98, 0.94)
    bright: float = 0.86
    shadow: float = 0.15
    glare: float = 0.0
    blur: float = 0.8
    shaken: int = 0
    noise: float = 3.0
    quality: int = 85
    turned: int = 0
    cleaned: bool = False

    suffix = ".jpg"

    def photograph(self, light: np.ndarray, rng: np.random.Generator) -> tuple[bytes, list[Box]]:
        """The file of a photo, and which boxes of the page, in millimetres, no light but glare comes from."""
        wide, tall = self.size
        to_page, dots = self._place(rng)
        grid_x, grid_y = np.meshgrid(
            np.arange(0, wide + COARSE, COARSE, dtype=np.float64), np.arange(0, tall + COARSE, COARSE, dtype=np.float64)
        )
        depth = to_page[2, 0] * grid_x + to_page[2, 1] * grid_y + to_page[2, 2]
        x = (to_page[0, 0] * grid_x + to_page[0, 1] * grid_y + to_page[0, 2]) / depth
        y = (to_page[1, 0] * grid_x + to_page[1, 1] * grid_y + to_page[1, 2]) / depth
        x, y = self._curled(x, y, rng)
        lamp, lost = self._lamp(x, y, rng)
        scale = DOTS
        if dots < 0.7 * DOTS:
            scale = max(4, round(dots * 1.1))
            light = cv2.resize(light, (round(WIDE * scale), round(TALL * scale)), interpolation=cv2.INTER_AREA)
        across, down = _large(x * scale - 0.5, self.size), _large(y * scale - 0.5, self.size)
        table = tuple(map(int, np.array(((92, 66, 45), (40, 44, 50), (150, 140, 128), (24, 70, 42))[rng.integers(4)])))
        picture = cv2.remap(light, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=table)
        picture = self._lit(picture, lamp)
        if self.blur:
            picture = cv2.GaussianBlur(picture, (0, 0), self.blur)
        if self.shaken:
            picture = cv2.filter2D(picture, -1, _movement(self.shaken, rng))
        picture = add_noise(picture, self.noise, rng)
        if self.cleaned:
            picture = _clean(picture)
        picture = np.ascontiguousarray(np.rot90(picture, self.turned))
        stored = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR)
        return bytes(cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]), lost

    def _place(self, rng: np.random.Generator) -> tuple[np.ndarray, float]:
        """What leads from the dots of the photo to the millimetres of the page; how many dots a millimetre has."""
        wide, tall = self.size
        page = np.array([(0, 0), (WIDE, 0), (WIDE, TALL), (0, TALL)], np.float32)
        dots = min(wide / WIDE, tall / TALL) * rng.uniform(0.84, 0.94)
        angle = np.radians(rng.normal(0, 2.0))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        corners = (page - (WIDE / 2, TALL / 2)) @ turn.T * dots
        side = rng.uniform(0, 2 * np.pi)
        toward = (corners / dots) @ np.array((np.cos(side), np.sin(side))) / (WIDE / 2)
        corners = corners / (1 + self.lean * (toward + 1))[:, None] + np.array((wide, tall)) / 2
        corners += rng.normal(0, 0.006 * wide, 2)
        return cv2.getPerspectiveTransform(corners.astype(np.float32), page), dots

    def _curled(self, x: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Paper that stands up: its parts are seen a little beside where they would lie, as the lens bends them too."""
        wave, phase = rng.uniform(0.6, 1.4), rng.uniform(0, 2 * np.pi)
        lift = self.curl * np.sin(2 * np.pi * wave * x / WIDE + phase)
        corner = (
            self.curl
            * 1.5
            * np.exp(-(((x - WIDE * rng.integers(2)) / 60) ** 2) - ((y - TALL * rng.integers(2)) / 60) ** 2)
        )
        lens = rng.normal(0, 0.004) * (((x - WIDE / 2) / WIDE) ** 2 + ((y - TALL / 2) / WIDE) ** 2)
        return x + (lift * 0.3 + corner) * 0.6 + (x - WIDE / 2) * lens, y + lift + corner + (y - TALL / 2) * lens

    def _lamp(self, x: np.ndarray, y: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, list[Box]]:
        """How bright each place is lit, beside 1; above it where it shines. And the boxes that are lost in that."""
        side = rng.uniform(0, 2 * np.pi)
        slope = ((x - WIDE / 2) * np.cos(side) + (y - TALL / 2) * np.sin(side)) / WIDE
        lamp = self.bright * (1 - 0.25 * slope - 0.15 * slope**2)
        if self.shadow:
            at, direction = rng.uniform((40, 30), (250, 180)), rng.uniform(0, 2 * np.pi)
            edge = (x - at[0]) * np.cos(direction) + (y - at[1]) * np.sin(direction) + 12 * np.sin(y / 24 + direction)
            lamp = lamp * (1 - self.shadow / (1 + np.exp(-edge / rng.uniform(1.5, 9))))
        lost = []
        if self.glare:
            at, size = rng.uniform((50, 60), (240, 170)), rng.uniform(10, 26, 2)
            far = ((x - at[0]) / size[0]) ** 2 + ((y - at[1]) / size[1]) ** 2
            lamp = np.where(True, lamp + self.glare * np.exp(-far), lamp)
            reach = size * 1.3
            lost.append((at[0] - reach[0], at[1] - reach[1], at[0] + reach[0], at[1] + reach[1]))
        return lamp, lost

    def _lit(self, picture: np.ndarray, lamp: np.ndarray) -> np.ndarray:
        """The picture under the lamp: what shines is added, what is lit is multiplied."""
        shine = np.maximum(0, lamp - 1.0) if self.glare else None
        lit = [_large(np.minimum(lamp, 1.05) * channel, self.size) for channel in self.light]
        parts = [cv2.multiply(part, of, dtype=cv2.CV_8U) for part, of in zip(cv2.split(picture), lit, strict=True)]
        if shine is not None:
            add = _large(shine * 255, self.size)
            parts = [cv2.add(part, add, dtype=cv2.CV_8U) for part in parts]
        return cv2.merge(parts)


def _large(field: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """A field known every `COARSE` dots, at each dot."""
    wide, tall = size
    columns, rows = np.arange(wide, dtype=np.float32) / COARSE, np.arange(tall, dtype=np.float32) / COARSE
    tall_field = cv2.remap(
        field.astype(np.float32),
        np.tile(columns, (field.shape[0], 1)),
        np.tile(np.arange(field.shape[0], dtype=np.float32)[:, None], (1, wide)),
        cv2.INTER_LINEAR,
    )
    low = np.floor(rows).astype(int)
    share = (rows - low)[:, None].astype(np.float32)
    return tall_field[low] * (1 - share) + tall_field[np.minimum(low + 1, field.shape[0] - 1)] * share


def _clean(picture: np.ndarray) -> np.ndarray:
    """The picture as an app leaves it: the light of the paper taken away, what is dark made darker, edges sharpened."""
    tall, wide = picture.shape[:2]
    small = cv2.resize(picture, (wide // 8, tall // 8), interpolation=cv2.INTER_AREA)
    light = cv2.GaussianBlur(cv2.dilate(small, np.ones((9, 9))), (0, 0), 6)
    white = cv2.divide(picture, cv2.resize(light, (wide, tall)), scale=255)
    at = np.arange(256) / 255
    hard = np.round(255 * np.clip((at - 0.18) / 0.72, 0, 1) ** 1.15).astype(np.uint8)
    soft = cv2.GaussianBlur(white, (0, 0), 1.5)
    return cv2.LUT(cv2.addWeighted(white, 1.6, soft, -0.6, 0), hard)


def _movement(length: int, rng: np.random.Generator) -> np.ndarray:
    kernel = np.zeros((length, length), np.float32)
    angle, half = rng.uniform(0, np.pi), length / 2 - 0.5
    ends = [(round(half + sign * half * np.cos(angle)), round(half + sign * half * np.sin(angle))) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1, 1)
    return kernel / kernel.sum()


WARM, COLD = (1.0, 0.9, 0.68), (0.9, 0.96, 1.0)

CAMERAS = (
    Camera("photo from above"),
    Camera("photo aslant", lean=0.16),
    Camera("photo of curled paper", curl=2.2, lean=0.08),
    Camera("photo in shadow", shadow=0.45, bright=0.8),
    Camera("photo by lamplight", light=WARM, bright=0.72, noise=6, shadow=0.3),
    Camera("photo out of focus", blur=2.2),
    Camera("photo shaken", shaken=9, bright=0.75, noise=5),
    Camera("photo with glare", glare=0.9, bright=0.75),
    Camera("photo in the dark", bright=0.4, noise=9, light=WARM),
    Camera("photo of 12 megapixels", size=(4000, 3000), blur=0.9, lean=0.1),
    Camera("photo upside down", turned=2, light=COLD),
    Camera("photo held upright", turned=1, lean=0.1, shadow=0.3),
    Camera("photo sent by a messenger", size=(2048, 1536), quality=62, blur=0.6),
    Camera("photo cleaned by an app", cleaned=True, lean=0.03, shadow=0.25),
    Camera("photo of 2 megapixels", sort="low", size=(1600, 1200), quality=70, blur=0.5),
)
