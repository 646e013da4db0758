"""The seating for the wall: by name and by table. Public names, visible rounds.

The staff can print a round before it is published, so that it is on the wall in time; every page then says that it is a
draft.
"""

from collections import Counter
from itertools import groupby

from django.utils.translation import gettext as _

from tournament.printing.paper import Order, Paper, edition_of_seats, paper, printed
from tournament.printing.underlay import batches
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_inside
from tournament.reading.seated import Seated, by_name, seated
from tournament.refusal import Refusal

TABLES_BESIDE = 3


def seating_names(order: Order) -> bytes:
    """The seating of a round, by name."""
    people = by_name(_seated(order))
    frame = _frame(order, _("by name"))
    letters = [(letter, list(group)) for letter, group in groupby(people, key=lambda seat: seat.sorting[:1].upper())]
    names = Counter(name for _number, name in {(seat.number, seat.listed) for seat in people})
    namesakes = {name for name, count in names.items() if count > 1}
    return printed("seating_names.html", frame, "seating.css", letters=letters, namesakes=namesakes)


def seating_tables(order: Order) -> bytes:
    """The seating of a round, by table."""
    people = _seated(order)
    frame = _frame(order, _("by table"))
    tables = [(table, list(group)) for table, group in groupby(people, key=lambda seat: seat.table)]
    return printed("seating_tables.html", frame, "seating.css", lines=list(batches(tables, TABLES_BESIDE)))


def _frame(order: Order, about: str) -> Paper:
    title = _("Seating, %(round)s") % {"round": round_inside(format_of(order.event), order.the_round.number)}
    draft, edition = not order.the_round.published, edition_of_seats(order)
    return paper(order, title, about, figures=False, draft=draft, edition=edition)


def _seated(order: Order) -> list[Seated]:
    if not order.the_round.visible:
        raise Refusal(_("The seating of this round is not shown."))
    return seated(order.the_round)
