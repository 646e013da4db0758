"""QR codes: drawn, with one bit per module, wherever a template has a link.

A template contains `<a class="qr" href="…"></a>`, a box of the wanted size. The press turns it into a link that can be
clicked on a screen; here the same rectangle gets the code for a camera. An overlay on a form uses a `Code` instead.
"""

from dataclasses import dataclass
from typing import Any

import pikepdf
import segno
from pikepdf import Array, Dictionary, Name, String

# Any mask is valid; trying all eight, which is segno's default, takes five times as long.
MASK = 2
AS_DIGITS = bytes.maketrans(b"\x00\x01", b"01")
POINT = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Code:
    """The code of an address: its size and its distance from the page's upper left corner, in millimetres."""

    address: str
    left: float
    top: float
    size: float


def link(code: Code, height: float) -> Dictionary:
    """The link annotation of a code on a page of the given height (points)."""
    left, top, size = code.left * POINT, height - code.top * POINT, code.size * POINT
    goes = Dictionary(S=Name.URI, URI=String(code.address))
    rectangle = Array([left, top - size, left + size, top])
    return Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=rectangle, Border=Array([0, 0, 0]), A=goes)


def draw_codes(pdf: pikepdf.Pdf, page: pikepdf.Page) -> None:
    """Draws a QR code into the rectangle of every link on a page."""
    drawn = [_draw(pdf, page, link) for link in _links(page)]
    if drawn:
        page.contents_add(b"\n".join(drawn))


def _links(page: pikepdf.Page) -> list[Any]:
    return [note for note in page.obj.get("/Annots", []) if "/A" in note and "/URI" in note.A]


def _draw(pdf: pikepdf.Pdf, page: pikepdf.Page, link: Any) -> bytes:
    left, bottom, right, top = (float(edge) for edge in link.Rect)
    left, right, bottom, top = min(left, right), max(left, right), min(bottom, top), max(bottom, top)
    name = page.add_resource(_picture(pdf, str(link.A.URI)), Name.XObject)
    return b"q %.2f 0 0 %.2f %.2f %.2f cm %s Do Q" % (right - left, top - bottom, left, bottom, str(name).encode())


def _picture(pdf: pikepdf.Pdf, address: str) -> pikepdf.Object:
    """The code of an address as a picture, transparent except for the dark modules."""
    modules = segno.make(address, error="m", mask=MASK, micro=False).matrix
    picture = pdf.make_stream(b"".join(_bits(row) for row in modules))
    picture.Type, picture.Subtype = Name.XObject, Name.Image
    picture.Width = picture.Height = len(modules)
    picture.ImageMask, picture.BitsPerComponent = True, 1
    picture.Decode = [1, 0]
    return picture


def _bits(row: bytes | bytearray) -> bytes:
    """A row of modules packed eight to a byte, padded with light ones."""
    size = -(-len(row) // 8)
    return int(row.translate(AS_DIGITS).ljust(size * 8, b"0"), 2).to_bytes(size, "big")
