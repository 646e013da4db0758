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
class Part:
    """One line of the sum, what a reader may need to know about it, and the round it comes from."""

    told: str
    points: int
    note: str = ""
    round: int | None = None


@dataclass(frozen=True, slots=True)
class Components:
    """The lines of the sum in order, empty if deals and jury are all; and, by round, why a round does not count."""

    parts: tuple[Part, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)


def components(ranking: Ranking, entry: int) -> Components:
    """How the points of an entry add up; empty for an entry that is not ranked."""
    place, now = ranking.place(entry), ranking.contest
    if place is None or not (now.format.gives_bonus or now.format.finals or now.sat_out):
        return Components()
    begun = max(one.section for one in ranking.places)
    notes = {round: note for round in now.rounds if (note := _note(now, place, begun, round))}
    return Components(tuple(_parts(now, place)), notes)


def _parts(now: Contest, place: RankingPlace) -> Iterator[Part]:
    if place.section:
        yield from _carried(now, place)
    for round, points in zip(now.rounds, place.rounds, strict=True):
        if points is not None:
            sat_out = (round, place.entry.number) in now.sat_out
            told = _("%(round)s, sat out: the average of the other rounds") if sat_out else "%(round)s"
            yield Part(told % {"round": round_name(now.format, round)}, points, round=None if sat_out else round)
    if now.format.bonus or place.bonus:
        yield Part(_("Bonus for the place at the table"), place.bonus, place_rule())
    if place.adjustments:
        yield Part(_("Decisions of the jury"), place.adjustments)


def _carried(now: Contest, place: RankingPlace) -> Iterator[Part]:
    """What an entry carried into its final, round by round, since the start or the last final that began from zero."""
    zeros = [stage for stage in now.format.finals[: place.section] if now.format.stages[stage - 1].from_zero]
    if zeros and zeros[-1] == now.format.finals[place.section - 1]:
        yield Part(_("The final starts from zero"), place.carried)
        return
    first = now.format.first_round(zeros[-1]) if zeros else 1
    before = [(round, given) for round, given in zip(now.rounds, place.before, strict=True) if given is not None]
    kept = [(round, given) for round, given in before if round >= first]
    yield from (Part(round_name(now.format, round), given, round=round) for round, given in kept)
    if rest := place.carried - sum(given for _round, given in kept):
        yield Part(_("Bonus and decisions before the final"), rest)


def _note(now: Contest, place: RankingPlace, begun: int, round: int) -> str:
    """Why a round does not count for a place; "" if it does."""
    finals = now.format.finals[:begun]
    section = sum(now.format.first_round(stage) <= round for stage in finals)
    if section > place.section:
        return _("This round does not count: the player is not in the final.")
    if any(now.format.stages[stage - 1].from_zero for stage in finals[section : place.section]):
        return _("This round no longer counts: the final started from zero.")
    return ""
