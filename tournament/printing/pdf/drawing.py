"""Names and figures drawn over a form by fpdf2, at places in millimetres from the upper left corner of a page.

A box costs the press a millisecond, a line drawn here thirty microseconds. A text is drawn in the largest of its styles
in which it fits. Only one that needs it is shaped: with letters that join, that run from right to left, that carry
marks, or that our own typeface lacks.
"""

import base64
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal
from unicodedata import combining, normalize

from tournament.printing import letters
from tournament.printing.pdf import html_to_pdf

POINT = 72 / 25.4
CUT = "…"
# For a letter that no font has: fpdf2 would leave it out, and nobody would see that a name is incomplete.
MISSING = "□"
# What is never broken: a word, or a part of it up to a hyphen, with the space after it.
_PIECES = re.compile(r"(?:[^\s-]*-+|[^\s-]+) ?")
# The distance from the middle of a line down to its baseline, per point of font size.
_MIDDLE_TO_BASE = 0.33
# Where fpdf2 puts the baseline of a cell without a height, per font size below its top.
_CELL_TO_BASE = 0.3
_OURS, _OTHERS = "source", "dejavu"
_WEIGHTS = ("", "B")
# The size at which widths are measured, in points.
_EM = 1000


@dataclass(frozen=True, slots=True)
class Box:
    """A place for a text: left and upper edge, width, height (by default one line), in millimetres."""

    left: float
    top: float
    width: float
    height: float = 0.0
    align: Literal["left", "center", "right"] = "left"


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set: its size in points, whether bold, the line height in sizes, how light (0 is black).

    A `hollow` text is drawn as outlines of so many points.
    """

    size: float
    bold: bool = False
    leading: float = 1.12
    light: int = 0
    hollow: float = 0.0

    @property
    def line(self) -> float:
        """The height of a line, in millimetres."""
        return self.size * self.leading / POINT

    @property
    def base(self) -> float:
        """The distance from the top of a line to its baseline, in millimetres."""
        return self.size * (self.leading / 2 + _MIDDLE_TO_BASE) / POINT

    def room(self, box: Box) -> float:
        """The width of a box, in font sizes."""
        return box.width * POINT / self.size

    def most(self, box: Box) -> int:
        """The number of lines that fit in a box, at least 1."""
        return max(1, int(box.height / self.line))


class Pen:
    """Draws on pages of A4, one after the other."""

    def __init__(self) -> None:
        # Not at the top: it takes a third of a second, and most papers draw nothing.
        self._pdf = html_to_pdf.press("fpdf").FPDF()
        self._pdf.set_auto_page_break(False)
        self._pdf.c_margin = 0
        # Otherwise a name with {nb} in it would become a number of pages.
        self._pdf.alias_nb_pages("")
        for weight, file in zip(_WEIGHTS, html_to_pdf.FONTS, strict=True):
            self._pdf.add_font(_OURS, weight, file)
        self._ours, self._others = letters.letters_of(html_to_pdf.FONTS), frozenset[str]()
        self._widths: dict[tuple[bool, str], float] = {}
        self._mirror: tuple[float, float] | None = None

    def entitle(self, title: str, language: str) -> None:
        """Says what the file is, and in which language."""
        self._pdf.set_title(title)
        self._pdf.set_lang(language)

    def turn(self, *, wide: bool = False) -> None:
        """Begins a new page, in landscape if it is `wide`."""
        self._pdf.add_page(orientation="landscape" if wide else "portrait")

    @contextmanager
    def upside_down(self, left: float, top: float, width: float, height: float) -> Iterator[None]:
        """Draws what follows turned round within this rectangle, for the other side of what is folded there."""
        self._mirror = (2 * left + width, 2 * top + height)
        with self._pdf.rotation(180, left + width / 2, top + height / 2):
            yield
        self._mirror = None

    def write(self, text: str, box: Box, *styles: Style) -> float:
        """Draws a text in the first style in which it fits without breaking a word; failing that, cut in the last one.

        Returns the height of the text, in millimetres.
        """
        pieces = _PIECES.findall(self._printable(normalize("NFC", " ".join(text.split()))))
        style = next((style for style in styles if self._fits(pieces, box, style)), styles[-1])
        lines = self._cut(self._lines(pieces, box, style), box, style)
        for at, line in enumerate(lines):
            self._put(line, box, box.top + at * style.line, style)
        return len(lines) * style.line

    def upright(self, text: str, box: Box, *styles: Style) -> None:
        """Draws a text that is read from below: turned by a quarter, it begins at the foot of its box."""
        lying = Box(box.left, box.top + box.height, box.height, box.width)
        with self._pdf.rotation(90, lying.left, lying.top):
            self.write(text, lying, *styles)

    def rule(self, left: float, top: float, right: float, bottom: float, width: float) -> None:
        """Draws a line; its width is in points."""
        self._pdf.set_line_width(width / POINT)
        self._pdf.line(left, top, right, bottom)

    def frame(self, box: Box, width: float) -> None:
        """Draws the edges of a box; their width is in points."""
        self._pdf.set_line_width(width / POINT)
        self._pdf.rect(box.left, box.top, box.width, box.height)

    def fill(self, box: Box, light: int) -> None:
        """Fills a box: 0 is black, 255 white."""
        self._pdf.set_fill_color(light)
        self._pdf.rect(box.left, box.top, box.width, box.height, style="F")

    def oval(self, box: Box, width: float, *, filled: bool = False) -> None:
        """Draws an ellipse that touches the edges of a box, white or black inside; its width is in points."""
        self._pdf.set_line_width(width / POINT)
        self._pdf.set_fill_color(0 if filled else 255)
        self._pdf.ellipse(box.left, box.top, box.width, box.height, style="DF")

    def picture(self, data: str, box: Box) -> None:
        """Draws a picture, a data: URL, as large as it fits in the upper left corner of a box."""
        bare = io.BytesIO(base64.b64decode(data.partition(",")[2]))
        self._pdf.image(bare, box.left, box.top, box.width, box.height, keep_aspect_ratio=True)

    def code(self, address: str, left: float, top: float, size: float) -> None:
        """Leaves a link here; `qr_codes.draw_codes` draws the QR code in its place."""
        if self._mirror:  # what turns a text does not turn a link
            left, top = self._mirror[0] - left - size, self._mirror[1] - top - size
        self._pdf.link(left, top, size, size, address)

    def drawn(self) -> bytes:
        """All pages as a PDF; nothing can be drawn afterwards."""
        return bytes(self._pdf.output())

    def _fits(self, pieces: Sequence[str], box: Box, style: Style) -> bool:
        """Whether a text fits in a box in this style without breaking words."""
        room = style.room(box)
        whole = all(self._width(piece.rstrip(), bold=style.bold) <= room for piece in pieces)
        return whole and len(self._lines(pieces, box, style)) <= style.most(box)

    def _lines(self, pieces: Sequence[str], box: Box, style: Style) -> list[str]:
        """The pieces on lines that fit; one that is wider than a line breaks anywhere."""
        room, lines = style.room(box), [""]
        for piece in pieces:
            if self._width((lines[-1] + piece).rstrip(), bold=style.bold) <= room:
                lines[-1] += piece
            else:
                lines += self._broken(piece, room, bold=style.bold)
        return [line.rstrip() for line in lines if line.strip()]

    def _broken(self, piece: str, room: float, *, bold: bool) -> list[str]:
        """A piece in parts that fit, each as long as it can be and at least one letter."""
        parts = [""]
        for letter in piece:
            if parts[-1] and self._width((parts[-1] + letter).rstrip(), bold=bold) > room:
                parts.append("")
            parts[-1] += letter
        return parts

    def _cut(self, lines: list[str], box: Box, style: Style) -> list[str]:
        """As many lines as fit the box, with an ellipsis if there were more."""
        most = style.most(box)
        if len(lines) <= most:
            return lines
        last = lines[most - 1]
        while last and self._width(last + CUT, bold=style.bold) > style.room(box):
            last = last[:-1]
        return [*lines[: most - 1], last.rstrip() + CUT]

    def _width(self, text: str, *, bold: bool) -> float:
        """The width of a text on one line, in font sizes."""
        if (bold, text) not in self._widths:
            self._shape(text)
            self._pdf.set_font(_OURS, _WEIGHTS[bold], _EM)
            self._widths[bold, text] = self._pdf.get_string_width(text) * POINT / _EM
        return self._widths[bold, text]

    def _put(self, line: str, box: Box, top: float, style: Style) -> None:
        """Draws one line, vertically centred in the line height."""
        left, base = box.left, top + style.base
        spare = box.width - self._width(line, bold=style.bold) * style.size / POINT
        left += {"left": 0.0, "center": spare / 2, "right": spare}[box.align]
        shaped = self._shape(line)
        self._pdf.set_font(_OURS, _WEIGHTS[style.bold], style.size)
        self._pdf.set_text_color(style.light)
        self._pdf.text_mode = "STROKE" if style.hollow else "FILL"
        if style.hollow:
            self._pdf.set_line_width(style.hollow / POINT)
        if shaped:
            self._pdf.set_xy(left, base - _CELL_TO_BASE * style.size / POINT)
            self._pdf.cell(0, 0, line)
        else:
            self._pdf.text(left, base, line)

    def _shape(self, text: str) -> bool:
        """Turns on the shaping of what comes next if it is needed, and says whether it is."""
        needed = any(letter not in self._ours or combining(letter) for letter in text)
        self._pdf.set_text_shaping(needed)
        return needed

    def _printable(self, text: str) -> str:
        """The text, with a sign in the place of each letter that no font has."""
        lacking = {letter for letter in text if letter not in self._ours}
        if lacking and not self._others:
            self._fall_back()
        return "".join(MISSING if letter in lacking - self._others else letter for letter in text)

    def _fall_back(self) -> None:
        """Loads the fonts for letters that ours lack; not before, because a file carries all fonts that were loaded."""
        self._others = letters.letters_of(letters.FALLBACK)
        if self._others:
            for weight, file in zip(_WEIGHTS, letters.FALLBACK, strict=True):
                self._pdf.add_font(_OTHERS, weight, file)
            self._pdf.set_fallback_fonts([_OTHERS])
