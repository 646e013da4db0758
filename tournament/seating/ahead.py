"""Seats of a ranked round in which some rest, or are a fifth, so that everybody can have one he is due in the next too.

Who has rested is due more seats than the others. If those who rested are all due the same ones, too many of the others
are due the rest. Then tables give their people other seats they are due.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from tournament.seating import due
from tournament.seating.audit import Schedule
from tournament.seating.designs import SEATS
from tournament.seating.past import Table, seat_counts

# So often all tables are gone through at most.
SWEEPS = 3
ALL = 1 << SEATS


def seated_for_next(tables: Sequence[Table], order: Sequence[int], history: Schedule) -> list[Table]:
    """The tables of four of a round, some of those in `order` not among them, with other seats where that helps."""
    found = [list(table) for table in tables]
    now = dict(zip(order, due.masks(seat_counts(order, history)), strict=True))
    later = dict(zip(order, due.masks(seat_counts(order, [*history, found])), strict=True))
    counts = Counter(later.values())
    for _ in range(SWEEPS):
        for at, table in enumerate(found):
            if not strain(counts):
                return found
            found[at] = _eased(table, now, later, counts)
    return found


def strain(counts: Counter[int]) -> int:
    """How many too many are due some of the seats alone, `counts` being how many are due each mask of seats.

    As many as will rest may be too many: for they can be chosen among them.
    """
    room, over = divmod(sum(counts.values()), SEATS)
    alone = (
        sum(times for mask, times in counts.items() if not mask & ~seats) - room * seats.bit_count()
        for seats in range(1, ALL)
    )
    return sum(max(0, people - over) for people in alone)


def _eased(table: Table, now: dict[int, int], later: dict[int, int], counts: Counter[int]) -> Table:
    """The table with the seats of which the strain is least; what everybody is due afterwards is changed with them."""
    ways = [way for way in permutations(table) if all(p is None or now[p] >> seat & 1 for seat, p in enumerate(way))]
    people = [player for player in table if player is not None]
    counts.subtract(later[player] for player in people)

    def after(way: Sequence[int | None]) -> dict[int, int]:
        left = {player: now[player] & ~(1 << seat) for seat, player in enumerate(way) if player is not None}
        return {player: mask or ALL - 1 for player, mask in left.items()}

    def price(way: Sequence[int | None]) -> int:
        return strain(counts + Counter(after(way).values()))

    best = min([tuple(table), *ways], key=price) if ways else tuple(table)
    later |= after(best) if ways else {}
    counts.update(later[player] for player in people)
    return list(best)
