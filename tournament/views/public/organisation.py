"""The public pages of a club or a federation: what it plays, and its colour."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.dates import WEEKDAYS

from tournament.models import Organisation
from tournament.reading.event.first_page import events_on, listed_events
from tournament.views.shared.page import takes

EVENTS_A_PAGE = 20
COLOUR_SECONDS = 300


@takes("GET")
def organisation(request: HttpRequest, slug: str) -> HttpResponse:
    """An organisation with its series, its events, and the clubs that belong to it."""
    club = get_object_or_404(Organisation.objects.select_related("parent"), slug=slug)
    events, on = listed_events(slug), events_on(slug, timezone.localdate())
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
    """The accent of an organisation as a style sheet, which a strict policy wants apart from the page.

    It marks and never carries text, so that any colour can be chosen.
    """
    club = get_object_or_404(Organisation, slug=slug)
    rules = f".band {{ border-bottom: 0.375rem solid {club.colour}; }}\n" if club.colour else ""
    response = HttpResponse(rules, content_type="text/css; charset=utf-8")
    response["Cache-Control"] = f"public, max-age={COLOUR_SECONDS}"
    return response
