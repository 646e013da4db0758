"""The staff's home page: the events one works for, and making a new one."""

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament import access
from tournament.acts.event.events import find_recent, make_event
from tournament.acts.event.members import grant_role
from tournament.acts.people.admission import admission_token, required_of, set_admission
from tournament.acts.register.hosting import make_hosted_event
from tournament.errors import UserError
from tournament.forms.event.events import NewEventForm
from tournament.models import Event, Membership
from tournament.reading.event.stored_data import overdue
from tournament.views.organiser.shell import put_right
from tournament.views.shared.page import see_other, takes

EVENTS_A_PAGE = 20


@takes("GET")
def home(request: HttpRequest) -> HttpResponse:
    """The events of a member, latest first, and those in the bin."""
    mine = _events_of(access.member(request))
    events = Paginator(mine.filter(binned=False), EVENTS_A_PAGE).get_page(request.GET.get("page"))
    user = access.member(request)
    context = {
        "events": events,
        "binned": _in_the_bin(mine, request),
        "overdue": overdue(events),
        "clubs": access.clubs_of(user, access.ClubPermission.LOOK),
        "makes_events": access.may_make_events(user),
    }
    return render(request, "organiser/event/home.html", context)


@takes("GET", "POST")
def make(request: HttpRequest) -> HttpResponse:
    """Makes an event, of a club if its maker runs one; its maker becomes its organiser."""
    by = access.founder(request)
    form = NewEventForm(request.POST or None, hosts=access.hosts_of(access.member(request)))
    status = 422 if form.is_bound else 200
    if form.is_valid():
        name, day = form.cleaned_data["name"], form.cleaned_data["starts_on"]
        if not form["slug"].data and (existing := find_recent(by, name, day)):
            return see_other("staff:event", existing.slug)
        try:
            return see_other("staff:event", _make(request, by, form).slug)
        except UserError as refusal:
            status = put_right(form, refusal)
    return render(request, "organiser/event/make_event.html", {"form": form}, status=status)


def _make(request: HttpRequest, by: str, form: NewEventForm) -> Event:
    with transaction.atomic():
        if form.host:
            event = make_hosted_event(form.host, by, form.cleaned_data["slug"], form.plan())
        else:
            event = make_event(by, form.cleaned_data["slug"], form.plan())
            grant_role(event, by, access.member(request), Membership.Role.ORGANISER)
        set_admission(event, by, required_of(event), admission_token(event))
    return event


def _in_the_bin(mine: QuerySet[Event], request: HttpRequest) -> QuerySet[Event]:
    """The binned events that this member, as their organiser, can restore."""
    organised = Membership.objects.filter(user=access.member(request), role=Membership.Role.ORGANISER)
    return mine.filter(binned=True, pk__in=organised.values("event"))


def _events_of(user: User) -> QuerySet[Event]:
    works_for = Membership.objects.filter(user=user).values("event")
    return Event.objects.filter(pk__in=works_for).order_by("-pk")
