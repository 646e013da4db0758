"""The door of an evening: people who come in say themselves that they are here, by their own name.

The names are shown only behind the evening's code: scanned as a link, or typed. They are those that each member chose
to be shown by. Looking writes nothing; only the phone that let somebody in takes it back.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournament import access, links
from tournament.acts.register import arrivals
from tournament.errors import UserError
from tournament.integers import read_integer
from tournament.models import Organisation, Person
from tournament.progress.evenings_on import EveningOn, evenings_on
from tournament.reading.register.arriving import arriving
from tournament.reading.rounds import timer
from tournament.views.hall.screen import LONGEST, door_slide
from tournament.views.shared.evening_codes import evening_typed, keep_evening
from tournament.views.shared.page import on_the_page, see_other
from tournament.views.shared.qr_codes import svg_code
from tournament.views.shared.token_pages import behind_link


def door_path(slug: str, token: str = "", **_more: object) -> str:
    """The path of an evening's door, or of the page of an organisation that asks for the code."""
    return reverse("members:door", args=[slug, token]) if token else reverse("members:door-code", args=[slug])


@behind_link("GET", "POST", home=door_path)
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Asks for the code of this evening, for those who cannot scan it."""
    organisation = get_object_or_404(Organisation, slug=slug)
    evenings = evenings_on(organisation)
    page: dict[str, Any] = {"organisation": organisation, "asks": bool(evenings)}
    if request.method != "POST" or not evenings:
        return render(request, "member/door_code.html", page)
    try:
        evening = evening_typed(request, f"door {slug}", f"door {organisation.pk}", evenings)
    except UserError as refusal:
        fault, status = on_the_page(request, refusal)
        page |= {"fault": fault, "return_path": door_path(slug)}
        return render(request, "member/door_code.html", page, status=status)
    return keep_evening(see_other("members:door", slug, links.door_token(evening.series, evening.date)), evening)


@behind_link("GET", "POST", home=door_path)
def door(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The members who are expected, each a button; sent, that one is here."""
    evening = access.door(slug, token)
    if request.method != "POST":
        just_in = read_integer(request.GET.get("here", ""))
        rows = arriving(evening)
        page: dict[str, Any] = {
            "rows": rows,
            "tapped": next((row for row in rows if row.person.number == just_in), None),
        }
        return _page(request, "member/door.html", evening, token, **page)
    person = _person(evening, request.POST.get("person", ""))
    address = door_path(slug, token) + f"?here={person.number}"
    if arrivals.check_in(person, evening.series, evening.date, _actor(evening)):
        address = reverse("members:came", args=[slug, token, person.number, links.undo_token(token, person.number)])
    return keep_evening(see_other(address), evening)


@behind_link("GET", "POST", home=door_path)
def came(request: HttpRequest, slug: str, token: str, number: int, undo: str) -> HttpResponse:
    """Confirms to the phone which let somebody in that they are here; sent, it takes that back."""
    evening = access.door(slug, token)
    if not links.matches(undo, links.undo_token(token, number)):
        raise access.DeadLinkError(_("This link does not open anything."))
    person = _person(evening, str(number))
    if request.method == "POST":
        arrivals.undo_check_in(person, evening.series, evening.date, _actor(evening))
        return see_other(door_path(slug, token))
    row = next((row for row in arriving(evening) if row.person == person), None)
    return _page(request, "member/came.html", evening, token, row=row)


@behind_link("GET", home=door_path)
def screen(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The screen in the hall: the way in and the code, until a round is shown; then that of the event, with this page.

    Its address is given to stewards. Whoever has it from the code at the door learns nothing by it.
    """
    evening = access.door(slug, token)
    if evening.event and evening.event.rounds.filter(published=True).exists():
        return redirect(reverse("hall", args=[evening.event.slug]) + f"?{urlencode({'door': token})}")
    here = evening.event.entries.filter(present=True).count() if evening.event else 0
    if request.GET.get("v") == str(here):
        return HttpResponse(status=204)
    at = timezone.now()
    page = {
        "event": {"name": evening.series.name},
        "version": here,
        "slides": [door_slide(evening.series, evening.date)],
        "page": 0,
        "next": "",
        "seconds": LONGEST,
        "foot": render_to_string("hall/here.html", {"here": here}),
        "at": at,
        "moment": timer.milliseconds(at),
    }
    return render(request, "hall/screen.html", page)


@behind_link("GET", home=door_path)
def code(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The way to this door as a QR code, for the screen in the hall."""
    evening = access.door(slug, token)
    return svg_code(links.door_url(evening.series, evening.date))


def _actor(current_evening: EveningOn) -> str:
    return f"door:{current_evening.series.number}"


def _person(current_evening: EveningOn, number: str) -> Person:
    """Whose name was tapped. Refused if nobody of the club has this number."""
    rows = Person.objects.filter(organisation=current_evening.series.organisation, number=read_integer(number) or 0)
    person = rows.filter(forgotten=False).first()
    if person is None:
        raise UserError(_("Nobody in the register of this club has this number."), 422)
    return person


def _page(request: HttpRequest, template: str, current_evening: EveningOn, token: str, **more: Any) -> HttpResponse:
    page = {"organisation": current_evening.series.organisation, "evening": current_evening, "token": token, **more}
    return render(request, template, page)
