"""Sets lines of text from `letters` at given places on a page, in millimetres from its upper left corner."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from tournament.printing.letters import CUT, Glyph, Letters, Piece

POINT = 72 / 25.4
# The distance from the middle of a line down to its baseline, per point of font size.
_MIDDLE_TO_BASE = 0.33


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
    """How a text is set: its size in points, whether bold, the line height in sizes, the gray level (0 is black)."""

    size: float
    bold: bool = False
    leading: float = 1.12
    gray: float = 0.0

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


Line = Sequence[Glyph]


@dataclass(slots=True)
class Setting:
    """The texts and rules of a page being set, as content stream operators; `height` is the page's, in millimetres."""

    letters: Letters
    height: float
    marks: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)

    def write(self, text: str, box: Box, *styles: Style) -> float:
        """Sets a text in the first style in which it fits without breaking a word; failing that, cut in the last one.

        Returns the height of the text, in millimetres.
        """
        pieces = {style.bold: self.letters.pieces(text, bold=style.bold) for style in styles}
        style = next((style for style in styles if fits(pieces[style.bold], box, style)), styles[-1])
        lines = self._cut(broken(pieces[style.bold], style.room(box)), box, style)
        for at, line in enumerate(lines):
            self._put(line, box, box.top + at * style.line, style)
        return len(lines) * style.line

    def width(self, text: str, style: Style) -> float:
        """The width of a text on one line, in millimetres."""
        return sum(piece.width for piece in self.letters.pieces(text, bold=style.bold)) * style.size / POINT

    def lines(self, text: str, width: float, style: Style) -> int:
        """The number of lines that a text takes in this width (mm)."""
        return len(broken(self.letters.pieces(text, bold=style.bold), width * POINT / style.size))

    def rule(self, top: float, left: float, right: float, points: float, gray: float = 0.0) -> None:
        """Draws a horizontal line; positions in millimetres, thickness in points."""
        up = (self.height - top) * POINT
        self.rules.append(f"{gray:g} G {points:g} w {left * POINT:.2f} {up:.2f} m {right * POINT:.2f} {up:.2f} l S")

    def _cut(self, lines: list[Line], box: Box, style: Style) -> list[Line]:
        """As many lines as fit the box, with an ellipsis if there were more."""
        most = style.most(box)
        if len(lines) <= most:
            return lines
        sign = self.letters.words[style.bold, CUT]
        last = list(lines[most - 1])
        while last and _width(last) + sign.width > style.room(box):
            last.pop()
        return [*lines[: most - 1], [*last, *sign.glyphs]]

    def _put(self, line: Line, box: Box, top: float, style: Style) -> None:
        """Sets one line of glyphs, vertically centred in the line height."""
        spare = box.width * POINT - _width(line) * style.size
        left = box.left * POINT + {"left": 0.0, "center": spare / 2, "right": spare}[box.align]
        up = (self.height - top - style.base) * POINT
        self.marks.append(f"{style.gray:g} g 1 0 0 1 {left:.2f} {up:.2f} Tm")
        for font, glyphs in groupby(line, key=lambda glyph: glyph.font):
            self.marks.append(f"/{font} {style.size:g} Tf [{''.join(glyph.shown for glyph in glyphs)}] TJ")

    def drawn(self) -> bytes:
        """Everything that was set, as one piece of a content stream."""
        return "\n".join(["q", *self.rules, "BT", *self.marks, "ET Q"]).encode("ascii")


def fits(pieces: Sequence[Piece], box: Box, style: Style) -> bool:
    """Whether a text fits in a box in this style without breaking words."""
    room = style.room(box)
    return all(piece.width <= room for piece in pieces) and len(broken(pieces, room)) <= style.most(box)


def broken(pieces: Iterable[Piece], room: float) -> list[Line]:
    """The pieces on lines no wider than `room` (in font sizes).

    Lines break at a space or after a hyphen; a word that is wider than a line breaks anywhere.
    """
    lines: list[list[Glyph]] = [[]]
    left, gap = room, None
    for piece in pieces:
        if piece.space:
            gap = piece
            continue
        if lines[-1] and piece.width + (gap.width if gap else 0) > left:
            lines.append([])
            left = room
        elif lines[-1] and gap:
            lines[-1].extend(gap.glyphs)
            left -= gap.width
        left, gap = _added(piece.glyphs, lines, left, room), None
    return [line for line in lines if line]


def _added(glyphs: Iterable[Glyph], lines: list[list[Glyph]], left: float, room: float) -> float:
    """Adds glyphs to the last line, and to new ones if they do not fit; returns the room left on the last line."""
    for glyph in glyphs:
        if glyph.advance > left and lines[-1]:
            lines.append([])
            left = room
        lines[-1].append(glyph)
        left -= glyph.advance
    return left


def _width(line: Line) -> float:
    return sum(glyph.advance for glyph in line)
