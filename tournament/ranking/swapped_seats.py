"""Two players who sat in each other's place: the tables as they are once that is put right. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.ranking.records import DealFacts, Seating, TableFacts

# The number of a table, and a position at it.
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SeatSwap:
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

    def position_after(self, position: int) -> int:
        """Where a position of the one table concerned is found afterwards."""
        first, second = (position for _table, position in self.places)
        return {first: second, second: first}.get(position, position)


def swap_tables(tables: Mapping[int, TableFacts], swap: SeatSwap) -> dict[int, TableFacts]:
    """The tables concerned, by number, once it is put right."""
    seats = swap_seatings({number: table.seats for number, table in tables.items()}, swap)
    return {
        number: replace(table, seats=tuple(seats[number]), deals={n: _deal(d, swap) for n, d in table.deals.items()})
        for number, table in tables.items()
    }


def swap_seatings(seats_by_table: Mapping[int, Sequence[Seating]], swap: SeatSwap) -> dict[int, list[Seating]]:
    """Who sits where from which deal on, by table: from the deal named, the two places have each other's players."""
    (table, at), (opposite, to) = swap.places
    first, second = _of(seats_by_table[table], at), _of(seats_by_table[opposite], to)
    changed = {number: list(table) for number, table in seats_by_table.items()}
    for number, position, own, others in ((table, at, first, second), (opposite, to, second, first)):
        rest = [seat for seat in changed[number] if seat.position != position]
        tail = [*(s for s in own if s.from_deal < swap.from_deal), *_tail(others, swap.from_deal)]
        changed[number] = rest + _merge_repeats([seat._replace(position=position) for seat in tail])
    return {number: sorted(table, key=lambda s: (s.position, s.from_deal)) for number, table in changed.items()}


def swap_positions(result: Mapping[str, Any], swap: SeatSwap) -> dict[str, Any]:
    """A result in which the two positions have changed places."""
    changed = dict(result)
    if "declarers" in changed:
        changed["declarers"] = sorted(swap.position_after(position) for position in changed["declarers"])
    for name in ("tricks", "points"):
        if isinstance(changed.get(name), Mapping):
            changed[name] = {
                str(swap.position_after(int(position))): value for position, value in changed[name].items()
            }
    return changed


def _deal(deal: DealFacts, swap: SeatSwap) -> DealFacts:
    if not swap.by_name or deal.number < swap.from_deal:
        return deal
    announced = swap_positions(deal.announced, swap) if deal.announced else deal.announced
    rulings = tuple(
        replace(
            ruling,
            about=tuple(sorted(swap.position_after(position) for position in ruling.about)),
            result=swap_positions(ruling.result, swap) if ruling.result else ruling.result,
        )
        for ruling in deal.rulings
    )
    result = swap_positions(deal.result, swap) if deal.result else deal.result
    return replace(deal, result=result, rulings=rulings, announced=announced)


def _of(seats: Sequence[Seating], position: int) -> list[Seating]:
    return sorted((seat for seat in seats if seat.position == position), key=lambda seat: seat.from_deal)


def _tail(seats: Sequence[Seating], deal: int) -> list[Seating]:
    """Who sits there from a deal on, the first of them from that deal."""
    before = [seat for seat in seats if seat.from_deal <= deal]
    later = [seat for seat in seats if seat.from_deal > deal]
    return [*(seat._replace(from_deal=deal) for seat in before[-1:]), *later]


def _merge_repeats(seats: Sequence[Seating]) -> list[Seating]:
    """The same without a line that repeats the one before: doing it again leaves nothing behind."""
    return [seat for at, seat in enumerate(seats) if not at or seat.entry != seats[at - 1].entry]
