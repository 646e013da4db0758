"""Rounds ahead, seated anew when people leave or come: published ones with the fewest moves, others redrawn. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from tournament.seating.changes import afresh, full_rest, leaving
from tournament.seating.constraints import PRIORITIES, SIT_OUTS, VACANCIES, Wish
from tournament.seating.rng import Chance
from tournament.seating.rounds.by_ranking import strictly_again

Rounds = Sequence[Sequence[Sequence[int]]]
Seating = list[list[list[int]]]
Place = tuple[int, int]
Told = list[list[list[int | None]]]
# Where who sits out is, instead of a table and a seat.
RESTS: Place = (0, 0)


@dataclass(frozen=True, slots=True)
class Ahead:
    """All rounds that are drawn, by entry number; those up to `played` stay, those up to `published` are known.

    `resting` tells who sits out in each round. `absent` do not play any more, `arrived` play from now on; so that the
    tables are full again, unless `rest`, one of the engine's RESTS, has tables of five or some who sit out. The others
    are what the draw heeded, by number: the club, family and language of each who has one, and who is willing to write;
    with `writers_last` these sit last. `ranking` is that by which alone the last round was drawn, if it was.
    """

    rounds: Rounds
    resting: Sequence[Sequence[int]]
    played: int
    published: int
    absent: tuple[int, ...]
    arrived: tuple[int, ...]
    rest: str = VACANCIES
    clubs: Mapping[int, str] = field(default_factory=dict)
    families: Mapping[int, str] = field(default_factory=dict)
    languages: Mapping[int, str] = field(default_factory=dict)
    writers: tuple[int, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    stays: Mapping[int, int] = field(default_factory=dict)
    priority: tuple[str, ...] = PRIORITIES
    ranking: tuple[int, ...] = ()
    writers_last: bool = False


@dataclass(frozen=True, slots=True)
class Anew:
    """All rounds, those ahead seated anew, and who sits out in each; a table that is not needed any more is empty."""

    rounds: Seating
    resting: list[list[int]]


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody's table and seat before and after; RESTS for who sits out, None for no place."""

    number: int
    before: Place | None
    after: Place | None


def redrawn(ahead: Ahead, seed: str) -> Anew:
    """All rounds, those ahead seated anew by a seed."""
    tables = chain.from_iterable(ahead.rounds)
    known = sorted({*chain.from_iterable(tables), *chain.from_iterable(ahead.resting), *ahead.arrived})
    players = {number: player for player, number in enumerate(known, 1)}
    wish = _wish(ahead, players, seed)
    by = _with_vacancies if ahead.rest == VACANCIES else _without_vacancies
    told, resting = by(ahead, players, wish)
    if ahead.ranking and len(told) > ahead.published:
        ranking = [players[number] for number in ahead.ranking if number in players]
        told[-1], out = strictly_again(told, resting, len(told) - 1, ranking, wish, Chance(f"{wish.seed}/strict"))
        resting[-1] = sorted(out) if ahead.rest == SIT_OUTS else []
    anew = [[[known[p - 1] for p in table if p is not None] for table in tables] for tables in told[ahead.played :]]
    return Anew(
        [[list(table) for table in tables] for tables in ahead.rounds[: ahead.played]] + anew,
        [sorted(known[player - 1] for player in people) for people in resting],
    )


def _with_vacancies(ahead: Ahead, players: Mapping[int, int], wish: Wish) -> tuple[Told, list[list[int]]]:
    """The rounds as players of the engine, where jokers fill the tables."""
    gone, came = ([players[number] for number in some] for some in (ahead.absent, ahead.arrived))
    told = _told(ahead, players)
    if ahead.published > ahead.played:
        shown = told[: ahead.published]
        first, _moves = leaving.reseated(shown, ahead.played, gone, came, wish, Chance(wish.seed))
        told = [*first, *told[ahead.published :]]
    if len(told) > ahead.published:
        nobody: list[list[int]] = [[] for _ in told]
        told = afresh.redrawn(told, nobody, ahead.published, gone, came, wish, f"{wish.seed}/open").rounds
    return told, [[players[number] for number in people] for people in ahead.resting]


def _without_vacancies(ahead: Ahead, players: Mapping[int, int], wish: Wish) -> tuple[Told, list[list[int]]]:
    """The same with tables of five, or with some who sit out."""
    gone, came = ([players[number] for number in some] for some in (ahead.absent, ahead.arrived))
    told, resting = _told(ahead, players), [[players[number] for number in people] for people in ahead.resting]
    first = ahead.published
    if first > ahead.played:
        left = full_rest.changed(told[:first], resting[:first], ahead.played, gone, came, wish, wish.seed, shown=True)
        told[:first], resting[:first] = left.rounds, left.resting
    if len(told) > first:
        left = afresh.redrawn(told, resting, first, gone, came, wish, f"{wish.seed}/open")
        told, resting = left.rounds, left.resting
    return told, resting


def _told(ahead: Ahead, players: Mapping[int, int]) -> Told:
    return [[[players[number] for number in table] for table in tables] for tables in ahead.rounds]


def moves(
    before: Sequence[Sequence[int]],
    after: Sequence[Sequence[int]],
    rested: Sequence[int] = (),
    resting: Sequence[int] = (),
) -> list[Move]:
    """Who has another table or seat in a round, who lost his and who got one; in the order of the new tables.

    `rested` and `resting` sit out before and after.
    """
    old, new = _places(before, rested), _places(after, resting)
    changed = [number for number in {**new, **old} if old.get(number) != new.get(number)]
    return [Move(number, old.get(number), new.get(number)) for number in changed]


def _places(tables: Sequence[Sequence[int]], resting: Sequence[int]) -> dict[int, Place]:
    seated = {n: (number, seat) for number, table in enumerate(tables, 1) for seat, n in enumerate(table, 1)}
    return seated | dict.fromkeys(resting, RESTS)


def _wish(ahead: Ahead, players: Mapping[int, int], seed: str) -> Wish:
    return Wish(
        players=len(players),
        rounds=len(ahead.rounds),
        seed=seed,
        clubs={players[number]: club for number, club in ahead.clubs.items() if number in players},
        families={players[number]: family for number, family in ahead.families.items() if number in players},
        languages={players[number]: (spoken,) for number, spoken in ahead.languages.items() if number in players},
        captains=tuple(players[number] for number in ahead.writers if number in players),
        apart=tuple((players[a], players[b]) for a, b in ahead.apart if a in players and b in players),
        stays={players[number]: table for number, table in ahead.stays.items() if number in players},
        priority=ahead.priority,
        rest=ahead.rest,
        writers_last=ahead.writers_last,
    )
