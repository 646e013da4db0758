"""The ranking of the clubs, used by the page, the paper on the wall and the workbook.

Clubs are ranked by their members' points before the first cut, in the rounds that everybody could play: a club gains
nothing from the extra rounds of its finalists, and loses nothing if a final begins from zero.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.naming import club_key, folded
from tournament.ranking.format import Clubs, Format
from tournament.ranking.standings import RankingPlace


@dataclass(frozen=True, slots=True)
class ClubTotal:
    """One club: `members` is the number of ranked members, `points` the sum of the points of the members that count.

    `exact_value` is what the club is ranked by: the points, or the average; `counting` lists the members
    whose points count, the best first.
    """

    name: str
    members: int
    points: int
    exact_value: Fraction
    counting: tuple[RankingPlace, ...] = ()

    @property
    def tenths(self) -> Decimal:
        """The value with one decimal; halves are rounded up."""
        return Decimal(floor(self.exact_value * 10 + Fraction(1, 2))) / 10

    @property
    def average(self) -> str:
        """The value with one decimal, in the notation of the visitor's language."""
        return number_format(self.tenths, decimal_pos=1).replace("-", "−")


@dataclass(frozen=True, slots=True)
class ClubPlace:
    """One line of the ranking of the clubs; `rank` is None for a club with too few members."""

    rank: int | None
    shared: bool
    club: ClubTotal


def club_ranking(places: Iterable[RankingPlace], how: Clubs) -> list[ClubPlace]:
    """The clubs, the best first; equals share a rank (1 2 2 4) and are listed by name; too small clubs come last.

    Capitals, accents, spaces and *W.C.* do not distinguish clubs; the spelling shown is the best member's. Players
    without a club count for none.
    """
    members: dict[str, list[RankingPlace]] = defaultdict(list)
    for place in places:
        if place.entry.club.strip():
            members[club_key(place.entry.club)].append(place)
    totals = sorted((_total(of, how) for of in members.values()), key=_by_value)
    ranked = [total for total in totals if total.members >= how.least]
    values = [total.exact_value for total in ranked]
    rows = [
        ClubPlace(values.index(total.exact_value) + 1, values.count(total.exact_value) > 1, total) for total in ranked
    ]
    return rows + [ClubPlace(None, False, total) for total in totals if total.members < how.least]


@dataclass(frozen=True, slots=True)
class ClubSpelling:
    """A spelling of a club: its name, how many players have it, and whether another spelling may be the same club."""

    name: str
    members: int
    alike: bool


def known_clubs(clubs: Iterable[str]) -> list[ClubSpelling]:
    """The clubs by name, with similar spellings next to each other."""
    counts = Counter(clubs)
    keys = Counter(map(club_key, counts))
    spellings = [ClubSpelling(name, count, keys[club_key(name)] > 1) for name, count in counts.items()]
    return sorted(spellings, key=lambda club: (club_key(club.name), club.name))


def rule_text(planned: Format) -> str:
    """How clubs are ranked under a format, in a few sentences."""
    how = planned.clubs
    if how.count == "average":
        rule = _("The average points of all ranked members. Players without a club are not counted.")
    else:
        rule = ngettext(
            "The points of the best member of each club. Players without a club are not counted.",
            "The combined points of the best %(count)s members of each club. Players without a club are not counted.",
            how.best,
        ) % {"count": how.best}
    needs = _("A club needs %(count)s ranked members.") % {"count": how.least} if how.least > 1 else ""
    finals = _("The rounds of a final do not count for the clubs.") if planned.finals else ""
    return " ".join(filter(None, [rule, needs, finals]))


def _total(members: Sequence[RankingPlace], how: Clubs) -> ClubTotal:
    counting = sorted(members, key=lambda member: -member.opening)
    if how.count == "best":
        counting = counting[: how.best]
    points = sum(member.opening for member in counting)
    value = Fraction(points, len(members)) if how.count == "average" else Fraction(points)
    return ClubTotal(members[0].entry.club, len(members), points, value, tuple(counting))


def _by_value(total: ClubTotal) -> tuple[Fraction, str]:
    return -total.exact_value, folded(total.name)
