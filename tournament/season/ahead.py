"""What somebody needs at the next evening to pass whoever is before them in a season: exact, as far as it is defined.

It supposes that the other's score stays as it is. Whoever wants more than that has to play the evening.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from tournament.season.counting import Season, SeasonStanding, merit, weighted_deals
from tournament.season.evenings import BEST_PLACE_POINTS
from tournament.season.options import SeasonOptions


class Unknown(StrEnum):
    """Why nothing exact can be said."""

    FIRST = "first"
    # No rank: presences are missing, or no evening counts.
    UNRANKED = "unranked"
    # The season has no further evening, or none that its periods count.
    OVER = "over"
    # Every further evening also changes what the absences give.
    ABSENCES = "absences"
    # With the mean of a deal, a new evening may push out another one with other deals.
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Ahead:
    """What the next evening must give somebody: more than `more_than`, before the weight of that evening.

    It is in what the season counts: points, place points, points of the table, or the points of `deals` deals together.
    `passes` are those before them, who share a rank if they are several, and `gap` what separates them. `least_place`
    is the place, not shared, that suffices where a table gives the points. `reachable` is False where no place gives as
    much. Where `unknown` says why, the other fields are empty, or say what is known.
    """

    unknown: Unknown | None = None
    passes: tuple[int, ...] = ()
    gap: Fraction | None = None
    more_than: Fraction | None = None
    replaces: int | None = None
    deals: int | None = None
    least_place: int | None = None
    reachable: bool = True


def look_ahead(season: Season, standing: SeasonStanding, next_date: date | None, deals: int) -> Ahead:
    """What `standing` needs at the evening of `next_date` (None: the season has no other) to pass the next one.

    `deals` is how many deals that evening has, where the mean of a deal counts.
    """
    if standing.rank is None or standing.score is None:
        return Ahead(Unknown.UNRANKED)
    above = [other for other in season.standings if other.rank is not None and other.rank < standing.rank]
    if not above:
        return Ahead(Unknown.FIRST)
    people = tuple(other.person for other in above if other.rank == above[-1].rank)
    gap = (above[-1].score or Fraction(0)) - standing.score
    period = season.options.period_of(len(season.dates) + 1, next_date) if next_date else None
    if next_date is None or period is None:
        return Ahead(Unknown.OVER, people, gap)
    if season.options.absence == "average":
        return Ahead(Unknown.ABSENCES, people, gap)
    weight = season.options.weight(next_date)
    counting = sorted(
        (slot for slot in standing.slots if slot.counts and slot.period == period),
        key=lambda slot: (merit(slot, season.options), -slot.number),
    )
    best = season.options.best_of(period)
    full = 0 < best <= len(counting)
    if season.options.score == "mean":
        if full:
            return Ahead(Unknown.FULL, people, gap)
        points, played = weighted_deals(slot for slot in standing.slots if slot.counts)
        more_than = ((standing.score + gap) * (played + weight * deals) - points) / weight
        return Ahead(None, people, gap, more_than, deals=deals)
    out = counting[0] if full else None
    more_than = (gap + (merit(out, season.options) if out else 0)) / weight
    return Ahead(None, people, gap, more_than, out and out.number, None, *_places(more_than, season.options))


def _places(more_than: Fraction, options: SeasonOptions) -> tuple[int | None, bool]:
    """The last place of a table that gives more than this, and whether any place of an evening does."""
    if options.score == "table":
        enough = sum(points > more_than for points in options.table)
        return enough or None, enough > 0
    return None, options.score == "points" or more_than < BEST_PLACE_POINTS
