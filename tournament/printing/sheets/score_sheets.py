"""The blank score sheets of a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Entry, Event, Table
from tournament.printing.lists.points import points
from tournament.printing.paper import Order, Paper, paper
from tournament.printing.pdf.drawing import Box, Pen, Style
from tournament.printing.pdf.underlay import add_backs, lay_on_forms
from tournament.printing.sheets.score_form import CODES_LEFT, HEAD_TOP, names_box, score_form
from tournament.printing.sheets.sheet_code import sheet_code
from tournament.ranking import facts
from tournament.ranking.records import TableFacts
from tournament.ranking.round_names import round_in
from tournament.reading.table import sheets
from tournament.reading.table.sheet_lines import SheetColumn
from tournament.reading.table.sheets import Sheet
from tournament.scan import layout
from tournament.scan.identity import sheet_text
from tournament.scan.layout import Layout, SheetForm, spans
from tournament.wording import language

NUMBERS = (Style(38, bold=True), Style(30, bold=True), Style(22, bold=True))
CODES = (Style(10, bold=True),)
LABEL = (Style(7), Style(6))
# The styles of a name over its column: the largest in which no word is broken is used.
NAMES = tuple(Style(size, bold=True, leading=1.04) for size in (10, 9, 8.2, 7.4, 6.6, 6, 5.4, 4.8))
SIGNERS = tuple(Style(size, bold=True, leading=1.04) for size in (7.5, 6.5, 5.5, 5))
# The captain's code and, to its left, the sheet's own, which must also be read from a bad copy; between them the light
# edges that a camera needs.
CAPTAINS, OWN, BETWEEN = 20.0, 18.0, 8.0


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One sheet of one table, and its layout; a spare one has neither a table (0, and no `row`) nor names.

    `text` is what its own code says, `code` leads the desk to the table.
    """

    table: int
    shape: Layout
    columns: tuple[SheetColumn, ...]
    row: Table | None
    code: str
    text: str


def blank(order: Order) -> bytes:
    """A blank sheet for every table that is asked for, in the order of the tables, with full names.

    Or `order.spare` sheets of each form without names; with `order.backs`, what a deal is worth is on each back.
    """
    frame, papers = frame_of(order), pages(order)
    if order.spare:
        papers = [page for page in spares(order, papers) for _copy in range(order.spare)]
    # Sheets that share a layout differ in nothing but what is written on them.
    forms = {shape: score_form(frame, shape, order.rules) for shape in dict.fromkeys(page.shape for page in papers)}
    pen = Pen()
    for page in papers:
        pen.turn(wide=True)
        _write(pen, page)
    order.progress(len(papers), len(papers))
    sheets = lay_on_forms(pen.drawn(), [forms[page.shape] for page in papers])
    return add_backs(sheets, points(order)) if order.backs else sheets


def frame_of(order: Order) -> Paper:
    """The frame of a round's score sheets."""
    return paper(order, _("Score sheet"), round_in(order.event, order.the_round.number))


def pages(order: Order, editions: Sequence[int] = (layout.VERSION,), languages: Sequence[str] = ()) -> list[SheetPage]:
    """The sheets of a round in the order of its tables, each in these editions and languages (or in the active one).

    Raises UserError if the round has no tables.
    """
    line = first_line(order.event)
    kinds = list(product(editions, languages or (language(),)))
    shapes: dict[tuple[SheetForm, int, str], Layout] = {}
    sheet_pages = []
    for row, sheet in laid_out(order, list(order.tables())):
        # A table that was stopped early has the sheet on which it began.
        code, planned = sheet_code(row.round.number, row.number), row.deals_in_full
        seats = {seat.position: seat.entry for seat in sheet.table.seats if seat.from_deal == 1}
        for (first, last), (edition, tongue) in product(spans(planned), kinds):
            key = SheetForm(sheet.table.positions, first, last, planned), edition, tongue
            if key not in shapes:
                trump = order.event.records_trump
                shapes[key] = layout.layout(key[0], order.rules, tongue, trump=trump, edition=edition)
            text = sheet_text(line, code, seats, shapes[key])
            sheet_pages.append(SheetPage(row.number, shapes[key], sheet.columns, row, code, text))
    return sheet_pages


def spares(order: Order, sheets: Sequence[SheetPage]) -> list[SheetPage]:
    """A spare sheet of each form that some of these sheets have; its code says the round and the form."""
    code, line = f"S{order.the_round.number}", first_line(order.event)
    shapes = dict.fromkeys(page.shape for page in sheets)
    return [SheetPage(0, shape, (), None, code, sheet_text(line, code, {}, shape)) for shape in shapes]


def first_line(event: Event) -> str:
    """The hash of the first line of the event's logbook, which no other event has."""
    return event.log.order_by("sequence").values_list("hash", flat=True).first() or ""


def laid_out(order: Order, round_tables: Sequence[Table]) -> list[tuple[Table, Sheet]]:
    """The sheets of some tables with full names, always in the same few queries."""
    tables_shown = Table.objects.filter(pk__in=[row.pk for row in round_tables])
    tables, decided = facts.tables(tables_shown), facts.decided_at(tables_shown)
    people = {entry.number: entry for entry in Entry.objects.filter(event=order.event).select_related("player")}
    return [(row, _sheet(order, tables[row.pk], people, decided[row.pk])) for row in round_tables]


def _sheet(order: Order, table: TableFacts, entries: dict[int, Entry], decided: Mapping[int, int]) -> Sheet:
    seated = {seat.entry: entries[seat.entry] for seat in table.seats}
    return sheets.build_sheet(table, seated, order.rules, sheets.full_name, decided)


def _write(pen: Pen, page: SheetPage) -> None:
    """What one sheet adds to its form: its code, and of a table number, captain's code and names."""
    shape = page.shape
    if page.row:
        _write_table(pen, page, page.row)
    if shape.columns:
        top = HEAD_TOP + (CAPTAINS - OWN) / 2
        pen.code(page.text, CODES_LEFT, top, OWN)
        # So that no phone is held over it.
        pen.write(_("automatic reading"), Box(CODES_LEFT - 4, top + OWN + 2.4, OWN + 8, 3.4, "center"), *LABEL)


def _write_table(pen: Pen, page: SheetPage, row: Table) -> None:
    """Each name stands over its column and at the signature."""
    pen.write(str(page.table), Box(16, HEAD_TOP + 5.8, 24, 15, "center"), *NUMBERS)
    shape = page.shape
    for seat, column in zip(shape.seat_parts, page.columns, strict=True):
        pen.write(column.name, names_box(seat), *NAMES)
    for at, column in enumerate(page.columns):
        left, right = shape.signed(at)
        signer = Box(left + 1, layout.SIGNED_TOP + 0.4, right - left - 3, 5.6)
        pen.write(f"{column.position} {column.name}", signer, *SIGNERS)
    right = CODES_LEFT + OWN + BETWEEN
    pen.write(page.code, Box(right - 5, HEAD_TOP + CAPTAINS + 0.4, CAPTAINS + 10, 5, "center"), *CODES)
    pen.code(links.table_url(row), right, HEAD_TOP, CAPTAINS)
