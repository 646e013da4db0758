"""A card for the wall of the hall: the code that joins its wifi, and that of Troel. Millimetres, on A4."""

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from segno import helpers

from tournament import links
from tournament.printing.pdf.drawing import Box, Pen, Style
from tournament.printing.pdf.underlay import Bundle

EDGE, CODE, HALF = 18.0, 105.0, 148.5
TEXT = Box(EDGE, 0, 210 - 2 * EDGE, 12)
HEADS = (Style(30, bold=True),)
WORDS = tuple(Style(size, bold=True) for size in (26, 22, 18, 15, 12, 9))


def print_hall_card(name: str, password: str) -> bytes:
    """A PDF of one page with both codes; an open network has no password. Neither is stored anywhere."""
    pen, address = Pen(), links.absolute("/")
    pen.entitle(_("Card for the hall"), get_language() or "en")
    pen.turn()
    joining = helpers.make_wifi_data(name, password or None, "WPA" if password else None)
    _write(pen, 0, _("1. The wifi of this hall"), joining, name, password and _("Password: %s") % password)
    pen.rule(EDGE, HALF, 210 - EDGE, HALF, 0.3)
    _write(pen, HALF, _("2. Tables and ranking"), address, address, "")
    bundle = Bundle()
    bundle.add(pen.drawn())
    return bundle.finished()


def _write(pen: Pen, top: float, head: str, code: str, text: str, small: str) -> None:
    """One half of the page, from `top`: what it is, its code, and what to type where no code can be scanned."""
    pen.write(head, _at(top + 9), *HEADS)
    pen.code(code, (210 - CODE) / 2, top + 23, CODE)
    pen.write(text, _at(top + 129), *WORDS)
    if small:
        pen.write(small, _at(top + 139), *WORDS[2:])


def _at(top: float) -> Box:
    return Box(TEXT.left, top, TEXT.width, TEXT.height, "center")
