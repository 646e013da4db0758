"""The ranking as it is now, from totals kept in memory per table.

A new deal costs only the recomputation of its own table, however many deals were played before.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple, TypeVar

from tournament.models import Event, Table
from tournament.ranking import facts
from tournament.ranking.contest import Contest, contest_after, read_contest
from tournament.ranking.shares import EntryShare
from tournament.ranking.standings import RankingPlace, standings
from tournament.ranking.table_play import read_shares

MAX_TABLES = 50_000
MAX_RANKINGS = 20
MAX_EVENTS = 1_000
# Of as many rankings, after each round of a long championship.
MAX_EARLIER = 10 * MAX_RANKINGS

Shares = Mapping[int, EntryShare]
# What a table's totals depend on: its revision, the hash of the rules, the bonus, whether its round is closed.
Source = tuple[int, str, tuple[int, ...], bool]
CachedTable = tuple[Source, Shares]
K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of an event with a seal (the hash of its last line): its places, and what else they depend on."""

    seal: str
    contest: Contest
    places: tuple[RankingPlace, ...]

    @property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds that count."""
        return self.contest.rounds

    @property
    def begun(self) -> bool:
        """Whether there is anything to rank: a deal that counts."""
        return any(place.standing.row.best_deal is not None for place in self.places)

    def place(self, entry: int) -> RankingPlace | None:
        """The place of an entry, by its number; None if it is not ranked."""
        return next((place for place in self.places if place.entry.number == entry), None)


class EarlierPlaces(NamedTuple):
    """The places after an earlier round, what they were computed from, and the last ranking of which they are part."""

    source: tuple[Contest, list[tuple[int, Shares]]]
    places: tuple[RankingPlace, ...]
    latest: Ranking


# What was computed last: shares by table; rankings by event and by whether they are public (visible rounds only).
_shares: dict[int, CachedTable] = {}
_rankings: dict[tuple[int, bool], Ranking] = {}
# The public places after an earlier round, by event and round.
_earlier: dict[tuple[int, int], EarlierPlaces] = {}
# The last line (number and hash) of each event whose tables are in memory: they show nothing later.
_lines: dict[int, tuple[int, str]] = {}


def ranking(event: Event, *, public: bool) -> Ranking:
    """The current ranking, of the visible rounds or of all; only tables that changed are computed again."""
    cached = _rankings.get((event.pk, public))
    if cached and cached.seal == event.seal:
        return cached
    # A table whose revision another history reached too has other totals.
    line = _lines.get(event.pk)
    if line and not event.has_line(*line):
        clear_cache()
    computed = _ranking(event, public=public)
    after = Event.objects.filter(pk=event.pk).only("revision", "seal").first()
    if after is None or not after.has_line(event.revision, event.seal):
        clear_cache()
        return computed
    _cache(_lines, event.pk, (after.revision, after.seal), MAX_EVENTS)
    # What was written while it was computed may be in it or not.
    if after.seal == event.seal:
        _cache(_rankings, (event.pk, public), computed, MAX_RANKINGS)
    return computed


def public_places_after(event: Event, number: int) -> tuple[RankingPlace, ...]:
    """The public places as they were after a round that counts, by what is known of the rounds until then."""
    return _history(event, [number])[number]


def public_history(event: Event) -> Mapping[int, tuple[RankingPlace, ...]]:
    """The same after each round that counts; the last are today's places."""
    return _history(event)


def places_with(event: Event, ranking: Ranking, numbers: Collection[int]) -> list[RankingPlace]:
    """The places of a ranking as if these entries were ranked too, as far as they sat at a table that counts."""
    shares = _table_shares(event, ranking.contest)
    seated = {number for _round, table in shares for number in table}.intersection(numbers)
    entries = [replace(entry, ranked=entry.ranked or entry.number in seated) for entry in ranking.contest.entries]
    return standings(replace(ranking.contest, entries=entries), shares)


def clear_cache() -> None:
    """Drops everything computed. To be called when another database takes the place of this one."""
    _shares.clear()
    _rankings.clear()
    _earlier.clear()
    _lines.clear()


def _ranking(event: Event, *, public: bool) -> Ranking:
    contest = read_contest(event, public=public)
    return Ranking(event.seal, contest, tuple(standings(contest, _table_shares(event, contest))))


def _table_shares(event: Event, contest: Contest) -> list[tuple[int, Shares]]:
    """The round number and the shares of each table, from memory where nothing they depend on has changed."""
    rules, bonus = facts.ruleset(event), cache(contest.format.bonus_of)
    rows = list(
        Table.objects.filter(round__event=event, round__number__in=contest.rounds).values_list(
            "pk", "revision", "round__closed", "round__number"
        )
    )
    known = {pk: _shares.get(pk) for pk, *_rest in rows}
    sources: dict[int, Source] = {
        pk: (revision, rules.hash, bonus(round), closed) for pk, revision, closed, round in rows
    }
    stale = [pk for pk, source in sources.items() if (known[pk] or (None,))[0] != source]
    for pk, shares in read_shares(stale, rules, contest.format).items():
        known[pk] = computed = (sources[pk], shares)
        _cache(_shares, pk, computed, MAX_TABLES)
    return [(round, cached[1]) for pk, *_rest, round in rows if (cached := known[pk])]


def _history(event: Event, only: Collection[int] = ()) -> dict[int, tuple[RankingPlace, ...]]:
    """The public places after each round that counts, or `only` some; only tables that changed are read again.

    Nothing is computed again that these tables and everything else it depends on leave as it was.
    """
    latest = ranking(event, public=True)
    history = dict.fromkeys(only or latest.rounds, latest.places)
    earlier = {number: _earlier.get((event.pk, number)) for number in history if number != latest.rounds[-1]}
    if any(known is None or known.latest is not latest for known in earlier.values()):
        shares, first = _table_shares(event, latest.contest), facts.first_rounds(event, latest.rounds)
        for number, known in earlier.items():
            source = contest_after(latest.contest, number, first), [row for row in shares if row[0] <= number]
            places = known.places if known and known.source == source else tuple(standings(*source))
            earlier[number] = current = EarlierPlaces(source, places, latest)
            _cache(_earlier, (event.pk, number), current, MAX_EARLIER)
    return history | {number: known.places for number, known in earlier.items() if known}


def _cache(memory: dict[K, V], key: K, value: V, maximum: int) -> None:
    """Stores a value as the newest; beyond `maximum` values, the one stored longest ago is dropped."""
    memory.pop(key, None)
    memory[key] = value
    while len(memory) > maximum:
        memory.pop(next(iter(memory)), None)
