"""Parts people of one round who met before, on fields so small that few tables are left to them: a tabu search."""

from collections.abc import Callable, Sequence
from itertools import combinations

from tournament.seating.model import SEATS
from tournament.seating.rng import Chance

# A person who was moved stays there for this many steps, and up to as many more at random.
TENURE = 4
# So many steps, on any field and per work of a step; the rows of pairs below take room for its square.
STEPS, WORK, MOST = 4_000, 160_000, 250

Pairs = Sequence[dict[int, int]]
Suits = Callable[[Sequence[int]], bool]


def part_pairs(people: Sequence[int], pairs: Pairs, suits: Suits, rng: Chance) -> list[int]:
    """The places of a round (four to a table), with people exchanged so that their pairs cost as little as is found.

    `pairs` says for each person what sitting with a later one costs; a table that does not suit is never made.
    """
    search = _Parting(people, pairs, suits, rng)
    for step in range(min(STEPS, WORK // len(people))):
        if not search.lowest:
            break
        search.step(step)
    return search.best


class _Parting:
    def __init__(self, people: Sequence[int], pairs: Pairs, suits: Suits, rng: Chance) -> None:
        self._places, self._suits, self._rng = list(people), suits, rng
        self._rows = _square(pairs, len(people))
        self._tabu = [-1] * len(people)
        self._pain = [0] * len(people)
        for at in range(0, len(people), SEATS):
            self._feel(at)
        self.best, self.lowest = list(people), sum(self._pain)

    def step(self, number: int) -> None:
        """Moves somebody away from people they should not meet to the cheapest place, even if that costs more."""
        sore = [each for each, cost in enumerate(self._pain) if cost]
        place = sore[self._rng.below(len(sore))]
        current_cost = sum(self._pain)
        for change, _, partner in sorted(self._changes(place)):
            free = max(self._tabu[self._places[place]], self._tabu[self._places[partner]]) < number
            if (free or current_cost + 2 * change < self.lowest) and self._exchange(place, partner):
                for each in (place, partner):
                    self._tabu[self._places[each]] = number + TENURE + self._rng.below(TENURE)
                break
        if sum(self._pain) < self.lowest:
            self.best, self.lowest = list(self._places), sum(self._pain)

    def _changes(self, origin: int) -> list[tuple[int, int, int]]:
        """For every place of another table what an exchange changes; by lot where that is equal."""
        places, pain, first = self._places, self._pain, origin - origin % SEATS
        own = self._rows[places[origin]]
        a, b, c = (self._rows[places[at]] for at in range(first, first + SEATS) if at != origin)
        turn = self._rng.below(len(places))
        changes = []
        for at in range(0, len(places), SEATS):
            if at == first:
                continue
            table = places[at : at + SEATS]
            comes = sum(own[person] for person in table) - pain[origin]
            for place, person in enumerate(table, at):
                change = comes - own[person] + a[person] + b[person] + c[person] - pain[place]
                changes.append((change, (place * 7 + turn) % len(places), place))
        return changes

    def _exchange(self, first_place: int, second_place: int) -> bool:
        """Exchanges two people if both tables suit them."""
        places = self._places
        places[first_place], places[second_place] = places[second_place], places[first_place]
        tables = [place - place % SEATS for place in (first_place, second_place)]
        if all(self._suits(places[at : at + SEATS]) for at in tables):
            for at in tables:
                self._feel(at)
            return True
        places[first_place], places[second_place] = places[second_place], places[first_place]
        return False

    def _feel(self, at: int) -> None:
        """What each of a table's four costs with the others."""
        table = self._places[at : at + SEATS]
        for place, person in enumerate(table, at):
            row = self._rows[person]
            self._pain[place] = sum(row[other] for other in table)


def _square(pairs: Pairs, width: int) -> list[list[int]]:
    """What each two cost, both ways; the last key of `pairs` is every vacancy, and two of those never meet."""
    vacant = len(pairs) - 1
    rows = [[0] * width for _ in range(width)]
    for a, costs in enumerate(pairs):
        for b, cost in costs.items():
            for last in range(b, width) if b == vacant else (b,):
                rows[a][last] = rows[last][a] = cost
    for a, b in combinations(range(vacant, width), 2):
        rows[a][b] = rows[b][a] = max(map(max, rows)) + 1
    return rows
