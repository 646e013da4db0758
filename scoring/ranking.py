"""The ranking: totals and an ordered list of tie-breaks make standings."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, NamedTuple

TieBreak = Literal["contracts_made", "fewest_lost", "best_round", "best_deal", "lot"]

TIE_BREAKS: tuple[TieBreak, ...] = ("contracts_made", "fewest_lost", "best_round", "best_deal", "lot")


@dataclass(frozen=True, slots=True)
class Row:
    """What an entry brings to the ranking.

    `points` is its total; `rounds` the points per round, None for one it did not play; `best_deal` the most points of
    one deal, None when it played none.
    """

    number: int
    points: int
    contracts_made: int = 0
    contracts_lost: int = 0
    rounds: tuple[int | None, ...] = ()
    best_deal: int | None = None


class Broken(NamedTuple):
    """A tie-break that was needed, and what this row had in it."""

    tie_break: str
    value: int | str | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A place in the ranking.

    `shared` says that another row has the same rank.  `broke` is what separated the row from its nearest neighbours
    with the same points (the tie-break furthest down the list that was needed), None where nothing had to.
    """

    rank: int
    row: Row
    shared: bool
    broke: Broken | None


_Key = tuple[object, ...]


def rank(rows: Iterable[Row], tie_breaks: Sequence[str], seed: str) -> list[Standing]:
    """The standings of the rows, most points first.

    Rows equal in points and in every tie-break share a rank (1 2 2 4) and stand in the order of their numbers.
    Raises ValueError for an unknown tie-break.
    """
    keyed = [(_key(row, tie_breaks, seed), row) for row in rows]
    keyed.sort(key=lambda pair: (pair[0], pair[1].number))
    groups = [(key, [row for _, row in pairs]) for key, pairs in groupby(keyed, key=lambda pair: pair[0])]
    return list(_standings(groups, tie_breaks, seed))


def _standings(
    groups: Sequence[tuple[_Key, list[Row]]], tie_breaks: Sequence[str], seed: str
) -> Iterator[Standing]:
    place = 1
    for at, (key, equals) in enumerate(groups):
        neighbours = [groups[near][0] for near in (at - 1, at + 1) if 0 <= near < len(groups)]
        needed = max((_separated_by(key, other) for other in neighbours), default=0)
        for row in equals:
            broke = Broken(tie_breaks[needed - 1], value(row, tie_breaks[needed - 1], seed)) if needed else None
            yield Standing(place, row, len(equals) > 1, broke)
        place += len(equals)


def _separated_by(key: _Key, other: _Key) -> int:
    """Which part of two keys differs first: 0 is the points, 1 the first tie-break."""
    return next(at for at, (mine, theirs) in enumerate(zip(key, other, strict=True)) if mine != theirs)


def lot(seed: str, number: int) -> str:
    """The lot of an entry, SHA-256 (hex) of the seed and the number written after it; the lowest comes first."""
    return hashlib.sha256(f"{seed}{number}".encode()).hexdigest()


def value(row: Row, tie_break: str, seed: str) -> int | str | None:
    """What the row has in a tie-break; None where it has nothing to show (no round, no deal played)."""
    if tie_break not in _VALUES:
        raise ValueError(f"unknown tie-break: {tie_break}")
    return _VALUES[tie_break](row, seed)


_VALUES: dict[str, Callable[[Row, str], int | str | None]] = {
    "contracts_made": lambda row, seed: row.contracts_made,
    "fewest_lost": lambda row, seed: row.contracts_lost,
    "best_round": lambda row, seed: max((points for points in row.rounds if points is not None), default=None),
    "best_deal": lambda row, seed: row.best_deal,
    "lot": lambda row, seed: lot(seed, row.number),
}

# Of these the lowest comes first; of the others the highest.
_LOWEST_FIRST = ("fewest_lost", "lot")


def _key(row: Row, tie_breaks: Sequence[str], seed: str) -> _Key:
    """What sorts a row, lowest first."""
    return (-row.points, *(_ordered(tie_break, value(row, tie_break, seed)) for tie_break in tie_breaks))


def _ordered(tie_break: str, found: int | str | None) -> object:
    if isinstance(found, int) and tie_break not in _LOWEST_FIRST:
        return -found
    return float("inf") if found is None else found
