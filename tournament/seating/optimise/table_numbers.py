"""Which number a table bears in a round, so that as few people as can be come back to a table they sat at."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from tournament.seating.model import Table, Tables

T = TypeVar("T", bound=Table)
# So many exchanges of two tables' numbers are weighed at most.
WORK = 40_000


def number_tables(
    rounds: Sequence[Tables], vacancy: int, stays: Mapping[int, int], history: Iterable[Sequence[Sequence[int]]] = ()
) -> list[Tables]:
    """The rounds with table numbers to which few come back who sat there, in earlier rounds (`history`) too.

    The vacancy is the number `vacancy`; `stays` has the table, from 0, of each person who stays at one.
    """
    numbers = Numbers([keep_stays(tables, stays) for tables in rounds], vacancy, history)
    numbers.improve(stays.values())
    return numbers.rounds


def keep_stays(tables: Sequence[T], stays: Mapping[int, int]) -> list[T]:
    """The tables of a round, those of who stay at one (person: table, from 0) with that number, if there is one."""
    ordered = list(tables)
    for person, number in stays.items():
        current = next((at for at, table in enumerate(ordered) if person in table), number)
        if number < len(ordered):
            ordered[current], ordered[number] = ordered[number], ordered[current]
    return ordered


class Numbers:
    """How often everybody sits at every table; the vacancy is the number `vacancy` and does not mind.

    A round is a list of tables; in earlier ones (`history`), numbers count that are still in use.
    """

    def __init__(self, rounds: Sequence[Tables], vacancy: int, history: Iterable[Sequence[Sequence[int]]] = ()) -> None:
        self.rounds = [list(tables) for tables in rounds]
        self._vacancy = vacancy
        table_count = max(map(len, rounds))
        self._visits = [bytearray(table_count) for _ in range(vacancy + 1)]
        for tables in (*history, *self.rounds):
            for number, table in enumerate(tables[:table_count]):
                self._visit(table, number, 1)

    def improve(self, fixed: Collection[int]) -> None:
        """Exchanges numbers within rounds while that makes revisits fewer; the numbers in `fixed` stay."""
        work = WORK
        better = True
        while better and work > 0:
            better = False
            for tables in self.rounds:
                free = [number for number in range(len(tables)) if number not in fixed]
                for number in free:
                    if work <= 0 or not self._returning(tables, number):
                        continue
                    work -= len(free)
                    better |= self._relieve(tables, number, free)

    def _relieve(self, tables: Tables, number: int, free_numbers: Sequence[int]) -> bool:
        """Exchanges a table's number with the one that helps most, if any does."""
        gains = {partner: self._gain(tables, number, partner) for partner in free_numbers if partner != number}
        best = max(gains, key=lambda partner: gains[partner], default=number)
        if gains.get(best, 0) <= 0:
            return False
        self._exchange(tables, number, best)
        return True

    def _gain(self, tables: Tables, number: int, partner: int) -> int:
        gain = 0
        for current, target in ((number, partner), (partner, number)):
            for person in tables[current]:
                if person != self._vacancy:
                    visits = self._visits[person]
                    gain += (visits[current] > 1) - (visits[target] > 0)
        return gain

    def _returning(self, tables: Tables, number: int) -> bool:
        return any(self._visits[person][number] > 1 for person in tables[number] if person != self._vacancy)

    def _exchange(self, tables: Tables, number: int, partner: int) -> None:
        if number == partner:
            return
        for current, target in ((number, partner), (partner, number)):
            self._visit(tables[current], current, -1)
            self._visit(tables[current], target, 1)
        tables[number], tables[partner] = tables[partner], tables[number]

    def _visit(self, table: Sequence[int], number: int, change: int) -> None:
        for person in table:
            if person != self._vacancy:
                self._visits[person][number] += change
