"""Who sits on which of a table's four seats: everybody once on each in every four rounds.

Four rounds make a graph of people and tables in which everybody and every table has four edges; by D. König (1916) its
edges can be coloured with four colours, the seats, so that no two edges of one end have the same.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import count

from tournament.seating.model import SEATS, Flat, Tables
from tournament.seating.rng import Chance

BLOCK = SEATS


def colour_seats(rounds: Sequence[Tables], vacancy: int, rng: Chance, beyond: Sequence[Tables] = ()) -> list[Tables]:
    """The same rounds with every table in seat order: each seat once in every four rounds of anybody's own.

    A vacancy is the number `vacancy`. Everybody's own rounds, four by four, are an end each of the graph. After any
    number of rounds, the counts of anybody's four seats differ by at most 1. At a five, the one drawn last has the
    fifth seat, which is none of the four. `beyond` are rounds that might follow, for which seats are kept free.
    """
    padded = [*rounds, *beyond[: -len(rounds) % BLOCK]]
    fours = [_distinct([person for table in tables for person in table[:SEATS]], vacancy) for tables in padded]
    played: Counter[int] = Counter()
    ends: list[int] = []
    for person in (person for flat in fours for person in flat):
        ends.append(person + (vacancy + SEATS) * (played[person] // BLOCK))
        played[person] += 1
    # Whose last rounds are fewer than four plays on at tables that nobody will see, by lot: whoever is due the same
    # seat in a ranked round that follows cannot sit together then, and these should be anybody.
    lacking = [end for end, times in Counter(ends).items() for _ in range(BLOCK - times)]
    seats = iter(_colour_places([*ends, *rng.shuffled(lacking)], rng))
    seatings = [[[*table] for table in tables] for tables in rounds]
    for table in (table for tables in seatings for table in tables):
        for person in table[:SEATS]:
            table[next(seats)] = person
    return seatings


def _colour_places(persons: Sequence[int], rng: Chance) -> list[int]:
    """A seat for each place of the tables that `persons` fill one after the other, in which everybody has four places.

    Everybody has a different seat at each of their places.
    """
    tables = [place // SEATS for place in range(len(persons))]
    halves = _halves(list(range(len(persons))), persons, tables)
    quarters = [quarter for half in halves for quarter in _halves(half, persons, tables)]
    seats = [0] * len(persons)
    for seat, quarter in enumerate(rng.shuffled(quarters)):
        for place in quarter:
            seats[place] = seat
    return seats


def _distinct(flat: Flat, vacancy: int) -> Flat:
    """The round with a number of its own for each vacancy."""
    vacancies = count(vacancy)
    return [next(vacancies) if person == vacancy else person for person in flat]


def _halves(edges: Sequence[int], *ends: Sequence[int]) -> tuple[list[int], list[int]]:
    """Two halves of the edges of a bipartite graph: every end has as many in one as in the other.

    Edges are paired at both their ends; the pairs chain them into rings of even length, which are walked taking one
    edge to the left and the next to the right.
    """
    left_mates, right_mates = (_pair_edges(edges, end) for end in ends)
    sides: dict[int, int] = {}
    for start in edges:
        edge = start
        while edge not in sides:
            sides[edge] = 0
            mate = left_mates[edge]
            sides[mate] = 1
            edge = right_mates[mate]
    return [edge for edge in edges if not sides[edge]], [edge for edge in edges if sides[edge]]


def _pair_edges(edges: Sequence[int], ends: Sequence[int]) -> dict[int, int]:
    mates: dict[int, int] = {}
    waiting: dict[int, int] = {}
    for edge in edges:
        end = ends[edge]
        if end in waiting:
            mate = waiting.pop(end)
            mates[edge], mates[mate] = mate, edge
        else:
            waiting[end] = edge
    return mates
