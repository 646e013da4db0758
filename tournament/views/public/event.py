"""The public pages of an event besides its ranking: cards, seating, rules. No sign-in, and nothing is ever written."""

import hashlib
import json
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _

from scoring import compile_table, words
from scoring.rules.defined import definitions
from tournament import access
from tournament.access import DeadLinkError
from tournament.forms.rounds.deadline import hour
from tournament.integers import read_integer
from tournament.models import Entry, Event, Picture, Table
from tournament.ranking import facts, live
from tournament.reading.event import notices, rules_checks
from tournament.reading.event.corrections import corrections
from tournament.reading.event.formats import TIE_BREAK_NAMES
from tournament.reading.event.points import points_of
from tournament.reading.people import player_seats
from tournament.reading.ranking import cards
from tournament.reading.ranking.changes import ends, since
from tournament.reading.ranking.clubs import club_ranking
from tournament.reading.ranking.clubs import rule_text as how_clubs_are_ranked
from tournament.reading.ranking.components import components
from tournament.reading.ranking.finality import clubs_title
from tournament.reading.ranking.neighbours import neighbours
from tournament.reading.ranking.reveal import finale
from tournament.reading.rounds import timer
from tournament.reading.rounds.rooms import room_map
from tournament.site import pictures
from tournament.views.public.boards import SEATING
from tournament.views.shared.compressed import compressed
from tournament.views.shared.page import View, takes
from tournament.views.shared.prerendered import serve
from tournament.wording import language

LOGO_SECONDS = 300


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
def player(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """A player's card: their place in the ranking, and why."""
    entry = Entry.objects.select_related("player").filter(event=event, number=number).first()
    if entry is None:
        raise DeadLinkError(_("No player has this number."))
    card, ranking = cards.card(event, entry), live.ranking(event, public=True)
    visible = facts.rounds(event, public=True)
    seats = player_seats.placed(card, visible)
    beside = neighbours(ranking, number)
    context = {
        "event": event,
        "rules": facts.ruleset(event),
        "card": card,
        "corrections": corrections(event, {(sat.round, sat.sheet.table.number) for sat in card.sat}),
        "place": ranking.place(number),
        "components": components(ranking, number),
        "neighbours": beside,
        **_since(request, event, card, [number, *(neighbour.place.entry.number for neighbour in beside)]),
        "seats": seats,
        "tables": player_seats.in_turn(card, player_seats.current_round_number(visible)),
        "map": room_map(event),
        "table": next((seat.table for seat in seats if seat.is_current), None),
    }
    return render(request, "public/player/page.html", context)


def _since(request: HttpRequest, event: Event, card: cards.Card, numbers: list[int]) -> dict[str, Any]:
    """What changed for these players since the line or the hour that the address names, and the moments to choose."""
    moment = request.GET.get("since")
    if moment is None:
        return {"since": None, "asks": False}
    start = hour(moment) if "T" in moment else read_integer(moment)
    entries = Entry.objects.filter(event=event, number__in=numbers).select_related("player")
    people = sorted(entries, key=lambda entry: numbers.index(entry.number))
    changes = since(event, start, people) if start is not None else None
    visible = {sat.round for sat in card.sat if not sat.withheld}
    return {"since": changes, "asks": True, "unknown": bool(moment) and changes is None, "ends": ends(event, visible)}


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
    # Nothing of a ranking that is kept back comes near the page until something of it is revealed.
    context = {"event": event, "frozen": frozen, "finale": finale(event) if frozen else None, "version": version}
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
        "places": club_ranking(ranking.places, how),
        "how": how,
        "rule_text": how_clubs_are_ranked(ranking.contest.format),
    }
    return render(request, "public/clubs.html", context)


@of_event
def seating(request: HttpRequest, event: Event, number: int = 0, kind: str = "tables") -> HttpResponse:
    """Who sits where: in the round of a number, or in the one being played, or else in the last one shown."""
    visible = facts.rounds(event, public=True)
    number = number or player_seats.current_round_number(visible) or 0
    if not number:
        return render(request, "public/seating/no_seating.html", {"event": event})
    if number not in {round.number for round in visible}:
        raise DeadLinkError(_("The seating of this round is not shown."))
    return serve(request, SEATING[kind].edition(event, language(), number), kind, language())


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
    """The event's logo as a picture; browsers keep it for some minutes, then revalidate it by its ETag."""
    address = get_object_or_404(Picture, event=event, kind=Picture.Purpose.LOGO).picture
    content = pictures.content_of(address)
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response = HttpResponse(content, content_type="image/png", headers={"ETag": etag})
    response["Cache-Control"] = f"public, max-age={LOGO_SECONDS}"
    return get_conditional_response(request, etag=etag, response=response) or response


@of_event
def rules_table(request: HttpRequest, event: Event) -> HttpResponse:
    """The compiled points table of the rules as JSON, for phones and outside programs."""
    ruleset = facts.ruleset(event)
    etag = f'"{ruleset.hash[:32]}"'
    response = HttpResponse(json.dumps(compile_table(ruleset)), content_type="application/json")
    response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    return get_conditional_response(request, etag=etag, response=response) or response
