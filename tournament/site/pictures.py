"""An uploaded picture, rebuilt from its pixels alone: nothing else in the file is kept."""

import base64
import io
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageFile, ImageOps

from tournament.errors import UserError
from tournament.site.passes import too_many_passes

READ = ("PNG", "JPEG", "WEBP")
MAX_BYTES = 2_000_000
# Decoding takes four bytes per pixel and, for a PNG of this size, a quarter of a second.
MAX_DOTS = 8_000_000
# How large each kind is kept. Large enough for paper at 250 dots per inch: a logo four centimetres high, sponsors as
# wide as the page.
BOUNDS: Mapping[str, tuple[int, int]] = {"logo": (800, 400), "sponsors": (1800, 360)}
# A third more as a data: URL. It is in the logbook, once for each time it is changed.
KEPT_BYTES = 90_000
PREFIX = "data:image/png;base64,"
MODES = ("L", "LA", "P", "RGB", "RGBA")
COLOURS = 256
SHRINK = 0.8
# What Pillow raises on a file that is truncated or corrupt.
BROKEN = (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError, struct.error, zlib.error)


def data_address(content: bytes, kind: str = "logo") -> str:
    """A PNG, JPEG or WebP as the data: URL of a PNG that is as large as its kind may be, and 90 kB at most.

    Takes the first picture if there are several, drops all metadata, and shrinks it if necessary. Given its own output,
    it returns the same again. Raises UserError (422) for any other file, a broken one, and one that is too large.
    """
    if len(content) > MAX_BYTES:
        raise UserError(_("This picture is larger than 2 MB."), 422)
    return PREFIX + base64.b64encode(_smallest(_bare(_opened(content, BOUNDS[kind]), BOUNDS[kind]))).decode()


def content_of(address: str) -> bytes:
    """The bytes of a data: URL that this module made. Raises UserError (422) for any other text."""
    try:
        return base64.b64decode(address.removeprefix(PREFIX), validate=True)
    except ValueError as fault:
        raise UserError(_("This is not a picture."), 422) from fault


def size(address: str) -> tuple[int, int]:
    """Width and height in pixels, from the first 60 characters of a data: URL of ours."""
    head = base64.b64decode(address.removeprefix(PREFIX)[:32])
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def _opened(content: bytes, bounds: tuple[int, int]) -> Image.Image:
    """The first picture of a file, decoded; refused before decoding if it would be too large."""
    try:
        picture = Image.open(io.BytesIO(content), formats=READ)
    except Image.DecompressionBombError as fault:
        raise _too_large() from fault
    except BROKEN as fault:
        raise UserError(_("The picture must be a PNG, a JPEG or a WebP."), 422) from fault
    if picture.width * picture.height > MAX_DOTS:
        raise _too_large()
    if too_many_passes(content):
        raise _damaged()
    try:
        picture.draft("RGB", (2 * bounds[0], 2 * bounds[1]))  # a JPEG is not decoded finer than it will be kept
        with _whole():
            picture.load()
        return ImageOps.exif_transpose(picture)
    except BROKEN as fault:
        raise _damaged() from fault


@contextmanager
def _whole() -> Iterator[None]:
    """Requires a complete picture: the code for printing, once loaded in the same process, allows truncated ones."""
    before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def _damaged() -> UserError:
    return UserError(_("This picture is damaged or incomplete."), 422)


def _too_large() -> UserError:
    return UserError(_("This picture has too many pixels: at most 8 million."), 422)


def _bare(picture: Image.Image, bounds: tuple[int, int]) -> Image.Image:
    """The pixels alone, in one of a few modes, no larger than they are kept."""
    if picture.mode not in MODES:
        picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    clear = picture.info.get("transparency")
    bare = _fitted(picture, *bounds)
    bare.info = {"transparency": clear} if clear is not None and bare.mode == picture.mode else {}
    return bare


def _smallest(picture: Image.Image) -> bytes:
    """The file in its own colours if that is small enough, else in few colours, else smaller and smaller."""
    return next(file for file in _files(picture) if len(file) <= KEPT_BYTES)


def _files(picture: Image.Image) -> Iterator[bytes]:
    yield _png(picture)
    full = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    while True:
        yield _png(full.quantize(COLOURS))
        full = _fitted(full, round(full.width * SHRINK) or 1, round(full.height * SHRINK) or 1)


def _fitted(picture: Image.Image, width: int, height: int) -> Image.Image:
    """The picture scaled down to fit a width and a height, in its proportions; never enlarged."""
    scale = min(width / picture.width, height / picture.height)
    if scale >= 1:
        return picture.copy()
    if picture.mode == "P":  # pixels of a palette cannot be interpolated
        picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    within = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    return picture.resize(within, Image.Resampling.LANCZOS)


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
