"""What a seating is made of, in the words that all rooms share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain
from typing import Any

SEATS = 4

# A draw, or a part of it, as JSON has it.
Data = dict[str, Any]

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
    """Who plays or rests in a round, ascending."""
    return sorted([player for table in tables for player in people_of(table)] + list(resting))


@dataclass
class Schedule:
    """The rounds of an event, and who rests in each."""

    rounds: list[Seating]
    resting: list[list[int]]

    @classmethod
    def of(cls, rounds: Rounds, resting: Resting = ()) -> "Schedule":
        """A schedule of its own, which may be changed; nobody rests where nothing is told of it."""
        told = resting or [()] * len(rounds)
        return cls([[list(table) for table in tables] for tables in rounds], [list(people) for people in told])

    def told_resting(self, some: bool) -> Data:
        """Who rests in each round, as a document tells it where some do."""
        return {"resting": self.resting} if some else {}


@dataclass(frozen=True)
class Change:
    """People leave or come: `absent` play no more after round `after`, `arrived` do from then on.

    Rounds up to `shown` are published, and later ones are open; of these, `rankings` (by round, from 0) have the order
    of each that is the ranking alone.
    """

    after: int
    shown: int
    absent: Sequence[int] = ()
    arrived: Sequence[int] = ()
    rankings: Mapping[int, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Move:
    """Who sits at another table of a round than before; None for who rests, before or after."""

    round: int
    player: int
    before: int | None
    after: int | None

    def told(self) -> dict[str, int | None]:
        """The same as data for JSON."""
        return {"round": self.round, "player": self.player, "from": self.before, "to": self.after}


@dataclass(frozen=True, eq=False)
class Group:
    """People who should not meet: of one club, of one family; what each such meeting costs."""

    members: tuple[int, ...]
    weight: int


@dataclass(frozen=True)
class Weights:
    """What it costs that two meet again, and that somebody sits with a vacancy again."""

    repeat: int = 1
    vacancy: int = 1
