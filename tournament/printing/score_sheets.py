"""The score sheets of a round: blank ones for the tables, and what was written as a sheet for the file."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament import facts, links
from tournament.acts.refusal import Refusal
from tournament.facts import TableFacts
from tournament.models import Decision, Entry, Table
from tournament.printing import grid as division
from tournament.printing import press
from tournament.printing.grid import Grid
from tournament.printing.paper import Order, Paper, paper
from tournament.printing.sheet_code import sheet_code
from tournament.printing.underlay import Bundle, batches
from tournament.reading import sheets
from tournament.reading.sheets import Column, Sheet
from tournament.templatetags.game import language

# A sheet that is filled is all cells, and takes five times the memory of names on a form.
WRITTEN_AT_ONCE = 10
# What all sheets of one form have in common: the positions, and from which deal to which they go.
Form = tuple[tuple[int, ...], int, int]


@dataclass(frozen=True, slots=True)
class Page:
    """One sheet of one table."""

    table: int
    first: int
    columns: tuple[Column, ...]
    url: str
    code: str


def sheets_of(order: Order) -> bytes:
    """The score sheets of a round, blank or as they were filled."""
    return filled(order) if order.filled else blank(order)


def blank(order: Order) -> bytes:
    """A blank sheet for every table of a round, in the order of the tables, with full names."""
    frame = _frame(order)
    wanted = forms(order)
    bundle = Bundle()
    done, total = 0, sum(len(pages) for pages in wanted.values())
    for form, pages in wanted.items():
        divided = grid_of(order, form)
        drawn = _static(frame, divided)
        for batch in batches(pages):
            bundle.add(_names(frame, divided, batch), drawn)
            done += len(batch)
            order.progress(done, total)
    return bundle.finished(_by_table(wanted))


def filled(order: Order) -> bytes:
    """What was written at every table of a round, a sheet a table, with full names."""
    frame = _frame(order)
    rows = list(_tables(order).select_related("round__event"))
    bundle = Bundle()
    done = 0
    for batch in batches(rows, WRITTEN_AT_ONCE):
        bundle.add(_written(order, frame, batch))
        done += len(batch)
        order.progress(done, len(rows))
    return bundle.finished()


def _frame(order: Order) -> Paper:
    if not _tables(order).exists():
        raise Refusal(_("This round has no tables yet."))
    about = _("round %(round)s") % {"round": order.the_round.number}
    return paper(order, _("Score sheet"), about)


def _tables(order: Order) -> QuerySet[Table]:
    return Table.objects.filter(round=order.the_round).order_by("number")


def forms(order: Order) -> dict[Form, list[Page]]:
    """The sheets of the round by form, each list in the order of the tables."""
    found: dict[Form, list[Page]] = defaultdict(list)
    for row, sheet in _sheets(order, list(_tables(order).select_related("round__event"))):
        url, code = links.table_url(row), sheet_code(row.round.number, row.number)
        for first, last in division.spans(sheet.table.planned):
            page = Page(row.number, first, sheet.columns, url, code)
            found[sheet.table.positions, first, last].append(page)
    return found


def _sheets(order: Order, rows: Sequence[Table]) -> list[tuple[Table, Sheet]]:
    """The sheets of some tables with full names, in a few queries whatever their number."""
    tables = facts.tables(Table.objects.filter(pk__in=[row.pk for row in rows]))
    people = {entry.number: entry for entry in Entry.objects.filter(event=order.event).select_related("player")}
    return [(row, _sheet(order, tables[row.pk], people)) for row in rows]


def _sheet(order: Order, table: TableFacts, people: dict[int, Entry]) -> Sheet:
    here = {seat.entry: people[seat.entry] for seat in table.seats}
    return sheets.lay_out(table, here, order.rules, sheets.full_name)


def grid_of(order: Order, form: Form) -> Grid:
    """How the sheets of a form are divided."""
    positions, first, last = form
    return division.grid(positions, first, last, order.rules, language(), trump=order.event.records_trump)


def _by_table(wanted: dict[Form, list[Page]]) -> list[int]:
    """In which order the pages, made form by form, belong: by table, then by deal."""
    made = [(page.table, page.first) for pages in wanted.values() for page in pages]
    return sorted(range(len(made)), key=made.__getitem__)


def _static(frame: Paper, divided: Grid) -> bytes:
    html = render_to_string("print/sheet_form.html", {"paper": frame, "grid": divided})
    return press.pages(html, _measures(divided), ("sheet.css",))


def _names(frame: Paper, divided: Grid, pages: Sequence[Page]) -> bytes:
    html = render_to_string("print/sheet_names.html", {"paper": frame, "grid": divided, "pages": pages})
    return press.pages(html, _measures(divided), ("sheet.css",))


def _written(order: Order, frame: Paper, rows: Sequence[Table]) -> bytes:
    decided = _decided(rows)
    written = [
        (row, sheet, decided[row.pk], sheet_code(row.round.number, row.number)) for row, sheet in _sheets(order, rows)
    ]
    context = {"paper": frame, "written": written, "rules": order.rules}
    return press.pages(render_to_string("print/sheet_written.html", context), "", ("list.css", "written.css"))


def _decided(rows: Sequence[Table]) -> dict[int, list[Decision]]:
    """The decisions in force at some tables, by table."""
    found: dict[int, list[Decision]] = defaultdict(list)
    decisions = Decision.objects.filter(table__in=rows, cancelled=False).exclude(kind=Decision.JURY_CALL)
    for decision in decisions.order_by("number").prefetch_related("adjustments__entry__player"):
        if decision.table_id is not None:
            found[decision.table_id].append(decision)
    return found


def _measures(divided: Grid) -> str:
    """The measures of a grid as rules of the style."""
    usual, small = divided.name_fonts
    remarks = division.SIGNATURES_TOP - 2 - divided.remarks_top
    sizes = {
        ".deal": f"width: {division.NUMBER}mm",
        ".contract": f"width: {divided.contract:.2f}mm; font-size: {divided.font:.2f}pt",
        ".contract p": f"line-height: {divided.line:.2f}mm",
        ".doubles": f"width: {division.DOUBLES}mm",
        ".trump": f"width: {division.TRUMP}mm",
        ".who": f"width: {division.SEAT * len(divided.positions):.2f}mm",
        ".tricks": f"width: {division.TRICKS}mm",
        ".given": f"width: {divided.player * 0.45:.2f}mm",
        ".sum": f"width: {divided.player * 0.55:.2f}mm",
        ".form": f"top: {division.NAMES_TOP}mm",
        ".form thead tr": f"height: {division.NAMES_HEIGHT}mm",
        ".form tbody tr": f"height: {divided.row:.3f}mm",
        ".form tfoot tr": f"height: {division.TOTAL_HEIGHT}mm",
        ".remarks": f"top: {divided.remarks_top:.2f}mm; height: {remarks:.2f}mm",
        ".signature": f"width: {divided.signature:.2f}mm; top: {division.SIGNATURES_TOP}mm",
        ".player": f"top: {division.NAMES_TOP}mm; width: {divided.player - 1.6:.2f}mm; font-size: {usual}pt",
        ".player.long": f"font-size: {small}pt",
    }
    for at in range(len(divided.positions)):
        sizes[f".p{at}"] = f"left: {divided.names_left + at * divided.player + 0.8:.2f}mm"
        sizes[f".s{at}"] = f"left: {division.MARGIN + at * (divided.signature + 2):.2f}mm"
    return "\n".join(f"{selector} {{ {rule} }}" for selector, rule in sizes.items())
