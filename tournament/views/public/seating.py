"""Who sits where in a round, for everybody: by table, by name, in parts, and a search of names."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import DeadLinkError
from tournament.models import Event, Round
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import the_round
from tournament.reading.parts import FIRST, WHOLE, RowIndex
from tournament.reading.people import player_seats
from tournament.views.public.boards import SEATING
from tournament.views.public.event import of_event
from tournament.views.public.searching import answer_found
from tournament.views.shared.prerendered import serve
from tournament.wording import language


@of_event
def seating(
    request: HttpRequest, event: Event, number: int = 0, kind: str = "tables", part: int = FIRST
) -> HttpResponse:
    """Who sits where: in the round of a number, or in the one being played, or else in the last one shown."""
    visible = facts.rounds(event, public=True)
    number = number or player_seats.current_round_number(visible) or 0
    if not number:
        return render(request, "public/seating/no_seating.html", {"event": event})
    _require_visible(visible, number)
    return serve(request, SEATING[kind].edition(event, language(), (number, part)), "page", language())


@of_event
def find(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """The seats of those whom somebody meant who typed `q`: as a page, or as a piece of one."""
    _require_visible(facts.rounds(event, public=True), number)
    index = SEATING["names"].edition(event, language(), (number, WHOLE)).row_index or RowIndex({}, ())
    title = _("Seating of %(round)s") % {"round": the_round(format_of(event), number)}
    page = {"event": event, "section": "seating", "title": title, "search": request.path}
    page["back"] = _("The whole seating"), reverse("seating-round", args=[event.slug, number])
    return answer_found(request, index, "public/seating/brief_rows.html", page)


def _require_visible(visible: Iterable[Round], number: int) -> None:
    if number not in {round.number for round in visible}:
        raise DeadLinkError(_("The seating of this round is not shown."))
