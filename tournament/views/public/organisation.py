"""The public pages of a club or a federation: what it plays, its colour and its logo."""

import hashlib

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.dates import WEEKDAYS

from tournament.acts.event.pictures import picture_of
from tournament.models import Organisation
from tournament.reading.event.first_page import events_on, listed_events
from tournament.site import pictures
from tournament.views.shared.page import takes

EVENTS_A_PAGE = 20
LOOK_SECONDS = 300
# A logo under the digest of its content never changes.
YEAR_SECONDS = 31_536_000


@takes("GET")
def organisation(request: HttpRequest, slug: str) -> HttpResponse:
    """An organisation with its series, its events, and the clubs that belong to it."""
    club = get_object_or_404(Organisation.objects.select_related("parent"), slug=slug)
    events, on = listed_events(slug), events_on(slug, timezone.now())
    context = {
        "on": on,
        "organisation": club,
        "series": [(row, WEEKDAYS[row.weekday]) for row in club.series.order_by("number")],
        "parts": club.parts.order_by("name"),
        "events": Paginator(events.exclude(pk__in=[event.pk for event in on]), EVENTS_A_PAGE).get_page(
            request.GET.get("page")
        ),
    }
    response = render(request, "public/organisation.html", context)
    # The language may come from a cookie as well as from the browser.
    patch_vary_headers(response, ["Cookie"])
    return response


@takes("GET")
def colour(request: HttpRequest, slug: str) -> HttpResponse:
    """The look of an organisation as a style sheet, which a strict policy wants apart from the page.

    Its colour marks and never carries text, so that any can be chosen. Its logo stands beside its name, on white as
    logos are made for; pages that are kept for everybody show a new one without being made anew.
    """
    club = get_object_or_404(Organisation, slug=slug)
    rules = f".band {{ border-bottom: 0.375rem solid {club.colour}; }}\n" if club.colour else ""
    if address := picture_of(club):
        width, height = pictures.size(address[:60])
        at = f"{reverse('club-logo', args=[slug])}?v={_digest(pictures.content_of(address))}"
        style = f'content: ""; aspect-ratio: {width} / {height}; background-image: url("{at}");'
        rules += f".band > div::before {{ {style} }}\n"
    response = HttpResponse(rules, content_type="text/css; charset=utf-8")
    response["Cache-Control"] = f"public, max-age={LOOK_SECONDS}"
    return response


@takes("GET")
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """The logo of an organisation as a picture."""
    return send_logo(request, picture_of(get_object_or_404(Organisation, slug=slug)))


def send_logo(request: HttpRequest, address: str) -> HttpResponse:
    """A logo, a data: URL, as a picture; 404 for none.

    Browsers keep the one whose digest is asked for (`v`) for a year, any other for some minutes, after which they
    revalidate it by its ETag.
    """
    if not address:
        raise Http404
    content = pictures.content_of(address)
    digest = _digest(content)
    seconds = YEAR_SECONDS if request.GET.get("v") == digest else LOOK_SECONDS
    headers = {"ETag": f'"{digest}"', "Cache-Control": f"public, max-age={seconds}"}
    response = HttpResponse(content, content_type="image/png", headers=headers)
    return get_conditional_response(request, etag=headers["ETag"], response=response) or response


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]
