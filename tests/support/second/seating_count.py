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
    """The largest difference between two of the four seats of anybody, after any number of rounds."""
    counts = {player: [0, 0, 0, 0] for player in range(1, players + 1)}
    worst = 0
    for tables in rounds:
        for table in tables:
            for seat, player in enumerate(table[:4]):
                if player is not None:
                    counts[player][seat] += 1
        worst = max(worst, *(max(seats) - min(seats) for seats in counts.values()))
    return worst


def shared_vacancies(rounds: list[Any]) -> int:
    """How many tables have two empty seats or more."""
    return sum(table.count(None) > 1 for tables in rounds for table in tables)


def places(document: Any, number: int) -> dict[int, int | None]:
    """The table of everybody in a round, both from 1; None for who rests."""
    tables = document["rounds"][number - 1]
    found: dict[int, int | None] = dict.fromkeys(document["resting"][number - 1] if "resting" in document else ())
    return found | {player: at for at, table in enumerate(tables, 1) for player in table if player is not None}


def moved(before: Any, after: Any, number: int) -> dict[int, tuple[int | None, int | None]]:
    """Who has another place than before in a round, of those who had one: from where, and to where."""
    was, now = places(before, number), places(after, number)
    return {player: (was[player], now[player]) for player in now if player in was and was[player] != now[player]}


def least_moves(document: Any, number: int, absent: set[int], arriving: int) -> int:
    """The fewest who must have another place in a round once people left and others came, where seats may stay empty.

    Those at the emptiest tables, if tables are too many; if they are too few, those without whom one of the new would
    have two empty seats.
    """
    tables = [table for table in document["rounds"][number - 1] if table]
    sizes = sorted(len({*table} - absent - {None}) for table in tables)
    playing = sum(sizes) + arriving
    new = -(-playing // 4) - len(tables)
    empty = 4 * len(tables) - sum(sizes)
    return sum(sizes[:-new]) if new < 0 else max(0, -playing % 4 - empty - new)


def least_moves_of_full_tables(document: Any, number: int, absent: set[int], arriving: int) -> int:
    """The same where no seat stays empty: all but those who can stay at the fullest tables, or go on resting."""
    resting = {*document["resting"][number - 1]} - absent if "resting" in document else set()
    sizes = sorted((len({*table} - absent) for table in document["rounds"][number - 1]), reverse=True)
    people = sum(sizes) + len(resting)
    tables, over = divmod(people + arriving, 4)
    kept = sizes[:tables]
    waiting = len(resting) if "resting" in document else kept.count(5)
    return people - sum(min(4, size) for size in kept) - min(over, waiting)


def table_returns(rounds: list[Any]) -> int:
    seen = [
        (player, place)
        for tables in rounds
        for place, table in enumerate(tables)
        for player in table
        if player is not None
    ]
    return len(seen) - len(set(seen))


def bound(players: int, rounds: int) -> int:
    """The least possible repeats of full tables."""
    return max(0, (3 * rounds - (players - 1)) * players // 2)
