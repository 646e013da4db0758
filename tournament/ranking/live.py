"""The ranking as it is now, from totals kept in memory per table.

A new deal costs only the recomputation of its own table, however many deals were played before.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from tournament.models import Event, Table
from tournament.ranking import facts
from tournament.ranking.contest import Contest, contest
from tournament.ranking.shares import Share
from tournament.ranking.standings import Place, standings, table_shares

MOST_TABLES = 50_000
MOST_RANKINGS = 20
CHUNK = 500

Shares = Mapping[int, Share]
# What a table's totals depend on: its revision, the hash of the rules, the bonus, whether its round is closed.
Source = tuple[int, str, tuple[int, ...], bool]
CachedTable = tuple[Source, Shares]
K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of an event at a revision: its places, and what they depend on besides the tables."""

    revision: int
    contest: Contest
    places: tuple[Place, ...]

    @property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the rounds that count."""
        return self.contest.rounds

    def place(self, entry: int) -> Place | None:
        """The place of an entry, by its number; None if it is not ranked."""
        return next((place for place in self.places if place.entry.number == entry), None)


# What was computed last: shares by table; rankings by event and by whether they are public (visible rounds only).
_shares: dict[int, CachedTable] = {}
_rankings: dict[tuple[int, bool], Ranking] = {}


def ranking(event: Event, *, public: bool) -> Ranking:
    """The current ranking, of the visible rounds or of all; only tables that changed are computed again."""
    kept = _rankings.get((event.pk, public))
    if kept and kept.revision == event.revision:
        return kept
    made = _ranking(event, public=public)
    _cache(_rankings, (event.pk, public), made, MOST_RANKINGS)
    return made


def forget() -> None:
    """Drops everything computed. To be called when another database takes the place of this one."""
    _shares.clear()
    _rankings.clear()


def _ranking(event: Event, *, public: bool) -> Ranking:
    now = contest(event, public=public)
    return Ranking(event.revision, now, tuple(standings(now, _table_shares(event, now))))


def _table_shares(event: Event, now: Contest) -> list[tuple[int, Shares]]:
    """The round number and the shares of each table, from memory where nothing they depend on has changed."""
    rules, bonus = facts.ruleset(event), now.format.bonus_of
    rows = list(
        Table.objects.filter(round__event=event, round__number__in=now.rounds).values_list(
            "pk", "revision", "round__closed", "round__number"
        )
    )
    known = {pk: _shares.get(pk) for pk, *_rest in rows}
    sources: dict[int, Source] = {
        pk: (revision, rules.hash, bonus(round), closed) for pk, revision, closed, round in rows
    }
    wanted = [pk for pk, source in sources.items() if (known[pk] or (None,))[0] != source]
    for start in range(0, len(wanted), CHUNK):
        chunk = wanted[start : start + CHUNK]
        # Tables that have not begun are not read: of ten rounds drawn at once, nine are still ahead.
        tables = facts.tables(facts.with_entries(Table.objects.filter(pk__in=chunk)))
        for pk in chunk:
            made: CachedTable = (
                sources[pk],
                table_shares(tables[pk], rules, bonus(tables[pk].round)) if pk in tables else {},
            )
            known[pk] = made
            _cache(_shares, pk, made, MOST_TABLES)
    return [(round, kept[1]) for pk, *_rest, round in rows if (kept := known[pk])]


def _cache(memory: dict[K, V], key: K, value: V, most: int) -> None:
    """Stores a value as the newest; beyond `most` values, the one stored longest ago is dropped."""
    memory.pop(key, None)
    memory[key] = value
    while len(memory) > most:
        memory.pop(next(iter(memory)), None)
