"""Which letters paper can print: those of our typeface, and of the one that it falls back on if the machine has it.

Nobody is refused for the letters of their name; whoever enters it is told which of them become boxes.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from unicodedata import normalize

from django.utils.translation import gettext as _

from tournament.printing.pdf.html_to_pdf import FONTS

# Of Debian's fonts-dejavu-core, on which the press falls back too.
FALLBACK = tuple(Path("/usr/share/fonts/truetype/dejavu") / f"DejaVuSans{weight}.ttf" for weight in ("", "-Bold"))
# Every letter below is in our typeface, so that hardly any name has a font read.
PLAIN = "\u0180"
# More letters or names than these are not listed.
MAX_LETTERS, MAX_NAMES = 12, 5


@cache
def letters_of(fonts: Sequence[Path]) -> frozenset[str]:
    """The letters that all of these fonts have; none if one of them is missing."""
    # Not at the top: most processes never need it.
    from fontTools.ttLib import TTFont

    if not all(font.is_file() for font in fonts):
        return frozenset()
    return frozenset.intersection(*(frozenset(map(chr, TTFont(font, lazy=True).getBestCmap())) for font in fonts))


def find_unprintable(text: str) -> str:
    """The letters of a text that no font has, each once; "" if all of it can be printed."""
    odd = dict.fromkeys(letter for letter in normalize("NFC", text) if letter >= PLAIN)
    return "".join(letter for letter in odd if not any(letter in letters_of(fonts) for fonts in (FONTS, FALLBACK)))


def describe_unprintable(names: Iterable[str]) -> str:
    """A sentence on the names that paper cannot print whole; "" if there are none."""
    lacking = {name: letters for name in names if (letters := find_unprintable(name))}
    if not lacking:
        return ""
    letters = "".join(dict.fromkeys("".join(lacking.values())))
    told = {"letters": _listed(letters, MAX_LETTERS, " "), "names": _listed([*lacking], MAX_NAMES, ", ")}
    return _("Paper cannot print %(letters)s: %(names)s. Boxes stand there; add the name in Latin letters.") % told


def _listed(texts: Sequence[str], most: int, between: str) -> str:
    return between.join(texts[:most]) + (" …" if len(texts) > most else "")
