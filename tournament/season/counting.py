"""The ranking of a season: which evenings count for whom, the totals, and who is before whom. Exact, never rounded."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from tournament.season.evenings import EveningGain, SeasonEvening, SeasonResult, evening_gains
from tournament.season.options import SeasonOptions

# Below every number: who has nothing to compare comes last.
NOTHING = float("-inf")


class Fate(StrEnum):
    """Whether an evening counts for somebody, and if not, why."""

    COUNTS = "counts"
    # Others of their evenings in the period were better.
    WORSE = "worse"
    ABSENT = "absent"
    # The rules count a joker's evening as an absence.
    JOKER = "joker"
    # The mean of a deal counts, and they played none.
    NO_DEALS = "no_deals"
    # After the last period.
    OUTSIDE = "outside"


class SeasonSlot(NamedTuple):
    """An evening, by its number from 1, in the season of one person.

    `worth` is what it gave, or what the rule gives for an absence, before the weight; None if nothing. `present` says
    whether they were there, which is a presence even where the evening counts for nothing. Where an absence is
    compensated, `fate` says whether that counts, and there is no `result`.
    """

    number: int
    period: int | None
    weight: int
    fate: Fate
    present: bool
    worth: Fraction | None = None
    place: int | None = None
    result: SeasonResult | None = None

    @property
    def counts(self) -> bool:
        """Whether it is in the score."""
        return self.fate == Fate.COUNTS


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """A person in the season's ranking.

    `score` is None for somebody of whom no evening counts. `rank` is None for them, and for those who lack presences.
    `points`, `deals` and `deal_points` are those of all their evenings in the season, also of evenings that fell out,
    but not of those that a joker played for nothing. `broke` is the tie-break that parts them from a neighbour with the
    same score; "" if none was needed.
    """

    person: int
    slots: tuple[SeasonSlot, ...]
    score: Fraction | None
    presences: int
    missing_presences: int
    meal: bool
    points: int
    deals: int
    deal_points: int
    rank: int | None = None
    shared: bool = False
    broke: str = ""

    @property
    def average(self) -> Fraction | None:
        """The mean of all their deals; None without any."""
        return Fraction(self.deal_points, self.deals) if self.deals else None


class SidePlace(NamedTuple):
    """A place in one of the two lists beside the ranking; equals share a rank."""

    rank: int
    standing: SeasonStanding


@dataclass(frozen=True, slots=True)
class Season:
    """A season as counted. `standings` is its ranking: those without a rank come last.

    `most_points` and `best_average` look at all evenings of the season, also those that fell out, and leave out whoever
    lacks presences. `withdrawn` are the gains of people who were forgotten, each with the number of its evening: they
    have no standing.
    """

    options: SeasonOptions
    dates: tuple[date, ...]
    standings: tuple[SeasonStanding, ...]
    most_points: tuple[SidePlace, ...]
    best_average: tuple[SidePlace, ...]
    withdrawn: tuple[tuple[int, EveningGain], ...]


def count_season(evenings: Iterable[SeasonEvening], options: SeasonOptions) -> Season:
    """The season of these evenings. Raises ValueError for two evenings of one date."""
    ordered = sorted(evenings, key=lambda evening: evening.date)
    dates = tuple(evening.date for evening in ordered)
    if len(set(dates)) < len(dates):
        raise ValueError("two evenings of a season have the same date")
    gains: dict[int, dict[int, EveningGain]] = defaultdict(dict)
    withdrawn = []
    for number, evening in enumerate(ordered, 1):
        for gain in evening_gains(evening, options):
            if gain.result.person is not None:
                # Who was a joker and also a competitor is met twice, last as what counts.
                gains[gain.result.person][number] = gain
            elif gain.result.withdrawn:
                withdrawn.append((number, gain))
    empty = [
        SeasonSlot(number, options.period_of(number, day), options.weight(day), Fate.OUTSIDE, present=False)
        for number, day in enumerate(dates, 1)
    ]
    everybody = [_standing(person, own, empty, options) for person, own in sorted(gains.items())]
    players = [standing for standing in everybody if standing.deals and not standing.missing_presences]
    return Season(
        options,
        dates,
        tuple(_rank(everybody, options)),
        _side_list(players, lambda standing: standing.points),
        _side_list(players, lambda standing: standing.average),
        tuple(withdrawn),
    )


def weighted_deals(slots: Iterable[SeasonSlot]) -> tuple[int, int]:
    """The points of the deals of some evenings and their number, each by the weight of its evening."""
    played = [(slot.weight, slot.result) for slot in slots if slot.result]
    points = sum(weight * result.deal_points for weight, result in played)
    return points, sum(weight * result.deals for weight, result in played)


def merit(slot: SeasonSlot, options: SeasonOptions) -> Fraction:
    """What an evening with a worth is compared by: somebody's best ones count, of equals the earlier ones."""
    worth = slot.worth or Fraction(0)
    return worth if options.score == "mean" or slot.weight == 1 else worth * slot.weight


def _score(slots: Iterable[SeasonSlot], options: SeasonOptions) -> Fraction | None:
    """What the evenings that count give together, by weight: a sum, or the mean of a deal. None without any."""
    counting = [slot for slot in slots if slot.counts]
    if not counting:
        return None
    if options.score == "mean":
        return Fraction(*weighted_deals(counting))
    return sum((merit(slot, options) for slot in counting), Fraction(0))


