"""The ranking of the clubs: the average of all its members' points."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournament.naming import folded
from tournament.standings import Place


@dataclass(frozen=True, slots=True)
class Total:
    """One club: `members` are those who are ranked, `points` all theirs together, `average` exact."""

    name: str
    members: int
    points: int

    @property
    def average(self) -> Fraction:
        """Points for each member."""
        return Fraction(self.points, self.members)


@dataclass(frozen=True, slots=True)
class ClubPlace:
    """One line of the ranking of the clubs."""

    rank: int
    shared: bool
    club: Total


def club_ranking(places: Iterable[Place]) -> list[ClubPlace]:
    """The clubs, highest average first; those with the same average share a rank (1 2 2 4).

    Capitals, accents and spaces make no other club; the spelling shown is that of its best member. Who has no club
    counts for none.
    """
    members: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        if place.entry.club.strip():
            members[folded(place.entry.club)].append(place)
    totals = [_total(of) for of in members.values()]
    totals.sort(key=lambda total: (-total.average, folded(total.name)))
    averages = [total.average for total in totals]
    return [ClubPlace(averages.index(total.average) + 1, averages.count(total.average) > 1, total) for total in totals]


def _total(members: Sequence[Place]) -> Total:
    points = sum(member.standing.row.points for member in members)
    return Total(members[0].entry.club, len(members), points)
