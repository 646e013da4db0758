"""Who writes sits on the last seat: the fourth, at a table of five the fifth.

The marker notes in the last column, and the first dealer sits at the marker's left (rules of 2018, article 1). Who is
willing to write writes in turn; what is balanced for everybody is then the other seats, the first three. At a table of
five its fourth seat is left out of that too, as the fifth one is where nobody was named.
"""

from collections.abc import Iterator, Sequence, Set
from itertools import permutations

from tournament.seating.model import SEATS, Rounds
from tournament.seating.seats.colouring import evened
from tournament.seating.seats.eligibility import ANY, masks

Table = list[int | None]
Seating = list[Table]
# The seats that are balanced, and the mask of the last one.
OTHERS, LAST = SEATS - 1, 1 << (SEATS - 1)


def writers_last(played: Rounds, coming: Sequence[Seating], writers: Sequence[int]) -> list[Seating]:
    """The coming rounds with somebody of `writers` on the last seat of every table that has one.

    Whoever of a table was last there least often; so too where nobody is willing. Nobody changes his table. Counts of
    the other seats, of the rounds `played` too, differ by at most 1 for everybody after the last of these rounds, where
    none were played; else as far as exchanges are found. A closed table is an empty list.
    """
    turns = _Turns(played, set(writers))
    ended = [[turns.ended(table) for table in tables] for tables in coming]
    others = _evened(played, [[table[:OTHERS] for table in tables if table] for tables in ended])
    found = []
    for tables, three in zip(ended, map(iter, others), strict=True):
        found.append([[*next(three), *table[OTHERS:]] if table else [] for table in tables])
    return found


def elsewhere(table: Sequence[int | None], willing: Set[int]) -> bool:
    """Whether somebody at a table is willing to write, and somebody else sits last."""
    return not willing.isdisjoint(table) and table[-1] not in willing


def due_of(counts: Sequence[Sequence[int]], order: Sequence[int], writers: Sequence[int]) -> list[int]:
    """The masks of the seats that these are due, as `due.masks`: the last one is for whoever writes.

    Where not every table can have somebody who does, it is for anybody.
    """
    willing = set(writers).intersection(order)
    last = ANY if len(willing) * SEATS < len(order) else LAST
    three = masks([seats[:OTHERS] for seats in counts])
    return [mask | (LAST if player in willing or last == ANY else 0) for player, mask in zip(order, three, strict=True)]


class _Turns:
    """How often everybody sat last, came fourth at a table of five, and, in rounds played, had each of the others."""

    def __init__(self, played: Rounds, willing: set[int]) -> None:
        self._willing = willing
        self._times: dict[tuple[int, int], int] = {}
        self._others: dict[int, list[int]] = {}
        for table in (table for tables in played for table in tables):
            for seat, player in enumerate(table[:OTHERS]):
                if player is not None:
                    self._others.setdefault(player, [0] * OTHERS)[seat] += 1
        for table in (table for tables in played for table in tables if table):
            self._count(table)

    def ended(self, table: Table) -> Table:
        """The table with its last seat given, and the fourth of five; the others in their order."""
        if not table:
            return []
        rest = list(table)
        end: Table = []
        for seat in range(len(table), OTHERS, -1):
            wanted = self._willing if seat == len(table) else set()
            ranks = {p: (p not in wanted, self._times.get((seat, p), 0)) for p in _people(rest)}
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


def _evened(played: Rounds, coming: Sequence[Seating]) -> list[Seating]:
    """Threes of the coming rounds in the order of their seats: three rounds at a time, then all where needed."""
    players = sorted({player for tables in [*played, *coming] for table in tables for player in _people(table)})
    people: dict[int | None, int] = {player: person for person, player in enumerate(players)}
    people[None] = len(players)
    names: list[int | None] = [*players, None]
    counts = [[0] * OTHERS for _ in players]
    for tables in played:
        _add(counts, [people[player] for table in tables for player in table[:OTHERS]])
    start = [list(seats) for seats in counts]
    flats = [[people[player] for table in tables for player in table] for tables in coming]
    for first in range(0, len(flats), OTHERS):
        block = slice(first, first + OTHERS)
        flats[block] = evened(flats[block], counts, OTHERS)
        for flat in flats[block]:
            _add(counts, flat)
    if any(max(seats) - min(seats) > 1 for seats in counts):
        flats = evened(flats, start, OTHERS)
    return [[[names[person] for person in three] for three in _threes(flat)] for flat in flats]


def _add(counts: list[list[int]], flat: Sequence[int]) -> None:
    for three in _threes(flat):
        for seat, person in enumerate(three):
            if person < len(counts):
                counts[person][seat] += 1


def _threes(flat: Sequence[int]) -> Iterator[Sequence[int]]:
    return (flat[at : at + OTHERS] for at in range(0, len(flat), OTHERS))


def _people(table: Sequence[int | None]) -> list[int]:
    return [player for player in table if player is not None]
