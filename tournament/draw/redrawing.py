"""Rounds ahead reseated when players leave or come: published ones with the fewest moves, others redrawn. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from tournament.draw.wishes import Facts, in_engine
from tournament.seating import reseat
from tournament.seating.constraints import PRIORITIES, VACANCIES, Wish
from tournament.seating.model import AttendanceChange, Pair, Schedule, people_of

Rounds = Sequence[Sequence[Sequence[int]]]
Seating = list[list[list[int]]]
Place = tuple[int, int]
# The place of a player who sits out, instead of a table and a seat.
RESTS: Place = (0, 0)


@dataclass(frozen=True, slots=True)
class RoundsAhead:
    """All rounds that are drawn, by entry number. Those up to `played` stay; those up to `published` are public.

    `resting` says who sits out in each round. `absent` no longer play, `arrived` play from now on; together they keep
    the tables full, unless `rest`, one of the engine's RESTS, allows tables of five or players who sit out. The other
    fields are what the draw took into account: `facts` are those that its wishes are about, and with `writers_last`
    those willing to keep score sit last. `ranking` is the one by which alone the last round was drawn, if it was.
    """

    rounds: Rounds
    resting: Sequence[Sequence[int]]
    played: int
    published: int
    absent: tuple[int, ...]
    arrived: tuple[int, ...]
    rest: str = VACANCIES
    facts: Facts = field(default_factory=dict)
    apart: tuple[Pair, ...] = ()
    season: Mapping[Pair, int] = field(default_factory=dict)
    stays: Mapping[int, int] = field(default_factory=dict)
    priority: tuple[str, ...] = PRIORITIES
    ranking: tuple[int, ...] = ()
    writers_last: bool = False


@dataclass(frozen=True, slots=True)
class NewSeating:
    """All rounds with those ahead reseated, and who sits out in each; a table no longer needed is empty."""

    rounds: Seating
    resting: list[list[int]]


@dataclass(frozen=True, slots=True)
class SeatMove:
    """A player's table and seat before and after; RESTS for sitting out, None for no place."""

    number: int
    old_place: Place | None
    new_place: Place | None


def redraw(ahead: RoundsAhead, seed: str) -> NewSeating:
    """All rounds, with those ahead reseated by a seed."""
    tables = chain.from_iterable(ahead.rounds)
    known = sorted({*chain.from_iterable(tables), *chain.from_iterable(ahead.resting), *ahead.arrived})
    players = {number: player for player, number in enumerate(known, 1)}
    wish = _wish(ahead, players, seed)
    change = AttendanceChange(
        after=ahead.played,
        published=ahead.published,
        absent=[players[number] for number in ahead.absent],
        arrived=[players[number] for number in ahead.arrived],
        rankings={len(ahead.rounds) - 1: [players[number] for number in ahead.ranking if number in players]}
        if ahead.ranking
        else {},
    )
    left, _moves = reseat(_schedule(ahead, players), change, wish, wish.seed)
    anew = [[[known[p - 1] for p in people_of(table)] for table in tables] for tables in left.rounds[ahead.played :]]
    return NewSeating(
        [[list(table) for table in tables] for tables in ahead.rounds[: ahead.played]] + anew,
        [sorted(known[player - 1] for player in people) for people in left.resting],
    )


def _schedule(ahead: RoundsAhead, players: Mapping[int, int]) -> Schedule:
    rounds = [[[players[number] for number in table] for table in tables] for tables in ahead.rounds]
    return Schedule.of(rounds, [[players[number] for number in people] for people in ahead.resting])


def moves(
    before: Sequence[Sequence[int]],
    after: Sequence[Sequence[int]],
    rested: Sequence[int] = (),
    resting: Sequence[int] = (),
) -> list[SeatMove]:
    """Who gets another table or seat in a round, loses theirs or gets a new one; in the order of the new tables.

    `rested` and `resting` sit out before and after.
    """
    old, new = _places(before, rested), _places(after, resting)
    changed = [number for number in {**new, **old} if old.get(number) != new.get(number)]
    return [SeatMove(number, old.get(number), new.get(number)) for number in changed]


def _places(tables: Sequence[Sequence[int]], resting: Sequence[int]) -> dict[int, Place]:
    seated = {n: (number, seat) for number, table in enumerate(tables, 1) for seat, n in enumerate(table, 1)}
    return seated | dict.fromkeys(resting, RESTS)


def _wish(ahead: RoundsAhead, players: Mapping[int, int], seed: str) -> Wish:
    return Wish(
        players=len(players),
        rounds=len(ahead.rounds),
        seed=seed,
        **in_engine(ahead.facts, players),
        apart=tuple((players[a], players[b]) for a, b in ahead.apart if a in players and b in players),
        season={
            (players[a], players[b]): times for (a, b), times in ahead.season.items() if a in players and b in players
        },
        stays={players[number]: table for number, table in ahead.stays.items() if number in players},
        priority=ahead.priority,
        rest=ahead.rest,
        writers_last=ahead.writers_last,
    )
