"""What a deal is worth, by the event's own rules: the whole on one A4, for the wall or the back of a sheet; as cards.

The paper is for adding up by hand, so its letters are as large as the page allows.
"""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.models import Seat
from tournament.printing.paper import Order, edition_of_rules, paper
from tournament.printing.pdf import html_to_pdf
from tournament.printing.pdf.qr_codes import draw_qr_codes
from tournament.reading.event.points import points_of
from tournament.wording import language

ON_A_PAGE = 2
# The sizes of the letters that are tried, in points, from large to small; below the last nobody can read.
SIZES = [half / 2 for half in range(24, 13, -1)]
# One card by itself, as high as its half of the page without the margin at the foot.
ONE_CARD = "@page { size: 210mm 142mm } .card { min-height: 0; padding-bottom: 0 }"


def points(order: Order) -> bytes:
    """The grid with its notes, and what the jury may decide, on one page if it can be read there."""
    sheets, html = ("list.css", "points.css"), render_to_string("print/points/points.html", _context(order))
    return draw_qr_codes(html_to_pdf.pages(html, _largest(html, sheets), sheets, tagged=True))


def cards(order: Order) -> bytes:
    """The grid with its notes on two cards, to be cut across the middle; raises UserError if there is no grid."""
    if not order.rules.lines:
        raise UserError(
            _("Under these rules the points of a deal are entered as they are: there is no table of points.")
        )
    sheets, context = ("points.css", "points_cards.css"), _context(order)
    places = {*order.rules.lines, "all13", "pass"}
    ours = tuple(reading for reading in context["points"].interpreted if places & set(reading.rule_parts))
    context = {**context, "points": replace(context["points"], interpreted=ours)}
    one, two = (
        render_to_string("print/points/points_cards.html", {**context, "cards": range(count)})
        for count in (1, ON_A_PAGE)
    )
    return draw_qr_codes(html_to_pdf.pages(two, _largest(one, sheets, ONE_CARD), sheets, tagged=True))


def _context(order: Order) -> Mapping[str, Any]:
    table = points_of(order.rules, language())
    five = Seat.objects.filter(table__round__event=order.event, position=5).exists()
    frame = paper(order, _("What a deal is worth"), table.name, edition=edition_of_rules(order))
    return {"paper": frame, "rules": order.rules, "points": table, "five": five}


def _largest(html: str, sheets: tuple[str, ...], style: str = "") -> str:
    """The style with the largest letters with which everything is on one page; the smallest if it needs more."""
    styles = [f".points {{ font-size: {size}pt }}" for size in SIZES]
    at = bisect_left(styles, True, key=lambda letters: html_to_pdf.length(html, style + letters, sheets) == 1)
    return styles[min(at, len(styles) - 1)]
