"""QR codes: drawn, with one bit per module, wherever a template has a link.

A template contains `<a class="qr" href="…"></a>`, a box of the wanted size. The press turns it into a link that can be
clicked on a screen; here the same rectangle gets the code for a camera, with its quiet zone, so that nothing beside it
can be too close. A pen leaves such a link itself, where it knows that four modules around it are free.
"""

import io
from typing import Any

import pikepdf
import segno
from pikepdf import Name

from tournament.printing.pdf.saving import save_pdf

# Any mask is valid; trying all eight, which is segno's default, takes five times as long.
MASK = 2
# The modules that stay white around a code: as many as the standard asks for.
QUIET = 4
AS_DIGITS = bytes.maketrans(b"\x00\x01", b"01")


def draw_qr_codes(pdf_file: bytes) -> bytes:
    """A PDF of the press, with its codes drawn."""
    with pikepdf.open(io.BytesIO(pdf_file)) as pdf:
        draw_all(pdf)
        return save_pdf(pdf)


def draw_all(pdf: pikepdf.Pdf) -> None:
    """Draws the codes on all pages of a PDF of the press."""
    for page in pdf.pages:
        # Isolates the page's graphics state, so that what is drawn is not affected by the scale that the press used.
        page.contents_add(b"q", prepend=True)
        page.contents_add(b"Q")
        draw_codes(pdf, page, QUIET)


def draw_codes(pdf: pikepdf.Pdf, page: pikepdf.Page, quiet: int = 0) -> None:
    """Draws a QR code into the rectangle of every link on a page. What is no address remains no link.

    So many modules at the edge of each rectangle stay white.
    """
    links = links_on(page)
    drawn = [_draw(pdf, page, link, quiet) for link in links]
    if drawn:
        page.contents_add(b"\n".join(drawn))
    if any(":" not in str(link.A.URI) for link in links):
        page.obj.Annots = pikepdf.Array([link for link in links if ":" in str(link.A.URI)])


def links_on(page: pikepdf.Page) -> list[Any]:
    """The links of a page that lead to an address."""
    return [note for note in page.obj.get("/Annots", []) if "/A" in note and "/URI" in note.A]


def _draw(pdf: pikepdf.Pdf, page: pikepdf.Page, link: Any, quiet: int) -> bytes:
    left, bottom, right, top = (float(edge) for edge in link.Rect)
    left, right, bottom, top = min(left, right), max(left, right), min(bottom, top), max(bottom, top)
    name = page.add_resource(_picture(pdf, str(link.A.URI), quiet), Name.XObject)
    drawn = b"q %.2f 0 0 %.2f %.2f %.2f cm %s Do Q" % (right - left, top - bottom, left, bottom, str(name).encode())
    # A screen reader has the link; the picture tells it nothing.
    return b"/Artifact BMC " + drawn + b" EMC"


def _picture(pdf: pikepdf.Pdf, address: str, quiet: int) -> pikepdf.Object:
    """The code of an address as a picture, transparent except for the dark modules."""
    code = segno.make(address, error="m", mask=MASK, micro=False)
    modules = [bytes(row) for row in code.matrix_iter(border=quiet)]
    picture = pdf.make_stream(b"".join(_bits(row) for row in modules))
    picture.Type, picture.Subtype = Name.XObject, Name.Image
    picture.Width = picture.Height = len(modules)
    picture.ImageMask, picture.BitsPerComponent = True, 1
    picture.Decode = [1, 0]
    return picture


def _bits(modules: bytes | bytearray) -> bytes:
    """A row of modules packed eight to a byte, padded with light ones."""
    size = -(-len(modules) // 8)
    return int(modules.translate(AS_DIGITS).ljust(size * 8, b"0"), 2).to_bytes(size, "big")
