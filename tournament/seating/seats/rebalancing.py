"""Other seats at their tables for a few, so that seats stay balanced when people leave or come."""

from itertools import zip_longest

from tournament.seating.constraints import Wish
from tournament.seating.documents import SeatChange
from tournament.seating.model import SEATS, Rounds, Seating, everybody, people_of
from tournament.seating.rng import Chance
from tournament.seating.seats.evening import even_seats, every, seat_counts, uneven
from tournament.seating.seats.writers import elsewhere, writers_last

# So often seats are given by lot and evened out, where somebody's are not even.
SEATINGS = 8


def rebalance_seats(history: Rounds, previous: Rounds, coming: Rounds, wish: Wish) -> list[Seating]:
    """The rounds, with seats exchanged within tables so that nobody's counts of two differ by more than 1.

    As far as chains of exchanges are found: first at tables whose players changed, then, for what is left, at
    any table. Counts are over all rounds, those played too; a closed table is an empty list. If writers
    sit last, seats change only at tables whose players changed or whose writer has left.
    """
    willing = set(wish.captains) if wish.writers_last else set()
    changed = [
        [
            place
            for place, (old, new) in enumerate(zip_longest(old_tables, new_tables, fillvalue=()))
            if new and ({*people_of(old)} != {*people_of(new)} or elsewhere(new, willing))
        ]
        for old_tables, new_tables in zip(previous, coming, strict=True)
    ]
    if wish.writers_last:
        return writers_last(history, coming, wish.captains, changed)
    return even_seats(history, even_seats(history, coming, changed), every(coming))


def reseat_rounds(history: Rounds, coming: Rounds, wish: Wish, rng: Chance) -> list[Seating]:
    """The rounds with other seats at all tables, so that nobody's counts of two differ by more than 1.

    As far as chains of exchanges are found, from a few seatings by lot.
    """
    if wish.writers_last:
        return writers_last(history, coming, wish.captains)
    players = everybody(coming[-1])

    def worth(rounds: Rounds) -> int:
        return uneven(seat_counts(players, [*history, *rounds]).values())

    seatings = even_seats(history, coming, every(coming))
    for _ in range(SEATINGS):
        if not worth(seatings):
            break
        lot = [[[*rng.shuffled(table[:SEATS]), *table[SEATS:]] for table in tables] for tables in coming]
        seatings = min(seatings, even_seats(history, lot, every(coming)), key=worth)
    return seatings


def changes(previous: Rounds, coming: Rounds) -> list[SeatChange]:
    """Players who keep their table and get another seat there; everything is numbered from 1."""
    return [
        {"round": number, "player": player, "table": place, "from": a, "to": b}
        for number, (old_tables, new_tables) in enumerate(zip(previous, coming, strict=True), 1)
        for place, (old, new) in enumerate(zip(old_tables, new_tables, strict=False), 1)
        for player in sorted({*people_of(old)} & {*people_of(new)})
        if (a := old.index(player) + 1) != (b := new.index(player) + 1)
    ]
