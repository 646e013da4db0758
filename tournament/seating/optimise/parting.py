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


def parted(places: Sequence[int], pairs: Pairs, suits: Suits, chance: Chance) -> list[int]:
    """The places of a round (four to a table), with people exchanged so that their pairs cost as little as is found.

    `pairs` says for each person what sitting with a later one costs; a table that does not suit is never made.
    """
    search = _Parting(places, pairs, suits, chance)
    for step in range(min(STEPS, WORK // len(places))):
        if not search.lowest:
            break
        search.step(step)
    return search.best


class _Parting:
    def __init__(self, places: Sequence[int], pairs: Pairs, suits: Suits, chance: Chance) -> None:
        self._places, self._suits, self._chance = list(places), suits, chance
        self._rows = _square(pairs, len(places))
        self._tabu = [-1] * len(places)
        self._pain = [0] * len(places)
        for at in range(0, len(places), SEATS):
            self._feel(at)
        self.best, self.lowest = list(places), sum(self._pain)

    def step(self, step: int) -> None:
        """Moves somebody away from people they should not meet to the cheapest place, even if that costs more."""
        sore = [place for place, pain in enumerate(self._pain) if pain]
        here = sore[self._chance.below(len(sore))]
        now = sum(self._pain)
        for change, _, there in sorted(self._changes(here)):
            free = max(self._tabu[self._places[here]], self._tabu[self._places[there]]) < step
            if (free or now + 2 * change < self.lowest) and self._exchanged(here, there):
                for place in (here, there):
                    self._tabu[self._places[place]] = step + TENURE + self._chance.below(TENURE)
                break
        if sum(self._pain) < self.lowest:
            self.best, self.lowest = list(self._places), sum(self._pain)

    def _changes(self, here: int) -> list[tuple[int, int, int]]:
        """For every place of another table what an exchange changes; by lot where that is equal."""
        places, pain, first = self._places, self._pain, here - here % SEATS
        own = self._rows[places[here]]
        a, b, c = (self._rows[places[at]] for at in range(first, first + SEATS) if at != here)
        turn = self._chance.below(len(places))
        found = []
        for at in range(0, len(places), SEATS):
            if at == first:
                continue
            table = places[at : at + SEATS]
            comes = sum(own[person] for person in table) - pain[here]
            for place, person in enumerate(table, at):
                change = comes - own[person] + a[person] + b[person] + c[person] - pain[place]
                found.append((change, (place * 7 + turn) % len(places), place))
        return found

    def _exchanged(self, here: int, there: int) -> bool:
        """Exchanges two people if both tables suit them."""
        places = self._places
        places[here], places[there] = places[there], places[here]
        tables = [place - place % SEATS for place in (here, there)]
        if all(self._suits(places[at : at + SEATS]) for at in tables):
            for at in tables:
                self._feel(at)
            return True
        places[here], places[there] = places[there], places[here]
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
