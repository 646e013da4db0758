"""The score sheets of a round as they were filled, for the file."""

from collections import defaultdict
from collections.abc import Sequence

from django.template.loader import render_to_string

from tournament.models import Decision, Table
from tournament.printing import press
from tournament.printing.paper import Order, Paper
from tournament.printing.score_sheets import frame_of, laid_out, tables_of
from tournament.printing.sheet_code import sheet_code
from tournament.printing.underlay import Bundle, batches

# A sheet that is filled is all cells, and takes five times the memory of names on a form.
SHEETS_AT_ONCE = 10


def filled(order: Order) -> bytes:
    """What was written at every table of a round, a sheet a table, with full names."""
    frame = frame_of(order)
    rows = list(tables_of(order))
    bundle = Bundle()
    done = 0
    for batch in batches(rows, SHEETS_AT_ONCE):
        bundle.add(_written(order, frame, batch))
        done += len(batch)
        order.progress(done, len(rows))
    return bundle.finished()


def _written(order: Order, frame: Paper, rows: Sequence[Table]) -> bytes:
    decided = _decided(rows)
    written = [
        (row, sheet, decided[row.pk], sheet_code(row.round.number, row.number)) for row, sheet in laid_out(order, rows)
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
