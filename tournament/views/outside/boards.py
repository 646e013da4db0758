"""What is made once for everybody: the open data and embedded tables of an event, and of a season."""

import hashlib
from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from django.template.loader import render_to_string

from tournament.models import Event
from tournament.reading.outside.clubs import open_season
from tournament.reading.outside.embedded import EmbeddedTable, embedded_event, embedded_season
from tournament.reading.outside.events import open_clubs, open_event, open_ranking, open_rules, open_seating
from tournament.reading.prerendered_pages import Board, Edition, Rendered
from tournament.reading.season.seasons import SeasonState, read_state
from tournament.wording import language

EMBED = "embed"
EVENT_RECORDS: Mapping[str, Callable[[Event, int], msgspec.Struct]] = {
    "event": open_event,
    "ranking": open_ranking,
    "seating": open_seating,
    "clubs": open_clubs,
    "rules": open_rules,
}


def render_event(kind: str, event: Event, part: int) -> Rendered:
    """A part of one kind of what others get of an event."""
    if kind == EMBED:
        return _rendered(_embed(embedded_event(event)))
    return _rendered(_json(EVENT_RECORDS[kind](event, part)))


def render_season(kind: str, read: SeasonState, part: int) -> Rendered:
    """The same of a season."""
    return _rendered(_embed(embedded_season(read)) if kind == EMBED else _json(open_season(read, part)))


EVENTS = {kind: Board(partial(render_event, kind)) for kind in (EMBED, *EVENT_RECORDS)}
SEASONS = {kind: Board(partial(render_season, kind), read_state) for kind in (EMBED, "season")}


def event_edition(event: Event, kind: str, part: int = 1) -> Edition:
    """What others get of an event: a kind of EVENTS, and of a list a part. Raises LookupError."""
    return EVENTS[kind].edition(event, language(), part)


def season_edition(read: SeasonState, kind: str, part: int = 1) -> Edition:
    """The same of a season: a kind of SEASONS. Raises LookupError."""
    return SEASONS[kind].edition(read, language(), part)


def _embed(embed: EmbeddedTable) -> str:
    return render_to_string("outside/embed.html", {"table": embed})


def _json(struct: msgspec.Struct) -> str:
    return msgspec.json.encode(struct).decode()


def _rendered(body: str) -> Rendered:
    return Rendered(hashlib.sha256(body.encode()).hexdigest()[:16], {"body": body})
