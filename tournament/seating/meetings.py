"""Who met whom, counted from the tables alone."""

from collections.abc import Iterable, Sequence
from itertools import combinations

Pair = tuple[int, int]


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
