"""The filled-in score sheets of a round, for the records."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils import formats
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Adjustment, Decision, Table
from tournament.printing.paper import Order
from tournament.printing.pdf import html_to_pdf
from tournament.printing.pdf.underlay import Bundle, batches
from tournament.printing.sheets.score_sheets import frame_of, laid_out
from tournament.printing.sheets.sheet_code import sheet_code
from tournament.reading.event.corrections import Correction, corrections
from tournament.reading.jury.decision_words import about, gives, labelled, outcome
from tournament.reading.table.sheet_lines import SheetLine
from tournament.reading.table.sheets import Sheet
from tournament.wording import plain

# A filled-in sheet consists of cells, and takes five times as much memory as names on a form.
SHEETS_AT_ONCE = 10


@dataclass(frozen=True, slots=True)
class SheetDecision:
    """One decision: the row, its name and ruling in words, whom it is about, and its adjustments."""

    row: Decision
    summary: str
    about: str
    adjustments: tuple[Adjustment, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """One sheet: what was played, notes in sentences, decisions, and corrections of the rules since."""

    table: Table
    sheet: Sheet
    code: str
    notes: tuple[str, ...]
    decisions: tuple[SheetDecision, ...]
    corrections: tuple[Correction, ...]


def filled(order: Order) -> bytes:
    """What was written at every table of a round, with full names; each table begins a new page."""
    frame = frame_of(order)
    rows = list(order.tables())
    all_corrections = corrections(order.event)
    bundle = Bundle()
    done = 0
    for batch in batches(rows, SHEETS_AT_ONCE):
        context = {"paper": frame, "written": _written(order, batch, all_corrections), "rules": order.rules}
        html = render_to_string("print/sheet_written.html", context)
        bundle.add(html_to_pdf.pages(html, "", ("list.css", "written.css")))
        done += len(batch)
        order.progress(done, len(rows))
    return bundle.finished()


def _written(order: Order, round_tables: Sequence[Table], all_corrections: Sequence[Correction]) -> list[Written]:
    decided = _decided(round_tables)
    return [
        Written(
            row,
            sheet,
            sheet_code(row.round.number, row.number),
            (*_substitutes(sheet), *(note for line in sheet.lines for note in _beside(line)), sheet.not_played),
            tuple(
                SheetDecision(item, outcome(item, order.rules), about(item), tuple(gives(item)))
                for item in decided[row.pk]
            ),
            tuple(item for item in all_corrections if (row.round.number, row.number) in item.closed_tables),
        )
        for row, sheet in laid_out(order, round_tables)
    ]


def _substitutes(sheet: Sheet) -> Iterator[str]:
    """Sentences on the players who were replaced, and their totals; the columns name only the present ones."""
    for total in sheet.totals:
        if total.until is not None:
            values = {"seat": total.position, "name": total.name, "deal": total.until, "total": plain(total.points)}
            yield _("Seat %(seat)s: %(name)s, up to deal %(deal)s; total: %(total)s.") % values


def _beside(line: SheetLine) -> Iterator[str]:
    """Sentences on what happened before a deal was played, what the jury is still to say, and on late corrections."""
    if line.passes:
        sentence = ngettext(
            "Deal %(deal)s: everybody passed.", "Deal %(deal)s: everybody passed %(count)s×.", line.passes
        )
        yield sentence % {"deal": line.number, "count": line.passes}
    if line.misdeals:
        sentence = ngettext("Deal %(deal)s: misdealt.", "Deal %(deal)s: misdealt %(count)s×.", line.misdeals)
        yield sentence % {"deal": line.number, "count": line.misdeals}
    if line.waiting or line.uncalled:
        yield labelled(_("Deal %(number)s") % {"number": line.number}, line.verdict) + "."
    if line.corrected:
        when = formats.date_format(localtime(line.corrected.at), "d/m/Y H:i")
        sentence = _("Deal %(deal)s: corrected, %(when)s.")
        if line.corrected.because:
            sentence = _("Deal %(deal)s: corrected, %(when)s: %(reason)s")
        yield sentence % {"deal": line.number, "when": when, "reason": line.corrected.because}


def _decided(round_tables: Sequence[Table]) -> dict[int, list[Decision]]:
    """The decisions in force at some tables, by primary key of the table; without the captains' answers on the jury."""
    by_table: dict[int, list[Decision]] = defaultdict(list)
    decisions = Decision.objects.counting().filter(table__in=round_tables).exclude(kind=Decision.JURY_CALL)
    related = ("adjustments__entry__player", "table__seats__entry__player")
    for decision in decisions.order_by("number").select_related("table").prefetch_related(*related):
        if decision.table_id is not None:
            by_table[decision.table_id].append(decision)
    return by_table
