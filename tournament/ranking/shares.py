"""What one table gives to those who sat at it: the points of its deals, and the bonus of their places. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class EntryShare(NamedTuple):
    """What one entry has from one table; `best` is None until a deal gave it something, even if that was 0.

    `deals` counts those it played; `averaged` is the part of the points that it has for deals that nobody played.
    `squares` is the sum of the squares of the points of each deal, from which their spread follows.
    """

    points: int = 0
    contracts_made: int = 0
    contracts_lost: int = 0
    best: int | None = None
    bonus: int = 0
    deals: int = 0
    averaged: int = 0
    squares: int = 0


@dataclass(frozen=True, slots=True)
class TablePlace:
    """The place of an entry's seat at its table, and the entry's bonus for it.

    `seat_count` is the number of seats. An entry that sat there for only some of the deals has that part of the seat's
    bonus: `deals` of the `seat_deals` that were played there.
    """

    place: int
    shared: bool
    seat_count: int
    bonus: int
    deals: int
    seat_deals: int


def table_places(
    totals: Mapping[int, int], deals_by_seat: Mapping[int, Mapping[int, int]], bonus: Sequence[int]
) -> dict[int, TablePlace]:
    """The place of everyone who sat at a table, by entry number.

    `totals` are the deal points by position; `deals_by_seat` says by position how many of its deals each entry played;
    `bonus` is what the places give, best first, and places beyond the list give 0. Tied seats share the mean of their
    places' bonus. Everyone who sat there occupies a place, ranked or not. A seat that changed hands competes as one;
    its bonus is divided among its players by the deals each of them played. Both are rounded down, so that no more is
    given than the list has.
    """
    places: dict[int, TablePlace] = {}
    for position, players in deals_by_seat.items():
        place, ties = _place_of(totals[position], totals.values())
        each = sum(list(bonus)[place - 1 : place - 1 + ties]) // ties
        played = sum(players.values())
        for entry, deals in players.items():
            part = each * deals // played if played else 0
            places[entry] = TablePlace(place, ties > 1, len(totals), part, deals, played)
    return places


def together(shares: Iterable[EntryShare]) -> EntryShare:
    """The sum of several tables' shares."""
    points, made, lost, bests, *others = zip(EntryShare(), *shares, strict=True)
    best = max([best for best in bests if best is not None], default=None)
    return EntryShare(sum(points), sum(made), sum(lost), best, *map(sum, others))


def _place_of(points: int, all_points: Iterable[int]) -> tuple[int, int]:
    """The place of these points among all, from 1, and how many seats share it."""
    counted = Counter(all_points)
    return 1 + sum(count for other, count in counted.items() if other > points), counted[points]
