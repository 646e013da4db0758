"""What a draw on paper is: rounds of points, before anybody is assigned to a point.

A round is a flat list: table t holds the points at 4t … 4t + 3. A document describes a design in
so few words that a page can play it: shifts, a round to be developed, columns side by side, or plain lists.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from tournament.seating.designs import finite_fields
from tournament.seating.documents import DesignDocument, PartDocument
from tournament.seating.model import SEATS, Flat, Tables, cut


@dataclass(frozen=True)
class Shifts:
    """Four columns that slide past each other.

    The point with number a in column i is a + i * g, and sits in a round at table a + shift i - shift 4, in the group
    with these moduli. The fifth shift only numbers the tables.
    """

    moduli: tuple[int, ...]
    shifts: tuple[tuple[int, ...], ...]

    def play(self) -> list[Flat]:
        """The rounds, as flat lists of points."""
        return [self._round(row) for row in self.shifts]

    def _round(self, shifts: Sequence[int]) -> Flat:
        size = prod(self.moduli)
        flat = [0] * (SEATS * size)
        number = finite_fields.negative(self.moduli, shifts[SEATS])
        for column in range(SEATS):
            shift = finite_fields.add(self.moduli, shifts[column], number)
            for a, table in enumerate(_sums(self.moduli, size, shift)):
                flat[SEATS * table + column] = column * size + a
        return flat


@dataclass(frozen=True)
class Developed:
    """One round, moved on by every element of a group.

    Point a + o * g is number a of orbit o; the points past the last orbit stay where they are.
    """

    moduli: tuple[int, ...]
    orbits: int
    base: tuple[tuple[int, ...], ...]

    def play(self) -> list[Flat]:
        """The rounds, as flat lists of points; the first is the base."""
        size = prod(self.moduli)
        flat = [point for table in self.base for point in table]
        rounds = []
        for element in range(size):
            moved = _sums(self.moduli, size, element)
            rounds.append([p - p % size + moved[p % size] if p < size * self.orbits else p for p in flat])
        return rounds


@dataclass(frozen=True)
class Columns:
    """Four designs of a quarter of the points, side by side."""

    inner: "Design"

    def play(self) -> list[Flat]:
        """The rounds, as flat lists of points."""
        size = self.inner.points
        rounds = self.inner.play()
        return [[column * size + point for column in range(SEATS) for point in flat] for flat in rounds]


@dataclass(frozen=True)
class ListedRounds:
    """Rounds written out."""

    flats: tuple[tuple[int, ...], ...]

    def play(self) -> list[Flat]:
        """The rounds, as flat lists of points."""
        return [list(flat) for flat in self.flats]


Part = Shifts | Developed | Columns | ListedRounds


@dataclass(frozen=True)
class Design:
    """Parts played one after the other, of which the first `rounds` rounds count."""

    name: str
    points: int
    rounds: int
    parts: tuple[Part, ...]

    @property
    def columns(self) -> bool:
        """Whether the members of a column (a quarter of the points, in order) never meet."""
        return all(isinstance(part, Shifts) for part in self.parts)

    def play(self) -> list[Flat]:
        """The rounds, as flat lists of points."""
        return self._all()[: self.rounds]

    def beyond(self) -> list[Tables]:
        """The tables of rounds with which the design could go on."""
        return [cut(flat) for flat in self._all()[self.rounds :]]

    def _all(self) -> list[Flat]:
        return [flat for part in self.parts for flat in part.play()]

    def to_dict(self) -> DesignDocument:
        """The design as a document has it."""
        parts = [_part(part) for part in self.parts]
        return {"name": self.name, "points": self.points, "rounds": self.rounds, "parts": parts}


def _part(part: Part) -> PartDocument:
    match part:
        case Shifts():
            return {"kind": "shifts", "moduli": [*part.moduli], "shifts": [[*row] for row in part.shifts]}
        case Developed():
            base = [[*table] for table in part.base]
            return {"kind": "developed", "moduli": [*part.moduli], "orbits": part.orbits, "base": base}
        case Columns():
            return {"kind": "columns", "design": part.inner.to_dict()}
        case ListedRounds():
            return {"kind": "listed", "rounds": [[*flat] for flat in part.flats]}


def _sums(moduli: Sequence[int], size: int, shift: int) -> list[int]:
    """What every element becomes when `shift` is added to it."""
    if len(moduli) == 1:
        return [(a + shift) % size for a in range(size)]
    return [finite_fields.add(moduli, a, shift) for a in range(size)]
