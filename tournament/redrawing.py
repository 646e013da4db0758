"""Rounds ahead, seated anew when people leave or come: published ones with the fewest moves, others redrawn. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournament.seating import leaving, rest
from tournament.seating.chance import Chance
from tournament.seating.designs import SEATS
from tournament.seating.wishes import Wish

Rounds = Sequence[Sequence[Sequence[int]]]
Seating = list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class Ahead:
    """All rounds that are drawn, by entry number; those up to `played` stay, those up to `published` are known.

    `absent` do not play any more, `arrived` play from now on; so that the tables are full again. `clubs` names those of
    each who has one, where clubs are heeded; `apart` and `stays` are as the draw had them.
    """

    rounds: Rounds
    played: int
    published: int
    absent: tuple[int, ...]
    arrived: tuple[int, ...]
    clubs: Mapping[int, str] = field(default_factory=dict)
    apart: tuple[tuple[int, int], ...] = ()
    stays: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody's table and seat before and after; None for no seat."""

    number: int
    before: tuple[int, int] | None
    after: tuple[int, int] | None


def redrawn(ahead: Ahead, seed: str) -> Seating:
    """All rounds, those ahead seated anew by a seed; a table that is not needed any more is empty."""
    known = sorted({n for tables in ahead.rounds for table in tables for n in table}.union(ahead.arrived))
    players = {number: player for player, number in enumerate(known, 1)}
    gone, came = ([players[number] for number in some] for some in (ahead.absent, ahead.arrived))
    # Of a round that was played the four who began count: not the fifth, nor who came in for somebody.
    told: list[list[list[int | None]]] = [
        [[players[n] for n in table[:SEATS]] for table in tables] for tables in ahead.rounds
    ]
    wish = _wish(ahead, players, seed)
    if ahead.published > ahead.played:
        first, _moves = leaving.reseated(told[: ahead.published], ahead.played, gone, came, wish, Chance(seed))
        told = [*first, *told[ahead.published :]]
    if len(told) > ahead.published:
        told = rest.redrawn(told, ahead.published, gone, came, wish, f"{seed}/open")
    anew = [[[known[p - 1] for p in table if p is not None] for table in tables] for tables in told[ahead.played :]]
    return [[list(table) for table in tables] for tables in ahead.rounds[: ahead.played]] + anew


def moves(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[Move]:
    """Who has another table or seat in a round, who lost his and who got one; in the order of the new tables."""
    old, new = _places(before), _places(after)
    changed = [number for number in {**new, **old} if old.get(number) != new.get(number)]
    return [Move(number, old.get(number), new.get(number)) for number in changed]


def _places(tables: Sequence[Sequence[int]]) -> dict[int, tuple[int, int]]:
    return {n: (number, seat) for number, table in enumerate(tables, 1) for seat, n in enumerate(table, 1)}


def _wish(ahead: Ahead, players: Mapping[int, int], seed: str) -> Wish:
    return Wish(
        players=len(players),
        rounds=len(ahead.rounds),
        seed=seed,
        clubs={players[number]: club for number, club in ahead.clubs.items() if number in players},
        apart=tuple((players[a], players[b]) for a, b in ahead.apart if a in players and b in players),
        stays={players[number]: table for number, table in ahead.stays.items() if number in players},
    )
