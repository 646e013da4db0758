"""Certificates, one to a page: for those who win a prize, or for the first of the ranking if there are no prizes."""

from collections.abc import Iterator

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.models import Entry
from tournament.printing.paper import Order, paper
from tournament.printing.pdf import html_to_pdf
from tournament.printing.pdf.qr_codes import draw_qr_codes
from tournament.ranking import live
from tournament.reading.jury.decision_words import labelled
from tournament.reading.ranking import finality
from tournament.reading.ranking.cards import card
from tournament.reading.ranking.day import day_of
from tournament.reading.ranking.finality import Finality
from tournament.reading.ranking.prizes import Award, Winner, awards
from tournament.reading.table.sheets import full_name
from tournament.wording import plain


def certificates(order: Order) -> bytes:
    """A certificate with their full name for each winner, by the whole ranking; raises UserError if nobody wins."""
    people = Entry.objects.filter(event=order.event).select_related("player")
    names = {entry.number: full_name(entry) for entry in people}
    won = awards(order.event, names) if order.event.prizes else list(_first(order, names))
    winners = [(award, winner) for award in won for winner in award.winners]
    if not winners:
        raise UserError(_("No prize has a winner yet."))
    # No day is drawn that may change, or is kept back until the places are revealed; a club has none.
    final = finality.public_finality(order.event) == Finality.FINAL
    by_number = {entry.number: entry for entry in people if final}
    entries = (by_number.get(winner.number) for _award, winner in winners)
    days = (day_of(order.event, card(order.event, entry)) if entry else None for entry in entries)
    awarded = [(award, winner, day) for (award, winner), day in zip(winners, days, strict=True)]
    # A certificate hangs on a wall: whether figures were compared is told by the ranking and the rules.
    frame = paper(order, _("Certificates"), finality.sentence(order.event), figures=False, wide=True)
    html = render_to_string("print/certificates.html", {"paper": frame, "awarded": awarded})
    return draw_qr_codes(html_to_pdf.pages(html, "", ("certificates.css",), tagged=True))


def _first(order: Order, names: dict[int, str]) -> Iterator[Award]:
    """The first places of the ranking, as awards without a prize."""
    for place in live.ranking(order.event, public=False).places:
        standing, entry = place.standing, place.entry
        if place.section == 0 and standing.rank <= order.first:
            points = labelled(_("Points"), plain(standing.row.points))
            winner = Winner(entry.number, names[entry.number], entry.club, points, standing.rank)
            yield Award(_("Ranking"), standing.rank, (winner,), ())
