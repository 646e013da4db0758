"""A person's own page, behind their own link: this evening, who comes next, and how others see their name."""

import json
from dataclasses import replace
from datetime import date

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.register import arrivals
from tournament.acts.register.links import LinkedBy
from tournament.acts.register.persons import PersonDetails, change_person, details_token
from tournament.acts.register.replies import reply
from tournament.errors import UserError
from tournament.evenings import read_day
from tournament.integers import read_integer
from tournament.models import Organisation, Person, Series
from tournament.reading.register.own_page import coming, seasons_of, tonight
from tournament.reading.register.stored_person import stored_person
from tournament.views.organiser.shell import download
from tournament.views.shared.page import see_other
from tournament.views.shared.token_pages import behind_link


def own_path(token: str, **_more: object) -> str:
    """The path of a person's own page, by the token of their link."""
    return reverse("members:own", args=[token])


@behind_link("GET", home=own_path)
def page(request: HttpRequest, token: str) -> HttpResponse:
    """What the person came for, in this order: this evening, their place in the season, the next evenings."""
    person, _by = access.person(token)
    context = {
        "person": person,
        "organisation": person.organisation,
        "token": token,
        "tonight": tonight(person),
        "coming": coming(person),
        "seasons": seasons_of(person),
        "displays": person.Display.choices,
    }
    return render(request, "member/own.html", context)


@behind_link("POST", home=own_path)
def here(request: HttpRequest, token: str) -> HttpResponse:
    """Checks the person in for an evening that is on; with `away`, takes that back."""
    person, by = access.person(token)
    series, day = _series_and_day(person.organisation, request.POST)
    if "away" in request.POST:
        arrivals.undo_check_in(person, series, day, by)
    else:
        arrivals.check_in(person, series, day, by, LinkedBy.OWN_LINK)
    return see_other(own_path(token))


@behind_link("POST", home=own_path)
def answer(request: HttpRequest, token: str) -> HttpResponse:
    """Says whether the person comes on an evening: `no`, or `yes` with so many guests."""
    person, _by = access.person(token)
    word, _space, guests = request.POST.get("answer", "").partition(" ")
    series, day = _series_and_day(person.organisation, request.POST)
    reply(person, series, day, word, read_integer(guests or "0") or 0, seen=request.POST.get("of", ""))
    return see_other(own_path(token))


@behind_link("POST", home=own_path)
def shown(request: HttpRequest, token: str) -> HttpResponse:
    """Changes how the person is shown to the public, once for all their events."""
    person, by = access.person(token)
    details = PersonDetails.of(person)
    changed = replace(details, display=request.POST.get("display", ""))
    change_person(person, by, changed, seen=details_token(person))
    return see_other(own_path(token))


@behind_link("GET", home=own_path)
def kept(request: HttpRequest, token: str) -> HttpResponse:
    """Everything that the club keeps about the person, as a file."""
    person, _by = access.person(token)
    return kept_file(person)


def kept_file(person: Person) -> HttpResponse:
    """What a club keeps about a person, as a file to download."""
    text = json.dumps(stored_person(person), ensure_ascii=False, indent=2, default=str)
    return download(text, "application/json", f"{person.organisation.slug}-{person.number}.json")


def _series_and_day(organisation: Organisation, data: QueryDict) -> tuple[Series, date]:
    """The series and the planned day that a form names; refused if there are none of the organisation."""
    number, day = read_integer(data.get("series", "")), read_day(data.get("date", ""))
    rows = Series.objects.select_related("organisation").filter(organisation=organisation, number=number or 0)
    series = rows.first()
    if series is None or day is None:
        raise UserError(_("There is no such evening."), 422)
    return series, day
