"""A round by ranking: tables of neighbours, among whom nobody has met before, as long as that is possible.

It starts from tables of people in a row of the ranking who are due different seats. Swaps with near neighbours are then
taken when they cost little enough, less and less as it goes on; where repeats are left, people may come from further
away. A swap after which a table cannot give everybody a seat they are due is never taken.
"""

from collections.abc import Sequence
from math import inf

from tournament.seating import constraints
from tournament.seating.model import SEATS
from tournament.seating.optimise import parting
from tournament.seating.rng import Chance
from tournament.seating.rounds.past import Past, Table
from tournament.seating.seats import eligibility

# What must never be, what costs more than any pair, and what costs less than any: the last, that somebody cannot have a
# seat they are due, where not all can. The width of a table, its last rank less its first, counts 1 a rank.
NEVER, FIRST, LAST = 1000 * constraints.NEVER, 10 * constraints.NEVER, 300
# Stage by stage: how far away, in places, a partner for a swap is sought; how much worse a swap may be; what a table
# costs at least from which somebody is swapped.
STAGES = ((6, 3, 0), (6, 2, 0), (6, 1, 0), (6, 0, 0), (4, 0, 0))
REPAIRS = ((16, 4, LAST), (40, 4, LAST), (120, 0, LAST), (4000, 0, LAST))
TRIES, MOST_TRIES = 150, 8_000


def ranked_round(past: Past, rng: Chance) -> list[Table]:
    """Tables for players in the order of their ranking, in seat order, None for a vacancy."""
    search = _Neighbours(past, rng)
    tries = min(MOST_TRIES, TRIES * past.vacant)
    for window, worse, least in (*STAGES, *REPAIRS):
        search.stage(window, worse, least, tries)
    search.part()
    return search.seated()


class _Neighbours:
    """Places with the rank that sits there (from 0; the number of ranks is a vacancy), and what each table costs."""

    def __init__(self, past: Past, rng: Chance) -> None:
        self._past, self._rng = past, rng
        self._vacant, self._pairs = past.vacant, past.pairs
        self.places, fair = self._in_a_row()
        self._unfair = FIRST if fair else LAST
        self._costs = [self._cost(self._table(at)) for at in range(0, len(self.places), SEATS)]
        self._best, self._lowest = list(self.places), sum(self._costs)

    def stage(self, window: int, worse: int, least: int, tries: int) -> None:
        """Tries so many swaps of people at tables that cost `least` or more, as the constants of the stages say."""
        for _ in range(tries):
            # All tables are alike at first, and not looked at: that is done thousands of times.
            tables: Sequence[int] = range(len(self._costs))
            if least:
                tables = [table for table in tables if self._costs[table] >= least]
            if not tables:
                break
            table, seat = divmod(self._rng.below(SEATS * len(tables)), SEATS)
            self._try(SEATS * tables[table] + seat, window, worse)
        self._remember()

    def part(self) -> None:
        """On a small field, what repairs left undone."""
        if self._lowest >= constraints.STEP and len(self.places) <= parting.MOST:
            self.places = parting.part_pairs(self._best, self._pairs, self._past.suits, self._rng)
            self._costs = [self._cost(self._table(at)) for at in range(0, len(self.places), SEATS)]
            self._remember()

    def seated(self) -> list[Table]:
        """The best tables seen, those of the best ranks first, everybody on a seat they had least often."""
        tables = [self._best[at : at + SEATS] for at in range(0, len(self._best), SEATS)]
        people = [[rank for rank in ranks if rank < self._vacant] for ranks in tables]
        order = sorted(range(len(tables)), key=lambda table: sum(people[table]) * SEATS // len(people[table]))
        return [self._past.on_seats(tables[table]) for table in order]

    def _remember(self) -> None:
        if sum(self._costs) < self._lowest:
            self._best, self._lowest = list(self.places), sum(self._costs)

    def _in_a_row(self) -> tuple[list[int], bool]:
        """Places in ranking order, one at a table for each seat; whether everybody is due theirs."""
        seats, fair = eligibility.seats(self._past.due)
        columns = [
            [rank for rank, seat in enumerate(seats[: self._vacant]) if seat == column] for column in range(SEATS)
        ]
        # Vacancies come to the last tables, one to each.
        for back, (vacancy, seat) in enumerate(enumerate(seats[self._vacant :], self._vacant)):
            columns[seat].insert(len(columns[seat]) - back, vacancy)
        return [rank for table in zip(*columns, strict=True) for rank in table], fair

    def _try(self, place: int, window: int, worse: int) -> None:
        partner = place + self._rng.below(2 * window + 1) - window
        if not 0 <= partner < len(self.places) or place // SEATS == partner // SEATS:
            return
        a, b = place // SEATS, partner // SEATS
        self._exchange(place, partner)
        most = self._costs[a] + self._costs[b] + worse
        # Nothing costs less than 0: where the first table alone is too much, the second need not be counted.
        first = self._cost(self._table(SEATS * a), most)
        if first <= most and first + (second := self._cost(self._table(SEATS * b), most - first)) <= most:
            self._costs[a], self._costs[b] = first, second
        else:
            self._exchange(place, partner)

    def _exchange(self, place: int, partner: int) -> None:
        self.places[place], self.places[partner] = self.places[partner], self.places[place]

    def _table(self, at: int) -> list[int]:
        return self.places[at : at + SEATS]

    def _cost(self, ranks: Sequence[int], most: float = inf) -> int:
        """What a table costs; any part of it that is more than `most`, where somebody wants no more than that."""
        a, b, c, d = sorted(ranks)
        vacant = self._vacant
        if c >= vacant:
            return NEVER
        cost, last = (d if d < vacant else c) - a, min(d, vacant)
        # Most swaps are refused for the width alone, which costs nothing to look at.
        if cost > most:
            return cost
        of_a, of_b = self._pairs[a], self._pairs[b]
        if of_a:
            cost += of_a.get(b, 0) + of_a.get(c, 0) + of_a.get(last, 0)
        if of_b:
            cost += of_b.get(c, 0) + of_b.get(last, 0)
        cost += self._pairs[c].get(last, 0)
        if cost > most:
            return cost
        return cost + self._past.table_cost(ranks) + self._unfair * self._past.lacking(ranks)
