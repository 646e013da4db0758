"""People exchange points of a design, which stays what it is, so that those who should not meet meet less."""

from collections.abc import Callable, Mapping, Sequence

from tournament.seating.model import ApartGroup, Pair
from tournament.seating.rng import Chance

# The most sweeps over those who sit badly, exchanges tried for each of them, and exchanges in all.
SWEEPS, TRIES, WORK = 40, 60, 60_000


class PointOwners:
    """Who is which point, and for each group a mask of the points its members are.

    `met` has for each point a mask of those it meets, `pairs` what it costs that two people meet besides.
    """

    def __init__(
        self,
        owners: Sequence[int],
        met: Sequence[int],
        groups: Sequence[ApartGroup],
        pairs: Mapping[Pair, int],
    ) -> None:
        self.owners, self._met = list(owners), met
        self._others: dict[int, dict[int, int]] = {}
        for (p, q), cost in pairs.items():
            self._others.setdefault(p, {})[q] = self._others.setdefault(q, {})[p] = cost
        # Whom each point meets, needed where pairs cost anything.
        self._beside = [[other for other in range(len(met)) if mask >> other & 1] for mask in met] if pairs else []
        self._weights = [group.weight for group in groups]
        self._masks = [0] * len(groups)
        self._groups: dict[int, list[int]] = {}
        for number, group in enumerate(groups):
            for member in group.members:
                self._groups.setdefault(member, []).append(number)
        for point, person in enumerate(self.owners):
            self._mark(point, person)

    def improve(self, rng: Chance, candidates: Callable[[int], Sequence[int]]) -> None:
        """Exchanges people who meet whom they should not with others, out of the points named for their point."""
        tries = 0
        for _ in range(SWEEPS):
            sore = [
                point for point, person in enumerate(self.owners) if candidates(point) and self._pain(point, person)
            ]
            if not sore or tries > WORK:
                break
            for point in rng.shuffled(sore):
                tries += self._relieve(point, candidates(point), rng)

    def _relieve(self, point: int, candidates: Sequence[int], rng: Chance) -> int:
        """Tries exchanges until one helps; how many were tried."""
        for tried in range(1, TRIES + 1):
            if self._exchange(point, candidates[rng.below(len(candidates))]):
                return tried
        return TRIES

    def _exchange(self, origin: int, partner: int) -> bool:
        """Exchanges two people unless that makes things worse; whether it made them better."""
        p, q = self.owners[origin], self.owners[partner]
        self._mark(origin, p)
        self._mark(partner, q)
        before = self._pain(origin, p, partner) + self._pain(partner, q, origin)
        after = self._pain(origin, q, partner) + self._pain(partner, p, origin)
        if after <= before:
            p, q = q, p
            self.owners[origin], self.owners[partner] = p, q
        self._mark(origin, p)
        self._mark(partner, q)
        return after < before

    def _pain(self, point: int, person: int, besides: int = -1) -> int:
        """What it costs that a person is a point, without the pair with whoever is the point `besides`."""
        met = self._met[point]
        cost = sum(
            self._weights[number] * (met & self._masks[number]).bit_count() for number in self._groups.get(person, ())
        )
        if others := self._others.get(person):
            cost += sum(others.get(self.owners[other], 0) for other in self._beside[point] if other != besides)
        return cost

    def _mark(self, point: int, person: int) -> None:
        for number in self._groups.get(person, ()):
            self._masks[number] ^= 1 << point
