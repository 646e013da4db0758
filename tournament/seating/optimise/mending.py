"""Swaps between tables of the same rounds, for any kind of field: what constructions leave undone is mended."""

from collections.abc import Iterable, Sequence

from tournament.seating.constraints import FIVES, Wish
from tournament.seating.model import SEATS, People, Roster, Tables, cut, flat_of
from tournament.seating.optimise.tabu import Board
from tournament.seating.rng import Chance


def mended(
    rounds: Sequence[Tables],
    roster: Roster,
    wish: Wish,
    chance: Chance,
    steps: int,
    *,
    floor: int = 0,
    before: Iterable[Sequence[int]] = (),
) -> list[Tables]:
    """The rounds after swaps, tables of five first; who is not seated in a round stays so.

    People are those of the roster; a vacancy is also the mark of a five in `before`, the tables of earlier rounds. The
    search ends after `steps`, or where nothing costs more than `floor`.
    """
    nobody = roster.vacancy

    def table_cost(table: People) -> int:
        return wish.table_cost([roster.players[person] - 1 for person in table if person != nobody])

    # A mark sits with the people of a five, to whom nobody should come twice, and stays where it is.
    widest = (sorted(tables, key=lambda table: -len(table)) for tables in rounds)
    marked = [[[*table, nobody] if len(table) > SEATS else table for table in tables] for tables in widest]
    sizes = [len(table) for table in marked[0]]
    fives = wish.rest == FIVES
    board = Board(
        nobody,
        [flat_of(tables) for tables in marked],
        wish.weights(),
        chance,
        groups=wish.among(roster),
        before=before,
        wish=table_cost if wish.costs_of_tables() else None,
        sizes=sizes if fives else None,
    )
    board.mend(steps, floor)
    found = [cut(flat, sizes) for flat in board.rounds]
    return [[[p for p in table if p != nobody] for table in tables] for tables in found] if fives else found
