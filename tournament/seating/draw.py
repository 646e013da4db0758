"""One round: a seeded shuffle, then swaps as long as they make meetings fewer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from tournament.seating.chance import Chance

SEATS = 4
# What a pair at one table costs: having met before weighs more than being of one club.
REPEAT = 100
CLUB = 1
SWEEPS = 60
TRIES = 400
# A small field is easily caught in a dead end: it starts anew a few times.
SMALL = 100
ATTEMPTS = 20

Pair = tuple[int, int]


def draw_round(
    players: Sequence[int], history: Iterable[Sequence[int]], clubs: Mapping[int, str], seed: str
) -> list[list[int]]:
    """Seats players at tables of four: per table the players in seat order.

    `history` holds the tables of earlier rounds, `clubs` the club of those who have one. ValueError when the players
    do not fill their tables, or one is named twice.
    """
    if not players or len(players) % SEATS or len(set(players)) < len(players):
        raise ValueError(f"{len(players)} players do not fill tables of {SEATS}")
    chance = Chance(seed)
    met = meetings(history)
    best: list[list[int]] = []
    lowest: int | None = None
    for _ in range(ATTEMPTS if len(players) <= SMALL else 1):
        tables = _attempt(players, met, clubs, chance)
        cost = sum(_pair_cost(*pair, met, clubs) for table in tables for pair in combinations(table, 2))
        if lowest is None or cost < lowest:
            best, lowest = tables, cost
        if not lowest:
            break
    return best


def meetings(history: Iterable[Sequence[int]]) -> dict[Pair, int]:
    """How often each pair sat at one table."""
    met: dict[Pair, int] = {}
    for table in history:
        for pair in combinations(sorted(table), 2):
            met[pair] = met.get(pair, 0) + 1
    return met


def repeats(tables: Iterable[Sequence[int]]) -> int:
    """The repeats of a schedule: the meetings of each pair beyond its first, summed."""
    return sum(times - 1 for times in meetings(tables).values())


def _attempt(
    players: Sequence[int], met: Mapping[Pair, int], clubs: Mapping[int, str], chance: Chance
) -> list[list[int]]:
    seats = chance.shuffled(sorted(players))
    _improve(seats, met, clubs, chance)
    return [seats[at : at + SEATS] for at in range(0, len(seats), SEATS)]


def _improve(seats: list[int], met: Mapping[Pair, int], clubs: Mapping[int, str], chance: Chance) -> None:
    """Moves players who sit badly, by swaps that lower the cost; stops after a sweep without gain."""

    def cost(at: int, player: int) -> int:
        """What it costs that `player` sits at place `at`, among those who now sit at that table."""
        first = at - at % SEATS
        return sum(_pair_cost(player, seats[place], met, clubs) for place in range(first, first + SEATS) if place != at)

    def gains(here: int, there: int) -> bool:
        a, b = seats[here], seats[there]
        return cost(here, b) + cost(there, a) < cost(here, a) + cost(there, b)

    for _ in range(SWEEPS):
        badly = [at for at in range(len(seats)) if cost(at, seats[at])]
        swapped = [_swap(seats, here, gains, chance) for here in chance.shuffled(badly)]
        if not any(swapped):
            return


def _swap(seats: list[int], here: int, gains: Callable[[int, int], bool], chance: Chance) -> bool:
    """Swaps the player at `here` with the first one found at another table by which the draw gains."""
    for _ in range(min(TRIES, len(seats))):
        there = chance.below(len(seats))
        if there // SEATS != here // SEATS and gains(here, there):
            seats[here], seats[there] = seats[there], seats[here]
            return True
    return False


def _pair_cost(a: int, b: int, met: Mapping[Pair, int], clubs: Mapping[int, str]) -> int:
    pair = (a, b) if a < b else (b, a)
    club = clubs.get(a)
    return REPEAT * met.get(pair, 0) + CLUB * (club is not None and club == clubs.get(b))
