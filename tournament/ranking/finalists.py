"""Who would play a final by the present ranking, and where that is still undecided."""

from dataclasses import dataclass, replace

from tournament.models import Cut, Event, Round
from tournament.ranking.contest import Contest, format_of, qualified, read_contest
from tournament.ranking.standings import RankingPlace, standings_of


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Those tied in points with the last qualifier when the cut separates them, in rank order."""

    inside: tuple[RankingPlace, ...]
    outside: tuple[RankingPlace, ...]


def candidates(event: Event, stage: int) -> list[RankingPlace]:
    """The candidates for the final that is this stage, in the order in which they would qualify.

    Ranked by all rounds before it, including hidden ones. Where the event's tie-breaks leave a tie, lots are drawn from
    its seed. After another final only its finalists are candidates, even if it was closed without a deal.
    """
    planned = format_of(event)
    contest = read_contest(event, public=False, upto=planned.first_round(stage) - 1)
    places = standings_of(event, _with_lot(contest))
    before = qualified(event, planned.first_round(stage) - 1)
    through = before if before is None else frozenset(before)
    return [place for place in places if through is None or place.entry.number in through]


def hidden_before(event: Event, round: int) -> Round | None:
    """A hidden round that the seating of this round gives away: who plays a final follows from those before it."""
    planned = format_of(event)
    stage = planned.stage_number(round)
    before = Round.objects.filter(event=event, published=True, visible=False, number__lt=planned.first_round(stage))
    return before.order_by("number").first() if stage in planned.finals else None


def next_in_rank(cut: Cut) -> RankingPlace | None:
    """Who would replace a finalist who does not come: the best-ranked player who is not in and was not replaced."""
    gone = {out for out, _came_in in cut.replaced}.union(cut.finalists)
    ranked = candidates(cut.event, cut.stage)
    return next((place for place in ranked if place.entry.number not in gone), None)


def ahead_of_finalists(cut: Cut) -> list[RankingPlace]:
    """Who was left out at the cut but is now ahead of the last finalist: points were corrected since.

    Players who were replaced are not counted.
    """
    gone = {out for out, _came_in in cut.replaced}
    ranked = [place for place in candidates(cut.event, cut.stage) if place.entry.number not in gone]
    last = max((at for at, place in enumerate(ranked) if place.entry.number in cut.finalists), default=0)
    return [place for place in ranked[:last] if place.entry.number not in cut.finalists]


def doubtful(places: list[RankingPlace], size: int) -> Doubtful | None:
    """Who is tied in points at a cut after the first `size`; None where points alone decide."""
    if not 0 < size < len(places) or _points(places[size - 1]) != _points(places[size]):
        return None
    tied = [(at, place) for at, place in enumerate(places) if _points(place) == _points(places[size])]
    inside = tuple(place for at, place in tied if at < size)
    return Doubtful(inside, tuple(place for at, place in tied if at >= size))


def _points(place: RankingPlace) -> int:
    return place.standing.row.points


def _with_lot(contest: Contest) -> Contest:
    if "lot" in contest.tie_breaks:
        return contest
    return replace(contest, tie_breaks=[*contest.tie_breaks, "lot"])
