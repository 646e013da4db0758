"""Which number a table bears in a round, so that as few people as can be come back to a table they sat at."""

from collections.abc import Mapping, Sequence

from tournament.seating.designs import SEATS, Flat

# So many exchanges of two tables' numbers are weighed at most.
WORK = 40_000


class Numbers:
    """How often everybody sits at every table; the vacancy is the number `people` and does not mind."""

    def __init__(self, rounds: Sequence[Flat], people: int) -> None:
        self.rounds = [list(flat) for flat in rounds]
        self._people = people
        self._visits = [bytearray(len(rounds[0]) // SEATS) for _ in range(people + 1)]
        for flat in self.rounds:
            for table in range(len(flat) // SEATS):
                self._visit(flat, table, table, 1)

    def sat(self, people: Sequence[int], number: int) -> None:
        """Remembers who sat at a table in an earlier round; a number that is no longer used is forgotten."""
        for person in people:
            if person != self._people and number < len(self._visits[person]):
                self._visits[person][number] += 1

    def revisits(self) -> int:
        """How often anybody comes back to a table: visits beyond the first, summed."""
        return sum(max(0, times - 1) for visits in self._visits[: self._people] for times in visits)

    def keep(self, stays: Mapping[int, int]) -> None:
        """Gives the table of everybody who stays (person: table, from 0) that number in every round."""
        for flat in self.rounds:
            for person, wanted in stays.items():
                self._exchange(flat, flat.index(person) // SEATS, wanted)

    def improve(self, kept: Sequence[int] = ()) -> None:
        """Exchanges numbers within rounds while that makes revisits fewer; the numbers in `kept` stay."""
        tables = [table for table in range(len(self._visits[0])) if table not in kept]
        work = WORK
        better = True
        while better and work > 0:
            better = False
            for flat in self.rounds:
                for table in tables:
                    if work <= 0 or not self._returning(flat, table):
                        continue
                    work -= len(tables)
                    better |= self._relieve(flat, table, tables)

    def _relieve(self, flat: Flat, here: int, tables: Sequence[int]) -> bool:
        """Exchanges a table's number with the one that helps most, if any does."""
        gains = {there: self._gain(flat, here, there) for there in tables if there != here}
        best = max(gains, key=lambda there: gains[there], default=here)
        if gains.get(best, 0) <= 0:
            return False
        self._exchange(flat, here, best)
        return True

    def _gain(self, flat: Flat, here: int, there: int) -> int:
        gain = 0
        for now, then in ((here, there), (there, here)):
            for person in flat[SEATS * now : SEATS * now + SEATS]:
                if person != self._people:
                    visits = self._visits[person]
                    gain += (visits[now] > 1) - (visits[then] > 0)
        return gain

    def _returning(self, flat: Flat, table: int) -> bool:
        people = flat[SEATS * table : SEATS * table + SEATS]
        return any(self._visits[person][table] > 1 for person in people if person != self._people)

    def _exchange(self, flat: Flat, here: int, there: int) -> None:
        if here == there:
            return
        for now, then in ((here, there), (there, here)):
            self._visit(flat, now, now, -1)
            self._visit(flat, now, then, 1)
        a, b = SEATS * here, SEATS * there
        flat[a : a + SEATS], flat[b : b + SEATS] = flat[b : b + SEATS], flat[a : a + SEATS]

    def _visit(self, flat: Flat, table: int, number: int, step: int) -> None:
        for person in flat[SEATS * table : SEATS * table + SEATS]:
            if person != self._people:
                self._visits[person][number] += step
