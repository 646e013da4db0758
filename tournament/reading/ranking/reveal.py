"""The finale: which places of a frozen ranking are revealed, and which comes next."""

from dataclasses import dataclass
from itertools import accumulate, groupby

from tournament.models import Event
from tournament.ranking import live
from tournament.ranking.standings import RankingPlace


@dataclass(frozen=True, slots=True)
class Finale:
    """The places that are revealed, the best first, and those who come next, who share a rank.

    `newest` are those revealed last. `forward` and `back` are the numbers of places revealed after the next step, and
    after taking back the last one; None where there is none.
    """

    newest: tuple[RankingPlace, ...]
    earlier: tuple[RankingPlace, ...]
    coming: tuple[RankingPlace, ...]
    forward: int | None
    back: int | None


def finale(event: Event) -> Finale:
    """How far the finale of an event is. Only `newest` and `earlier` are for the public."""
    places = live.ranking(event, public=False).places
    sizes = [len(list(tied)) for _rank, tied in groupby(reversed(places), lambda place: place.standing.rank)]
    steps = [0, *accumulate(sizes)]
    shown = places[max(0, len(places) - event.revealed) :]
    best = shown[0].standing.rank if shown else 0
    forward = next((step for step in steps if step > event.revealed), None)
    coming = places[len(places) - forward : len(places) - event.revealed] if forward else ()
    return Finale(
        newest=tuple(place for place in shown if place.standing.rank == best),
        earlier=tuple(place for place in shown if place.standing.rank != best),
        coming=tuple(coming),
        forward=forward,
        back=next((step for step in reversed(steps) if step < event.revealed), None),
    )


def below(event: Event, rank: int) -> int:
    """How many places have a higher number than this rank."""
    return sum(place.standing.rank > rank for place in live.ranking(event, public=False).places)
