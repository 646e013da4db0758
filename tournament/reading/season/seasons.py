"""A season as everybody may see it: counted from the events of its evenings and from totals, with names.

It is kept in memory under the seals of the register and of all its events. Hidden rounds and frozen rankings are not in
it, as each event is read as the public sees it. A running evening counts, and is marked.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Sum
from django.utils import timezone

from tournament.models import Evening, Event, Person, PersonLink, SeasonTotal, Series
from tournament.progress.evenings_on import current_day, evening_plan, moved_dates, rhythm_of
from tournament.reading.season.results import EntryResult, event_results
from tournament.season.ahead import Ahead, look_ahead
from tournament.season.counting import Season, SeasonStanding, count_season
from tournament.season.evenings import SeasonEvening, SeasonResult
from tournament.season.options import SeasonOptions, read_season
from tournament.season.written import write_season

MAX_SEASONS = 500
# So far ahead the next evening is looked for.
LOOKS_AHEAD = timedelta(weeks=53)


class SeasonState(NamedTuple):
    """A series under its primary key, and a seal that changes with whatever its season shows."""

    pk: int
    seal: str


@dataclass(frozen=True, slots=True)
class SeasonNight:
    """An evening of a season: its number, when it was planned and held, its event's address ("" on paper).

    `weight` is how many times it counts.
    `players` were there; of them `unlinked` are nobody of the register yet, and `withdrawn` were forgotten.
    """

    number: int
    planned: date
    plays_on: date
    slug: str
    final: bool
    weight: int
    players: int
    unlinked: int
    withdrawn: int


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season with its persons by number, as of a seal. `next_date` is its next evening, of `next_deals` deals.

    `moved` says where evenings are held that were moved, by planned date.
    """

    seal: str
    series: Series
    season: Season
    persons: Mapping[int, Person]
    nights: tuple[SeasonNight, ...]
    moved: Mapping[date, date]
    next_date: date | None
    next_deals: int

    @property
    def running(self) -> bool:
        """Whether an evening may still change."""
        return any(not night.final for night in self.nights)

    @property
    def unlinked(self) -> int:
        """How many results belong to nobody of the register."""
        return sum(night.unlinked for night in self.nights)

    @property
    def withdrawn(self) -> int:
        """How many results were those of persons who were forgotten since."""
        return sum(night.withdrawn for night in self.nights)

    def standing(self, person: int) -> SeasonStanding | None:
        """The place of a person, by their number."""
        return next((standing for standing in self.season.standings if standing.person == person), None)

    def ahead(self, standing: SeasonStanding) -> Ahead:
        """What somebody needs at the next evening to pass whoever is before them."""
        return look_ahead(self.season, standing, self.next_date, self.next_deals)


_views: dict[int, SeasonView] = {}


def read_state(pk: int) -> SeasonState:
    """The state of a series, by its primary key. Raises LookupError if there is none."""
    return find_state(pk=pk)


def find_state(**series: object) -> SeasonState:
    """The state of a series, by some of its fields: from the seals of its register and its events, and from the day.

    On the day the next evening depends. Raises LookupError if there is no such series.
    """
    row = Series.objects.filter(**series).order_by().values_list("pk", "organisation__seal").first()
    if row is None:
        raise LookupError("no such series")
    pk, register = row
    events = Event.objects.filter(evening__series=pk).order_by("pk").values_list("seal", flat=True)
    text = " ".join([register, timezone.localdate().isoformat(), *events])
    return SeasonState(pk, hashlib.sha256(text.encode()).hexdigest())


def season_view(read: SeasonState) -> SeasonView:
    """The season of a series in this state; only events that changed are computed again."""
    cached = _views.get(read.pk)
    if cached and cached.seal == read.seal:
        return cached
    computed = _view(read)
    _views.pop(read.pk, None)
    _views[read.pk] = computed
    while len(_views) > MAX_SEASONS:
        _views.pop(next(iter(_views)), None)
    return computed


def season_data(view: SeasonView) -> dict[str, Any]:
    """A season as a file that somebody else can count again (`tournament.season.written`)."""
    series, slugs = view.series, {night.planned: night.slug for night in view.nights if night.slug}
    return write_season(view.season, series.organisation.slug, series.number, series.season, slugs)


