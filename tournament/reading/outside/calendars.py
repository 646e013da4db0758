"""Calendars as files (ICS): the evenings and tournaments of an organisation, and the evenings of one of its people.

An evening keeps its UID, whatever becomes of it: it is made of the date that was planned. Its SEQUENCE is the number of
lines of the register that changed when it is played, so that a calendar which has it already takes the change.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import icalendar
from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament import links
from tournament.models import EveningReply, LogEntry, Organisation, Person, RegisterLine, Series
from tournament.progress.evenings_on import current_day, evening_plan, rhythm_of, series_dates
from tournament.reading.event.first_page import listed_events
from tournament.site.environment import host_of

LOOKS_BACK, LOOKS_AHEAD = timedelta(weeks=8), timedelta(weeks=26)
# A calendar wants an end, and nobody knows it: an evening is taken for so long, or until it closes by itself.
MAX_LENGTH = timedelta(hours=4)
# How often (ISO 8601) a calendar looks again.
REFRESH = "PT6H"
OF_SERIES = ("make_series", "change_series")
OF_EVENINGS = ("move_evening", "cancel_evenings", "restore_evening")


class ScheduleChange(NamedTuple):
    """A line of a register that changed when evenings of a series are played: of these dates, or of all without any."""

    series: int
    days: Collection[str]
    at: datetime


def organisation_calendar(club: Organisation, at: datetime | None = None) -> bytes:
    """The evenings of an organisation some weeks before and after a moment, or now; and its listed tournaments."""
    at = at or timezone.now()
    return _calendar(club, [*_evenings(club, at), *_tournaments(club, at)])


def person_calendar(person: Person) -> bytes:
    """The evenings of a person's club, without those for which they said that they do not come."""
    club = person.organisation
    declined = EveningReply.objects.filter(person=person, answer=EveningReply.ReplyAnswer.NO)
    absent = frozenset(declined.values_list("evening", flat=True))
    return _calendar(club, _evenings(club, timezone.now(), absent))


def _calendar(club: Organisation, components: Iterable[icalendar.Event]) -> bytes:
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Troel//Troel//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", club.name)
    calendar.add("url", links.absolute(club.get_absolute_url()))
    calendar.add("x-published-ttl", REFRESH)
    for component in components:
        calendar.add_component(component)
    calendar.add_missing_timezones()
    content: bytes = calendar.to_ical()
    return content


def _evenings(club: Organisation, at: datetime, absent: Collection[int] = ()) -> Iterator[icalendar.Event]:
    changes = list(_changes(club))
    for series in club.series.select_related("organisation").order_by("number"):
        yield from _evenings_of(series, at, absent, [change for change in changes if change.series == series.number])


def _evenings_of(
    series: Series, at: datetime, absent: Collection[int], changes: Sequence[ScheduleChange]
) -> Iterator[icalendar.Event]:
    rhythm, club = rhythm_of(series), series.organisation
    zone = ZoneInfo(evening_plan(series).zone)
    today = current_day(series, at)
    length = min(MAX_LENGTH, timedelta(hours=rhythm.closes_after_hours))
    for day, plays_on, row in series_dates(series, today - LOOKS_BACK, today + LOOKS_AHEAD):
        if not today - LOOKS_BACK <= plays_on <= today + LOOKS_AHEAD or (row and row.pk in absent):
            continue
        start = rhythm.start(plays_on)
        of_day = [change for change in changes if not change.days or day.isoformat() in change.days]
        cancelled = bool(row and row.cancelled)
        event = row.event if row and row.event and not row.event.binned else None
        path = event.get_absolute_url() if event else series.get_absolute_url()
        component = _component(
            f"{day.isoformat()}.{series.number}.{club.slug}",
            _("Cancelled: %(name)s") % {"name": series.name} if cancelled else series.name,
            len(of_day) - 1,
            max(change.at for change in of_day),
            path,
            series.place or club.place,
        )
        component.add("dtstart", start.astimezone(zone))
        component.add("dtend", (start + length).astimezone(zone))
        component.add("status", "CANCELLED" if cancelled else "CONFIRMED")
        if plays_on != day:
            component.add("description", _("Moved from %(day)s.") % {"day": date_format(day, "j F Y")})
        yield component


def _tournaments(club: Organisation, at: datetime) -> Iterator[icalendar.Event]:
    """The listed events of an organisation that are no evenings, as whole days."""
    today = timezone.localdate(at)
    near = listed_events(club.slug).filter(starts_on__range=(today - LOOKS_BACK, today + 2 * LOOKS_AHEAD))
    for event in near.filter(evening=None).order_by("starts_on", "pk"):
        lines = LogEntry.objects.filter(event=event, act__in=("make_event", "change_event")).order_by("sequence")
        moments = list(lines.values_list("at", flat=True))
        first = event.starts_on or today
        last = max(first, event.ends_on or first)
        changed = moments[-1] if moments else datetime.combine(first, datetime.min.time(), UTC)
        component = _component(
            f"{event.slug}.e", event.name, max(0, len(moments) - 1), changed, event.get_absolute_url(), event.place
        )
        component.add("dtstart", first)
        component.add("dtend", last + timedelta(days=1))
        component.add("status", "CONFIRMED")
        yield component


def _component(name: str, summary: str, sequence: int, changed: datetime, path: str, place: str) -> icalendar.Event:
    component = icalendar.Event()
    component.add("uid", f"{name}@{host_of(settings.BASE_URL)}")
    component.add("summary", summary)
    component.add("sequence", sequence)
    component.add("dtstamp", changed.astimezone(UTC))
    component.add("last-modified", changed.astimezone(UTC))
    component.add("url", links.absolute(path))
    if place:
        component.add("location", place)
    return component


def _changes(club: Organisation) -> Iterator[ScheduleChange]:
    """The lines of a register that say when evenings are played, in their order."""
    lines = RegisterLine.objects.filter(organisation=club, act__in=(*OF_SERIES, *OF_EVENINGS)).order_by("sequence")
    for at, text in lines.values_list("at", "text"):
        facts: dict[str, Any] = json.loads(text)["facts"]
        dates = facts.get("dates") or ([facts["date"]] if "date" in facts else [])
        yield ScheduleChange(facts["series"], dates, at)
