"""Shifts: rows of numbers whose differences, for every two columns, are all different.

Two columns i and j bring the same two people together twice only if shift i - shift j is the same in two rounds. The
fifth column stands for the table's number: with it, nobody returns to a table.
"""

from dataclasses import replace
from math import prod

from tournament.seating.designs import finite_fields
from tournament.seating.designs.plan import Design, Shifts
from tournament.seating.model import SEATS
from tournament.seating.rng import Chance

WITH_TABLES = SEATS + 1
# How many shifts are looked for before a search gives up.
BUDGET = 60_000

Row = tuple[int, ...]


def by_fields(tables: int, rounds: int, column_count: int) -> Design | None:
    """Shifts from a product of fields, for up to as many rounds as tables; None when its smallest field is too small.

    `columns` is 5 when nobody may return to a table, else 4.
    """
    if rounds > tables or tables < SEATS:
        return None
    ring = finite_fields.ring(tables)
    if ring.smallest < column_count:
        return None
    # Some more than are played, so that seats can be kept free for rounds that may follow.
    whole = min(tables, -(-rounds // SEATS) * SEATS)
    rows = [tuple(ring.multiple(column, element) for column in range(column_count)) for element in range(whole)]
    return replace(design("field", ring.moduli, rows), rounds=rounds)


def by_search(tables: int, rounds: int, column_count: int, rng: Chance, forbidden: int = 0) -> Design | None:
    """Shifts modulo the number of tables, found by a seeded search; None when its budget ends first.

    `forbidden` is a mask of differences that no two people's columns may have.
    """
    rows = _Packing(tables, column_count, rng, forbidden).fill(rounds)
    return design("cyclic", (tables,), rows) if len(rows) == rounds else None


def design(name: str, moduli: tuple[int, ...], rows: list[Row]) -> Design:
    """The design of rows with four shifts or five; where the fifth is missing, it is chosen as well as it can be."""
    size = prod(moduli)
    numbered = rows if len(rows[0]) == WITH_TABLES else _number_rows(moduli, size, rows)
    return Design(name, SEATS * size, len(rows), (Shifts(moduli, tuple(numbered)),))


def _number_rows(moduli: tuple[int, ...], size: int, rows: list[Row]) -> list[Row]:
    """Rows with a fifth shift each, under which the fewest people return to a table they sat at before."""
    taken: list[set[int]] = [set() for _ in range(SEATS)]
    numbered = []
    for row in rows:
        back = [finite_fields.negative(moduli, shift) for shift in row]
        moves = ([finite_fields.add(moduli, number, shift) for shift in back] for number in range(size))
        best = min(moves, key=lambda move: sum(place in seen for place, seen in zip(move, taken, strict=True)))
        for place, seen in zip(best, taken, strict=True):
            seen.add(place)
        numbered.append((*row, finite_fields.add(moduli, best[0], row[0])))
    return numbered


class _Packing:
    """Rows chosen so far, and per two columns a mask of the differences that are still free."""

    def __init__(self, size: int, column_count: int, rng: Chance, forbidden: int) -> None:
        self.size, self.columns, self.rng = size, column_count, rng
        self.full = (1 << size) - 1
        self.free = {
            (i, j): self.full & ~forbidden if j < SEATS else self.full for j in range(column_count) for i in range(j)
        }
        self.rows: list[Row] = []
        self.budget = BUDGET

    def fill(self, number: int) -> list[Row]:
        """Adds rows until there are as many as wanted; where none fits, takes a few away and goes on."""
        while len(self.rows) < number and self.budget > 0:
            row = self._extend((0,))
            if row:
                self._mark(row)
                self.rows.append(row)
            else:
                self._drop(1 + (self.rng.below(2) and self.rng.below(3)))
        return self.rows

    def _extend(self, row: Row) -> Row | None:
        """The row with columns added as far as they go, by depth-first search in seeded order."""
        column = len(row)
        if column == self.columns:
            return row
        for shift in self._fitting(row):
            if whole := self._extend((*row, shift)):
                return whole
            if self.budget < 0:
                break
        return None

    def _fitting(self, row: Row) -> list[int]:
        self.budget -= 1
        mask = self.full
        for i, shift in enumerate(row):
            free = self.free[i, len(row)]
            mask &= (free << shift) | (free >> (self.size - shift))
        return self.rng.shuffled([shift for shift in range(self.size) if mask >> shift & 1])

    def _mark(self, row: Row) -> None:
        """Turns the row's differences from free to taken, or back."""
        for i, j in self.free:
            self.free[i, j] ^= 1 << (row[j] - row[i]) % self.size

    def _drop(self, several: int) -> None:
        for _ in range(min(several, len(self.rows))):
            self._mark(self.rows.pop(self.rng.below(len(self.rows))))
