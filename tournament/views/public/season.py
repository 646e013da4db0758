"""The season of a series for everybody: its lists, its evenings, presences, and why somebody is nth."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

from tournament.reading.prerendered_pages import Board, Rendered
from tournament.reading.register.shown_names import distinct_names
from tournament.reading.season.lists import evening_rows, lists, night_rows, presence_rows
from tournament.reading.season.seasons import SeasonState, SeasonView, find_state, read_state, season_data, season_view
from tournament.reading.season.words import SCORE_NAMES, ahead_sentences, amount, sentences
from tournament.views.shared.compressed import compressed
from tournament.views.shared.page import View, takes
from tournament.views.shared.prerendered import of_edition, serve
from tournament.wording import language

# What each page shows, by its name; its template is called so too.
PARTS: Mapping[str, Callable[[SeasonView], Sequence[object]]] = {
    "lists": lists,
    "evenings": evening_rows,
    "presences": presence_rows,
}


def render_season(read: SeasonState, part: int) -> Rendered:
    """One page of a season, the same for everybody."""
    view, name = season_view(read), list(PARTS)[part]
    version = read.seal[:16]
    context = {**_frame(view), "rows": PARTS[name](view), "part": name, "version": version}
    return Rendered(version, {"page": render_to_string(f"public/season/{name}.html", context)})


SEASON = Board(render_season, read_state)


def season_state(organisation: str, slug: str) -> SeasonState:
    """The state of the series at an address. Raises Http404 if there is none."""
    try:
        return find_state(organisation__slug=organisation, slug=slug)
    except LookupError as fault:
        raise Http404 from fault


def of_series(view: View) -> View:
    """A page under the address of a series."""

    @wraps(view)
    def showing(request: HttpRequest, organisation: str, slug: str, **rest: object) -> HttpResponseBase:
        response = view(request, season_state(organisation, slug), **rest)
        patch_vary_headers(response, ["Cookie"])
        return response

    return compressed(takes("GET")(showing))


@of_series
def season(request: HttpRequest, read: SeasonState, part: str = "lists") -> HttpResponse:
    """A part of a season; 204 if an open page shows version `v` already."""
    edition = SEASON.edition(read, language(), list(PARTS).index(part))
    if request.GET.get("v") == edition.version:
        return of_edition(edition, HttpResponse(status=204))
    return serve(request, edition, "page", language())


@of_series
def person(request: HttpRequest, read: SeasonState, number: int) -> HttpResponse:
    """Why somebody is nth: which evenings count, which fell out, and what the next evening must give."""
    view = season_view(read)
    standing = view.standing(number)
    if standing is None:
        raise Http404
    context = {
        **_frame(view),
        "standing": standing,
        "score_text": amount(standing.score) or "–",
        "average": amount(standing.average) or "–",
        "name": distinct_names(view.persons)[number],
        "rows": list(night_rows(view, standing)),
        "ahead": ahead_sentences(view, standing),
        "ranked": sum(other.rank is not None for other in view.season.standings),
    }
    return render(request, "public/season/person.html", context)


@of_series
def file(request: HttpRequest, read: SeasonState) -> HttpResponse:
    """The season as a file that somebody else can count again; it names nobody."""
    return HttpResponse(
        json.dumps(season_data(season_view(read))),
        content_type="application/json",
        headers={"Cache-Control": "no-cache"},
    )


def _frame(view: SeasonView) -> dict[str, Any]:
    """What every page of a season shows."""
    series = view.series
    return {
        "organisation": series.organisation,
        "series": series,
        "view": view,
        "score": SCORE_NAMES[view.season.options.score],
        "sentences": list(sentences(view.season.options, view.moved)),
        "return_path": series.get_absolute_url(),
    }
