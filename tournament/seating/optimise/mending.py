"""Swaps between tables of the same rounds, for any kind of field: what constructions leave undone is mended."""

from collections.abc import Collection, Iterable, Sequence

from tournament.seating.constraints import Wish
from tournament.seating.model import SEATS, People, Roster, Tables, cut, flat_of
from tournament.seating.optimise.tabu import SearchBoard, ranges
from tournament.seating.rng import Chance


def mend_rounds(
    rounds: Sequence[Tables],
    roster: Roster,
    wish: Wish,
    rng: Chance,
    budget: int,
    *,
    floor: int = 0,
    history: Iterable[People] = (),
    free_seats: Sequence[Sequence[Collection[int]]] | None = None,
) -> tuple[list[Tables], SearchBoard]:
    """The rounds after swaps, and the board on which these were made; who is not seated in a round stays so.

    People are those of the roster; a vacancy is also the mark of a five in `history`, the tables of earlier rounds. Of
    each table the seats (from 0) in `free_seats` change occupants, or all of them. The search has `budget` steps, and
    ends where nothing costs more than `floor`.
    """
    nobody = roster.vacancy

    def table_cost(table: People) -> int:
        return wish.table_cost([roster.players[person] - 1 for person in table if person != nobody])

    # A mark sits with the people of a five, to whom nobody should come twice, and stays where it is.
    marked = [[[*table, nobody] if len(table) > SEATS else table for table in tables] for tables in rounds]
    sizes = [[len(table) for table in tables] for tables in marked]
    seats = free_seats or [[range(len(table)) for table in tables] for tables in rounds]
    board = SearchBoard(
        nobody,
        [flat_of(tables) for tables in marked],
        wish.weights(),
        rng,
        groups=wish.among(roster),
        pairs=wish.met_before(roster),
        history=history,
        table_cost=table_cost if wish.costs_of_tables() else None,
        sizes=sizes,
        free_places=[_places(size, free) for size, free in zip(sizes, seats, strict=True)],
    )
    board.mend(budget, floor)
    mended_rounds = [cut(flat, size) for flat, size in zip(board.rounds, sizes, strict=True)]
    return [[table[: SEATS + 1] for table in tables] for tables in mended_rounds], board


def _places(sizes: Sequence[int], seats: Sequence[Collection[int]]) -> list[int]:
    """The places in a round of certain seats of each table."""
    return [places[seat] for places, free in zip(ranges(sizes), seats, strict=True) for seat in free]
