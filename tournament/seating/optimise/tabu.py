"""Swaps inside a round: what constructions leave undone is mended here, within a fixed budget and by whole numbers.

People are whole numbers 0 … n - 1; a vacancy is the number n, several times in a round, so that "nobody sits with a
vacancy twice" is one more case of "nobody meets anybody twice".
"""

from collections.abc import Callable, Collection, Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, combinations

from tournament.seating.model import SEATS, ApartGroup, Pair, People, Weights
from tournament.seating.rng import Chance

# A person who was moved in a round stays there for this many steps, and up to as many more at random.
TENURE = 6
# A search gives up after 1 / PATIENCE of its budget without progress.
PATIENCE = 4
# Of this many painful pairs drawn by lot, few or many, the most painful is mended next.
DRAWN, MANY = 4, 40
# The most people whose prices are kept at a time: on large fields each takes some room.
KEPT = 600


@dataclass(frozen=True)
class PlaceSwap:
    """Two places of a round, counted through its tables, change occupants."""

    round: int
    first: int
    second: int


@dataclass
class SearchBoard:
    """Rounds as flat lists, who met whom how often, and what that costs.

    `groups` name those who should not meet, `pairs` what it costs that two others do, `history` tables of earlier
    rounds, whose meetings count; `table_cost` may give what a whole table costs besides. Tables have four places, or as
    many as `sizes` says for each round; of each round the places in `free_places` change occupants, or all of them. Not
    everybody must sit in every round.
    """

    vacancy: int
    rounds: list[list[int]]
    weights: Weights
    rng: Chance
    groups: Sequence[ApartGroup] = ()
    pairs: Mapping[Pair, int] = field(default_factory=dict)
    history: Iterable[People] = ()
    table_cost: Callable[[People], int] | None = None
    sizes: Sequence[Sequence[int]] | None = None
    free_places: Sequence[Collection[int]] | None = None
    cost: int = 0
    met: list[MutableSequence[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rounds = [list(flat) for flat in self.rounds]
        sizes = self.sizes or [[SEATS] * (len(flat) // SEATS) for flat in self.rounds]
        self._table_at = [[table for table in ranges(each) for _ in table] for each in sizes]
        self._free = [sorted(free) for free in self.free_places or map(range, map(len, self.rounds))]
        self._tables = [
            list(dict.fromkeys(at[place] for place in free))
            for at, free in zip(self._table_at, self._free, strict=True)
        ]
        self._fixed = [
            set(range(len(flat))).difference(free) for flat, free in zip(self.rounds, self._free, strict=True)
        ]
        self._again = [self.weights.repeat] * self.vacancy + [self.weights.vacancy]
        self._groups_of: list[dict[int, ApartGroup]] = [{} for _ in range(self.vacancy + 1)]
        for number, group in enumerate(self.groups):
            for member in group.members:
                self._groups_of[member][number] = group
        self._others: list[dict[int, int]] = [{} for _ in range(self.vacancy + 1)]
        for (p, q), cost in self.pairs.items():
            self._others[p][q] = self._others[q][p] = cost
        self._prices: dict[int, list[int]] = {}
        self._painful: dict[Pair, None] = {}
        self._unwished: dict[tuple[int, int], int] = {}
        # Vacancies may meet more often than people can.
        self.met = [*(bytearray(self.vacancy + 1) for _ in range(self.vacancy)), [0] * (self.vacancy + 1)]
        self._where = [[-1] * (self.vacancy + 1) for _ in self.rounds]
        self._pain = [[0] * len(flat) for flat in self.rounds]
        self._count()

    def mend(self, budget: int, floor: int = 0) -> None:
        """Swaps as long as the cost is above `floor` and the budget of steps lasts; keeps the best state seen."""
        best, log, best_length, idle = self.cost, [], 0, 0
        tabu: dict[Pair, int] = {}
        for step in range(budget):
            if best <= floor or idle > budget // PATIENCE or not (self._painful or self._unwished):
                break
            swap = self._move(step, tabu, best)
            idle += 1
            if swap is None:
                continue
            self.swap(swap)
            log.append(swap)
            if self.cost < best:
                best, best_length, idle = self.cost, len(log), 0
        for swap in reversed(log[best_length:]):
            self.swap(swap)

    def worst(self) -> list[int]:
        """For each round, what would be gained at most by somebody leaving a free place."""
        return [max((pain[at] for at in free), default=0) for pain, free in zip(self._pain, self._free, strict=True)]

    def swap(self, swap: PlaceSwap) -> None:
        """Makes one swap and counts again what it touches."""
        flat = self.rounds[swap.round]
        first, second = (self._table_at[swap.round][at] for at in (swap.first, swap.second))
        p, q = flat[swap.first], flat[swap.second]
        mates, others = self._mates(swap.round, swap.first), self._mates(swap.round, swap.second)
        flat[swap.first], flat[swap.second] = q, p
        self._where[swap.round][p], self._where[swap.round][q] = swap.second, swap.first
        for mate in mates:
            self._meet(p, mate, -1)
            self._meet(q, mate, 1)
        for other in others:
            self._meet(q, other, -1)
            self._meet(p, other, 1)
        for table in (first, second):
            self._feel(swap.round, table)
            self._wish(swap.round, table)

    def _count(self) -> None:
        for number, flat in enumerate(self.rounds):
            for place, person in enumerate(flat):
                self._where[number][person] = place
        seated = (
            flat[table.start : table.stop]
            for flat, tables in zip(self.rounds, self._table_at, strict=True)
            for table in dict.fromkeys(tables)
        )
        for table in chain(self.history, seated):
            for p, q in combinations(table, 2):
                self._meet(p, q, 1, felt=False)
        for number, tables in enumerate(self._tables):
            for table in tables:
                self._feel(number, table)
                self._wish(number, table)

    def _together(self, p: int, q: int) -> int:
        """What it costs that these two meet at all."""
        mine, theirs, own = self._groups_of[p], self._groups_of[q], self._others[p].get(q, 0)
        return own + sum(mine[number].weight for number in mine if number in theirs) if mine and theirs else own

    def _meet(self, p: int, q: int, step: int, *, felt: bool = True) -> None:
        """One meeting of two people more or fewer (`step` 1 or -1), with everything that follows from it."""
        before = self.met[p][q]
        after = before + step
        self.met[p][q] = self.met[q][p] = after
        together = self._together(p, q)
        again = self._again[max(p, q)]
        self.cost += step * together + again * (max(0, after - 1) - max(0, before - 1))
        if (before == 0) != (after == 0):
            for x, y in ((p, q), (q, p)):
                if x in self._prices:
                    self._prices[x][y] = together + (again if after else 0)
        pair = (p, q) if p < q else (q, p)
        if after > 1 or (after and together):
            self._painful[pair] = None
        else:
            self._painful.pop(pair, None)
        if felt and (before > 1) != (after > 1):
            self._feel_pair(p, q)

    def _cost(self, p: int, q: int) -> int:
        """What would be gained if these two, who meet, met once less."""
        again = self._again[p if p > q else q] if self.met[p][q] > 1 else 0
        return again + self._together(p, q) if self._groups_of[p] or self._others[p] else again

    def _feel_pair(self, p: int, q: int) -> None:
        """Counts the pain again at every table where these two sit together."""
        for number, place in self._meetings(p, q):
            self._feel(number, self._table_at[number][place])

    def _feel(self, number: int, positions: range) -> None:
        """What would be gained by each of a table's people leaving it."""
        flat, pain = self.rounds[number], self._pain[number]
        for place in positions:
            pain[place] = 0
        for first in positions:
            for second in range(first + 1, positions.stop):
                if relief := self._cost(flat[first], flat[second]):
                    pain[first] += relief
                    pain[second] += relief

    def _wish(self, number: int, positions: range) -> None:
        if self.table_cost is None or self._fixed[number].issuperset(positions):
            return
        cost = self.table_cost(self.rounds[number][positions.start : positions.stop])
        self.cost += cost - self._unwished.pop((number, positions.start), 0)
        if cost:
            self._unwished[number, positions.start] = cost

    def _meetings(self, p: int, q: int) -> list[tuple[int, int]]:
        """The rounds in which two sit at one table, and where one of them does: a person, if either is one."""
        p, q = min(p, q), max(p, q)
        rounds = range(len(self.rounds))
        if p == self.vacancy:
            return [(number, place) for number in rounds if (place := self._shared(number)) >= 0]
        meetings = []
        for number in rounds:
            place = self._where[number][p]
            if place < 0:
                continue
            table = self._table_at[number][place]
            beside = self.rounds[number][table.start : table.stop] if q == self.vacancy else ()
            if q in beside or self._where[number][q] in table:
                meetings.append((number, place))
        return meetings

    def _mates(self, number: int, place: int) -> list[int]:
        """Who sits with the occupant of a place."""
        flat = self.rounds[number]
        return [flat[at] for at in self._table_at[number][place] if at != place]

    def _shared(self, number: int) -> int:
        """The place of a vacancy at a table of a round with two of them; -1 when there is none."""
        flat = self.rounds[number]
        vacant = [place for place, person in enumerate(flat) if person == self.vacancy]
        tables = [self._table_at[number][place] for place in vacant]
        return next((place for place, table in zip(vacant, tables, strict=True) if tables.count(table) > 1), -1)

    def _move(self, step: int, tabu: dict[Pair, int], best: int) -> PlaceSwap | None:
        """The best swap that takes somebody away from a table where it hurts; None if there is none to be had."""
        number, place = self._sore()
        if number < 0:
            return None
        person = self.rounds[number][place]
        partner = self._partner(number, place, tabu, step, best)
        if partner < 0:
            return None
        until = step + TENURE + self.rng.below(TENURE)
        tabu[number, person] = tabu[number, self.rounds[number][partner]] = until
        return PlaceSwap(number, place, partner)

    def _sore(self) -> tuple[int, int]:
        """A round and a place of somebody who should move, or (-1, -1)."""
        if not self._painful or (self._unwished and self.rng.below(2)):
            number, at = list(self._unwished)[self.rng.below(len(self._unwished))]
            places = [place for place in self._table_at[number][at] if place not in self._fixed[number]]
            return number, places[self.rng.below(len(places))]
        painful = list(self._painful)
        several = DRAWN if self.rng.below(2) else MANY
        drawn = [painful[self.rng.below(len(painful))] for _ in range(several)]
        pair = max(drawn, key=lambda pair: self._cost(*pair))
        meetings = [(number, free) for number, at in self._meetings(*pair) if (free := self._leaving(number, at, pair))]
        if not meetings:
            # Nothing can be done about it; should they meet in another round, they come back.
            del self._painful[pair]
            return -1, -1
        number, places = meetings[self.rng.below(len(meetings))]
        return number, places[self.rng.below(len(places))]

    def _leaving(self, number: int, place: int, pair: Pair) -> list[int]:
        """The places that one of two may leave at the table of a place: people's, or else those of vacancies."""
        flat, fixed = self.rounds[number], self._fixed[number]
        people = [at for who in pair if who < self.vacancy and (at := self._where[number][who]) not in fixed]
        return people or [at for at in self._table_at[number][place] if flat[at] in pair and at not in fixed]

    def _partner(self, number: int, origin: int, tabu: dict[Pair, int], step: int, best: int) -> int:
        """The place of the one with whom the person at a place should swap; -1 when all must stay."""
        flat = self.rounds[number]
        low: int | None = None
        partners: list[int] = []
        for place, change in self._changes(number, origin):
            if (low is None or change <= low) and (
                tabu.get((number, flat[place]), -1) < step or self.cost + change < best
            ):
                if change != low:
                    low, partners = change, []
                partners.append(place)
        return partners[self.rng.below(len(partners))] if partners else -1

    def _changes(self, number: int, origin: int) -> list[tuple[int, int]]:
        """For every free place of the other tables, by how much the cost changes when its occupant comes here."""
        flat, pain, tables = self.rounds[number], self._pain[number], self._table_at[number]
        price, people = self._price(flat[origin]), [flat[at] for at in self._free[number]]
        # What somebody costs here, in place of who leaves; and what who leaves costs at each table.
        rows = (map(self._price(mate).__getitem__, people) for mate in self._mates(number, origin))
        comes = map(sum, zip(*rows, strict=True))
        goes = {
            table: sum([price[person] for person in flat[table.start : table.stop]]) for table in self._tables[number]
        }
        return [
            (at, change + goes[tables[at]] - price[person] - pain[at] - pain[origin])
            for at, person, change in zip(self._free[number], people, comes, strict=True)
            if tables[at] is not tables[origin]
        ]

    def _price(self, person: int) -> list[int]:
        """For everybody, what one more meeting with this person costs; kept up to date once asked for."""
        if person not in self._prices:
            if len(self._prices) >= KEPT:
                self._prices.clear()
            vacant = [self.weights.vacancy] * (self.vacancy + 1)
            again = vacant if person == self.vacancy else self._again
            row = [cost if met else 0 for met, cost in zip(self.met[person], again, strict=True)]
            for group in self._groups_of[person].values():
                for member in group.members:
                    row[member] += group.weight
            for other, cost in self._others[person].items():
                row[other] += cost
            self._prices[person] = row
        return self._prices[person]


def ranges(sizes: Sequence[int]) -> list[range]:
    """The places of each table, one table after the other."""
    ends = list(accumulate(sizes))
    return [range(end - size, end) for end, size in zip(ends, sizes, strict=True)]
