"""Who sits where, for the wall: by name and by table. Public names, visible rounds."""

from itertools import groupby

from django.utils.translation import gettext as _

from tournament.acts.refusal import Refusal
from tournament.naming import folded
from tournament.printing.paper import Order, paper, printed
from tournament.printing.underlay import batches
from tournament.reading.seated import Seated, by_name, seated

TABLES_BESIDE = 3


def seating_names(order: Order) -> bytes:
    """Who sits where in a round, by name."""
    people = by_name(_seated(order))
    frame = paper(order, _seating_title(order), _("by name"), figures=False)
    letters = [(letter, list(group)) for letter, group in groupby(people, key=lambda seat: _initial(seat.name))]
    return printed("seating_names.html", frame, "seating.css", letters=letters)


def seating_tables(order: Order) -> bytes:
    """Who sits where in a round, by table."""
    people = _seated(order)
    frame = paper(order, _seating_title(order), _("by table"), figures=False)
    tables = [(table, list(group)) for table, group in groupby(people, key=lambda seat: seat.table)]
    return printed("seating_tables.html", frame, "seating.css", lines=list(batches(tables, TABLES_BESIDE)))


def _seating_title(order: Order) -> str:
    return _("Seating, round %(round)s") % {"round": order.the_round.number}


def _seated(order: Order) -> list[Seated]:
    if not (order.the_round.published and order.the_round.visible):
        raise Refusal(_("The seating of this round is not shown."))
    return seated(order.the_round)


def _initial(name: str) -> str:
    """The letter under which a name is found."""
    return folded(name)[:1].upper()
