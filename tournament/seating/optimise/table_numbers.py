"""Which number a table bears in a round, so that as few people as can be come back to a table they sat at."""

from collections.abc import Iterable, Mapping, Sequence

from tournament.seating.model import Tables

# So many exchanges of two tables' numbers are weighed at most.
WORK = 40_000


def numbered(
    rounds: Sequence[Tables], people: int, stays: Mapping[int, int], before: Iterable[Sequence[Sequence[int]]] = ()
) -> list[Tables]:
    """The rounds with table numbers to which few come back who sat there, in earlier rounds (`before`) too.

    The vacancy is the number `people`; `stays` has the table, from 0, of each person who stays at one.
    """
    numbers = Numbers(rounds, people, before)
    there = {person: table for person, table in stays.items() if table < len(rounds[0])}
    numbers.keep(there)
    if numbers.revisits():
        numbers.improve(sorted(there.values()))
    return numbers.rounds


class Numbers:
    """How often everybody sits at every table; the vacancy is the number `people` and does not mind.

    A round is a list of tables, as many in each; in earlier ones (`before`), numbers count that are still in use.
    """

    def __init__(self, rounds: Sequence[Tables], people: int, before: Iterable[Sequence[Sequence[int]]] = ()) -> None:
        self.rounds = [list(tables) for tables in rounds]
        self._people = people
        self._visits = [bytearray(len(rounds[0])) for _ in range(people + 1)]
        for tables in (*before, *self.rounds):
            for number, table in enumerate(tables[: len(rounds[0])]):
                self._visit(table, number, 1)

    def revisits(self) -> int:
        """How often anybody comes back to a table: visits beyond the first, summed."""
        return sum(sum(visits) - len(visits) + visits.count(0) for visits in self._visits[: self._people])

    def keep(self, stays: Mapping[int, int]) -> None:
        """Gives the tables of those who stay (person: table, from 0) that number in all rounds they play."""
        for tables in self.rounds:
            for person, wanted in stays.items():
                here = next((number for number, table in enumerate(tables) if person in table), wanted)
                self._exchange(tables, here, wanted)

    def improve(self, kept: Sequence[int] = ()) -> None:
        """Exchanges numbers within rounds while that makes revisits fewer; the numbers in `kept` stay."""
        free = [number for number in range(len(self._visits[0])) if number not in kept]
        work = WORK
        better = True
        while better and work > 0:
            better = False
            for tables in self.rounds:
                for number in free:
                    if work <= 0 or not self._returning(tables, number):
                        continue
                    work -= len(free)
                    better |= self._relieve(tables, number, free)

    def _relieve(self, tables: Tables, here: int, free: Sequence[int]) -> bool:
        """Exchanges a table's number with the one that helps most, if any does."""
        gains = {there: self._gain(tables, here, there) for there in free if there != here}
        best = max(gains, key=lambda there: gains[there], default=here)
        if gains.get(best, 0) <= 0:
            return False
        self._exchange(tables, here, best)
        return True

    def _gain(self, tables: Tables, here: int, there: int) -> int:
        gain = 0
        for now, then in ((here, there), (there, here)):
            for person in tables[now]:
                if person != self._people:
                    visits = self._visits[person]
                    gain += (visits[now] > 1) - (visits[then] > 0)
        return gain

    def _returning(self, tables: Tables, number: int) -> bool:
        return any(self._visits[person][number] > 1 for person in tables[number] if person != self._people)

    def _exchange(self, tables: Tables, here: int, there: int) -> None:
        if here == there:
            return
        for now, then in ((here, there), (there, here)):
            self._visit(tables[now], now, -1)
            self._visit(tables[now], then, 1)
        tables[here], tables[there] = tables[there], tables[here]

    def _visit(self, table: Sequence[int], number: int, step: int) -> None:
        for person in table:
            if person != self._people:
                self._visits[person][number] += step
