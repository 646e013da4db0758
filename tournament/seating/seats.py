"""Who sits on which of a table's four seats: everybody once on each in every four rounds.

Four rounds make a graph of people and tables in which everybody and every table has four edges; by D. König (1916) its
edges can be coloured with four colours, the seats, so that no two edges of one end have the same.
"""

from collections.abc import Sequence

from tournament.seating.chance import Chance
from tournament.seating.designs import SEATS, Flat

BLOCK = SEATS


def seated(rounds: Sequence[Flat], people: int, chance: Chance) -> list[Flat]:
    """The same rounds with every table in seat order; a vacancy is the number `people`.

    All rounds seat the same people. After any number of rounds, the counts of anybody's four seats differ by at most 1.
    """
    found: list[Flat] = []
    for start in range(0, len(rounds), BLOCK):
        block = list(rounds[start : start + BLOCK])
        # A last block that is not full is played on with its last round, which nobody will see.
        padded = block + [block[-1]] * (BLOCK - len(block))
        found += _block(padded, people, chance)[: len(block)]
    return found


def _block(rounds: Sequence[Flat], people: int, chance: Chance) -> list[Flat]:
    width = len(rounds[0])
    persons = [person for flat in rounds for person in _told_apart(flat, people)]
    tables = [edge // SEATS for edge in range(len(persons))]
    halves = _halves(list(range(len(persons))), persons, tables)
    quarters = [quarter for half in halves for quarter in _halves(half, persons, tables)]
    found = [[0] * width for _ in rounds]
    for seat, quarter in enumerate(chance.shuffled(quarters)):
        for edge in quarter:
            number, place = divmod(edge, width)
            found[number][place - place % SEATS + seat] = rounds[number][place]
    return found


def _told_apart(flat: Flat, people: int) -> Flat:
    """The round with a number of its own for each vacancy."""
    told, number = [], people
    for person in flat:
        told.append(number if person == people else person)
        number += person == people
    return told


def _halves(edges: Sequence[int], *ends: Sequence[int]) -> tuple[list[int], list[int]]:
    """Two halves of the edges of a bipartite graph: every end has as many in one as in the other.

    Edges are paired at both their ends; the pairs chain them into rings of even length, which are walked taking one
    edge to the left and the next to the right.
    """
    left_mates, right_mates = (_paired(edges, end) for end in ends)
    sides: dict[int, int] = {}
    for start in edges:
        edge = start
        while edge not in sides:
            sides[edge] = 0
            mate = left_mates[edge]
            sides[mate] = 1
            edge = right_mates[mate]
    return [edge for edge in edges if not sides[edge]], [edge for edge in edges if sides[edge]]


def _paired(edges: Sequence[int], ends: Sequence[int]) -> dict[int, int]:
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
