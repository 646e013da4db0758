"""The evenings of a series by date, and which of them an organisation has at this moment."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from tournament import links
from tournament.evenings import EveningPlan, Rhythm
from tournament.models import Evening, Event, Organisation, SeasonTotal, Series

LOOKS_BACK = timedelta(weeks=8)


@dataclass(frozen=True, slots=True)
class EveningOn:
    """An evening that may be played now: its series, the day for which it was planned, its row if it has one."""

    series: Series
    date: date
    stored: Evening | None

    @property
    def code(self) -> str:
        """Its four digits."""
        return links.evening_code(self.series, self.date)

    @property
    def event(self) -> Event | None:
        """Its event; None until somebody is in."""
        return self.stored.event if self.stored else None


class SeriesDate(NamedTuple):
    """A date of a series: as planned, where it is played, and its row if anything is known of it."""

    day: date
    plays_on: date
    evening: Evening | None

    @property
    def is_open(self) -> bool:
        """Whether it is neither cancelled nor over."""
        return not self.is_over and not (self.evening and self.evening.cancelled)

    @property
    def is_over(self) -> bool:
        """Whether its event is closed."""
        return bool(self.evening and self.evening.held and not self.evening.held.is_open)


def evening_plan(series: Series) -> EveningPlan:
    """How the evenings of a series are played."""
    own = {"confirmation": series.confirmation, "fee_cents": series.fee}
    return EveningPlan.read(series.organisation.plan, series.plan, own)


def rhythm_of(series: Series) -> Rhythm:
    """When the evenings of a series are."""
    plan = evening_plan(series)
    when = series.weekday, series.starts_at, plan.zone, plan.closes_after_hours
    return Rhythm(*when, series.begins_on, series.ends_on)


def evening_on(series: Series, day: date) -> Evening | None:
    """The row of the evening that is planned for a date; None while nothing is known of it."""
    return Evening.objects.select_related("event").filter(series=series, date=day).first()


def event_on(series: Series, day: date) -> Event | None:
    """The event of the evening that is planned for a date; None where nobody came yet, or it is cancelled."""
    evening = evening_on(series, day)
    return evening.held if evening else None


def is_planned(series: Series, day: date) -> bool:
    """Whether the rhythm of a series has an evening on a date."""
    return any(rhythm_of(series).dates(day, day))


def series_dates(series: Series, since: date, latest: date) -> list[SeriesDate]:
    """The planned dates of a series between two, and all of which something is known, in the order of play."""
    rows = {row.date: row for row in Evening.objects.filter(series=series).select_related("event")}
    days = {*rows, *rhythm_of(series).dates(since, latest)}
    dates = [SeriesDate(day, row.plays_on if (row := rows.get(day)) else day, row) for day in days]
    return sorted(dates, key=lambda known: (known.plays_on, known.day))


def moved_dates(series: Series) -> dict[date, date]:
    """Where the evenings of a series that were moved are held, by planned date."""
    rows = Evening.objects.filter(series=series, moved_to__isnull=False)
    return {row.date: row.plays_on for row in rows}


def days_on_paper(series: Series) -> set[date]:
    """The dates of a series of which totals were typed from paper."""
    return set(SeasonTotal.objects.filter(series=series).order_by().values_list("date", flat=True).distinct())


def missed_dates(series: Series, today: date) -> Iterator[date]:
    """Planned dates of the last weeks of which nothing is known, neither an evening nor totals on paper.

    Somebody who said that they would come makes no evening; one that was moved is awaited until its other date is over.
    """
    rows = Evening.objects.filter(series=series)
    known = days_on_paper(series).union(
        row.date for row in rows if row.event_id or row.cancelled or row.plays_on >= today
    )
    days = rhythm_of(series).dates(today - LOOKS_BACK, today - timedelta(days=1))
    return (day for day in days if day not in known)


def current_day(series: Series, at: datetime | None = None) -> date:
    """What day it is for a series now, or at a moment (UTC): after midnight the day before, if an evening was held."""
    *before, day = rhythm_of(series).days(at or timezone.now())
    return next((day for day in before if _held(series, day)), day)


def tonight(series: Series, at: datetime | None = None) -> date | None:
    """The planned date of the evening that is held now, or at a moment (UTC), from midnight on; None if none is."""
    return _held(series, current_day(series, at))


def _held(series: Series, day: date) -> date | None:
    """The planned date of the evening that is held on a day: one that was moved here before one that is planned."""
    rows = Evening.objects.filter(Q(date=day) | Q(moved_to=day), series=series)
    held = [row.date for row in rows if row.plays_on == day and not row.cancelled]
    is_usual = is_planned(series, day) and all(row.date != day for row in rows)
    return held[0] if held else day if is_usual else None


def held_by(organisation: Organisation, at: datetime | None = None) -> list[tuple[Series, date]]:
    """The evenings that an organisation holds now, or at a moment (UTC), each by its series and planned date.

    After midnight those of the day before come first.
    """
    rows = Series.objects.filter(organisation=organisation).select_related("organisation")
    days = sorted((current_day(series, at), series.number, series) for series in rows)
    return [(series, held) for day, _number, series in days if (held := _held(series, day))]


def evenings_on(organisation: Organisation, at: datetime | None = None) -> list[EveningOn]:
    """The evenings of an organisation that are on now, or at a moment (UTC), until their events are closed."""
    evenings = [EveningOn(series, day, evening_on(series, day)) for series, day in held_by(organisation, at)]
    return [evening for evening in evenings if evening.event is None or evening.event.is_open]
