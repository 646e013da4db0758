"""A card for each table of a round that is folded into a tent: a large number on both sides, legible across the hall.

Both sides have the table's number and its people; one has the code to write with, the other the one to read with. Two
cards are on a page, in the order of the cutter. Millimetres, from the upper left corner of a side.
"""

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Seat, Table
from tournament.printing.paper import Order, Paper, edition_of_seats, paper
from tournament.printing.pdf import html_to_pdf
from tournament.printing.pdf.drawing import Box, Pen, Style
from tournament.printing.pdf.underlay import lay_on_forms, stack
from tournament.ranking.round_names import round_in
from tournament.reading.table.sheets import full_name

ON_A_PAGE = 2
WIDTH, SIDE = 210.0, 297.0 / ON_A_PAGE / 2
# The columns of a side: the number, the people, the code.
NUMBER, PEOPLE, CODE = Box(8, 7, 82, 60), Box(93, 26, 56, 39), Box(156, 7, 46, 39)
# The size of a number by its digits, so that it fits its column.
SIZES = {1: 200, 2: 200, 3: 140}
SMALLEST = 104

LABELS = (Style(16),)
MARKS = (Style(12, bold=True),)
EVENTS = tuple(Style(size, bold=True) for size in (11, 10, 9, 8, 7))
ROUNDS = tuple(Style(size, bold=True) for size in (15, 13, 11, 9))
NAMES = tuple(Style(size) for size in (16, 14.5, 13, 12, 11, 10, 9, 8, 7))
SEATS = (Style(12, bold=True),)
HINTS = tuple(Style(size) for size in (9.5, 8.5, 7.5))
SMALL = tuple(Style(size) for size in (7, 6.5, 6, 5.5))


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card of a table: its number, its people (position, name, whether captain), the links to write and to read."""

    number: int
    seated: tuple[tuple[int, str, bool], ...]
    url: str
    reading: str


def tables(order: Order) -> bytes:
    """The cards of the tables of a round, with full names and the link for entering deals."""
    cards = _cards(order)
    about = round_in(order.event, order.the_round.number)
    frame = paper(order, _("Table cards"), about, figures=False, edition=edition_of_seats(order))
    pages = stack(cards, ON_A_PAGE)
    forms = {count: _form(frame, count) for count in {len(page) for page in pages}}
    pen = Pen()
    for page in pages:
        pen.turn()
        for at, card in enumerate(page):
            _draw(pen, frame, card, at * 2 * SIDE)
    order.progress(len(cards), len(cards))
    return lay_on_forms(pen.drawn(), [forms[len(page)] for page in pages])


def _cards(order: Order) -> list[TableCard]:
    rows = order.tables()
    seats = Seat.objects.filter(table__in=rows).order_by("position", "from_deal")
    names: dict[int, dict[int, str]] = {}
    for seat in seats.select_related("entry__player"):
        # A later row for the same seat is its present occupant.
        names.setdefault(seat.table_id, {})[seat.position] = full_name(seat.entry)
    return [_card(row, names.get(row.pk, {})) for row in rows]


def _card(row: Table, names: dict[int, str]) -> TableCard:
    seated = tuple((position, name, position == row.captain) for position, name in names.items())
    return TableCard(row.number, seated, links.table_url(row), links.reading_url(row))


def _form(frame: Paper, count: int) -> bytes:
    """What all pages with so many cards have in common: where to fold and to cut, the logo."""
    return html_to_pdf.pages(render_to_string("print/cards.html", {"paper": frame, "count": count}), "", ("cards.css",))


def _draw(pen: Pen, frame: Paper, card: TableCard, top: float) -> None:
    """One card: the lower side as it is read, the upper one upside down."""
    writes = _("◆ scans this code and records the deals of this table.")
    _side(pen, frame, card, top + SIDE, card.url, writes)
    with pen.upside_down(0, top, WIDTH, SIDE):
        _side(pen, frame, card, top, card.reading, _("Everybody at the table can follow the points with this code."))


def _side(pen: Pen, frame: Paper, card: TableCard, top: float, url: str, hint: str) -> None:
    """One side of a card, with one of its links."""
    _number(pen, card.number, top)
    pen.write("DEMO" if frame.the_event.demo else "", Box(34, top + 7.5, 20, 6), *MARKS)
    pen.write(frame.event.name, Box(PEOPLE.left, top + 7, PEOPLE.width, 10), *EVENTS)
    pen.write(frame.about, Box(PEOPLE.left, top + 18, PEOPLE.width, 7), *ROUNDS)
    each = PEOPLE.height / max(4, len(card.seated))
    for at, (position, name, captain) in enumerate(card.seated):
        line_top = top + PEOPLE.top + at * each
        pen.write(str(position), Box(PEOPLE.left, line_top + 0.5, 5, each), *SEATS)
        pen.write(name, Box(PEOPLE.left + 6, line_top, PEOPLE.width - 11, each), *NAMES)
        pen.write("◆" if captain else "", Box(PEOPLE.left + PEOPLE.width - 4, line_top + 0.5, 5, each), *SEATS)
    pen.code(url, CODE.left + 3, top + CODE.top, CODE.height)
    pen.write(hint, Box(CODE.left - 2, top + 50.4, CODE.width + 2, 9), *HINTS)
    pen.write(url, Box(CODE.left - 2, top + 59.9, CODE.width + 2, 5.5), *SMALL)
    sealed = _("Seal") + f" {frame.seal}" if frame.seal else ""
    stamp = " · ".join(filter(None, [frame.stamp, sealed]))
    pen.write(stamp, Box(PEOPLE.left, top + 65.3, 2 * PEOPLE.width, 3), *SMALL)


def _number(pen: Pen, number: int, top: float) -> None:
    """The number as large as it can be, in the middle of its column."""
    size = SIZES.get(len(str(number)), SMALLEST)
    middle = top + NUMBER.top + 3 + NUMBER.height / 2
    high = Style(size, bold=True).line
    pen.write(_("Table"), Box(NUMBER.left, top + NUMBER.top, 26, 7), *LABELS)
    pen.write(str(number), Box(NUMBER.left, middle - high / 2, NUMBER.width, high, "center"), Style(size, bold=True))
