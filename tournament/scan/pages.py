"""Pages from files: those of a PDF, or the one picture of a JPEG or PNG, within bounds.

Nothing larger than the bounds is decoded: of a picture the header is read first, and a page of a PDF is drawn in a size
of ours.
"""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tournament.scan.bounds import VARIABLES

MAX_BYTES = 80_000_000
MAX_PAGES = 200
# The longer side of a page of a PDF, in pixels: A4 in 205 dots per inch.
DRAWN = 2400
# A larger picture is made smaller, which costs nothing that the reader needs.
MAX_SIDE = 3000

# Whoever starts the reader gives it these limits too; run by hand or in a test, they are set before OpenCV is loaded.
os.environ.update(VARIABLES | os.environ)

import cv2  # noqa: E402
import numpy as np  # noqa: E402
import pypdfium2  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from tournament.site.passes import too_many_passes  # noqa: E402

Picture = NDArray[np.uint8]
Numbers = NDArray[np.float32]


class PageError(Exception):
    """A page or a file that is not read; `code` says why, in one of the reader's words."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def pages(path: Path) -> list[Callable[[], Picture]]:
    """The pages of a file; PageError if it cannot be opened.

    Each gives its picture when it is called, in colour, the longer side at most MAX_SIDE, or raises PageError: one page
    that cannot be drawn says nothing of the next.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise PageError("too large")
        data = path.read_bytes()
    except OSError:
        raise PageError("unreadable file") from None
    if data.lstrip()[:5] == b"%PDF-":
        return _of_pdf(data)
    picture = _picture(data)
    return [lambda: picture]


def _picture(data: bytes) -> Picture:
    """A JPEG or PNG, turned as its EXIF data say."""
    # No alarm reaches a decoder at work: what would keep it busy for minutes is left out before.
    if not data.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")) or too_many_passes(data):
        raise PageError("unreadable file")
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise PageError("too large" if "MAX_IMAGE_PIXELS" in str(error) else "unreadable file") from None
    if decoded is None:
        raise PageError("unreadable file")
    return smaller(np.asarray(decoded, np.uint8), MAX_SIDE)


def smaller(picture: Picture, maximum: int) -> Picture:
    """The picture with a longer side of at most so many pixels."""
    scale = maximum / max(picture.shape[:2])
    if scale >= 1:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _of_pdf(data: bytes) -> list[Callable[[], Picture]]:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        raise PageError("unreadable file") from None
    if len(document) > MAX_PAGES:
        raise PageError("too many pages")
    return [partial(_render, document, at) for at in range(len(document))]


def _render(document: Any, at: int) -> Picture:
    try:
        page = document[at]
        scale = DRAWN / max(1.0, *page.get_size())
        pixels = page.render(scale=scale, rev_byteorder=False).to_numpy()
        page.close()
    except pypdfium2.PdfiumError:
        raise PageError("unreadable page") from None
    return np.ascontiguousarray(
        pixels[:, :, :3]
        if pixels.shape[2] == 4
        else np.repeat(pixels[:, :, :1], 3, axis=2)
        if pixels.shape[2] == 1
        else pixels
    )
