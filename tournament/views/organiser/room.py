"""Where the tables are in the room, entered by the organiser."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.room import set_room
from tournament.forms.room import RoomForm
from tournament.models import Room
from tournament.ranking.progress import progress
from tournament.reading.rooms import room_map, tables_needed
from tournament.views.organiser.shell import DONE, carried_out, staff_page
from tournament.views.page import posted, see_other, takes


@takes("GET", "POST")
def room(request: HttpRequest, slug: str) -> HttpResponse:
    """The map of the room, and a form to change it."""
    event, by = access.staff(request, slug, "seat")
    drawn = Room.objects.filter(event=event).first()
    tables = tables_needed(event, progress(event).players)
    form = RoomForm(posted(request), rows=drawn.rows if drawn else [], tables=tables)
    status = carried_out(form, lambda: set_room(event, by, form.rows()))
    if status == DONE:
        messages.success(request, _("The map is saved."))
        return see_other("staff:room", slug)
    context: dict[str, Any] = {"form": form, "map": room_map(event)}
    return staff_page(request, "organiser/room.html", event, status=status, **context)
