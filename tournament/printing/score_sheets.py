"""The blank score sheets of a round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Entry, Table
from tournament.printing import grid as division
from tournament.printing import press
from tournament.printing.grid import Grid
from tournament.printing.paper import Order, Paper, paper
from tournament.printing.pen import Box, Pen, Style
from tournament.printing.sheet_code import sheet_code
from tournament.printing.underlay import laid
from tournament.ranking import facts
from tournament.ranking.facts import TableFacts
from tournament.ranking.round_names import round_in
from tournament.reading import sheets
from tournament.reading.sheet_lines import Column
from tournament.reading.sheets import Sheet
from tournament.refusal import Refusal
from tournament.wording import language

LABELS = (Style(11),)
NUMBERS = (Style(40, bold=True), Style(32, bold=True), Style(24, bold=True))
CODES = (Style(11, bold=True),)
# The styles of a name over its column: the largest in which no word is broken is used.
NAMES = tuple(Style(size, bold=True, leading=1.04) for size in (10, 9, 8.2, 7.4, 6.6, 6, 5.4))
SIGNERS = (Style(7.5, bold=True), Style(6.5, bold=True), Style(5.5, bold=True))


@dataclass(frozen=True, slots=True)
class Form:
    """What all sheets of one kind have in common: the positions, the deals, and how many the table plays."""

    positions: tuple[int, ...]
    first: int
    last: int
    planned: int


@dataclass(frozen=True, slots=True)
class Page:
    """One sheet of one table."""

    table: int
    first: int
    columns: tuple[Column, ...]
    url: str
    code: str


def blank(order: Order) -> bytes:
    """A blank sheet for every table of a round, in the order of the tables, with full names."""
    frame = frame_of(order)
    wanted = forms(order)
    grids = {form: grid_of(order, form) for form in wanted}
    made = {form: _static(frame, divided, form) for form, divided in grids.items()}
    pages = [(page, form) for form, some in wanted.items() for page in some]
    pages.sort(key=lambda one: (one[0].table, one[0].first))
    pen = Pen()
    for page, form in pages:
        pen.turn()
        _write(pen, grids[form], page)
    order.progress(len(pages), len(pages))
    return laid(pen.drawn(), [made[form] for _page, form in pages])


def frame_of(order: Order) -> Paper:
    """The frame of a round's score sheets; raises Refusal if the round has no tables."""
    if not tables_of(order).exists():
        raise Refusal(_("This round has no tables yet."))
    about = round_in(order.event, order.the_round.number)
    return paper(order, _("Score sheet"), about)


def tables_of(order: Order) -> QuerySet[Table]:
    """The tables of the round, by number."""
    return Table.objects.filter(round=order.the_round).order_by("number").select_related("round__event")


def forms(order: Order) -> dict[Form, list[Page]]:
    """The sheets of the round by form; each list is in the order of the tables."""
    found: dict[Form, list[Page]] = defaultdict(list)
    for row, sheet in laid_out(order, list(tables_of(order))):
        url, code, planned = links.table_url(row), sheet_code(row.round.number, row.number), sheet.table.planned
        for first, last in division.spans(planned):
            page = Page(row.number, first, sheet.columns, url, code)
            found[Form(sheet.table.positions, first, last, planned)].append(page)
    return found


def laid_out(order: Order, rows: Sequence[Table]) -> list[tuple[Table, Sheet]]:
    """The sheets of some tables with full names, always in the same few queries."""
    wanted = Table.objects.filter(pk__in=[row.pk for row in rows])
    tables, decided = facts.tables(wanted), facts.decided_at(wanted)
    people = {entry.number: entry for entry in Entry.objects.filter(event=order.event).select_related("player")}
    return [(row, _sheet(order, tables[row.pk], people, decided[row.pk])) for row in rows]


def _sheet(order: Order, table: TableFacts, people: dict[int, Entry], decided: Mapping[int, int]) -> Sheet:
    here = {seat.entry: people[seat.entry] for seat in table.seats}
    return sheets.build_sheet(table, here, order.rules, sheets.full_name, decided)


