"""What a seating is made of, in the words that all rooms share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, chain, combinations

SEATS = 4

# Two people or players, the lower number first.
Pair = tuple[int, int]
# A round of people (whole numbers from 0), table after table; and the same cut into tables.
Flat = list[int]
Tables = list[list[int]]
# Those of one table, in any order.
People = Sequence[int]
# Players (whole numbers from 1) in seat order, None for a vacancy; a closed table is empty.
Table = Sequence[int | None]
Rounds = Sequence[Sequence[Table]]
Resting = Sequence[Sequence[int]]
# A round of players that is still being made.
Seating = list[list[int | None]]


def cut(flat: Sequence[int], widths: Sequence[int] = ()) -> Tables:
    """The tables of a flat list of people, each so wide, or of four each."""
    widths = widths or [SEATS] * (len(flat) // SEATS)
    return [list(flat[end - width : end]) for end, width in zip(accumulate(widths), widths, strict=True)]


def flat_of(tables: Iterable[Iterable[int]]) -> Flat:
    """The people of a round's tables, table after table."""
    return list(chain.from_iterable(tables))


def people_of(table: Table) -> list[int]:
    """The players at a table, without vacancies."""
    return [player for player in table if player is not None]


def everybody(tables: Sequence[Table], resting: Sequence[int] = ()) -> list[int]:
    """The players of a round, at tables and on the bench, ascending."""
    return sorted([player for table in tables for player in people_of(table)] + list(resting))


def meetings(history: Iterable[Sequence[int]]) -> dict[Pair, int]:
    """How often each pair sat at one table."""
    met: dict[Pair, int] = {}
    for table in history:
        for pair in combinations(sorted(table), 2):
            met[pair] = met.get(pair, 0) + 1
    return met


def repeats(tables: Iterable[Sequence[int]]) -> int:
    """The repeats of a schedule: the meetings of each pair beyond its first, summed."""
    return sum(times - 1 for times in meetings(tables).values())


@dataclass(frozen=True)
class Roster:
    """Players as people: whole numbers from 0, in the order of `players`; a vacancy is the next number."""

    players: Sequence[int]

    @property
    def vacancy(self) -> int:
        """The number of a vacancy."""
        return len(self.players)

    @cached_property
    def _people(self) -> dict[int | None, int]:
        return {player: person for person, player in enumerate(self.players)} | {None: self.vacancy}

    def people(self, table: Table) -> list[int]:
        """The people and vacancies of a table; who is not on the roster is left out."""
        return [self._people[player] for player in table if player in self._people]

    def marked(self, table: Table) -> list[int]:
        """The people of a table; at a five also a vacancy, a mark with which everybody there sits."""
        return self.people(table) + [self.vacancy] * (len(table) > SEATS)

    def rounds(self, rounds: Rounds) -> list[Tables]:
        """Rounds of players as rounds of people."""
        return [[self.people(table) for table in tables] for tables in rounds]

    def seatings(self, rounds: Sequence[Tables]) -> list[Seating]:
        """Rounds of people as rounds of players."""
        names: list[int | None] = [*self.players, None]
        return [[[names[person] for person in table] for table in tables] for tables in rounds]


@dataclass
class Schedule:
    """The rounds of an event, and who sits out in each."""

    rounds: list[Seating]
    resting: list[list[int]]

    @classmethod
    def of(cls, rounds: Rounds, resting: Resting = ()) -> "Schedule":
        """A schedule of its own, which may be changed; nobody sits out if `resting` is empty."""
        benches = resting or [()] * len(rounds)
        return cls([[list(table) for table in tables] for tables in rounds], [list(people) for people in benches])

    def roster(self, arrived: Sequence[int] = ()) -> Roster:
        """Everybody up to the highest number of those who play or sit out in any round, or arrive."""
        return Roster(range(1, max(chain(arrived, *map(everybody, self.rounds, self.resting))) + 1))


@dataclass(frozen=True)
class AttendanceChange:
    """People leave or come: `absent` play no more after round `after`, `arrived` do from then on.

    Rounds up to `published` are public, and later ones are open; of these, `rankings` (by round, from 0) have the order
    of each that is the ranking alone.
    """

    after: int
    published: int
    absent: Sequence[int] = ()
    arrived: Sequence[int] = ()
    rankings: Mapping[int, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class ApartGroup:
    """People who should not meet: of one club, of one family; what each such meeting costs."""

    members: tuple[int, ...]
    weight: int


@dataclass(frozen=True)
class Weights:
    """What it costs that two meet again, and that somebody sits with a vacancy again."""

    repeat: int = 1
    vacancy: int = 1
