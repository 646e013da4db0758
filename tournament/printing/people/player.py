"""The public card of one player: their day as a drawing, and deal by deal."""

from django.utils.translation import gettext as _

from tournament.printing.paper import Order, as_of, paper, print_paper
from tournament.ranking import live
from tournament.reading.event.corrections import corrections
from tournament.reading.ranking import cards, finality
from tournament.reading.ranking.components import components
from tournament.reading.ranking.day import day_of


def player(order: Order) -> bytes:
    """The public card of one player: every deal of every visible round, and the decisions."""
    card = cards.card(order.event, order.the_entry)
    about = _("No. %(number)s") % {"number": order.the_entry.number}
    after = finality.ranking_title(order.event) if order.event.frozen_after is not None else ""
    frame = paper(
        order,
        card.name,
        " · ".join(
            part
            for part in (about, order.the_entry.player.club, after, finality.sentence(order.event), as_of())
            if part
        ),
    )
    ranking = live.ranking(order.event, public=True)
    place, parts = ranking.place(card.entry.number), components(ranking, card.entry.number)
    corrected = corrections(order.event, {(sat.round, sat.sheet.table.number) for sat in card.sat})
    context = {"components": parts, "corrections": corrected, "rules": order.rules, "day": day_of(order.event, card)}
    return print_paper("player.html", frame, "player.css", card=card, place=place, style="", **context)