def _standing(
    person: int, gains: Mapping[int, EveningGain], empty: Sequence[SeasonSlot], options: SeasonOptions
) -> SeasonStanding:
    """The standing of a person before it has a rank; `empty` are the slots of somebody who was never there."""
    own = {number: gain for number, gain in gains.items() if empty[number - 1].period is not None}
    absence = _absence(own.values(), options)
    slots = [
        slot._replace(present=slot.number in gains)
        if slot.period is None
        else _fill(slot, own.get(slot.number), absence)
        for slot in empty
    ]
    _choose(slots, options)
    results = [gain.result for gain in own.values() if gain.place is not None]
    return SeasonStanding(
        person=person,
        slots=tuple(slots),
        score=_score(slots, options),
        presences=len(own),
        missing_presences=max(0, options.least - len(own)),
        meal=0 < options.meal <= len(own),
        points=sum(result.points for result in results),
        deals=sum(result.deals for result in results),
        deal_points=sum(result.deal_points for result in results),
    )


def _fill(slot: SeasonSlot, gain: EveningGain | None, absence: Fraction | None) -> SeasonSlot:
    """The slot of an evening of the season, as if every evening with a worth counted."""
    number, period, weight = slot.number, slot.period, slot.weight
    if gain and gain.place is not None:
        fate = Fate.NO_DEALS if gain.worth is None else Fate.COUNTS
        return SeasonSlot(number, period, weight, fate, True, gain.worth, gain.place, gain.result)
    fate = Fate.COUNTS if absence is not None else Fate.JOKER if gain else Fate.ABSENT
    return SeasonSlot(number, period, weight, fate, gain is not None, absence)


def _absence(own: Iterable[EveningGain], options: SeasonOptions) -> Fraction | None:
    """What each absence gives somebody with these evenings: their mean, fixed points, or nothing."""
    if options.absence == "nothing":
        return None
    worths = [gain.worth for gain in own if gain.worth is not None]
    if not worths:
        return None
    fixed = Fraction(options.absence_points)
    return fixed if options.absence == "fixed" else sum(worths, Fraction(0)) / len(worths)


def _choose(slots: list[SeasonSlot], options: SeasonOptions) -> None:
    """Leaves in each period no more evenings that count than its best ones."""
    by_period: dict[int, list[SeasonSlot]] = defaultdict(list)
    for slot in slots:
        if slot.counts and slot.period is not None:
            by_period[slot.period].append(slot)
    for period, counting in by_period.items():
        if 0 < options.best_of(period) < len(counting):
            counting.sort(key=lambda slot: merit(slot, options), reverse=True)
            for slot in counting[options.best_of(period) :]:
                slots[slot.number - 1] = slot._replace(fate=Fate.WORSE)


# What breaks a tie, highest first.
_TIES: Mapping[str, Callable[[SeasonStanding], Any]] = {
    "wins": lambda standing: sum(slot.place == 1 for slot in standing.slots),
    "best_evening": lambda standing: max(
        (slot.worth for slot in standing.slots if slot.result and slot.worth is not None), default=NOTHING
    ),
    "presences": lambda standing: standing.presences,
    "average": lambda standing: NOTHING if standing.average is None else standing.average,
}


def _rank(everybody: Iterable[SeasonStanding], options: SeasonOptions) -> list[SeasonStanding]:
    """The standings in order, with their ranks; those without one behind them, also in order."""

    def key(standing: SeasonStanding) -> tuple[Any, ...]:
        unranked = standing.score is None or standing.missing_presences > 0
        return (unranked, -(standing.score or 0), *(-_TIES[tie](standing) for tie in options.ties))

    ordered = sorted(everybody, key=lambda standing: (key(standing), standing.person))
    groups = [(equal, list(standings)) for equal, standings in groupby(ordered, key)]
    ranked: list[SeasonStanding] = []
    for at, (equal, group) in enumerate(groups):
        rank = None if equal[0] else len(ranked) + 1
        needed = max((_parting(equal, other) for other, _group in groups[max(0, at - 1) : at + 2]), default=0)
        broke = options.ties[needed - 1] if needed and rank else ""
        shared = rank is not None and len(group) > 1
        ranked += [replace(standing, rank=rank, shared=shared, broke=broke) for standing in group]
    return ranked


def _parting(key: Sequence[Any], other: Sequence[Any]) -> int:
    """The number, from 1, of the tie-break in which two standings first differ; 0 if none is needed."""
    first = next((at for at, pair in enumerate(zip(key, other, strict=True)) if pair[0] != pair[1]), 0)
    return max(0, first - 1)


def _side_list(standings: Iterable[SeasonStanding], measure: Callable[[SeasonStanding], Any]) -> tuple[SidePlace, ...]:
    """The standings by a measure, highest first; equals share a rank and stand by number."""
    ordered = sorted(standings, key=lambda standing: (-measure(standing), standing.person))
    measures = [measure(standing) for standing in ordered]
    return tuple(SidePlace(1 + measures.index(measure(standing)), standing) for standing in ordered)
