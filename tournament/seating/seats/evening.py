"""Seats exchanged within tables, in chains, until nobody sat on one much more often than on another."""

from collections.abc import Collection, Iterable, Sequence

from tournament.seating.model import SEATS, Rounds, Seating

# For each round, which of its tables (from 0) may change.
Where = Sequence[Collection[int]]


def seat_counts(players: Iterable[int], history: Rounds, seats: int = SEATS) -> dict[int, list[int]]:
    """How often each of the players sat on each of a table's first `seats` seats."""
    counts = {player: [0] * seats for player in players}
    for tables in history:
        for table in tables:
            for seat, player in enumerate(table[:seats]):
                if player in counts:
                    counts[player][seat] += 1
    return counts


def uneven(counts: Iterable[Sequence[int]]) -> int:
    """How many have counts of two seats that differ by more than 1."""
    return sum(max(seats) - min(seats) > 1 for seats in counts)


def every(rounds: Rounds) -> Where:
    """All tables of the rounds but closed ones."""
    return [[place for place, table in enumerate(tables) if table] for tables in rounds]


def even_seats(history: Rounds, rounds: Rounds, where: Where, seats: int = SEATS) -> list[Seating]:
    """The rounds, with the first `seats` seats exchanged at the tables named, so that everybody's are even.

    As far as chains of exchanges are found; counts are over all rounds, those played too.
    """
    evening = _Evening(history, rounds, where, seats)
    for player in evening.players:
        evening.relieve(player)
    return evening.rounds


class _Evening:
    """Everybody's counts of a table's seats over all rounds, and chains of exchanges that bring them closer."""

    def __init__(self, history: Rounds, rounds: Rounds, where: Where, seats: int) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self._seats = seats
        self._at: dict[int, list[list[int | None]]] = {}
        for tables, places in zip(self.rounds, where, strict=True):
            for table in (tables[place] for place in places):
                for player in table:
                    if player is not None:
                        self._at.setdefault(player, []).append(table)
        self.players = sorted(self._at)
        self._counts = seat_counts(self.players, [*history, *rounds], seats)

    def relieve(self, player: int) -> None:
        """Moves a player from seats they had often to those they had seldom, as long as chains are found."""
        counts = self._counts[player]
        while max(counts) - min(counts) > 1:
            seats = range(self._seats)
            pairs = ((a, b) for a in seats for b in seats if counts[a] > counts[b] + 1)
            if not any(self._chain(player, a, b) for a, b in pairs):
                break

    def _chain(self, player: int, a: int, b: int) -> bool:
        """Exchanges seats a and b at tables in a row, each for the sake of the one pushed before; whether one ends."""
        came: dict[int | None, tuple[int, list[int | None]] | None] = {player: None}
        queue = [player]
        for pushed in queue:
            for table in self._at[pushed]:
                if table[a] != pushed or (other := table[b]) in came:
                    continue
                came[other] = pushed, table
                if other is None or self._counts[other][b] > self._counts[other][a]:
                    self._exchange(other, came, a, b)
                    return True
                queue.append(other)
        return False

    def _exchange(
        self, last: int | None, came: dict[int | None, tuple[int, list[int | None]] | None], a: int, b: int
    ) -> None:
        while step := came[last]:
            before, table = step
            table[a], table[b] = table[b], table[a]
            for player, gained, lost in ((before, b, a), (last, a, b)):
                if player is not None:
                    self._counts[player][gained] += 1
                    self._counts[player][lost] -= 1
            last = before
