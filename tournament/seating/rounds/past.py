"""What earlier rounds mean for a round by ranking: whom each player met, and which seats they are due."""

from collections.abc import Sequence
from itertools import chain, combinations, permutations

from tournament.seating import bounds
from tournament.seating.constraints import Wish
from tournament.seating.model import SEATS, Roster, Rounds
from tournament.seating.seats import eligibility
from tournament.seating.seats.evening import seat_counts
from tournament.seating.seats.writers import due_of

Table = list[int | None]
# What it costs that two meet again who met in an earlier event, where sitting a rank further away costs 1.
AGAIN = 100


class Past:
    """Players by rank, from 0, the best first; numbers from that of ranks on, `vacant`, are vacancies.

    `pairs` says for each rank what it costs to sit with a later one, or with any vacancy, where that costs anything;
    `counts` how often everybody sat on each seat; `due` has everybody's and every vacancy's mask of seats.
    """

    def __init__(self, order: Sequence[int], history: Rounds, wish: Wish) -> None:
        self._roster, self._wish = Roster(order), wish
        self.order, self.vacant = order, self._roster.vacancy
        self._wishes_tables = wish.costs_of_tables() is not None
        self.pairs: list[dict[int, int]] = [{} for _ in range(len(order) + 1)]
        self.counts = list(seat_counts(order, history).values())
        empty = [
            sum(table[seat : seat + 1] == [None] for tables in history for table in tables) for seat in range(SEATS)
        ]
        own = due_of(self.counts, order, wish.captains) if wish.writers_last else eligibility.masks(self.counts)
        self.due = own + eligibility.of_vacancies(empty, bounds.vacancies(len(order)))
        self._meet(history)
        self._join()

    def table_cost(self, ranks: Sequence[int]) -> int:
        """What a table costs besides its pairs: a captain or a language is missing."""
        if not self._wishes_tables:
            return 0
        return self._wish.table_cost([self.order[rank] - 1 for rank in ranks if rank < self.vacant])

    def cost(self, ranks: Sequence[int]) -> int:
        """What a table costs."""
        return self.table_cost(ranks) + sum(
            self.pairs[a].get(min(b, self.vacant), 0) for a, b in combinations(sorted(ranks), 2)
        )

    def suits(self, ranks: Sequence[int]) -> bool:
        """Whether everybody at a table can have a seat they are due."""
        return not self.lacking(ranks)

    def lacking(self, ranks: Sequence[int]) -> int:
        """How many of a table cannot have a seat that they are due."""
        return eligibility.lacking(tuple(map(self.due.__getitem__, ranks)))

    def on_seats(self, ranks: Sequence[int]) -> Table:
        """The players of a table, on the seats on which they have sat least."""
        best = min(permutations(ranks), key=self._seat_cost)
        return [None if rank >= self.vacant else self.order[rank] for rank in best]

    def _seat_cost(self, ranks: Sequence[int]) -> tuple[int, int]:
        """How much more often than their least they sat on these seats, and how many are not due theirs."""
        cost = 0
        for seat, rank in enumerate(ranks):
            if rank < self.vacant:
                counts = self.counts[rank]
                cost += (counts[seat] - min(counts)) ** 2
        return cost, sum(not self.due[rank] >> seat & 1 for seat, rank in enumerate(ranks))

    def _meet(self, history: Rounds) -> None:
        for table in chain.from_iterable(self._roster.rounds(history)):
            for a, b in combinations(sorted(table), 2):
                self._add(a, b, self._wish.weight("repeats" if b < self.vacant else "vacancies"))

    def _join(self) -> None:
        """Clubs, families, pairs to be kept apart, those who stay at tables of their own, who met in the season."""
        for group in self._wish.among(self._roster):
            for a, b in combinations(sorted(group.members), 2):
                self._add(a, b, group.weight)
        for (a, b), times in self._wish.met_before(self._roster).items():
            self._add(a, b, AGAIN * times)

    def _add(self, a: int, b: int, cost: int) -> None:
        self.pairs[a][b] = self.pairs[a].get(b, 0) + cost
