"""Words that the press sets once, to be placed anywhere afterwards.

A box costs the press a millisecond, and a thousand slips differ only in the same few hundred words. So all words are
set below each other on a page that nobody sees. From it we take the fonts and, for every word, its glyphs with the
distances between them. `setting.py` makes lines of these.
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

# The unbreakable pieces: a word, a part of it up to a hyphen, or a space.
_PIECES = re.compile(r"[^\s-]*-+|[^\s-]+|\s")
CUT = "…"
_SPACED = ". ."
# Words per paragraph; kept low because for each line the press scans the rest of the paragraph.
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
    """One glyph: its font, its text in a TJ array, and its advance per point of font size."""

    font: str
    shown: str
    advance: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, a part of it up to a hyphen, or a space; `width` is per point of font size."""

    glyphs: tuple[Glyph, ...]
    width: float
    space: bool


@dataclass(frozen=True, slots=True)
class Letters:
    """The words of some texts, by boldness and text, and their fonts, by resource name."""

    words: Mapping[tuple[bool, str], Piece]
    fonts: Mapping[str, pikepdf.Object]
    # The fonts belong to this file, so it must stay open.
    source: pikepdf.Pdf

    def pieces(self, text: str, *, bold: bool) -> list[Piece]:
        """The pieces of a text; raises KeyError for a word that was not in the texts."""
        return [self.words[bold, piece] for piece in pieces(text)]


def pieces(text: str) -> list[str]:
    """The words, parts of words and single spaces in a text."""
    return _PIECES.findall(" ".join(text.split()))


def letters(plain: Iterable[str], bold: Iterable[str], language: str) -> Letters:
    """The letters of all these texts, with each word set once."""
    light, heavy = _words(plain), _words(bold)
    source = pikepdf.open(io.BytesIO(press.pages(_html(light, heavy, language), _style(len(light) + len(heavy)))))
    page = source.pages[0]
    fonts = dict(page.resources.Font.items())
    found = _lines(page, {name: _widths(font) for name, font in fonts.items()})
    wanted = [*((False, word) for word in light), *((True, word) for word in heavy)]
    words = {key: _piece(key[1], found.get(line, ())) for line, key in enumerate(wanted)}
    return Letters(words, {name.removeprefix("/"): font for name, font in fonts.items()}, source)


def _words(texts: Iterable[str]) -> list[str]:
    """Each word once, plus a space and the ellipsis for texts that are cut."""
    return list(dict.fromkeys([" ", CUT, *(piece for text in texts for piece in pieces(text))]))


def _html(plain: Sequence[str], bold: Sequence[str], language: str) -> str:
    body = _below(plain, "<p>") + _below(bold, '<p class="bold">')
    return f'<html lang="{language}"><title></title><body>{body}'


def _below(words: Sequence[str], tag: str) -> str:
    """Each word on its own line; a space gets dots around it, because the press drops a lone space."""
    shown = [escape(_SPACED if word == " " else word) for word in words]
    parts = (shown[start : start + _TOGETHER] for start in range(0, len(shown), _TOGETHER))
    return "".join(tag + "\n".join(part) for part in parts)


def _style(lines: int) -> str:
    return _STYLE.format(line=_LINE, height=(lines + 1) * _LINE)


def _lines(page: pikepdf.Page, widths: Mapping[str, Mapping[int, float]]) -> dict[int, list[Glyph]]:
    """The glyphs of each line on the page of words, by line number."""
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
    """The glyphs of a TJ array: two-byte glyph codes, and adjustments in thousandths that move the next one back."""
    name = font.removeprefix("/")
    for part in array:
        if isinstance(part, pikepdf.String):
            codes = bytes(part)
            for at in range(0, len(codes), 2):
                yield Glyph(name, f"<{codes[at : at + 2].hex()}>", widths[int.from_bytes(codes[at : at + 2])] / 1000)
        elif part:
            yield Glyph(name, f"{float(part):g}", -float(part) / 1000)


def _widths(font: Any) -> dict[int, float]:
    """The width of each glyph of a font (thousandths), from its W array "first [width width …] first […]"."""
    parts = list(font.DescendantFonts[0].W)
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return {int(first) + at: float(width) for first, row in pairs for at, width in enumerate(row)}


def _piece(word: str, glyphs: Iterable[Glyph]) -> Piece:
    kept = tuple(glyphs)
    if word == " ":
        kept = kept[1:2]
    return Piece(kept, sum(glyph.advance for glyph in kept), word == " ")
