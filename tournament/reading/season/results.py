"""What the event of an evening gave to whom, kept in memory under its seal: a new deal costs one event."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tournament.models import Entry, Event
from tournament.ranking import live
from tournament.reading.ranking.finality import Finality, public_finality

# A hundred clubs with forty evenings each.
MAX_EVENTS = 5_000


class EntryResult(NamedTuple):
    """What an evening gave an entry, by its number: see `tournament.season.evenings.SeasonResult`.

    `erased` says that its name was removed.
    """

    entry: int
    points: int
    deals: int
    deal_points: int
    rank: int | None
    joker: bool
    erased: bool


@dataclass(frozen=True, slots=True)
class EventResults:
    """The results of an event with a seal, as the public sees them; `final` says that they can change no more.

    Without results nothing was played yet.
    """

    seal: str
    final: bool
    results: tuple[EntryResult, ...]


_results: dict[int, EventResults] = {}


def event_results(pk: int, seal: str) -> EventResults:
    """The results of the visible rounds of an event, up to where its ranking is frozen.

    None of a rehearsal, and of what was thrown away. From memory, if the event (its primary key) had this seal;
    otherwise as it is now.
    """
    cached = _results.get(pk)
    if cached and cached.seal == seal:
        return cached
    event = Event.objects.get(pk=pk)
    finality = public_finality(event)
    results = () if event.binned or finality == Finality.REHEARSAL else tuple(_read(event))
    computed = EventResults(event.seal, finality == Finality.FINAL, results)
    # What was written while it was computed may be in it or not.
    if Event.objects.filter(pk=event.pk, seal=event.seal).exists():
        _results.pop(event.pk, None)
        _results[event.pk] = computed
        while len(_results) > MAX_EVENTS:
            _results.pop(next(iter(_results)), None)
    return computed


def clear_cache() -> None:
    """Drops everything computed. To be called when another database takes the place of this one."""
    _results.clear()


def _read(event: Event) -> Iterator[EntryResult]:
    """The results of who is ranked, and of jokers who played; a joker whom the event does not rank has no rank."""
    ranking = live.ranking(event, public=True)
    rows = Entry.objects.filter(event=event, role=Entry.PlayerRole.JOKER, withdrawn=False, excluded=False)
    jokers = frozenset(rows.values_list("number", flat=True))
    ranks = {place.entry.number: place.standing.rank for place in ranking.places}
    places = live.places_with(event, ranking, jokers - ranks.keys()) if jokers - ranks.keys() else ranking.places
    if any(place.deals for place in places):
        for place in places:
            number, points = place.entry.number, place.standing.row.points
            rank = ranks.get(number)
            yield EntryResult(
                number, points, place.deals, place.deal_points, rank, number in jokers, not place.entry.name
            )
