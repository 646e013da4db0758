"""A round of equally strong tables: the ranking laid out like a snake.

The best of each table come first, from the first table to the last, then the second best, from the last to the first,
and so on. The four of a table are due different seats. Where two would meet again, people who came in the same turn
exchange places.
"""

from collections.abc import Sequence
from itertools import permutations

from tournament.seating import bounds
from tournament.seating.model import SEATS
from tournament.seating.optimise import parting
from tournament.seating.rng import Chance
from tournament.seating.rounds.past import Past, Table
from tournament.seating.seats import eligibility

# So many times all tables are gone through at most.
SWEEPS = 20

Turns = list[list[int]]


def snake_round(past: Past, rng: Chance) -> list[Table]:
    """Tables for players in the order of their ranking, in seat order, None for a vacancy."""
    tables = _join_turns(_turns(bounds.tables(past.vacant)), eligibility.seats(past.due)[0])
    for _ in range(SWEEPS):
        # Every table has its turn in a sweep, also after one was relieved.
        if not sum(_relieve(tables, place, past) for place in range(len(tables))):
            break
    if past.vacant <= parting.MOST and any(past.cost(table) for table in tables):
        tables = _part_tables(tables, past, rng)
    return [past.on_seats(table) for table in tables]


def _part_tables(tables: list[list[int]], past: Past, rng: Chance) -> list[list[int]]:
    """The tables after a search in which nobody changes turns."""
    size = len(tables)

    def suits(table: Sequence[int]) -> bool:
        return len({rank // size for rank in table}) == SEATS and past.suits(table)

    places = parting.part_pairs([rank for table in tables for rank in table], past.pairs, suits, rng)
    return [places[at : at + SEATS] for at in range(0, len(places), SEATS)]


def _turns(tables: int) -> Turns:
    """Ranks from 0 in each of the four turns, in the order of the tables they come to; the last ones are vacancies."""
    turns = [list(range(turn * tables, turn * tables + tables)) for turn in range(SEATS)]
    return [turn[::-1] if number % 2 else turn for number, turn in enumerate(turns)]


def _join_turns(turns: Turns, seats: Sequence[int]) -> list[list[int]]:
    """One of each turn at every table, all with different seats, and as near to the snake as that can be.

    Turns and seats are all equally large: so four people with different seats can be taken away as long as there are
    any (G. Birkhoff, 1946).
    """
    tables = []
    while turns[0]:
        choices = [[_first(turn, seats, seat) for turn, seat in zip(turns, way, strict=True)] for way in WAYS]
        places = min((way for way in choices if -1 not in way), key=sum)
        tables.append([turn.pop(place) for turn, place in zip(turns, places, strict=True)])
    return tables


WAYS = list(permutations(range(SEATS)))


def _first(turn: Sequence[int], seats: Sequence[int], seat_number: int) -> int:
    """The place of the first in a turn who has a seat, or -1."""
    return next((place for place, rank in enumerate(turn) if seats[rank] == seat_number), -1)


def _relieve(tables: list[list[int]], number: int, past: Past) -> bool:
    """Exchanges somebody at a bad table with the nearest player of the same turn with whom it gets better."""
    if not past.cost(tables[number]) and past.suits(tables[number]):
        return False
    for other in sorted(range(len(tables)), key=lambda table: abs(table - number)):
        if other != number and any(_exchange_turn(tables[number], tables[other], turn, past) for turn in range(SEATS)):
            return True
    return False


def _exchange_turn(table: list[int], other_table: list[int], turn: int, past: Past) -> bool:
    """Exchanges two people if that is better: cheaper, or as cheap and more have seats they are due.

    Where all have one, that stays so.
    """
    before = _strain(table, other_table, past)
    table[turn], other_table[turn] = other_table[turn], table[turn]
    after = _strain(table, other_table, past)
    if after < before and (before[1] or not after[1]):
        return True
    table[turn], other_table[turn] = other_table[turn], table[turn]
    return False


def _strain(table: Sequence[int], other_table: Sequence[int], past: Past) -> tuple[int, int]:
    """What two tables cost, and how many there cannot have a seat they are due."""
    return past.cost(table) + past.cost(other_table), past.lacking(table) + past.lacking(other_table)
