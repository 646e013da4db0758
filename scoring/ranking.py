"""The ranking: standings from totals and an ordered list of tie-breaks."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

TieBreak = Literal["contracts_made", "fewest_lost", "best_round", "best_deal", "lot"]

TIE_BREAKS: tuple[TieBreak, ...] = ("contracts_made", "fewest_lost", "best_round", "best_deal", "lot")


@dataclass(frozen=True, slots=True)
class Row:
    """What an entry contributes to the ranking.

    `points` is its total; `rounds` the points per round, None for a round it did not play; `best_deal` the most points
    in one deal, None if it played none.
    """

    number: int
    points: int
    contracts_made: int = 0
    contracts_lost: int = 0
    rounds: tuple[int | None, ...] = ()
    best_deal: int | None = None


class DecisiveTieBreak(NamedTuple):
    """A tie-break that was needed, and the row's value in it."""

    tie_break: str
    value: int | str | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A place in the ranking.

    `shared` says that another row has the same rank.  `broke` is the tie-break that separated the row from its nearest
    neighbours with the same points (the furthest down the list that was needed), None if none was needed.
    """

    rank: int
    row: Row
    shared: bool
    broke: DecisiveTieBreak | None


class TieBreakDifference(NamedTuple):
    """The first tie-break in which two rows with equal points differ, and their values in it."""

    tie_break: str
    values: tuple[int | str | None, int | str | None]


_Value = int | str | None


class _Entry(NamedTuple):
    """A row with its value in each tie-break, and its sort key: points and values, arranged so that lowest is best."""

    key: tuple[object, ...]
    values: tuple[_Value, ...]
    row: Row


def rank(rows: Iterable[Row], tie_breaks: Sequence[str], seed: str) -> list[Standing]:
    """The standings of the rows, most points first.

    Rows that are equal in points and in every tie-break share a rank (1 2 2 4) and are listed by number.
    Raises ValueError for an unknown tie-break.
    """
    entries = _entries(sorted(rows, key=lambda row: row.number), tie_breaks, seed)
    entries.sort(key=lambda entry: entry.key)
    tied_groups = [list(equals) for _, equals in groupby(entries, key=lambda entry: entry.key)]
    return list(_standings(tied_groups, tie_breaks))


def difference(first_row: Row, second_row: Row, tie_breaks: Sequence[str], seed: str) -> TieBreakDifference | None:
    """What separates two rows with equal points; None if they are equal in every tie-break."""
    for tie_break in tie_breaks:
        mine, theirs = _column([first_row, second_row], tie_break, seed)
        if mine != theirs:
            return TieBreakDifference(tie_break, (mine, theirs))
    return None


def _entries(rows: Sequence[Row], tie_breaks: Sequence[str], seed: str) -> list[_Entry]:
    columns = [_column(rows, tie_break, seed) for tie_break in tie_breaks]
    ordered = [_order_column(column, tie_break) for column, tie_break in zip(columns, tie_breaks, strict=True)]
    keys = zip([-row.points for row in rows], *ordered, strict=True)
    values = zip(*columns, strict=True) if columns else ((),) * len(rows)
    return [_Entry(*entry) for entry in zip(keys, values, rows, strict=True)]


def _column(rows: Sequence[Row], tie_break: str, seed: str) -> list[_Value]:
    """Each row's value in a tie-break; None if it has none (no round or deal played)."""
    if tie_break == "lot":
        return [lot(seed, row.number) for row in rows]
    if tie_break not in _VALUES:
        raise ValueError(f"unknown tie-break: {tie_break}")
    return [_VALUES[tie_break](row) for row in rows]


def lot(seed: str, number: int) -> str:
    """The lot of an entry: SHA-256 (hex) of the seed followed by the number; the lowest comes first."""
    return hashlib.sha256(f"{seed}{number}".encode()).hexdigest()


_VALUES: dict[str, Callable[[Row], int | None]] = {
    "contracts_made": lambda row: row.contracts_made,
    "fewest_lost": lambda row: row.contracts_lost,
    "best_round": lambda row: max((points for points in row.rounds if points is not None), default=None),
    "best_deal": lambda row: row.best_deal,
}


def _order_column(column: Sequence[_Value], tie_break: str) -> Sequence[object]:
    """The column with values turned so that lower is better; missing values come last."""
    if tie_break in ("fewest_lost", "lot"):
        return column
    return [-value if isinstance(value, int) else float("inf") for value in column]


def _standings(tied_groups: Sequence[Sequence[_Entry]], tie_breaks: Sequence[str]) -> Iterator[Standing]:
    place = 1
    between = [0, *(_first_difference(above[0], below[0]) for above, below in pairwise(tied_groups)), 0]
    for at, equals in enumerate(tied_groups):
        needed = max(between[at : at + 2])
        for entry in equals:
            broke = DecisiveTieBreak(tie_breaks[needed - 1], entry.values[needed - 1]) if needed else None
            yield Standing(place, entry.row, len(equals) > 1, broke)
        place += len(equals)


def _first_difference(first_entry: _Entry, second_entry: _Entry) -> int:
    """The first tie-break in which two rows differ, counted from 1; 0 if their points differ."""
    if first_entry.row.points != second_entry.row.points:
        return 0
    return next(
        at
        for at, (mine, theirs) in enumerate(zip(first_entry.values, second_entry.values, strict=True), 1)
        if mine != theirs
    )
