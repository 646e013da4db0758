"""Lines of text at given places of a page, put together of `letters`: millimetres from the page's upper left corner."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from tournament.printing.letters import CUT, Glyph, Letters, Piece

POINT = 72 / 25.4
# From the middle of a line of text down to where its letters stand, for each point of its size.
_MIDDLE_TO_BASE = 0.33


@dataclass(frozen=True, slots=True)
class Box:
    """A place for a text: its left and upper edge, its width, its height (a line, when it is not given)."""

    left: float
    top: float
    width: float
    height: float = 0.0
    align: Literal["left", "center", "right"] = "left"


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set: its size in points, bold or not, the distance of its lines in sizes, how dark (0 is black)."""

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
        """How far below the top of its line a letter stands, in millimetres."""
        return self.size * (self.leading / 2 + _MIDDLE_TO_BASE) / POINT

    def room(self, box: Box) -> float:
        """How wide a box is in sizes of the font."""
        return box.width * POINT / self.size

    def most(self, box: Box) -> int:
        """How many lines a box has room for."""
        return max(1, int(box.height / self.line))


Line = Sequence[Glyph]


@dataclass(slots=True)
class Setting:
    """The texts and rules of one page in the making, as operators of its content stream; its height in millimetres."""

    letters: Letters
    height: float
    marks: list[str] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)

    def write(self, text: str, box: Box, *styles: Style) -> float:
        """Sets a text in the first style in which it fits without breaking a word; in the last one it is cut.

        Returns how high it stands, in millimetres.
        """
        pieces = {style.bold: self.letters.pieces(text, bold=style.bold) for style in styles}
        style = next((style for style in styles if fits(pieces[style.bold], box, style)), styles[-1])
        lines = self._cut(broken(pieces[style.bold], style.room(box)), box, style)
        for at, line in enumerate(lines):
            self._put(line, box, box.top + at * style.line, style)
        return len(lines) * style.line

    def width(self, text: str, style: Style) -> float:
        """How wide a text is on one line."""
        return sum(piece.width for piece in self.letters.pieces(text, bold=style.bold)) * style.size / POINT

    def lines(self, text: str, width: float, style: Style) -> int:
        """On how many lines a text stands."""
        return len(broken(self.letters.pieces(text, bold=style.bold), width * POINT / style.size))

    def rule(self, top: float, left: float, right: float, points: float, gray: float = 0.0) -> None:
        """Draws a level line, so many points thick."""
        up = (self.height - top) * POINT
        self.rules.append(f"{gray:g} G {points:g} w {left * POINT:.2f} {up:.2f} m {right * POINT:.2f} {up:.2f} l S")

    def _cut(self, lines: list[Line], box: Box, style: Style) -> list[Line]:
        """As many lines as there is room for; a sign says that there was more."""
        most = style.most(box)
        if len(lines) <= most:
            return lines
        sign = self.letters.words[style.bold, CUT]
        last = list(lines[most - 1])
        while last and _width(last) + sign.width > style.room(box):
            last.pop()
        return [*lines[: most - 1], [*last, *sign.glyphs]]

    def _put(self, line: Line, box: Box, top: float, style: Style) -> None:
        """One line of letters in the middle of its height."""
        spare = box.width * POINT - _width(line) * style.size
        left = box.left * POINT + {"left": 0.0, "center": spare / 2, "right": spare}[box.align]
        up = (self.height - top - style.base) * POINT
        self.marks.append(f"{style.gray:g} g 1 0 0 1 {left:.2f} {up:.2f} Tm")
        for font, glyphs in groupby(line, key=lambda glyph: glyph.font):
            self.marks.append(f"/{font} {style.size:g} Tf [{''.join(glyph.shown for glyph in glyphs)}] TJ")

    def drawn(self) -> bytes:
        """All that was set, as one piece of a content stream."""
        return "\n".join(["q", *self.rules, "BT", *self.marks, "ET Q"]).encode("ascii")


def fits(pieces: Sequence[Piece], box: Box, style: Style) -> bool:
    """Whether a text has room in a box in this style, all its words whole."""
    room = style.room(box)
    return all(piece.width <= room for piece in pieces) and len(broken(pieces, room)) <= style.most(box)


def broken(pieces: Iterable[Piece], room: float) -> list[Line]:
    """Pieces on lines no wider than `room` (points for each point of their size).

    A line ends at a space or after a hyphen; a word that is wider than a line ends wherever it must.
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
    """Puts letters on the last line, and on more where they are too many. Returns what is left of the last one."""
    for glyph in glyphs:
        if glyph.advance > left and lines[-1]:
            lines.append([])
            left = room
        lines[-1].append(glyph)
        left -= glyph.advance
    return left


def _width(line: Line) -> float:
    return sum(glyph.advance for glyph in line)
