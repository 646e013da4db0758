"""Where the tables are in the room, entered by the organiser."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.rounds.room import rows_of, set_room
from tournament.forms.rounds.room import RoomForm
from tournament.progress.next_step import progress
from tournament.reading.rounds.rooms import room_map, tables_needed
from tournament.version_tokens import token_of
from tournament.views.organiser.shell import DONE, carried_out, seen, staff_page
from tournament.views.shared.page import posted, see_other, takes


@takes("GET", "POST")
def room(request: HttpRequest, slug: str) -> HttpResponse:
    """The map of the room, and a form to change it."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    tables, rows = tables_needed(event, progress(event).players), rows_of(event)
    form = RoomForm(posted(request), rows=rows, table_count=tables)
    status = carried_out(form, lambda: set_room(event, by, form.rows(), seen=seen(request)))
    if status == DONE:
        messages.success(request, _("The map is saved."))
        return see_other("staff:room", slug)
    context: dict[str, Any] = {"form": form, "map": room_map(event), "of": token_of(rows)}
    return staff_page(request, "organiser/rounds/room.html", event, status=status, **context)
