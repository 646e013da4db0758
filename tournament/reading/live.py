"""The ranking as it is now, from totals kept per table.

A deal costs the totals of its own table and nothing more; how many deals were played before does not matter.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from tournament import facts
from tournament.models import Event, Table
from tournament.standings import Place, Share, standings, table_shares

MOST_TABLES = 50_000
MOST_RANKINGS = 20
CHUNK = 500

Shares = Mapping[int, Share]
# A table's revision, the hash of the rules, and what its entries have from it.
Kept = tuple[int, str, Shares]
K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of an event at a revision: its places, and the rounds that count in it."""

    revision: int
    rounds: tuple[int, ...]
    places: tuple[Place, ...]

    def place(self, entry: int) -> Place | None:
        """Where the entry of a number stands; None for who is not ranked."""
        return next((place for place in self.places if place.entry.number == entry), None)


# What was computed last, by table; and by event, of the visible rounds or of all.
_shares: dict[int, Kept] = {}
_rankings: dict[tuple[int, bool], Ranking] = {}


def ranking(event: Event, *, public: bool) -> Ranking:
    """The ranking now, of the visible rounds or of all; only tables that changed since are computed again."""
    kept = _rankings.get((event.pk, public))
    if kept and kept.revision == event.revision:
        return kept
    made = _ranking(event, public=public)
    _keep(_rankings, (event.pk, public), made, MOST_RANKINGS)
    return made


def forget() -> None:
    """Drops all that was computed, for whoever puts another database in the place of this one."""
    _shares.clear()
    _rankings.clear()


def _ranking(event: Event, *, public: bool) -> Ranking:
    rounds = facts.rounds(event, public=public)
    numbers = tuple(round.number for round in rounds)
    hidden = {round.number for round in facts.rounds(event, public=False)} - set(numbers)
    places = standings(
        facts.entries(event),
        numbers,
        _table_shares(event, {round.pk: round.number for round in rounds}),
        facts.adjustments(event, hidden),
        event.tie_breaks,
        event.lot_seed,
    )
    return Ranking(event.revision, numbers, tuple(places))


def _table_shares(event: Event, rounds: Mapping[int, int]) -> list[tuple[int, Shares]]:
    """Per table its round number and its shares, from memory where the table has not changed."""
    rules = facts.ruleset(event)
    rows = list(Table.objects.filter(round__in=rounds).values_list("pk", "revision", "round_id"))
    known = {pk: _shares.get(pk) for pk, _, _ in rows}
    stale = {pk: revision for pk, revision, _ in rows if (known[pk] or ())[:2] != (revision, rules.hash)}
    wanted = list(stale)
    for start in range(0, len(wanted), CHUNK):
        for pk, table in facts.tables(Table.objects.filter(pk__in=wanted[start : start + CHUNK])).items():
            made: Kept = (stale[pk], rules.hash, table_shares(table, rules))
            known[pk] = made
            _keep(_shares, pk, made, MOST_TABLES)
    return [(rounds[round], kept[2]) for pk, _, round in rows if (kept := known[pk])]


def _keep(memory: dict[K, V], key: K, value: V, most: int) -> None:
    """Remembers a value as the newest; of more than `most`, the one renewed longest ago is forgotten."""
    memory.pop(key, None)
    memory[key] = value
    while len(memory) > most:
        memory.pop(next(iter(memory)), None)
