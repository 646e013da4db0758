"""The seating for the wall: by name and by table. Public names, visible rounds.

The staff can print a round before it is published, so that it is on the wall in time; every page then says that it is a
draft.
"""

from collections import Counter
from dataclasses import replace
from itertools import groupby

from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.naming import unbroken
from tournament.printing.lists.wall_lists import LINE, SHEETS, Setting, lines, rows_high, set_largest
from tournament.printing.paper import Order, Paper, edition_of_seats, paper, print_paper
from tournament.printing.pdf.underlay import batches
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_inside
from tournament.reading.rounds.seating import Seated, by_name, seated

# In letter sizes: the place of table and seat before a name, the rule above a letter, what a table takes besides its
# names, and what is before them.
WHERE, RULE, TABLE_HIGH, BEFORE = 2.9, 0.25, 2.5, 1.4


def seating_names(order: Order) -> bytes:
    """The seating of a round, by name."""
    people = by_name(_seated(order))
    frame, sheet = _frame(order, _("by name")), SHEETS[order.size]
    letters = [(letter, list(group)) for letter, group in groupby(people, key=lambda seat: seat.sorting[:1].upper())]
    names = Counter(name for _number, name in {(seat.number, seat.listed) for seat in people})
    namesakes = {name for name, count in names.items() if count > 1}
    context = {"letters": letters, "namesakes": namesakes}

    def high(setting: Setting) -> float:
        rows = sum(lines(seat.listed, setting.room - WHERE) for seat in people) * LINE
        return (rows + len(letters) * RULE) / setting.column_count

    return set_largest(
        lambda setting: print_paper("seating_names.html", frame, "seating.css", style=setting.style(), **context),
        high,
        [seat.listed for seat in people],
        sheet,
        -(-len(people) // sheet.by_name) or 1,
    )


def seating_tables(order: Order) -> bytes:
    """The seating of a round, by table."""
    people = _seated(order)
    frame, sheet = _frame(order, _("by table")), SHEETS[order.size]
    tables = [(table, list(group)) for table, group in groupby(people, key=lambda seat: seat.table)]

    def high(setting: Setting) -> float:
        room = setting.room - BEFORE
        cells = [TABLE_HIGH + LINE * sum(lines(seat.name, room) for seat in seats) for _number, seats in tables]
        return rows_high(cells, setting.column_count) if cells else 0

    def list_in(setting: Setting) -> bytes:
        rows = list(batches(tables, setting.column_count))
        return print_paper("seating_tables.html", frame, "seating.css", style=setting.style(), lines=rows)

    return set_largest(list_in, high, [seat.name for seat in people], sheet, -(-len(people) // sheet.by_table) or 1)


def _frame(order: Order, about: str) -> Paper:
    title = _("Seating, %(round)s") % {"round": round_inside(format_of(order.event), order.the_round.number)}
    draft, edition = not order.the_round.published, edition_of_seats(order)
    return paper(order, title, about, figures=False, draft=draft, edition=edition, public=True)


def _seated(order: Order) -> list[Seated]:
    if not order.the_round.visible:
        raise UserError(_("The seating of this round is not shown."))
    seats = seated(order.the_round)
    return [replace(seat, name=unbroken(seat.name), listed=unbroken(seat.listed)) for seat in seats]
