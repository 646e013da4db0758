"""Ranked rounds of a field that does not fill tables of four: who sits out, or who is the fifth at which table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

from tournament.seating.model import SEATS, Rounds, people_of
from tournament.seating.rounds.past import Table

# What it costs to meet somebody again, and to sit at a five again; how far away in the ranking a table is, 1 a rank.
REPEAT, AGAIN = 10**6, 10**4


def chosen(
    order: Sequence[int], turns: Iterable[Sequence[int | None]], due: Sequence[int], *, strictly: bool = True
) -> list[int]:
    """Who sits out, or is a fifth, of those in `order`: whoever has done so least often; among equals, the last ranked.

    `due` has the mask of the seats that each in `order` is due. If the others could not all have one of theirs, those
    are chosen among equals whose absence lets most others have one; then again the last ranked. Unless `strictly`,
    anybody may be chosen for that.
    """
    times = Counter(player for turn in turns for player in turn)
    places = sorted(range(len(order)), key=lambda place: (times[order[place]], -place))
    over = len(order) % SEATS
    latest = times[order[places[over - 1]]] if over else 0
    sure = [place for place in places if times[order[place]] < latest]
    perhaps = [place for place in places if times[order[place]] == latest]
    out = _fairest(sure, perhaps, over, due)
    if not strictly and _lacking(due, out):
        out = _fairest([], places, over, due)
    return [order[place] for place in out]


def _fairest(sure: Sequence[int], perhaps: Sequence[int], over: int, due: Sequence[int]) -> list[int]:
    """So many places: those that are sure, and of the others the first without which most have a seat they are due."""
    alike: dict[int, list[int]] = {}
    for place in perhaps:
        alike.setdefault(due[place], []).append(place)
    rank = {place: at for at, place in enumerate(perhaps)}
    kinds = combinations_with_replacement(alike, over - len(sure))
    choices = [[*sure, *choice] for choice in (_last(kind, alike) for kind in kinds) if choice]
    return min(
        choices,
        key=lambda out: (_lacking(due, out), sorted(rank[place] for place in out[len(sure) :])),
        default=list(sure),
    )


def _last(kinds: Sequence[int], alike: Mapping[int, Sequence[int]]) -> list[int]:
    """The last ranked of each kind, as many as wanted; nobody where there are not so many."""
    times = Counter(kinds)
    if any(len(alike[kind]) < number for kind, number in times.items()):
        return []
    return [place for kind, number in times.items() for place in alike[kind][:number]]


def _lacking(due: Sequence[int], out: Sequence[int]) -> int:
    """How many cannot have a seat they are due (P. Hall, 1935): more are due some seats alone than these hold."""
    counts = Counter(due) - Counter(due[place] for place in out)
    room = len(due) // SEATS
    return max(
        sum(times for mask, times in counts.items() if not mask & ~seats) - room * seats.bit_count()
        for seats in range(1 << SEATS)
    )


def fives(history: Rounds) -> list[Sequence[int | None]]:
    """The tables of five there were."""
    return [table for tables in history for table in tables if len(table) > SEATS]


def joined(tables: Sequence[Table], fifths: Sequence[int], order: Sequence[int], history: Rounds) -> list[Table]:
    """The tables with each of the fifths at another one: where they met nobody, and near them in the ranking."""
    met = Counter(pair for round_ in history for table in round_ for pair in combinations(sorted(people_of(table)), 2))
    again = Counter(player for table in fives(history) for player in table)
    rank = {player: place for place, player in enumerate(order)}
    joined_tables = [list(table) for table in tables]

    def cost(table: Table, fifth: int) -> int:
        pairs = sum(met[min(player, fifth), max(player, fifth)] for player in people_of(table))
        away = sum(abs(rank[player] - rank[fifth]) for player in people_of(table)) // SEATS
        return REPEAT * pairs + AGAIN * sum(again[player] for player in people_of(table)) + away

    for fifth in fifths:
        fours = [table for table in joined_tables if len(table) == SEATS]
        min(fours, key=lambda table: cost(table, fifth)).append(fifth)
    return joined_tables
