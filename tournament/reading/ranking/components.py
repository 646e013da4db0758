"""How points add up if there is more than deals: points carried over, bonus, rounds sat out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournament.ranking.contest import Contest
from tournament.ranking.live import Ranking
from tournament.ranking.round_names import round_name
from tournament.ranking.standings import RankingPlace
from tournament.reading.event.formats import place_rule


@dataclass(frozen=True, slots=True)
class PointsPart:
    """One line of the sum, what a reader may need to know about it, and the round it comes from."""

    label: str
    points: int
    note: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Components:
    """The lines of the sum in order, empty if deals and jury are all; and, by round, why a round does not count."""

    parts: tuple[PointsPart, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)


def components(ranking: Ranking, entry: int) -> Components:
    """How the points of an entry add up; empty for an entry that is not ranked."""
    place, contest = ranking.place(entry), ranking.contest
    if place is None or not (contest.format.gives_bonus or contest.format.finals or contest.sat_out):
        return Components()
    begun = max(ranked.section for ranked in ranking.places)
    notes = {round: note for round in contest.rounds if (note := _note(contest, place, begun, round))}
    return Components(tuple(_parts(contest, place)), notes)


def _parts(contest: Contest, place: RankingPlace) -> Iterator[PointsPart]:
    if place.section:
        yield from _carried(contest, place)
    for round, points in zip(contest.rounds, place.rounds, strict=True):
        if points is not None:
            sat_out = (round, place.entry.number) in contest.sat_out
            label = _("%(round)s, sat out: the average of the other rounds") if sat_out else "%(round)s"
            yield PointsPart(
                label % {"round": round_name(contest.format, round)}, points, round=None if sat_out else round
            )
    if contest.format.bonus or place.bonus:
        yield PointsPart(_("Bonus for the place at the table"), place.bonus, place_rule())
    if place.adjustment_points:
        yield PointsPart(_("Decisions of the jury"), place.adjustment_points)


def _carried(contest: Contest, place: RankingPlace) -> Iterator[PointsPart]:
    """What an entry carried into its final, round by round, since the start or the last final that began from zero."""
    zeros = [stage for stage in contest.format.finals[: place.section] if contest.format.stages[stage - 1].from_zero]
    if zeros and zeros[-1] == contest.format.finals[place.section - 1]:
        yield PointsPart(_("The final starts from zero"), place.carried)
        return
    first = contest.format.first_round(zeros[-1]) if zeros else 1
    before = [
        (round, points)
        for round, points in zip(contest.rounds, place.earlier_rounds, strict=True)
        if points is not None
    ]
    carried = [(round, points) for round, points in before if round >= first]
    yield from (PointsPart(round_name(contest.format, round), points, round=round) for round, points in carried)
    if rest := place.carried - sum(points for _round, points in carried):
        yield PointsPart(_("Bonus and decisions before the final"), rest)


def _note(contest: Contest, place: RankingPlace, begun: int, round: int) -> str:
    """Why a round does not count for a place; "" if it does."""
    finals = contest.format.finals[:begun]
    section = sum(contest.format.first_round(stage) <= round for stage in finals)
    if section > place.section:
        return _("This round does not count: the player is not in the final.")
    if any(contest.format.stages[stage - 1].from_zero for stage in finals[section : place.section]):
        return _("This round no longer counts: the final started from zero.")
    return ""
