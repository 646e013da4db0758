"""Counts a draw a second time, without the engine's own audit: plain loops over the tables."""

from typing import Any


def pairs_met(rounds: list[Any]) -> dict[tuple[int, int], int]:
    met: dict[tuple[int, int], int] = {}
    for tables in rounds:
        for table in tables:
            for i, a in enumerate(table):
                for b in table[:i]:
                    if a is not None and b is not None:
                        met[min(a, b), max(a, b)] = met.get((min(a, b), max(a, b)), 0) + 1
    return met


def repeats(rounds: list[Any]) -> int:
    return sum(times - 1 for times in pairs_met(rounds).values())


def club_meetings(rounds: list[Any], clubs: dict[int, str]) -> int:
    return sum(
        times for (a, b), times in pairs_met(rounds).items() if a in clubs and b in clubs and clubs[a] == clubs[b]
    )


def each_sits_once(rounds: list[Any], players: int) -> bool:
    everybody = list(range(1, players + 1))
    return all(sorted(p for table in tables for p in table if p is not None) == everybody for tables in rounds)


def seat_imbalance(rounds: list[Any], players: int) -> int:
    """The largest difference between two seats of anybody, after any number of rounds."""
    counts = {player: [0, 0, 0, 0] for player in range(1, players + 1)}
    worst = 0
    for tables in rounds:
        for table in tables:
            for seat, player in enumerate(table):
                if player is not None:
                    counts[player][seat] += 1
        worst = max(worst, *(max(seats) - min(seats) for seats in counts.values()))
    return worst


def table_returns(rounds: list[Any]) -> int:
    seen = [(player, place) for tables in rounds for place, table in enumerate(tables) for player in table]
    return len(seen) - len(set(seen))


def bound(players: int, rounds: int) -> int:
    """The least possible repeats of full tables."""
    return max(0, (3 * rounds - (players - 1)) * players // 2)
