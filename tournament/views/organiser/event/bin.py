"""The bin: moving an event there, and restoring it from the list of the member's events."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.lifecycle.bin import bin_event, restore_event
from tournament.views.organiser.shell import confirm_page, seen
from tournament.views.shared.identity import require_password
from tournament.views.shared.page import answers_refusals, see_other, takes


@takes("GET", "POST")
@answers_refusals
def move(request: HttpRequest, slug: str) -> HttpResponse:
    """Moves the event to the bin, after asking."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    if request.method == "POST":
        require_password(request)
        bin_event(event, by, seen(request))
        messages.success(request, _("%(name)s is in the bin.") % {"name": event.name})
        return see_other("staff:home")
    return confirm_page(
        request,
        event,
        question=_("Move %(name)s to the bin?") % {"name": event.name},
        consequence=_("Nobody can see it and its links do not work until you restore it. The address stays taken."),
        action=_("Move to the bin"),
        back=reverse("staff:event", args=[slug]),
        danger=True,
        of=event.version_token,
    )


@takes("POST")
@answers_refusals
def restore(request: HttpRequest, slug: str) -> HttpResponse:
    """Takes the event out of the bin."""
    event, by = access.staff(request, slug, access.Permission.PLAN, even_binned=True)
    restore_event(event, by)
    return see_other("staff:event", slug)
