"""What is made once for everybody: the open data and embedded tables of an event, and of a season."""

import hashlib
from collections.abc import Callable, Mapping

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
EVENT_KINDS = (EMBED, *EVENT_RECORDS)
SEASON_KINDS = (EMBED, "season")


def render_event(event: Event, part: int) -> Rendered:
    """One kind of what others get of an event; `part` is as `event_edition` makes it."""
    part, kind = divmod(part, len(EVENT_KINDS))
    if not kind:
        return _rendered(_embed(embedded_event(event)))
    return _rendered(_json(EVENT_RECORDS[EVENT_KINDS[kind]](event, part)))


def render_season(read: SeasonState, part: int) -> Rendered:
    """One kind of what others get of a season."""
    part, kind = divmod(part, len(SEASON_KINDS))
    return _rendered(_json(open_season(read, part)) if kind else _embed(embedded_season(read)))


EVENTS = Board(render_event)
SEASONS = Board(render_season, read_state)


def event_edition(event: Event, kind: str, part: int = 1) -> Edition:
    """What others get of an event: a kind of EVENT_KINDS, and of a list a part. Raises LookupError."""
    return EVENTS.edition(event, language(), part * len(EVENT_KINDS) + EVENT_KINDS.index(kind))


def season_edition(read: SeasonState, kind: str, part: int = 1) -> Edition:
    """The same of a season: a kind of SEASON_KINDS. Raises LookupError."""
    return SEASONS.edition(read, language(), part * len(SEASON_KINDS) + SEASON_KINDS.index(kind))


def _embed(embed: EmbeddedTable) -> str:
    return render_to_string("outside/embed.html", {"table": embed})


def _json(struct: msgspec.Struct) -> str:
    return msgspec.json.encode(struct).decode()


def _rendered(body: str) -> Rendered:
    return Rendered(hashlib.sha256(body.encode()).hexdigest()[:16], {"body": body})
