"""How a place in the public ranking stands beside those around it: how far it moved, and what the next one has more."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.ranking import facts, live
from tournament.ranking.contest import format_of
from tournament.ranking.live import Ranking
from tournament.ranking.round_names import the_round
from tournament.ranking.standings import RankingPlace


@dataclass(frozen=True, slots=True)
class RankingStep:
    """`moved` is how many places somebody is higher than after the round of `Movement.since`; None if not in it then.

    `gap` is how many points the place above has more; None for the first of the ranking or of a final.
    """

    moved: int | None
    gap: int | None


@dataclass(frozen=True, slots=True)
class Movement:
    """The steps by entry number, and since when they are counted, in words; "" while no round is finished."""

    since: str
    by_entry: Mapping[int, RankingStep]


def movement(event: Event, ranking: Ranking) -> Movement:
    """The steps of everybody in a public ranking, which is that of the event as it is.

    Counted from the last finished round before the newest one that counts. Both rankings are those that the public
    sees, so nothing of a hidden round, or of one behind a freeze, is in the difference.
    """
    number = _last_finished(event, ranking)
    before = live.public_places_after(event, number) if number else ()
    ranks = {place.entry.number: place.standing.rank for place in before}
    by_entry = {
        place.entry.number: RankingStep(_moved(ranks, place), _gap(ranking.places[at - 1] if at else None, place))
        for at, place in enumerate(ranking.places)
    }
    since = _("since %(round)s") % {"round": the_round(format_of(event), number)} if number else ""
    return Movement(since, by_entry)


def _last_finished(event: Event, ranking: Ranking) -> int | None:
    """The number of the last closed round that counts before the newest in which somebody played; None without one."""
    begun = {
        round
        for place in ranking.places
        for round, points in zip(ranking.rounds, place.all_rounds, strict=True)
        if points is not None
    }
    newest = max(begun, default=0)
    closed = [
        round.number
        for round in facts.rounds(event, public=True)
        if round.closed and round.number in ranking.rounds and round.number < newest
    ]
    return max(closed, default=None)


def _moved(ranks: Mapping[int, int], place: RankingPlace) -> int | None:
    before = ranks.get(place.entry.number)
    return None if before is None else before - place.standing.rank


def _gap(above: RankingPlace | None, place: RankingPlace) -> int | None:
    if above is None or above.section != place.section:
        return None
    return above.standing.row.points - place.standing.row.points
