"""The open data: `/api/1/`, read-only, in JSON."""

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournament import access
from tournament.models import Entry, Organisation, Table
from tournament.ranking import facts
from tournament.reading.outside import schema
from tournament.reading.outside.clubs import open_organisation, open_organisations, open_person
from tournament.reading.outside.events import open_events, open_player, parts_of, seating_part
from tournament.reading.season.seasons import season_view
from tournament.views.outside.boards import event_edition, season_edition
from tournament.views.outside.open_data import JSON, open_data, part_asked, serve_bytes, serve_edition, serve_record
from tournament.views.public.season import season_state


@open_data
def openapi(request: HttpRequest) -> HttpResponse:
    """What can be asked, and what is answered: the OpenAPI file."""
    return serve_bytes(request, msgspec.json.encode(schema.document()), JSON)


@open_data
def events(request: HttpRequest) -> HttpResponse:
    """The listed events, of an organisation or of all."""
    return serve_record(request, open_events(request.GET.get("organisation", ""), part_asked(request)))


@open_data
def event(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """An event, its clubs, or its rules."""
    return serve_edition(request, event_edition(access.public(slug), kind))


@open_data
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """A part of the ranking."""
    event, part = access.public(slug), part_asked(request)
    _require_part(part, event.entries.count())
    return serve_edition(request, event_edition(event, "ranking", part))


@open_data
def seating(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A part of who sits where in a round that is shown."""
    event, part = access.public(slug), part_asked(request)
    if number not in {round.number for round in facts.rounds(event, public=True)}:
        raise Http404
    _require_part(part, Table.objects.filter(round__event=event, round__number=number).count())
    return serve_edition(request, event_edition(event, "seating", seating_part(number, part)))


@open_data
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A player of an event."""
    event = access.public(slug)
    entry = get_object_or_404(Entry.objects.select_related("player"), event=event, number=number)
    return serve_record(request, open_player(event, entry))


@open_data
def organisations(request: HttpRequest) -> HttpResponse:
    """The clubs and what is above them."""
    return serve_record(request, open_organisations(part_asked(request)))


@open_data
def organisation(request: HttpRequest, slug: str) -> HttpResponse:
    """An organisation with its series."""
    return serve_record(request, open_organisation(get_object_or_404(Organisation, slug=slug)))


@open_data
def season(request: HttpRequest, organisation: str, slug: str) -> HttpResponse:
    """A part of a season."""
    read, part = season_state(organisation, slug), part_asked(request)
    _require_part(part, len(season_view(read).season.standings))
    return serve_edition(request, season_edition(read, "season", part))


@open_data
def person(request: HttpRequest, organisation: str, slug: str, number: int) -> HttpResponse:
    """Somebody in a season."""
    return serve_record(request, open_person(season_state(organisation, slug), number))


def _require_part(part: int, count: int) -> None:
    """Raises LookupError if a list that has so many items at most has no such part."""
    if part > parts_of(count):
        raise LookupError("no such part")
