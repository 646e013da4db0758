"""When evenings begin and close, by the clock of the club, and on which dates they are."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.evenings import LAST_DAY, EveningPlan, Rhythm

BRUSSELS = ZoneInfo("Europe/Brussels")
# The clock went forward at 01:00 UTC on the first, and back at 01:00 UTC on the second.
SPRING, AUTUMN = date(2026, 3, 29), date(2026, 10, 25)


def rhythm(starts_at: time = time(20), hours: int = 6, **more: object) -> Rhythm:
    """A series of Thursdays in Brussels."""
    return Rhythm(3, starts_at, "Europe/Brussels", hours, **more)  # type: ignore[arg-type]


def test_an_evening_begins_by_the_clock_of_the_club() -> None:
    assert rhythm().start(date(2026, 1, 15)) == datetime(2026, 1, 15, 19, tzinfo=UTC)
    assert rhythm().start(date(2026, 7, 16)) == datetime(2026, 7, 16, 18, tzinfo=UTC)


def test_an_hour_that_the_clock_skips_is_taken_as_if_nobody_had_turned_it() -> None:
    begins = rhythm(time(2, 30)).start(SPRING)
    assert begins.astimezone(BRUSSELS).time() == time(3, 30)


def test_of_an_hour_that_the_clock_shows_twice_the_first_is_meant() -> None:
    assert rhythm(time(2, 30)).start(AUTUMN) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_hours_are_counted_as_they_pass_on_both_nights() -> None:
    for night in (SPRING, AUTUMN):
        evening = night - timedelta(days=1)
        assert rhythm().close(evening) - rhythm().start(evening) == timedelta(hours=6)
    # 20:00 and six hours: the clock shows 3 in the spring, and 1 hour and the second 1 hour in the autumn.
    assert rhythm(hours=7).close(SPRING - timedelta(days=1)).astimezone(BRUSSELS).time() == time(4)
    assert rhythm(hours=7).close(AUTUMN - timedelta(days=1)).astimezone(BRUSSELS).time() == time(2)


def test_after_midnight_it_is_still_the_evening_before() -> None:
    evening = date(2026, 1, 15)
    for at, day in [
        (datetime(2026, 1, 15, 10, tzinfo=BRUSSELS), evening),
        (datetime(2026, 1, 16, 0, 30, tzinfo=BRUSSELS), evening),
        (datetime(2026, 1, 16, 1, 59, tzinfo=BRUSSELS), evening),
        (datetime(2026, 1, 16, 2, 0, tzinfo=BRUSSELS), date(2026, 1, 16)),
    ]:
        assert rhythm().days(at)[0] == day


def test_an_evening_that_lasts_all_night_gives_way_at_noon() -> None:
    long = rhythm(hours=24)
    assert long.days(datetime(2026, 1, 16, 11, tzinfo=BRUSSELS))[0] == date(2026, 1, 15)
    assert long.days(datetime(2026, 1, 16, 12, tzinfo=BRUSSELS)) == [date(2026, 1, 16)]


@given(st.dates(date(2020, 1, 1), date(2039, 1, 1)), st.integers(0, 400), st.times())
def test_dates_are_the_weekday_and_within_the_season(since: date, days: int, hour: time) -> None:
    first, last = date(2026, 9, 1), date(2027, 6, 30)
    series = rhythm(hour.replace(microsecond=0), begins_on=first, ends_on=last)
    until = since + timedelta(days=days)
    dates = list(series.dates(since, until))
    every = (since + timedelta(days=more) for more in range(days + 1))
    assert dates == [day for day in every if day.weekday() == 3 and first <= day <= last]
    for day in dates:
        assert series.start(day) < series.close(day)


def test_a_plan_takes_what_its_series_says_before_what_its_organisation_says() -> None:
    club = {"planned_rounds": 4, "zone": "Europe/Amsterdam", "iban": "BE71 0961 2345 6769"}
    plan = EveningPlan.read(club, {"planned_rounds": 2, "languages": ["nl"]})
    assert (plan.planned_rounds, plan.zone, plan.languages) == (2, "Europe/Amsterdam", ("nl",))
    assert plan.deals_per_round == EveningPlan().deals_per_round


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12", "Europe/Brussels"])
def test_the_last_evening_of_the_calendar_closes_before_its_end(zone: str) -> None:
    every_day = [replace(rhythm(time(23, 59), 24), weekday=weekday, zone=zone) for weekday in range(7)]
    last = max(day for weekly in every_day for day in weekly.dates(date.max - timedelta(days=9), date.max))
    assert last == LAST_DAY
    assert every_day[0].start(last) < every_day[0].close(last).astimezone(ZoneInfo(zone))
