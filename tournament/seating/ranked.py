"""A round by ranking: tables of neighbours, among whom nobody has met before while that can be had.

It starts from tables of four in a row of the ranking. Swaps with near neighbours are then taken when they cost little
enough, less and less as it goes on; where repeats are left, people may come from further away.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations

from tournament.seating import bounds
from tournament.seating.audit import Schedule
from tournament.seating.chance import Chance
from tournament.seating.designs import SEATS
from tournament.seating.past import CLUB, Past
from tournament.seating.wishes import check_players

# Two vacancies at a table must never be; that somebody cannot have a seat he is due costs less than any pair. The width
# of a table, its last rank less its first, counts 1 a rank.
NEVER, SEAT = 10**9, 300
# How far away, in places, a partner for a swap is sought, and how much worse a swap may be, stage by stage.
STAGES = ((6, 3), (6, 2), (6, 1), (6, 0), (4, 0))
REPAIRS = ((16, 4), (40, 4), (120, 0), (4000, 0))
# How many tables past the first that has room somebody may sit down at, at the start.
AHEAD = 16
TRIES, MOST_TRIES = 150, 8_000

Seated = list[list[int | None]]


def ranked_round(order: Sequence[int], history: Schedule, clubs: Mapping[int, str], chance: Chance) -> Seated:
    """Tables for the players in `order` (the best first), in seat order, None for a vacancy.

    `history` are the earlier rounds. Impossible for a number of players that cannot sit down.
    """
    check_players(len(order))
    search = _Neighbours(order, history, clubs, chance)
    tries = min(MOST_TRIES, TRIES * len(order))
    for window, worse in STAGES:
        search.stage(window, worse, tries)
    for window, worse in REPAIRS:
        search.repair(window, worse, tries)
    return search.seated()


class _Neighbours:
    """Places with the rank that sits there (from 0; the number of ranks is a vacancy), and what each table costs."""

    def __init__(self, order: Sequence[int], history: Schedule, clubs: Mapping[int, str], chance: Chance) -> None:
        self._chance = chance
        self._past = Past(order, history, clubs)
        self._vacant, self._pairs = self._past.vacant, self._past.pairs
        self._due = [_due(counts) for counts in self._past.counts]
        self._seatable: dict[tuple[int, ...], bool] = {}
        self.places = self._in_a_row()
        self._costs = [self._cost(self._table(at)) for at in range(0, len(self.places), SEATS)]
        self._best, self._lowest = list(self.places), sum(self._costs)

    def stage(self, window: int, worse: int, tries: int) -> None:
        """Tries so many swaps of people at most `window` places apart; takes those at most `worse` worse."""
        for _ in range(tries):
            self._try(self._chance.below(len(self.places)), window, worse)
        self._remember()

    def repair(self, window: int, worse: int, tries: int) -> None:
        """As a stage, for people at tables where more is wrong than their width."""
        for _ in range(tries):
            sore = [table for table, cost in enumerate(self._costs) if cost >= SEAT]
            if not sore:
                break
            here = SEATS * sore[self._chance.below(len(sore))] + self._chance.below(SEATS)
            self._try(here, window, worse)
        self._remember()

    def seated(self) -> Seated:
        """The best tables seen, those of the best ranks first, everybody on a seat on which he has sat least."""
        tables = [self._best[at : at + SEATS] for at in range(0, len(self._best), SEATS)]
        people = [[rank for rank in ranks if rank != self._vacant] for ranks in tables]
        order = sorted(range(len(tables)), key=lambda table: sum(people[table]) * SEATS // len(people[table]))
        return [self._past.on_seats(tables[table]) for table in order]

    def _remember(self) -> None:
        if sum(self._costs) < self._lowest:
            self._best, self._lowest = list(self.places), sum(self._costs)

    def _in_a_row(self) -> list[int]:
        """Places in ranking order: everybody at the first table that has room and where nothing speaks against it."""
        sizes = _sizes(self._vacant)
        tables: list[list[int]] = [[] for _ in sizes]
        first = 0
        for rank in range(self._vacant):
            while len(tables[first]) == sizes[first]:
                first += 1
            fitting = (
                number
                for number in range(first, min(first + AHEAD, len(tables)))
                if len(tables[number]) < sizes[number] and self._fits(tables[number], rank)
            )
            tables[next(fitting, first)].append(rank)
        return [rank for table in tables for rank in [*table, self._vacant][:SEATS]]

    def _fits(self, table: Sequence[int], rank: int) -> bool:
        together = any(self._pairs[other].get(rank, 0) >= CLUB for other in table)
        return not together and self._can_sit([*table, rank])

    def _can_sit(self, ranks: Sequence[int]) -> bool:
        """Whether everybody can have a seat that he is due."""
        due = tuple(self._due[rank] for rank in ranks if rank != self._vacant)
        if due not in self._seatable:
            self._seatable[due] = _seatable(due)
        return self._seatable[due]

    def _try(self, here: int, window: int, worse: int) -> None:
        there = here + self._chance.below(2 * window + 1) - window
        if not 0 <= there < len(self.places) or here // SEATS == there // SEATS:
            return
        a, b = here // SEATS, there // SEATS
        self._exchange(here, there)
        costs = self._cost(self._table(SEATS * a)), self._cost(self._table(SEATS * b))
        if sum(costs) <= self._costs[a] + self._costs[b] + worse:
            self._costs[a], self._costs[b] = costs
        else:
            self._exchange(here, there)

    def _exchange(self, here: int, there: int) -> None:
        self.places[here], self.places[there] = self.places[there], self.places[here]

    def _table(self, at: int) -> list[int]:
        return self.places[at : at + SEATS]

    def _cost(self, ranks: Sequence[int]) -> int:
        a, b, c, d = sorted(ranks)
        pairs = self._pairs
        cost = pairs[a].get(b, 0) + pairs[a].get(c, 0) + pairs[b].get(c, 0)
        cost += pairs[a].get(d, 0) + pairs[b].get(d, 0) + pairs[c].get(d, 0)
        if d == self._vacant:
            d = c if c != d else NEVER
        return cost + d - a + (0 if self._can_sit(ranks) else SEAT)


def _sizes(people: int) -> list[int]:
    """How many sit at each table: threes come last."""
    threes = bounds.vacancies(people)
    return [SEATS] * (bounds.tables(people) - threes) + [SEATS - 1] * threes


def _due(counts: Sequence[int]) -> int:
    """The mask of the seats on which somebody sat least."""
    return sum(1 << seat for seat, times in enumerate(counts) if times == min(counts))


def _seatable(due: Sequence[int]) -> bool:
    """Whether four people can sit so that everybody has a seat that he is due."""
    return any(
        all(mask >> seat & 1 for mask, seat in zip(due, seats, strict=True))
        for seats in permutations(range(SEATS), len(due))
    )
