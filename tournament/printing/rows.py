"""Long lists: rows that are set as letters, on pages of the press that leave a place for them.

A template leaves a picture of one dot where the rows of a page belong; here the text takes the picture's place in the
file, so that it is read where it stands, between what is above and what is below.
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
    """The place of the rows of one page: its width and height in millimetres, and the picture that keeps it."""

    number: int
    width: float
    height: float

    @property
    def picture(self) -> str:
        """A dot like no other of this paper, as a data: address."""
        return dot(self.number)


def dot(number: int) -> str:
    """A picture of one dot, for each number (up to 65,535) another, as a data: address."""
    out = io.BytesIO()
    Image.new("RGB", (1, 1), tuple(_colour(number))).save(out, "PNG")
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"


def _colour(number: int) -> bytes:
    return bytes((0, *divmod(number, 256)))


def filled(made: bytes, letters: Letters, places: Sequence[tuple[Place, bytes]]) -> bytes:
    """The pages with the rows in the places that were kept on them; LookupError where one was not."""
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
    """The one dot of a picture; nothing for a larger one."""
    return picture.read_bytes() if picture.get("/Width") == 1 and picture.get("/Height") == 1 else b""


def _form(pdf: pikepdf.Pdf, place: Place, drawn: bytes, fonts: Dictionary) -> pikepdf.Object:
    """Rows as an object that is drawn into a square of one unit, as a picture is."""
    width, height = place.width * POINT, place.height * POINT
    form = pdf.make_stream(drawn)
    form.Type, form.Subtype = Name.XObject, Name.Form
    form.BBox = Array([0, 0, width, height])
    form.Matrix = Array([1 / width, 0, 0, 1 / height, 0, 0])
    form.Resources = Dictionary(Font=fonts)
    return form
