"""Which evenings an organisation has at this moment."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q
from django.utils import timezone

from tournament import links
from tournament.evenings import EveningPlan, Rhythm
from tournament.models import Evening, Event, Organisation, Series


@dataclass(frozen=True, slots=True)
class EveningOn:
    """An evening that may be played now: its series, the day for which it was planned, its row if it has
    one."""

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


def evenings_on(organisation: Organisation, at: datetime | None = None) -> list[EveningOn]:
    """The evenings of an organisation that are on now, or at a moment (UTC): not cancelled, over or moved away.

    An evening is on from midnight of its day until its event is closed, and after midnight as `Rhythm.day` says.
    """
    rows = Series.objects.filter(organisation=organisation).select_related("organisation")
    evenings = [evening_held(series, at) for series in rows]
    return [evening for evening in evenings if evening and (evening.event is None or evening.event.is_open)]


def evening_plan(series: Series) -> EveningPlan:
    """How the evenings of a series are played."""
    own = {"confirmation": series.confirmation, "fee_cents": series.fee}
    return EveningPlan.read(series.organisation.plan, series.plan, own)


def rhythm_of(series: Series) -> Rhythm:
    """When the evenings of a series are."""
    plan = evening_plan(series)
    hours = (plan.zone, plan.closes_after_hours)
    return Rhythm(series.weekday, series.starts_at, *hours, series.begins_on, series.ends_on)


def evening_held(series: Series, at: datetime | None = None) -> EveningOn | None:
    """The evening of a series that is held now, or at a moment (UTC), also once its event is closed; None if none is.

    An evening that was moved here comes before one that is planned for this day.
    """
    rhythm = rhythm_of(series)
    day = rhythm.day(at or timezone.now())
    rows = Evening.objects.filter(series=series).select_related("event")
    row = rows.filter(Q(moved_to=day) | Q(moved_to=None, date=day), cancelled=False).first()
    if row:
        return EveningOn(series, row.date, row)
    planned = any(rhythm.dates(day, day)) and not rows.filter(date=day).exists()
    return EveningOn(series, day, None) if planned else None