def clear_cache() -> None:
    """Drops everything computed. To be called when another database takes the place of this one."""
    _views.clear()


def options_of(series: Series) -> SeasonOptions:
    """How the season of a series is counted."""
    return _options(json.dumps(series.season))


@lru_cache(maxsize=512)
def _options(text: str) -> SeasonOptions:
    return read_season(json.loads(text))


def _view(read: SeasonState) -> SeasonView:
    series = Series.objects.select_related("organisation").get(pk=read.pk)
    evenings = Evening.objects.filter(series=series, event__isnull=False, cancelled=False).order_by("date")
    columns = evenings.values_list("date", "moved_to", "event_id", "event__slug", "event__seal")
    results = {pk: event_results(pk, seal) for *_, pk, _, seal in columns}
    links, played = _links(series, results), _on_paper(series)
    where = {day: (day, "", True) for day in played}
    for day, moved_to, pk, slug, _seal in columns:
        if rows := [_result(row, links[pk].get(row.entry)) for row in results[pk].results]:
            played[day] += rows
            where[day] = moved_to or day, slug, results[pk].final
    season = count_season([SeasonEvening(day, rows) for day, rows in played.items()], options_of(series))
    plan, numbers = evening_plan(series), [standing.person for standing in season.standings]
    persons = Person.objects.filter(organisation=series.organisation, number__in=numbers)
    return SeasonView(
        read.seal,
        series,
        season,
        {person.number: person for person in persons},
        tuple(
            _night(number, day, (*where[day], season.options.weight(day)), played[day])
            for number, day in enumerate(season.dates, 1)
        ),
        moved_dates(series),
        _next_date(series, season.dates),
        plan.planned_rounds * plan.deals_per_round,
    )


def _night(number: int, day: date, where: tuple[date, str, bool, int], attended: Sequence[SeasonResult]) -> SeasonNight:
    withdrawn = sum(result.withdrawn for result in attended)
    strangers = sum(result.person is None for result in attended)
    return SeasonNight(number, day, *where, len(attended), strangers - withdrawn, withdrawn)


def _on_paper(series: Series) -> defaultdict[date, list[SeasonResult]]:
    """The results of evenings that came in as totals, by planned date: of each person all rounds together.

    What somebody won who was forgotten since is of nobody: it would be a part of their points.
    """
    played: defaultdict[date, list[SeasonResult]] = defaultdict(list)
    rows = SeasonTotal.objects.filter(series=series).values_list("date", "person__number", "person__forgotten")
    sums = rows.annotate(won=Sum("points"), hands=Sum("deals")).order_by("date", "person__number")
    for day, person, forgotten, points, deals in sums:
        played[day].append(SeasonResult(None if forgotten else person, points, deals, points, withdrawn=forgotten))
    return played


def _links(series: Series, keys: Collection[int]) -> defaultdict[int, dict[int, int]]:
    """The numbers of the persons that entries are linked to, by the primary key of the event and the entry's number."""
    linked: defaultdict[int, dict[int, int]] = defaultdict(dict)
    rows = PersonLink.objects.filter(organisation=series.organisation, entry__event__in=keys, person__isnull=False)
    for event, entry, person in rows.values_list("entry__event_id", "entry__number", "person__number"):
        linked[event][entry] = person
    return linked


def _result(result: EntryResult, person: int | None) -> SeasonResult:
    """The result of a person; of a stranger whose name was removed, that of a withdrawn person."""
    withdrawn = person is None and result.erased
    figures = result.points, result.deals, result.deal_points, result.rank, result.joker
    return SeasonResult(person, *figures, withdrawn)


def _next_date(series: Series, dates: Collection[date]) -> date | None:
    """The planned date of the next evening of which nothing counts yet; None if the series has no other."""
    past = {*dates, *Evening.objects.filter(series=series, cancelled=True).values_list("date", flat=True)}
    rhythm = rhythm_of(series)
    today = current_day(series)
    return next((day for day in rhythm.dates(today, today + LOOKS_AHEAD) if day not in past), None)
