"""Reseating rounds ahead when players leave or come: shows exactly who would move before the organiser confirms."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.rounds import reseating as acts
from tournament.reading.rounds.reseating import reseating_context
from tournament.views.organiser.shell import evening_of, staff_page
from tournament.views.shared.page import answers_refusals, see_other, takes


@takes("GET", "POST")
@answers_refusals
def reseat(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows who moves in which round, and reseats them once confirmed. Refused if the moves would now differ."""
    event, by = access.staff(request, slug, access.Permission.SEAT)
    if request.method == "POST":
        acts.reseat(event, by, request.POST.get("of", ""))
        messages.success(request, _("The upcoming rounds have been reseated."))
        return see_other(evening_of(request, event) or reverse("staff:rounds", args=[slug]))
    moves = acts.reseating(event)
    context: dict[str, Any] = {"of": moves.of, **reseating_context(event, moves)}
    return staff_page(request, "organiser/rounds/reseat.html", event, **context)
