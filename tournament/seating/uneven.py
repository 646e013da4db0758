"""Fields that do not fill tables of four: in every round some sit at tables of five, or some rest.

A design is drawn for one table more, with vacancies. In every round the table with the most of them is broken up: its
people fill the other vacancies, and who is left goes to a table as the fifth, or rests. Swaps mend the rest.
"""

from collections.abc import Sequence
from itertools import accumulate

from tournament.seating.chance import Chance
from tournament.seating.designs import SEATS, Flat
from tournament.seating.search import Board
from tournament.seating.seats import evened
from tournament.seating.seats import seated as on_four_seats
from tournament.seating.wishes import FIVES, Wish

Tables = list[list[int]]


def sizes(players: int, rest: str) -> list[int]:
    """How many sit at each table of a round as it is drawn: fives first; last, those who rest, if some do."""
    tables, over = divmod(players, SEATS)
    if rest == FIVES:
        return [SEATS + 1] * over + [SEATS] * (tables - over)
    return [SEATS] * tables + [over] * (over > 0)


def cut(flat: Sequence[int], widths: Sequence[int]) -> Tables:
    """The tables of a flat list of people, each so wide."""
    return [list(flat[end - width : end]) for end, width in zip(accumulate(widths), widths, strict=True)]


def gathered(flat: Flat, vacancy: int, rest: str) -> Flat:
    """A round of a design with vacancies, as it is drawn with fives or with some who rest."""
    tables = [flat[at : at + SEATS] for at in range(0, len(flat), SEATS)]
    broken = tables.pop(max(range(len(tables)), key=lambda table: tables[table].count(vacancy)))
    loose = [person for person in broken if person != vacancy]
    filled = [[loose.pop(0) if person == vacancy else person for person in table] for table in tables]
    if rest != FIVES:
        filled.append(loose)
    else:
        for table, fifth in zip(filled, loose, strict=False):
            table.append(fifth)
    return [person for table in filled for person in table]


def shared_rests(rounds: Sequence[Flat], people: int, chance: Chance) -> list[Flat]:
    """The rounds, with people exchanged so that nobody rests again before everybody has rested as often."""
    over = people % SEATS
    rested = [0] * people
    found = []
    for flat in rounds:
        changed = list(flat)
        for here in range(people - over, people):
            resting = changed[people - over :]
            least = min(rested)
            rather = [person for person in range(people) if rested[person] == least and person not in resting]
            if rested[changed[here]] > least and rather:
                there = changed.index(rather[chance.below(len(rather))])
                changed[here], changed[there] = changed[there], changed[here]
            rested[changed[here]] += 1
        found.append(changed)
    return found


def mended(rounds: Sequence[Flat], wish: Wish, chance: Chance, steps: int) -> list[Flat]:
    """The rounds after swaps between tables; who rests stays who he is."""
    return (
        _mended_fives(rounds, wish, chance, steps) if wish.rest == FIVES else _mended_fours(rounds, wish, chance, steps)
    )


def _mended_fives(rounds: Sequence[Flat], wish: Wish, chance: Chance, steps: int) -> list[Flat]:
    """A mark sits at every five, to which nobody should come twice."""
    widths = sizes(wish.players, wish.rest)
    marked = [width + (width > SEATS) for width in widths]
    flats = [
        [
            person
            for table in cut(flat, widths)
            for person in [*table, wish.players][: len(table) + (len(table) > SEATS)]
        ]
        for flat in rounds
    ]
    board = Board(
        wish.players, flats, wish.weights(), chance, groups=wish.groups(), wish=wish.costs_of_tables(), sizes=marked
    )
    board.mend(steps, wish.floor())
    return [[person for person in flat if person != wish.players] for flat in board.rounds]


def _mended_fours(rounds: Sequence[Flat], wish: Wish, chance: Chance, steps: int) -> list[Flat]:
    seated = wish.players - wish.players % SEATS
    flats = [flat[:seated] for flat in rounds]
    board = Board(wish.players, flats, wish.weights(), chance, groups=wish.groups(), wish=wish.costs_of_tables())
    board.mend(steps, wish.floor())
    return [flat + before[seated:] for flat, before in zip(board.rounds, rounds, strict=True)]


def seated(rounds: Sequence[Tables], people: int, chance: Chance) -> list[Tables]:
    """The rounds with every table in seat order; at a five, the one drawn last has the fifth seat.

    Who has the fifth seat or rests takes none of the four; counts of the four seats are then evened out.
    """
    fours = [[table[:SEATS] for table in tables if len(table) >= SEATS] for tables in rounds]
    flats = [[person for table in tables for person in table] for tables in fours]
    whole = [
        flat + (others := sorted(set(range(people)) - set(flat))) + [people] * (SEATS - len(others)) for flat in flats
    ]
    four = [flat[: len(flats[0])] for flat in on_four_seats(whole, people, chance)]
    final = evened(four, [[0] * SEATS] * people)
    return [
        [flat[SEATS * number : SEATS * number + SEATS] + table[SEATS:] for number, table in enumerate(tables)]
        for flat, tables in zip(final, rounds, strict=True)
    ]
