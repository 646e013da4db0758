"""Registration for the staff: its settings, who waits, and who may be registered twice."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import access, links
from tournament.acts.people import admission as acts
from tournament.admission import Admission
from tournament.forms.people.admission import admission_form
from tournament.models import Entry, Event
from tournament.reading.people.twins import twins
from tournament.reading.table.sheets import full_name
from tournament.views.organiser.shell import DONE, carried_out, seen, staff_page
from tournament.views.shared.page import answers_refusals, posted, see_other, takes
from tournament.views.shared.qr_codes import svg_code


@takes("GET")
def registration(request: HttpRequest, slug: str) -> HttpResponse:
    """How registration stands: the room, the waiting list, likely twins."""
    event, _by = access.staff(request, slug, access.Permission.REGISTER)
    settings = Admission.read(event.admission)
    context: dict[str, Any] = {
        "admission": settings,
        "open": settings.open_at(timezone.now()),
        "left": acts.room_left(event),
        "waiting": acts.waiting_list(event),
        "twins": twins(event),
        "address": _address(event),
    }
    return staff_page(request, "organiser/people/registration.html", event, **context)


@takes("GET", "POST")
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether, when and for how many players the event takes registrations."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    form = admission_form(event, posted(request))
    status = carried_out(form, lambda: acts.set_admission(event, by, form.admission(), seen(request)))
    if status == DONE:
        messages.success(request, _("The settings are saved."))
        return see_other("staff:registration", slug)
    context: dict[str, Any] = {"form": form, "of": acts.admission_token(event)}
    return staff_page(request, "organiser/people/admission.html", event, status=status, **context)


@takes("POST")
@answers_refusals
def move_up(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Gives somebody on the waiting list a place."""
    event, by = access.staff(request, slug, access.Permission.ADMIT)
    entry = get_object_or_404(Entry.objects.select_related("player", "event"), event=event, number=number)
    acts.move_up(entry, by)
    messages.success(request, _("%(name)s has a place.") % {"name": full_name(entry)})
    return see_other("staff:registration", slug)


@takes("GET")
def code(request: HttpRequest, slug: str) -> HttpResponse:
    """The form's address as a QR code."""
    event, _by = access.staff(request, slug, access.Permission.REGISTER)
    return svg_code(_address(event))


def _address(event: Event) -> str:
    return links.absolute(reverse("register", args=[event.slug]))
