"""A round of equally strong tables: the ranking laid out like a snake.

The best of each table come first, from the first table to the last, then the second best, from the last to the first,
and so on. Where two would meet again, people of neighbouring tables who came in the same turn exchange places.
"""

from collections.abc import Mapping, Sequence

from tournament.seating import bounds
from tournament.seating.audit import Schedule
from tournament.seating.designs import SEATS
from tournament.seating.past import CLUB, Past, Table
from tournament.seating.wishes import check_players

# So many times all tables are gone through at most.
SWEEPS = 20


def snake_round(order: Sequence[int], history: Schedule, clubs: Mapping[int, str]) -> list[Table]:
    """Tables for the players in `order` (the best first), in seat order, None for a vacancy.

    `history` are the earlier rounds. Impossible for a number of players that cannot sit down.
    """
    check_players(len(order))
    past = Past(order, history, clubs)
    tables = laid(len(order))
    for _ in range(SWEEPS):
        # Every table has its turn in a sweep, also after one was relieved.
        if not sum(_relieved(tables, place, past) for place in range(len(tables))):
            break
    return [past.on_seats(table) for table in tables]


def laid(people: int) -> list[list[int]]:
    """Ranks from 0 per table, one of each turn; the number `people` is a vacancy."""
    size = bounds.tables(people)
    turns = [list(range(turn * size, turn * size + size)) for turn in range(SEATS)]
    return [
        [min(people, turn[table] if number % 2 == 0 else turn[size - 1 - table]) for number, turn in enumerate(turns)]
        for table in range(size)
    ]


def _relieved(tables: list[list[int]], here: int, past: Past) -> bool:
    """Exchanges somebody of a table where it hurts with the nearest one of his turn by whom that gets better."""
    if past.cost(tables[here]) < CLUB:
        return False
    for there in sorted(range(len(tables)), key=lambda table: abs(table - here)):
        if there != here and any(_exchanged(tables[here], tables[there], turn, past) for turn in range(SEATS)):
            return True
    return False


def _exchanged(one: list[int], other: list[int], turn: int, past: Past) -> bool:
    before = past.cost(one) + past.cost(other)
    one[turn], other[turn] = other[turn], one[turn]
    if past.cost(one) + past.cost(other) < before:
        return True
    one[turn], other[turn] = other[turn], one[turn]
    return False
