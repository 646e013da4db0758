"""An event with the same players, and the list of players to invite to it."""

from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from tournament import access
from tournament.acts.event.events import find_recent
from tournament.acts.lifecycle.succession import make_next
from tournament.acts.register.hosting import host_event
from tournament.exchange.lists import people_out
from tournament.forms.event.events import NextEventForm
from tournament.models import Event
from tournament.views.organiser.shell import DONE, carried_out, confirm_page
from tournament.views.shared.page import posted, see_other, takes


@takes("GET", "POST")
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """Makes an event with the same players from this one, then offers the players of this one as a list."""
    by = access.founder(request)
    event, _by = access.staff(request, slug, access.Permission.PLAN)
    form = NextEventForm(posted(request), initial=NextEventForm.proposed(event, timezone.localdate()))
    unaddressed = form.is_valid() and not form["slug"].data
    if unaddressed and (twice := find_recent(by, form.cleaned_data["name"], form.cleaned_data["starts_on"])):
        return _listed(twice.slug, slug)
    status = carried_out(form, lambda: _make(event, by, form, access.member(request)))
    if status == DONE:
        return _listed(form.cleaned_data["slug"], slug)
    words = NextEventForm.words()
    return confirm_page(request, event, status=status, fields=form, back=reverse("staff:event", args=[slug]), **words)


def _make(event: Event, by: str, form: NextEventForm, founder: User) -> None:
    """The next event, of the club whose this one is if its founder runs that; of theirs if they make no others."""
    hosts = access.hosts_of(founder)
    host = next((host for host in hosts if host and host.hosted.filter(event=event).exists()), None)
    if host is None and None not in hosts:
        host = hosts[0]
    with transaction.atomic():
        following = make_next(event, by, **form.wanted(), founder=founder)
        if host:
            host_event(host, by, following)


def _listed(slug: str, earlier_slug: str) -> HttpResponse:
    """On to the list of the players of the event before, for the one that was made."""
    return see_other(f"{reverse('staff:people-list', args=[slug])}?from={earlier_slug}")


@takes("GET")
def invited(request: HttpRequest, slug: str) -> HttpResponse:
    """The players of an event as a workbook that the import of another one reads."""
    event, _by = access.staff(request, slug, access.Permission.REGISTER)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    headers = {"Content-Disposition": f'attachment; filename="{slug}-players.xlsx"', "Cache-Control": "no-store"}
    return HttpResponse(people_out.workbook(people_out.rows(event)), content_type=kind, headers=headers)
