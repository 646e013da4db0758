"""What a table of a published round costs: who met whom in all other rounds, and who sat where."""

from collections.abc import Sequence
from itertools import combinations

from tournament.seating.constraints import NEVER, Wish
from tournament.seating.model import SEATS, Table

# Who sits at a table besides players: a vacancy, and the mark of a table of five.
VACANCY, FIVE = 0, -1


class Costs:
    """How often each pair meets in a whole schedule, and who sat how often on which seat.

    A vacancy and the mark of a five are met too, so that nobody should sit with one again.
    """

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self._repeat, self._vacancy = wish.weight("repeats"), wish.weight("vacancies")
        self._wishes_tables = wish.costs_of_tables() is not None
        # From here on somebody sits with a person they should not meet; sitting with a vacancy again is less bad.
        self.sore = min(wish.weight(kind) for kind in ("repeats", "families", "clubs"))
        self._times: dict[tuple[int, int], int] = {}
        self._seats: dict[int, list[int]] = {}
        # What each seat costs a player: kept until their counts change.
        self._seat_costs: dict[int, list[int]] = {}
        self._groups: dict[int, dict[int, int]] = {}
        for number, group in enumerate(wish.groups()):
            for member in group.members:
                self._groups.setdefault(member + 1, {})[number] = group.weight

    def count(self, table: Table, step: int) -> None:
        """Adds a table's meetings, or takes them away with `step` -1."""
        for pair in combinations(_met(table), 2):
            self._times[pair] = self._times.get(pair, 0) + step
        for seat, player in enumerate(table[:SEATS]):
            self._seats.setdefault(player or VACANCY, [0] * SEATS)[seat] += step
            self._seat_costs.pop(player or VACANCY, None)

    def cost(self, table: Table) -> int:
        """What a table costs that is not counted: pairs, a vacancy or a five again, seats, no captain."""
        cost = self.wish.table_cost([player - 1 for player in table if player]) if self._wishes_tables else 0
        for seat, player in enumerate(table[:SEATS]):
            if player:
                cost += (self._seat_costs.get(player) or self._costs_of_seats(player))[seat]
        times, groups = self._times, self._groups
        for pair in combinations(_met(table), 2):
            a, b = pair
            if a <= VACANCY:
                cost += self._vacancy * times.get(pair, 0) if b else NEVER
                continue
            if times.get(pair):
                cost += self._repeat
            if a in groups and b in groups:
                cost += self._together(a, b)
        return cost

    def _together(self, a: int, b: int) -> int:
        """What it costs that these two, who each belong to some group, meet at all."""
        theirs = self._groups[b]
        return sum(weight for number, weight in self._groups[a].items() if number in theirs)

    def _costs_of_seats(self, player: int) -> list[int]:
        """For each seat, the square of how much more often the player had it than the one they had least."""
        counts = self._seats.get(player, [0] * SEATS)
        least = min(counts)
        costs = self._seat_costs[player] = [(times - least) ** 2 for times in counts]
        return costs


def _met(table: Sequence[int | None]) -> list[int]:
    """Whom one meets at a table, vacancies and the mark of a five among them, ascending."""
    met = sorted([player or VACANCY for player in table])
    return [FIVE, *met] if len(table) > SEATS else met
