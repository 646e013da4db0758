"""One card for each table of a round, to put on the table; and one player's card, deal by deal."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Seat, Table
from tournament.printing import press
from tournament.printing.paper import Order, Paper, as_of, edition_of_seats, paper, printed
from tournament.printing.underlay import Bundle, batches
from tournament.ranking import live
from tournament.ranking.round_names import round_in
from tournament.reading import cards, finality
from tournament.reading.components import components
from tournament.reading.corrections import corrections
from tournament.reading.sheets import full_name
from tournament.refusal import Refusal

ON_A_PAGE = 2
PAGES_AT_ONCE = 25


@dataclass(frozen=True, slots=True)
class TableCard:
    """The card of a table: its number, its people (position, name, whether captain), the links to write and to read.

    It is card `at` of all.
    """

    at: int
    number: int
    people: tuple[tuple[int, str, bool], ...]
    url: str
    reading: str


def tables(order: Order) -> bytes:
    """The cards of all tables of a round, two to a page, with full names and the link for entering deals."""
    made = _cards(order)
    if not made:
        raise Refusal(_("This round has no tables yet."))
    about = round_in(order.event, order.the_round.number)
    frame = paper(order, _("Table cards"), about, figures=False, edition=edition_of_seats(order))
    bundle = Bundle()
    done = 0
    for batch in batches(made, ON_A_PAGE * PAGES_AT_ONCE):
        bundle.add(_pages(frame, about, batch, len(made)))
        done += len(batch)
        order.progress(done, len(made))
    return bundle.finished()


def player(order: Order) -> bytes:
    """The public card of one player: every deal of every visible round, and the decisions."""
    card = cards.card(order.event, order.the_entry)
    about = _("No. %(number)s") % {"number": order.the_entry.number}
    frame = paper(
        order,
        card.name,
        " · ".join(
            part for part in (about, order.the_entry.player.club, finality.sentence(order.event), as_of()) if part
        ),
    )
    ranking = live.ranking(order.event, public=True)
    place, parts = ranking.place(card.entry.number), components(ranking, card.entry.number)
    made = corrections(order.event, {(sat.round, sat.sheet.table.number) for sat in card.sat})
    told = {"components": parts, "corrections": made, "rules": order.rules}
    return printed("player.html", frame, "player.css", card=card, place=place, style="", **told)


def _cards(order: Order) -> list[TableCard]:
    seats = Seat.objects.filter(table__round=order.the_round).order_by("position", "from_deal")
    now: dict[int, dict[int, str]] = {}
    for seat in seats.select_related("entry__player"):
        # A later row for the same seat is its present occupant.
        now.setdefault(seat.table_id, {})[seat.position] = full_name(seat.entry)
    rows = Table.objects.filter(round=order.the_round).order_by("number")
    return [_card(at, row, now.get(row.pk, {})) for at, row in enumerate(rows, 1)]


def _card(at: int, row: Table, people: dict[int, str]) -> TableCard:
    seated = tuple((position, name, position == row.captain) for position, name in people.items())
    return TableCard(at, row.number, seated, links.table_url(row), links.reading_url(row))


def _pages(frame: Paper, about: str, batch: Sequence[TableCard], count: int) -> bytes:
    context = {"paper": frame, "round": about, "pages": list(batches(batch, ON_A_PAGE)), "count": count}
    return press.pages(render_to_string("print/cards.html", context), "", ("cards.css",))
