"""Ranked rounds of a field that does not fill tables of four: who rests, or who comes to which table as the fifth."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from tournament.seating.audit import Schedule
from tournament.seating.designs import SEATS
from tournament.seating.past import Table

# What it costs to meet somebody again, and to sit at a five again; how far away in the ranking a table is, 1 a rank.
REPEAT, AGAIN = 10**6, 10**4


def chosen(order: Sequence[int], turns: Iterable[Sequence[int | None]]) -> list[int]:
    """Who rests, or is a fifth, of those in `order`: whose turn it was least often, of these the last ranked."""
    times = Counter(player for turn in turns for player in turn)
    places = sorted(range(len(order)), key=lambda place: (times[order[place]], -place))
    return [order[place] for place in places[: len(order) % SEATS]]


def fives(history: Schedule) -> list[Sequence[int | None]]:
    """The tables of five there were."""
    return [table for tables in history for table in tables if len(table) > SEATS]


def joined(tables: Sequence[Table], fifths: Sequence[int], order: Sequence[int], history: Schedule) -> list[Table]:
    """The tables with each of the fifths at another one: where he met nobody, and near him in the ranking."""
    met = Counter(pair for round_ in history for table in round_ for pair in combinations(sorted(_people(table)), 2))
    again = Counter(player for table in fives(history) for player in table)
    rank = {player: place for place, player in enumerate(order)}
    found = [list(table) for table in tables]

    def cost(table: Table, fifth: int) -> int:
        pairs = sum(met[min(player, fifth), max(player, fifth)] for player in _people(table))
        away = sum(abs(rank[player] - rank[fifth]) for player in _people(table)) // SEATS
        return REPEAT * pairs + AGAIN * sum(again[player] for player in _people(table)) + away

    for fifth in fifths:
        fours = [table for table in found if len(table) == SEATS]
        min(fours, key=lambda table: cost(table, fifth)).append(fifth)
    return found


def _people(table: Sequence[int | None]) -> list[int]:
    return [player for player in table if player is not None]
