"""Who writes sits on the last seat: the fourth, at a table of five the fifth.

The marker notes in the last column, and the first dealer sits at the marker's left (rules of 2018, article 1). Who is
willing to write writes in turn; what is balanced for everybody is then the other seats, the first three. At a table of
five its fourth seat is left out of that too, as the fifth one is where nobody was named.
"""

from collections.abc import Sequence, Set
from itertools import permutations

from tournament.seating.model import SEATS, Rounds, Seating, everybody, people_of
from tournament.seating.seats.eligibility import ANY, masks
from tournament.seating.seats.evening import Where, even_seats, every, seat_counts, uneven

Table = list[int | None]
# The seats that are balanced, and the mask of the last one.
OTHERS, LAST = SEATS - 1, 1 << (SEATS - 1)


def writers_last(history: Rounds, coming: Rounds, writers: Sequence[int], where: Where | None = None) -> list[Seating]:
    """The coming rounds with somebody of `writers` on the last seat of every table that has one.

    Of those willing, or of all if nobody is, it is whoever sat there least often. Nobody changes tables. Counts of
    the other seats, of those in `history` too, differ by at most 1 for everybody after the last of these rounds, where
    none were played; else as far as exchanges are found. A closed table is an empty list. Tables that are not named,
    where some are, stay as they are.
    """
    where = every(coming) if where is None else where
    seatings = [[list(table) for table in tables] for tables in coming]
    unchanged = [
        [table for place, table in enumerate(tables) if place not in places]
        for tables, places in zip(coming, map(set, where), strict=True)
    ]
    turns = _WriterTurns([*history, *unchanged], set(writers))
    for tables, places in zip(seatings, where, strict=True):
        for place in places:
            tables[place] = turns.ended(tables[place])
    # Three rounds at a time, then all where needed.
    for first in range(0, len(seatings), OTHERS):
        block, before = slice(first, first + OTHERS), [*history, *unchanged[first + OTHERS :], *seatings[:first]]
        seatings[block] = even_seats(before, seatings[block], where[block], OTHERS)
    players = {player for tables in seatings for player in everybody(tables)}
    if uneven(seat_counts(players, [*history, *seatings], OTHERS).values()):
        seatings = even_seats(history, seatings, where, OTHERS)
    return seatings


def elsewhere(table: Sequence[int | None], willing: Set[int]) -> bool:
    """Whether somebody at a table is willing to write, and somebody else sits last."""
    return not willing.isdisjoint(table) and table[-1] not in willing


def due_of(counts: Sequence[Sequence[int]], order: Sequence[int], writers: Sequence[int]) -> list[int]:
    """The masks of the seats that these are due, as `eligibility.masks`: the last one is for whoever writes.

    Where not every table can have somebody who does, it is for anybody.
    """
    willing = set(writers).intersection(order)
    last = ANY if len(willing) * SEATS < len(order) else LAST
    three = masks([seats[:OTHERS] for seats in counts])
    return [mask | (LAST if player in willing or last == ANY else 0) for player, mask in zip(order, three, strict=True)]


class _WriterTurns:
    """How often everybody sat last, came fourth at a table of five, and, in rounds played, had each of the others."""

    def __init__(self, history: Rounds, willing: set[int]) -> None:
        self._willing = willing
        self._times: dict[tuple[int, int], int] = {}
        self._others = seat_counts((player for tables in history for player in everybody(tables)), history, OTHERS)
        for table in (table for tables in history for table in tables if table):
            self._count(table)

    def ended(self, table: Table) -> Table:
        """The table with its last seat given, and the fourth of five; the others in their order."""
        if not table:
            return []
        rest = list(table)
        end: Table = []
        for seat in range(len(table), OTHERS, -1):
            willing = self._willing if seat == len(table) else set()
            ranks = {p: (p not in willing, self._times.get((seat, p), 0)) for p in people_of(rest)}
            alike = [player for player, rank in ranks.items() if rank == min(ranks.values())]
            who = alike[0] if len(alike) == 1 or not self._others else min(alike, key=lambda p: self._strain(rest, p))
            rest.remove(who)
            end.insert(0, who)
        self._count([*rest, *end])
        return [*rest, *end]

    def _strain(self, table: Table, without: int) -> int:
        """How far the first three seats would be from what the others of a table are due."""
        people = [self._others.get(p or 0, [0] * OTHERS) for p in table if p != without]
        return min(
            sum((counts[seat] - min(counts)) ** 2 for seat, counts in enumerate(three))
            for three in permutations(people, OTHERS)
        )

    def _count(self, table: Sequence[int | None]) -> None:
        for seat, player in enumerate(table[OTHERS:], OTHERS + 1):
            if player is not None:
                self._times[seat, player] = self._times.get((seat, player), 0) + 1
