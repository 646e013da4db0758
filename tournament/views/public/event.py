"""The public pages of an event besides ranking, seating and players: clubs, rules. No sign-in; nothing is written."""

import json
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers

from scoring import compile_table, words
from scoring.rules.defined import definitions
from tournament import access
from tournament.acts.event.pictures import picture_of
from tournament.acts.event.reveal import require_revealable
from tournament.integers import read_integer
from tournament.models import Event, Table
from tournament.ranking import facts, live
from tournament.reading.event import notices, rules_checks
from tournament.reading.event.corrections import corrections
from tournament.reading.event.formats import TIE_BREAK_NAMES
from tournament.reading.event.points import points_of
from tournament.reading.ranking.clubs import ClubPlace, club_ranking
from tournament.reading.ranking.clubs import rule_text as how_clubs_are_ranked
from tournament.reading.ranking.finality import clubs_title
from tournament.reading.ranking.reveal import finale
from tournament.reading.rounds import timer
from tournament.views.public.organisation import send_logo
from tournament.views.shared.compressed import compressed
from tournament.views.shared.page import View, takes, why_not
from tournament.views.shared.parts import parts_of
from tournament.wording import language, named


def of_event(view: View) -> View:
    """A page under an event's address; search engines are asked not to index unlisted events."""

    @wraps(view)
    def showing(request: HttpRequest, slug: str, **rest: object) -> HttpResponseBase:
        event = access.public(slug)
        response = view(request, event, **rest)
        # The language may come from a cookie as well as from the browser.
        patch_vary_headers(response, ["Cookie"])
        if not event.listed:
            response["X-Robots-Tag"] = "noindex"
        return response

    return compressed(takes("GET")(showing))


@of_event
def place_news(request: HttpRequest, event: Event) -> HttpResponse:
    """What is announced at a place, "2.37" for table 37 of round 2, and how its timer stands.

    204 if the page shows that (`v`) already.
    """
    round, _dot, number = request.GET.get("at", "").partition(".")
    place = read_integer(round) or 0, read_integer(number) or 0
    rows = Table.objects.filter(round__event=event, round__number=place[0], number=place[1])
    table = rows.select_related("round__event").first() if all(place) else None
    if request.GET.get("v") == notices.mark(notices.current_notices(event, place), table):
        return HttpResponse(status=204)
    return render(request, "shared/news.html", {"event": event, "table": table, "timer": timer.of_table(table)})


@of_event
def finale_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The places of a frozen ranking that are revealed, for a screen in the hall; 204 if it shows version `v`."""
    version = event.version_token
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    frozen = event.frozen_after is not None
    # Nothing of a ranking that is kept back comes near the page until something of it is revealed; and nothing of a
    # round that was hidden since, or is played again.
    shows = frozen and not why_not(require_revealable, event)
    context = {"event": event, "frozen": frozen, "finale": finale(event) if shows else None, "version": version}
    return render(request, "public/finale.html", context)


@of_event
def clubs(request: HttpRequest, event: Event) -> HttpResponse:
    """The ranking of the clubs, as the event's format defines it."""
    ranking = live.ranking(event, public=True)
    how = ranking.contest.format.clubs
    context = {
        "event": event,
        "rules": facts.ruleset(event),
        "title": clubs_title(event),
        **parts_of(request, club_ranking(ranking.places, how), _club_texts),
        "how": how,
        "rule_text": how_clubs_are_ranked(ranking.contest.format),
    }
    return render(request, "public/clubs.html", context)


def _club_texts(club_place: ClubPlace) -> list[str]:
    """A club is found by its name, and by those whose points count for it, as they are shown."""
    members = (named(member.entry.name, member.entry.number) for member in club_place.club.counting)
    return [club_place.club.name, *members]


@of_event
def rules(request: HttpRequest, event: Event) -> HttpResponse:
    """The rules as this event plays them, with their grid as printed."""
    ruleset = facts.ruleset(event)
    points = points_of(ruleset, language())
    context = {
        "event": event,
        "rules": ruleset,
        "name": points.name,
        "why": words.why(ruleset, language()),
        "compared": rules_checks.sentence(event),
        "corrections": corrections(event),
        "points": points,
        "definitions": definitions(ruleset, language()),
        "tie_breaks": [TIE_BREAK_NAMES[tie_break] for tie_break in event.tie_breaks],
    }
    return render(request, "public/rules.html", context)


@of_event
def logo(request: HttpRequest, event: Event) -> HttpResponse:
    """The event's logo as a picture."""
    return send_logo(request, picture_of(event))


@of_event
def rules_table(request: HttpRequest, event: Event) -> HttpResponse:
    """The compiled points table of the rules as JSON, for phones and outside programs."""
    ruleset = facts.ruleset(event)
    etag = f'"{ruleset.hash[:32]}"'
    response = HttpResponse(json.dumps(compile_table(ruleset)), content_type="application/json")
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return get_conditional_response(request, etag=etag, response=response) or response
