"""Who would play a final by the present ranking, and where that is still undecided."""

from dataclasses import dataclass, replace

from tournament.models import Cut, Event, Round
from tournament.ranking.contest import Contest, contest, format_of, qualified
from tournament.ranking.standings import Place, standings_of


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Those tied in points with the last qualifier when the cut separates them, in rank order."""

    inside: tuple[Place, ...]
    outside: tuple[Place, ...]


def candidates(event: Event, stage: int) -> list[Place]:
    """The candidates for the final that is this stage, in the order in which they would qualify.

    Ranked by all rounds before it, including hidden ones. Where the event's tie-breaks leave a tie, lots are drawn from
    its seed. After another final only its finalists are candidates, even if it was closed without a deal.
    """
    planned = format_of(event)
    now = contest(event, public=False, upto=planned.first_round(stage) - 1)
    places = standings_of(event, _with_lot(now))
    before = qualified(event, planned.first_round(stage) - 1)
    through = before if before is None else frozenset(before)
    return [place for place in places if through is None or place.entry.number in through]


def hidden_before(event: Event, round: int) -> Round | None:
    """A hidden round that the seating of this round gives away: who plays a final follows from those before it."""
    planned = format_of(event)
    stage = planned.stage_number(round)
    before = Round.objects.filter(event=event, published=True, visible=False, number__lt=planned.first_round(stage))
    return before.order_by("number").first() if stage in planned.finals else None


def next_in_rank(made: Cut) -> Place | None:
    """Who would replace a finalist who does not come: the best-ranked player who is not in and was not replaced."""
    gone = {out for out, _came_in in made.replaced}.union(made.finalists)
    ranked = candidates(made.event, made.stage)
    return next((place for place in ranked if place.entry.number not in gone), None)


def ahead_of_finalists(made: Cut) -> list[Place]:
    """Who was left out at the cut but is now ahead of the last finalist: points were corrected since.

    Players who were replaced are not counted.
    """
    gone = {out for out, _came_in in made.replaced}
    ranked = [place for place in candidates(made.event, made.stage) if place.entry.number not in gone]
    last = max((at for at, place in enumerate(ranked) if place.entry.number in made.finalists), default=0)
    return [place for place in ranked[:last] if place.entry.number not in made.finalists]


def doubtful(places: list[Place], size: int) -> Doubtful | None:
    """Who is tied in points at a cut after the first `size`; None where points alone decide."""
    if not 0 < size < len(places) or _points(places[size - 1]) != _points(places[size]):
        return None
    tied = [(at, place) for at, place in enumerate(places) if _points(place) == _points(places[size])]
    inside = tuple(place for at, place in tied if at < size)
    return Doubtful(inside, tuple(place for at, place in tied if at >= size))


def _points(place: Place) -> int:
    return place.standing.row.points


def _with_lot(now: Contest) -> Contest:
    if "lot" in now.tie_breaks:
        return now
    return replace(now, tie_breaks=[*now.tie_breaks, "lot"])
