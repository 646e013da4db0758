"""Words that the press sets once, to be put wherever they are wanted.

A box costs the press a millisecond, and what differs between a thousand slips is the same few hundred words again and
again. So all words are set below each other on a page that nobody sees; it brings the fonts, and of every word its
glyphs with the distances between them. `setting.py` makes lines of these.
"""

import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import pikepdf

from tournament.printing import press

# What is kept together: a word, a part of it up to a hyphen, or a space.
_PIECES = re.compile(r"[^\s-]*-+|[^\s-]+|\s")
CUT = "…"
_SPACED = ". ."
# For each line the press looks at all that is left of a paragraph.
_TOGETHER = 50
# The height of a line on the page of words, in pixels.
_LINE = 20
_STYLE = """
@page {{ margin: 0; size: 5000px {height}px }}
p {{ font-size: 10px; line-height: {line}px; white-space: pre }}
.bold {{ font-weight: bold }}
"""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One letter: its font, how it stands in a TJ array, and how far it moves on for each point of its size."""

    font: str
    shown: str
    advance: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, a part of it up to a hyphen, or a space; `width` is for each point of its size."""

    glyphs: tuple[Glyph, ...]
    width: float
    space: bool


@dataclass(frozen=True, slots=True)
class Letters:
    """The words of some texts by whether they are bold, and the fonts they are in by their names in a file."""

    words: Mapping[tuple[bool, str], Piece]
    fonts: Mapping[str, pikepdf.Object]
    # The fonts belong to this file, and are gone with it.
    source: pikepdf.Pdf

    def pieces(self, text: str, *, bold: bool) -> list[Piece]:
        """What a text is made of. KeyError for a word that was not among the texts."""
        return [self.words[bold, piece] for piece in pieces(text)]


def pieces(text: str) -> list[str]:
    """The words, parts of words and single spaces of a text."""
    return _PIECES.findall(" ".join(text.split()))


def letters(plain: Iterable[str], bold: Iterable[str], language: str) -> Letters:
    """The words of all these texts, each set once."""
    light, heavy = _words(plain), _words(bold)
    source = pikepdf.open(io.BytesIO(press.pages(_html(light, heavy, language), _style(len(light) + len(heavy)))))
    page = source.pages[0]
    fonts = dict(page.resources.Font.items())
    found = _lines(page, {name: _widths(font) for name, font in fonts.items()})
    wanted = [*((False, word) for word in light), *((True, word) for word in heavy)]
    words = {key: _piece(key[1], found.get(line, ())) for line, key in enumerate(wanted)}
    return Letters(words, {name.removeprefix("/"): font for name, font in fonts.items()}, source)


def _words(texts: Iterable[str]) -> list[str]:
    """Each word once, with a space and what stands where a text is cut."""
    return list(dict.fromkeys([" ", CUT, *(piece for text in texts for piece in pieces(text))]))


def _html(plain: Sequence[str], bold: Sequence[str], language: str) -> str:
    body = _below(plain, "<p>") + _below(bold, '<p class="bold">')
    return f'<html lang="{language}"><title></title><body>{body}'


def _below(words: Sequence[str], tag: str) -> str:
    """Each word on a line; the press drops a space that stands alone."""
    shown = [escape(_SPACED if word == " " else word) for word in words]
    parts = (shown[start : start + _TOGETHER] for start in range(0, len(shown), _TOGETHER))
    return "".join(tag + "\n".join(part) for part in parts)


def _style(lines: int) -> str:
    return _STYLE.format(line=_LINE, height=(lines + 1) * _LINE)


def _lines(page: pikepdf.Page, widths: Mapping[str, Mapping[int, float]]) -> dict[int, list[Glyph]]:
    """The glyphs of every line of the page of words."""
    found: dict[int, list[Glyph]] = defaultdict(list)
    line, font = 0, ""
    for step in pikepdf.parse_content_stream(page, "Tm Tf TJ"):
        operands: Any = step.operands
        match str(step.operator):
            case "Tm":
                line = int(float(operands[5])) // _LINE
            case "Tf":
                font = str(operands[0])
            case "TJ":
                found[line].extend(_glyphs(operands[0], font, widths[font]))
    return found


def _glyphs(array: Iterable[Any], font: str, widths: Mapping[int, float]) -> Iterator[Glyph]:
    """The letters of a TJ array: glyphs of two bytes, and by how many thousandths the next one is moved back."""
    name = font.removeprefix("/")
    for part in array:
        if isinstance(part, pikepdf.String):
            codes = bytes(part)
            for at in range(0, len(codes), 2):
                yield Glyph(name, f"<{codes[at : at + 2].hex()}>", widths[int.from_bytes(codes[at : at + 2])] / 1000)
        elif part:
            yield Glyph(name, f"{float(part):g}", -float(part) / 1000)


def _widths(font: Any) -> dict[int, float]:
    """How wide each glyph of a font is, from its array "first [width width …] first […]"."""
    parts = list(font.DescendantFonts[0].W)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return {int(first) + at: float(width) for first, row in pairs for at, width in enumerate(row)}


def _piece(word: str, glyphs: Iterable[Glyph]) -> Piece:
    kept = tuple(glyphs)
    if word == " ":
        kept = kept[1:2]
    return Piece(kept, sum(glyph.advance for glyph in kept), word == " ")
