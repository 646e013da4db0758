"""Two players who sat in each other's place: the tables as they are once that is put right. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.ranking.happened import DealFacts, Seating, TableFacts

# The number of a table, and a position at it.
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Swap:
    """Two places in a round whose players sat in each other's from a deal on.

    `by_name` says how the deals were written: a name that was written stays with what it did, and the results get the
    place where that player sat. Otherwise each result stays with its place, and its points go to who sat there.
    """

    places: tuple[Place, Place]
    from_deal: int
    by_name: bool

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of the tables concerned: one, or two."""
        return tuple(sorted({table for table, _position in self.places}))

    def moved(self, position: int) -> int:
        """Where a position of the one table concerned is found afterwards."""
        one, other = (position for _table, position in self.places)
        return {one: other, other: one}.get(position, position)


def swapped(tables: Mapping[int, TableFacts], swap: Swap) -> dict[int, TableFacts]:
    """The tables concerned, by number, once it is put right."""
    seats = reseated({number: table.seats for number, table in tables.items()}, swap)
    return {
        number: replace(table, seats=tuple(seats[number]), deals={n: _deal(d, swap) for n, d in table.deals.items()})
        for number, table in tables.items()
    }


def reseated(seats: Mapping[int, Sequence[Seating]], swap: Swap) -> dict[int, list[Seating]]:
    """Who sits where from which deal on, by table: from the deal named, the two places have each other's players."""
    (one, at), (other, to) = swap.places
    first, second = _of(seats[one], at), _of(seats[other], to)
    found = {number: list(table) for number, table in seats.items()}
    for number, position, own, others in ((one, at, first, second), (other, to, second, first)):
        rest = [seat for seat in found[number] if seat.position != position]
        tail = [*(s for s in own if s.from_deal < swap.from_deal), *_tail(others, swap.from_deal)]
        found[number] = rest + _joined([replace(seat, position=position) for seat in tail])
    return {number: sorted(table, key=lambda s: (s.position, s.from_deal)) for number, table in found.items()}


def renamed(result: Mapping[str, Any], swap: Swap) -> dict[str, Any]:
    """A result in which the two positions have changed places."""
    told = dict(result)
    if "declarers" in told:
        told["declarers"] = sorted(swap.moved(position) for position in told["declarers"])
    for name in ("tricks", "points"):
        if isinstance(told.get(name), Mapping):
            told[name] = {str(swap.moved(int(position))): given for position, given in told[name].items()}
    return told


def _deal(deal: DealFacts, swap: Swap) -> DealFacts:
    if not swap.by_name or deal.number < swap.from_deal:
        return deal
    announced = renamed(deal.announced, swap) if deal.announced else deal.announced
    rulings = tuple(
        replace(
            one,
            about=tuple(sorted(swap.moved(position) for position in one.about)),
            result=renamed(one.result, swap) if one.result else one.result,
        )
        for one in deal.rulings
    )
    result = renamed(deal.result, swap) if deal.result else deal.result
    return replace(deal, result=result, rulings=rulings, announced=announced)


def _of(seats: Sequence[Seating], position: int) -> list[Seating]:
    return sorted((seat for seat in seats if seat.position == position), key=lambda seat: seat.from_deal)


def _tail(seats: Sequence[Seating], deal: int) -> list[Seating]:
    """Who sits there from a deal on, the first of them from that deal."""
    before = [seat for seat in seats if seat.from_deal <= deal]
    later = [seat for seat in seats if seat.from_deal > deal]
    return [*(replace(seat, from_deal=deal) for seat in before[-1:]), *later]


def _joined(seats: Sequence[Seating]) -> list[Seating]:
    """The same without a line that repeats the one before: doing it again leaves nothing behind."""
    return [seat for at, seat in enumerate(seats) if not at or seat.entry != seats[at - 1].entry]
