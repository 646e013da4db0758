"""Calendars: evenings of a club in its own hours, those that were moved or cancelled, and what somebody declined."""

from datetime import date, datetime, timedelta
from typing import Any

import icalendar
import pytest
from django.urls import reverse

from tests.support import club_evenings
from tests.support.events import cast
from tournament import links
from tournament.acts.event import events
from tournament.acts.register.evenings import cancel_evenings, move_evening, restore_evening
from tournament.acts.register.hosting import host_event
from tournament.acts.register.replies import reply
from tournament.acts.register.series import SeriesPlan, change_series
from tournament.models import Organisation, Series
from tournament.reading.outside.calendars import organisation_calendar

pytestmark = pytest.mark.django_db
BY = club_evenings.BY
WEEK = timedelta(weeks=1)
# After summer time ended, and with its end among the evenings before it.
AUTUMN = datetime(2026, 11, 26, 20, 30, tzinfo=club_evenings.BRUSSELS)


@pytest.fixture
def series() -> Series:
    made = club_evenings.series(club_evenings.club(), AUTUMN, place="Café De Post")
    return Series.objects.select_related("organisation").get(pk=made.pk)


def entries(content: bytes) -> dict[str, Any]:
    """The entries of a calendar by UID. It reads what is sent as any calendar would."""
    calendar = icalendar.Calendar.from_ical(content)
    return {str(entry["UID"]): entry for entry in calendar.walk("VEVENT")}


def of_club(club: Organisation) -> dict[str, Any]:
    return entries(organisation_calendar(club_evenings.fresh(club), AUTUMN))


def uid(series: Series, day: date) -> str:
    return f"{day.isoformat()}.{series.number}.{series.organisation.slug}@127.0.0.1"


def seen(entry: Any) -> tuple[datetime, str, int]:
    """When an entry begins, its status and sequence."""
    return entry["DTSTART"].dt, str(entry["STATUS"]), int(entry["SEQUENCE"])


def test_evenings_are_in_the_hour_of_the_club_on_both_sides_of_the_change_of_the_clock(series: Series) -> None:
    content = organisation_calendar(series.organisation, AUTUMN)
    assert b"BEGIN:VTIMEZONE" in content and b"DTSTART;TZID=Europe/Brussels:20261126T193000" in content
    found = entries(content)
    starts = sorted(entry["DTSTART"].dt for entry in found.values())
    assert {(start.weekday(), f"{start:%H:%M}") for start in starts} == {(3, "19:30")}
    assert {start.utcoffset() for start in starts} == {timedelta(hours=1), timedelta(hours=2)}
    entry = found[uid(series, AUTUMN.date())]
    assert str(entry["LOCATION"]) == "Café De Post" and str(entry["SUMMARY"]) == "Clubavond"
    assert entry["DTEND"].dt - entry["DTSTART"].dt == timedelta(hours=4)
    assert str(entry["URL"]).endswith("/o/de-vier-azen/clubavond/")


def test_an_evening_that_is_moved_cancelled_and_held_after_all_keeps_its_uid(series: Series) -> None:
    day, club = AUTUMN.date() + WEEK, series.organisation
    name = uid(series, day)
    start = of_club(club)[name]["DTSTART"].dt
    assert seen(of_club(club)[name]) == (start, "CONFIRMED", 0)
    move_evening(series, BY, day, day + timedelta(days=1))
    moved = of_club(club)[name]
    assert seen(moved) == (start + timedelta(days=1), "CONFIRMED", 1)
    assert str(moved["DESCRIPTION"]) == f"Moved from {day.day} December {day.year}."
    cancel_evenings(series, BY, [day, day + WEEK])
    cancelled = of_club(club)[name]
    assert seen(cancelled) == (start + timedelta(days=1), "CANCELLED", 2)
    assert str(cancelled["SUMMARY"]) == "Cancelled: Clubavond"
    assert seen(of_club(club)[uid(series, day + WEEK)])[1:] == ("CANCELLED", 1)
    assert seen(of_club(club)[uid(series, day + 2 * WEEK)])[1:] == ("CONFIRMED", 0), "the others know nothing of it"
    restore_evening(series, BY, day)
    move_evening(series, BY, day, day)
    assert seen(of_club(club)[name]) == (start, "CONFIRMED", 4)
    again = organisation_calendar(club_evenings.fresh(club), AUTUMN)
    assert again == organisation_calendar(club_evenings.fresh(club), AUTUMN), "byte for byte, whenever it is asked"


def test_another_hour_changes_every_evening(series: Series) -> None:
    plan = SeriesPlan.of(series)
    later = {name: getattr(plan, name) for name in plan.__slots__} | {"starts_at": plan.starts_at.replace(hour=20)}
    change_series(series, BY, SeriesPlan(**later))
    found = of_club(series.organisation)
    assert {(f"{entry['DTSTART'].dt:%H:%M}", int(entry["SEQUENCE"])) for entry in found.values()} == {("20:30", 1)}


def test_tournaments_are_whole_days_once_they_are_listed(series: Series) -> None:
    club = series.organisation
    for slug, listed in (("beker", True), ("geheim", False)):
        event = cast.event(0, slug=slug, starts_on=date(2026, 12, 5), ends_on=date(2026, 12, 6), listed=listed)
        host_event(club_evenings.fresh(club), BY, event)
    found = of_club(club)
    entry = found["beker.e@127.0.0.1"]
    assert (entry["DTSTART"].dt, entry["DTEND"].dt) == (date(2026, 12, 5), date(2026, 12, 7))
    assert "geheim.e@127.0.0.1" not in found
    event = cast.fresh(cast.Event.objects.get(slug="beker"))
    changed = cast.plan(starts_on=date(2026, 12, 12), ends_on=None)
    events.change_event(event, "system", changed)
    moved = of_club(club)["beker.e@127.0.0.1"]
    assert (moved["DTSTART"].dt, int(moved["SEQUENCE"])) == (date(2026, 12, 12), 1)


def test_the_calendar_of_a_person_leaves_out_what_they_declined() -> None:
    row, day, _event = club_evenings.evening(4)
    series = Series.objects.select_related("organisation").get(pk=row.pk)
    person = series.organisation.persons.get(number=1)
    address = reverse("own-calendar", args=[links.person_token(person), "nl"])
    answer = cast.client().get(address)
    assert answer["Content-Type"].startswith("text/calendar")
    assert "no-store" in answer["Cache-Control"] and answer["X-Robots-Tag"] == "noindex"
    assert links.person_token(person) not in answer.content.decode(), "a calendar is shared, the link is not"
    assert uid(series, day + WEEK) in entries(answer.content)
    reply(person, series, day + WEEK, "no")
    assert uid(series, day + WEEK) not in entries(cast.client().get(address).content)
    cancel_evenings(series, BY, [day + 2 * WEEK])
    cancelled = entries(cast.client().get(address).content)[uid(series, day + 2 * WEEK)]
    assert str(cancelled["SUMMARY"]).startswith("Afgelast")


def test_a_calendar_speaks_the_language_of_its_address_and_is_sent_once(series: Series) -> None:
    club = series.organisation
    day = club_evenings.today(series) + WEEK
    cancel_evenings(series, BY, [day + timedelta(days=(series.weekday - day.weekday()) % 7)])
    address = reverse("calendar", args=["fr", club.slug])
    answer = cast.client(language="nl").get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    assert cast.client().get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert cast.client().get("/feeds/fr/o/nowhere/calendar.ics").status_code == 404
    assert cast.client().get("/feeds/zz/o/de-vier-azen/calendar.ics").status_code == 404
    assert cast.client().post(address).status_code == 405
