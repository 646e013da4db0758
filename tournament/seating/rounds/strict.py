"""A round by the ranking alone: the first four at the first table, the next four at the next, whoever met before.

Who sits with whom follows from the ranking, so that only seats are left to choose: everybody on one
they had least often, as far as the others at the table allow.
"""

from collections.abc import Sequence

from tournament.seating import bounds
from tournament.seating.model import SEATS, Rounds
from tournament.seating.rng import Chance
from tournament.seating.rounds import byes
from tournament.seating.rounds.past import Past, Table

FIVE = SEATS + 1


def strict_round(past: Past, _rng: Chance) -> list[Table]:
    """Tables for players in the order of their ranking, in seat order, None for a vacancy: one at each of the last."""
    empty = bounds.vacancies(past.vacant)
    full = SEATS * (bounds.tables(past.vacant) - empty)
    tables = [list(range(at, at + SEATS)) for at in range(0, full, SEATS)]
    rest = range(full, past.vacant, SEATS - 1)
    tables += [[*range(at, at + SEATS - 1), past.vacant + number] for number, at in enumerate(rest)]
    return [past.on_seats(table) for table in tables]


def fifths(order: Sequence[int], history: Rounds, due: Sequence[int]) -> list[int]:
    """Who is the fifth at each of the last tables, at which five of `order` in a row sit.

    Of the five it is whoever was that least often in `history`; among equals, one without whom all have a seat they are
    due (`due` holds everybody's mask); then the last ranked.
    """
    turns = [table[SEATS:] for table in byes.fives(history)]
    fives = [slice(at, at + FIVE) for at in range(len(order) - FIVE * (len(order) % SEATS), len(order), FIVE)]
    return [byes.chosen(order[five], turns, due[five])[0] for five in fives]


def joined(tables: Sequence[Table], fifths: Sequence[int]) -> list[Table]:
    """The tables with each of the fifths at their own, which are the last."""
    first = len(tables) - len(fifths)
    return [*tables[:first], *([*table, fifth] for table, fifth in zip(tables[first:], fifths, strict=True))]
