"""Stickers for the tables that a club owns: a number to be read across the room, and a code that is printed once.

Eight are on a page of A4, 105 × 74.25 mm each, as on common sheets of labels; on plain paper they are cut along the
lines. A sticker names nobody and has no date: it leads to whatever is played at its table. Millimetres.
"""

from collections.abc import Sequence

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Organisation, Sticker
from tournament.printing.pdf.drawing import Box, Pen, Style
from tournament.printing.pdf.underlay import Bundle, batches

ON_A_PAGE, COLUMNS = 8, 2
WIDTH, HEIGHT = 105.0, 74.25
EDGE, CODE = 8.0, 44.0
# Where the code begins, with the four white modules that it needs around it.
CODE_LEFT, CODE_TOP = WIDTH - EDGE - CODE + 3, EDGE - 2
LEFT = CODE_LEFT - EDGE

LABELS = (Style(15),)
NUMBERS = tuple(Style(size, bold=True, leading=0.9) for size in (110, 80, 55))
CLUBS = tuple(Style(size, bold=True) for size in (11, 10, 9, 8))
HINTS = tuple(Style(size) for size in (10.5, 9.5, 8.5))
SMALL = tuple(Style(size, light=70) for size in (7.5, 6.5, 5.5))


def print_stickers(organisation: Organisation, stickers: Sequence[Sticker]) -> bytes:
    """A PDF with these stickers of a club, in their order."""
    pen = Pen()
    pen.entitle(f"{_('Table stickers')} – {organisation.name}", get_language() or "en")
    for page in batches(stickers, ON_A_PAGE):
        pen.turn()
        for slot, sticker in enumerate(page):
            _write(pen, organisation.name, sticker, slot % COLUMNS * WIDTH, slot // COLUMNS * HEIGHT)
        _cuts(pen)
    bundle = Bundle()
    bundle.add(pen.drawn())
    return bundle.finished()


def _write(pen: Pen, club: str, sticker: Sticker, left: float, top: float) -> None:
    url = links.sticker_url(sticker)
    pen.write(_("Table"), Box(left + EDGE, top + EDGE - 1, LEFT, 7), *LABELS)
    pen.write(str(sticker.number), Box(left + EDGE, top + EDGE + 5, LEFT, 36), *NUMBERS)
    pen.code(url, left + CODE_LEFT, top + CODE_TOP, CODE)
    pen.write(club, Box(left + EDGE, top + 51, WIDTH - 2 * EDGE, 5, "left"), *CLUBS)
    hint = _("Scan the code, and enter the code of this evening once. Then this phone keeps the score of this table.")
    pen.write(hint, Box(left + EDGE, top + 56, WIDTH - 2 * EDGE, 9), *HINTS)
    pen.write(url, Box(left + EDGE, top + 66, WIDTH - 2 * EDGE, 4), *SMALL)


def _cuts(pen: Pen) -> None:
    """The lines between the stickers, which end before the edge, where a printer leaves a margin."""
    pen.rule(WIDTH, 5, WIDTH, 292, 0.3)
    for row in range(1, ON_A_PAGE // COLUMNS):
        pen.rule(5, row * HEIGHT, 205, row * HEIGHT, 0.3)
