"""Other seats at their tables for a few, so that seats stay balanced when people leave or come."""

from collections.abc import Sequence
from itertools import zip_longest

from tournament.seating.constraints import Wish
from tournament.seating.model import SEATS, Rounds, Seating, everybody
from tournament.seating.rng import Chance
from tournament.seating.seats.colouring import evened, seat_counts
from tournament.seating.seats.writers import elsewhere, writers_last

Places = list[list[int]]
# So often seats are given by lot and evened out, where somebody's are not even.
SEATINGS = 8


def rebalanced(played: Sequence[Seating], before: Rounds, now: Sequence[Seating], wish: Wish) -> list[Seating]:
    """The rounds, with seats exchanged within tables so that nobody's counts of two differ by more than 1.

    As far as chains of exchanges are found: first at tables where others sit than before, then, for what is left, at
    any table. Counts are over all rounds, those played too; a closed table is an empty list. Where who writes sits
    last, seats change at tables alone where others sit than before.
    """
    changed = [
        [place for place, (old, new) in enumerate(zip_longest(was, tables)) if new and _people(old) != _people(new)]
        for was, tables in zip(before, now, strict=True)
    ]
    if wish.writers_last:
        return _written(played, now, changed, wish)
    every = [[place for place, table in enumerate(tables) if table] for tables in now]
    return _evened(played, _evened(played, now, changed), every)


def seated_anew(played: Sequence[Seating], now: Sequence[Seating], wish: Wish, chance: Chance) -> list[Seating]:
    """The rounds with other seats at all tables, so that nobody's counts of two differ by more than 1.

    As far as chains of exchanges are found, from a few seatings by lot.
    """
    every = [[place for place, table in enumerate(tables) if table] for tables in now]
    if wish.writers_last:
        return _written(played, now, every, wish)
    found = _evened(played, now, every)
    for _ in range(SEATINGS):
        if not _uneven(played, found):
            break
        lot = [[[*chance.shuffled(table[:SEATS]), *table[SEATS:]] for table in tables] for tables in now]
        found = min(found, _evened(played, lot, every), key=lambda rounds: _uneven(played, rounds))
    return found


def _uneven(played: Sequence[Seating], now: Sequence[Seating]) -> int:
    """How many of those who play to the end have counts of two seats that differ by more than 1."""
    counts = seat_counts(everybody(now[-1]), [*played, *now])
    return sum(max(seats) - min(seats) > 1 for seats in counts)


def changes(before: Rounds, now: Sequence[Seating]) -> list[dict[str, int]]:
    """Who keeps his table and gets another seat there: round, player, table, and the seats, all from 1."""
    found = []
    for number, (was, tables) in enumerate(zip(before, now, strict=True), 1):
        for place, (old, new) in enumerate(zip(was, tables, strict=False), 1):
            both = sorted(_people(old) & _people(new))
            seats = [(player, old.index(player) + 1, new.index(player) + 1) for player in both]
            found += [
                {"round": number, "player": player, "table": place, "from": a, "to": b}
                for player, a, b in seats
                if a != b
            ]
    return found


def _written(played: Sequence[Seating], now: Sequence[Seating], where: Places, wish: Wish) -> list[Seating]:
    """The rounds with who writes on the last seat of the tables named for each round, and of those that lost theirs."""
    willing = set(wish.captains)
    where = [
        sorted({*places, *(place for place, table in enumerate(tables) if elsewhere(table, willing))})
        for tables, places in zip(now, where, strict=True)
    ]
    final = [[list(table) for table in tables] for tables in now]
    rest = [
        [table for place, table in enumerate(tables) if place not in places]
        for tables, places in zip(now, where, strict=True)
    ]
    changed = [[tables[place] for place in places] for tables, places in zip(now, where, strict=True)]
    seated = writers_last([*played, *rest], changed, wish.captains)
    for tables, places, found in zip(final, where, seated, strict=True):
        for place, table in zip(places, found, strict=True):
            tables[place] = table
    return final


def _evened(played: Sequence[Seating], now: Sequence[Seating], where: Places) -> list[Seating]:
    """The rounds with seats evened out at the tables named for each round."""
    players = sorted({player for tables in now for table in tables for player in table if player is not None})
    people: dict[int | None, int] = {player: person for person, player in enumerate(players)}
    people[None] = len(players)
    names: list[int | None] = [*players, None]
    rest = [
        [table for place, table in enumerate(tables) if place not in named]
        for tables, named in zip(now, map(set, where), strict=True)
    ]
    flats = [
        [people[player] for place in places for player in tables[place][:SEATS]]
        for tables, places in zip(now, where, strict=True)
    ]
    final = [[list(table) for table in tables] for tables in now]
    for tables, places, flat in zip(final, where, evened(flats, seat_counts(players, [*played, *rest])), strict=True):
        for number, place in enumerate(places):
            tables[place][:SEATS] = [names[person] for person in flat[SEATS * number : SEATS * number + SEATS]]
    return final


def _people(table: Sequence[int | None] | None) -> set[int]:
    return {player for player in table or () if player is not None}