def grid_of(order: Order, form: Form) -> Grid:
    """The layout of the sheets of a form."""
    return division.grid(
        form.positions, form.first, form.last, order.rules, language(), trump=order.event.records_trump
    )


def _static(frame: Paper, divided: Grid, form: Form) -> bytes:
    """The page that all sheets of a form have in common."""
    spans = division.spans(form.planned)
    context = {"paper": frame, "grid": divided, "part": spans.index((form.first, form.last)) + 1, "parts": len(spans)}
    return press.pages(render_to_string("print/sheet_form.html", context), _measures(divided), ("sheet.css",))


def _write(pen: Pen, divided: Grid, page: Page) -> None:
    """What one sheet adds to its form: table, code, and each name over its column and at the signature."""
    right = division.PAGE_WIDTH - division.MARGIN - division.QR
    left, wide = division.MARGIN + 1, division.NUMBER_BOX - 2
    pen.write(_("Table"), Box(left, division.HEAD_TOP + 1.5, wide, 5, "center"), *LABELS)
    pen.write(str(page.table), Box(left, division.HEAD_TOP + 7, wide, 17, "center"), *NUMBERS)
    pen.write(page.code, Box(right - 5, division.HEAD_TOP + division.QR, division.QR + 10, 5, "center"), *CODES)
    for at, column in enumerate(page.columns):
        left = divided.names_left + at * divided.player + 0.9
        over = Box(left, division.NAMES_TOP + 3.6, divided.player - 1.6, division.NAMES_HEIGHT - 3.8)
        pen.write(column.name, over, *NAMES)
    for at, column in enumerate(page.columns):
        left = division.MARGIN + at * (divided.signature + 2) + 5
        signed = Box(left, division.SIGNATURES_TOP + 0.7, divided.signature - 6, 6.5)
        pen.write(column.name, signed, *SIGNERS)
    pen.code(page.url, right, division.HEAD_TOP, division.QR)


def _measures(divided: Grid) -> str:
    """The measures of a grid as CSS rules."""
    remarks = division.SIGNATURES_TOP - division.GAP - divided.remarks_top
    sizes = {
        ".number": f"top: {division.HEAD_TOP}mm; width: {division.NUMBER_BOX}mm; height: 26mm",
        ".top": f"left: {division.MARGIN + division.NUMBER_BOX + 4}mm; top: {division.HEAD_TOP}mm",
        ".deal": f"width: {divided.number}mm",
        ".contract": f"width: {divided.contract:.2f}mm; font-size: {divided.font:.2f}pt",
        ".contract p": f"line-height: {divided.line:.2f}mm",
        ".contract b": f"margin: 0 {divided.beside:.2f}mm",
        ".doubles": f"width: {division.DOUBLES}mm",
        ".trump": f"width: {division.TRUMP}mm",
        ".who": f"width: {division.SEAT * len(divided.positions):.2f}mm",
        ".tricks": f"width: {division.TRICKS}mm",
        ".given": f"width: {divided.player * 0.45:.2f}mm",
        ".sum": f"width: {divided.player * 0.55:.2f}mm",
        ".form": f"top: {division.NAMES_TOP}mm",
        ".form thead tr": f"height: {division.NAMES_HEIGHT}mm",
        ".form tbody tr": f"height: {divided.row:.3f}mm",
        ".form .brought": f"height: {division.TOTAL_HEIGHT}mm",
        ".form tfoot tr": f"height: {division.TOTAL_HEIGHT}mm",
        ".remarks": f"top: {divided.remarks_top:.2f}mm; height: {remarks:.2f}mm",
        ".signature": f"width: {divided.signature:.2f}mm; top: {division.SIGNATURES_TOP}mm; "
        f"height: {division.SIGNATURES_HEIGHT}mm",
    }
    for at in range(len(divided.positions)):
        sizes[f".s{at}"] = f"left: {division.MARGIN + at * (divided.signature + 2):.2f}mm"
    return "\n".join(f"{selector} {{ {rule} }}" for selector, rule in sizes.items())
