"""Seats that chains of exchanges leave unbalanced are passed on from one to another until that comes to an end.

A search within tables: who sat too often on a seat exchanges it with one of his table, who may pass it on elsewhere.
"""

from collections.abc import Iterator, Sequence

from tournament.seating.chance import Chance
from tournament.seating.designs import SEATS, Flat

# So many exchanges are made at most; for so many, and as many again at random, one is not taken back.
STEPS, TENURE = 3_000, 4

Exchange = tuple[int, int, int]


def passed_on(rounds: Sequence[Flat], counts: Sequence[Sequence[int]], chance: Chance) -> list[Flat]:
    """The same rounds with seats exchanged within tables; `counts` are everybody's of other rounds.

    A vacancy is the number of people. The rounds are those given where nobody's counts differ by more than 1.
    """
    search = _Passing(rounds, counts, chance)
    for step in range(STEPS):
        if not search.uneven:
            break
        search.step(step)
    return search.best


class _Passing:
    """Everybody's counts of the four seats, and where he sits; `worth` is least when all counts are even."""

    def __init__(self, rounds: Sequence[Flat], counts: Sequence[Sequence[int]], chance: Chance) -> None:
        self._rounds, self._chance = [list(flat) for flat in rounds], chance
        self._counts = [list(seats) for seats in counts]
        self._places: list[list[tuple[int, int]]] = [[] for _ in counts]
        for number, flat in enumerate(self._rounds):
            for place, person in enumerate(flat):
                if person < len(counts):
                    self._counts[person][place % SEATS] += 1
                    self._places[person].append((number, place - place % SEATS))
        self.uneven = {person: None for person in range(len(counts)) if self._is_uneven(person)}
        self._tabu: dict[tuple[int, int, int], int] = {}
        self._worth = self._lowest = 0
        self.best = [list(flat) for flat in self._rounds]

    def step(self, step: int) -> None:
        """Exchanges seats for one whose counts are uneven, where that is best, though it be worse than now."""
        uneven = list(self.uneven)
        person = uneven[self._chance.below(len(uneven))]
        ways = [
            (change, way)
            for change, way in self._ways(person)
            if self._free(person, way, step) or self._worth + change < self._lowest
        ]
        if not ways:
            return
        least = min(change for change, _ in ways)
        best = [way for change, way in ways if change == least]
        self._exchange(best[self._chance.below(len(best))], step)
        self._worth += least
        if self._worth < self._lowest:
            self._lowest, self.best = self._worth, [list(flat) for flat in self._rounds]

    def _ways(self, person: int) -> Iterator[tuple[int, Exchange]]:
        """For each exchange with one of his tables, a round and two places, how much less even the counts are after."""
        for number, at in self._places[person]:
            flat = self._rounds[number]
            here = flat.index(person, at)
            for there in range(at, at + SEATS):
                if there != here:
                    change = self._change(person, here, there) + self._change(flat[there], there, here)
                    yield change, (number, here, there)

    def _change(self, person: int, here: int, there: int) -> int:
        """By how much the squares of somebody's counts grow when he moves from one place to another."""
        if person >= len(self._counts):
            return 0
        counts = self._counts[person]
        return 2 * (counts[there % SEATS] - counts[here % SEATS] + 1)

    def _free(self, person: int, way: Exchange, step: int) -> bool:
        number, here, there = way
        other = self._rounds[number][there]
        wanted = (person, number, there), (other, number, here)
        return all(self._tabu.get(move, -1) < step for move in wanted)

    def _exchange(self, way: Exchange, step: int) -> None:
        number, here, there = way
        flat = self._rounds[number]
        for place, to in ((here, there), (there, here)):
            person = flat[place]
            self._tabu[person, number, place] = step + TENURE + self._chance.below(TENURE)
            if person < len(self._counts):
                self._counts[person][place % SEATS] -= 1
                self._counts[person][to % SEATS] += 1
        flat[here], flat[there] = flat[there], flat[here]
        for person in (flat[here], flat[there]):
            self.uneven.pop(person, None)
            if self._is_uneven(person):
                self.uneven[person] = None

    def _is_uneven(self, person: int) -> bool:
        return person < len(self._counts) and max(self._counts[person]) > min(self._counts[person]) + 1
