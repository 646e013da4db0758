"""The public map of the room."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournament.access import DeadLinkError
from tournament.models import Event
from tournament.ranking import facts
from tournament.reading.rounds.rooms import room_map
from tournament.views.public.event import of_event


@of_event
def room(request: HttpRequest, event: Event) -> HttpResponse:
    """Where each table is."""
    drawn = room_map(event)
    if drawn is None:
        raise DeadLinkError(_("There is no map of this room."))
    return render(request, "public/map.html", {"event": event, "rules": facts.ruleset(event), "map": drawn})
