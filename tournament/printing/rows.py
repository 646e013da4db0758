"""Long lists: rows set with `letters`, on pages on which the press leaves room for them.

A template puts a one-pixel picture where the rows of a page belong. Here the text replaces the picture in the file, so
that text extraction gives it in the right place, between what is above and what is below.
"""

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass

import pikepdf
from pikepdf import Array, Dictionary, Name
from PIL import Image

from tournament.printing.letters import Letters
from tournament.printing.setting import POINT


@dataclass(frozen=True, slots=True)
class Place:
    """The place for the rows of one page: its width and height in millimetres, and the picture that marks it."""

    number: int
    width: float
    height: float

    @property
    def picture(self) -> str:
        """A one-pixel picture that is unique in this paper, as a data: URL."""
        return dot(self.number)


def dot(number: int) -> str:
    """A one-pixel picture, different for each number (up to 65,535), as a data: URL."""
    out = io.BytesIO()
    Image.new("RGB", (1, 1), tuple(_colour(number))).save(out, "PNG")
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"


def _colour(number: int) -> bytes:
    return bytes((0, *divmod(number, 256)))


def filled(made: bytes, letters: Letters, places: Sequence[tuple[Place, bytes]]) -> bytes:
    """The pages with the rows in their places; raises LookupError if a place is not on the pages."""
    with pikepdf.open(io.BytesIO(made)) as pdf:
        fonts = Dictionary({f"/{name}": pdf.copy_foreign(font) for name, font in letters.fonts.items()})
        pictures = pdf.pages[0].resources.get("/XObject", Dictionary())  # the press has one list for all pages
        kept = {_colour_of(picture): name for name, picture in pictures.items()}
        for place, drawn in places:
            pictures[kept[_colour(place.number)]] = _form(pdf, place, drawn, fonts)
        out = io.BytesIO()
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _colour_of(picture: pikepdf.Object) -> bytes:
    """The colour of a one-pixel picture; empty for a larger one."""
    return picture.read_bytes() if picture.get("/Width") == 1 and picture.get("/Height") == 1 else b""


def _form(pdf: pikepdf.Pdf, place: Place, drawn: bytes, fonts: Dictionary) -> pikepdf.Object:
    """The rows as a form object that fills the unit square, as a picture does."""
    width, height = place.width * POINT, place.height * POINT
    form = pdf.make_stream(drawn)
    form.Type, form.Subtype = Name.XObject, Name.Form
    form.BBox = Array([0, 0, width, height])
    form.Matrix = Array([1 / width, 0, 0, 1 / height, 0, 0])
    form.Resources = Dictionary(Font=fonts)
    return form
