"""The board of a round: what each table needs, in a sign and words; those that need somebody come first."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.events import cast
from tests.support.pages.desk_pages import overview
from tests.support.pages.no_script import Visit
from tournament.acts.kernel import calls
from tournament.acts.kernel.rehearsal_data import rehearsal_data_of
from tournament.acts.lifecycle import rehearsal
from tournament.acts.people import registration
from tournament.models import Event, LogEntry
from tournament.reading.rounds.empty_seats import gaps, missing
from tournament.reading.rounds.expected import Expected, TableSpeed, expected
from tournament.reading.rounds.pace import paces

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


def wait(minutes: int) -> None:
    """Everything so far happened so many minutes earlier."""
    for line in LogEntry.objects.all():
        LogEntry.objects.filter(pk=line.pk).update(at=line.at - timedelta(minutes=minutes))


def test_what_a_table_needs_stands_first_with_its_captain(event: Event, desk: Client) -> None:
    three, four = cast.table(event, 3), cast.table(event, 4)
    calls.call_jury(three, cast.captain(three), "question", 1)
    registration.check_in(cast.entry(event, cast.seated(four)[1]), "system", False)
    page = Visit(desk, overview(event))
    need, others = page.words.split("The other tables")
    assert "These tables need somebody Table 3 0/4 jury called, 0 min" in need
    assert "Table 4 0/4 1 player short" in need and "Table 1 0/4" in others
    assert cast.entry(event, cast.seated(three)[4]).player.name in need
    page.follow("Table 3")
    assert "Table 3, round 1" in page.words


def test_who_goes_to_a_table_that_called_is_named(event: Event, desk: Client) -> None:
    table = cast.table(event, 2)
    calls.call_jury(table, cast.captain(table), "misdeal")
    calls.take_call(table.calls.get(), cast.by(cast.juror(event)))
    assert "jury: jury-of-ledegem" in Visit(desk, overview(event)).words


def test_a_phone_that_does_nothing_for_ten_minutes_is_silent(event: Event, desk: Client) -> None:
    for number in (1, 2):
        cast.write(cast.table(event, number), 1)
    wait(9)
    assert not any(pace.needs for pace in paces(cast.round_of(event)))
    wait(2)
    cast.write(cast.table(event, 2), 2)
    assert [pace.silent_minutes for pace in paces(cast.round_of(event))] == [11, 0, 0, 0]
    assert "Table 1 1/4 silent, 11 min" in Visit(desk, overview(event)).words


def test_paper_and_tables_that_are_ready_are_never_silent(event: Event) -> None:
    cast.play(cast.table(event, 1))
    cast.write(cast.table(event, 2), 1)
    LogEntry.objects.filter(by="table:1/2").update(by="user:1")
    wait(60)
    assert not any(pace.silent for pace in paces(cast.round_of(event)))


def test_a_rehearsal_that_was_wiped_says_nothing_of_the_round() -> None:
    event = cast.event(8, deals_per_round=4)
    cast.next_round(event)
    cast.write(cast.table(event), 1)
    practised = rehearsal_data_of(event)
    assert practised
    rehearsal.start(event, "system", wipe=True, seen=practised.mark)
    wait(30)
    assert not any(pace.silent for pace in paces(cast.round_of(event)))


def test_a_board_of_a_closed_table_asks_for_nobody(event: Event) -> None:
    registration.check_in(cast.entry(event, cast.seated(cast.table(event, 4))[1]), "system", False)
    for number in (1, 2, 3, 4):
        cast.play(cast.table(event, number))
    found = paces(cast.round_of(event), missing(gaps(event), cast.round_of(event)))
    assert all(pace.done and not pace.needs for pace in found)


def speeds(event: Event, minutes: dict[int, int], deals: int = 6) -> None:
    """Each table recorded so many deals, one every so many minutes, the last one now."""
    for number, each in minutes.items():
        for deal in range(1, deals + 1):
            cast.write(cast.table(event, number), deal)
        lines = LogEntry.objects.filter(by=f"table:1/{number}").order_by("-sequence")
        for back, line in enumerate(lines):
            LogEntry.objects.filter(pk=line.pk).update(at=timezone.now() - timedelta(minutes=back * each))


def test_a_table_that_the_hall_will_wait_for_is_told_at_the_board_to_stop() -> None:
    event = cast.playing(players=16, deals=8)
    speeds(event, {1: 5, 2: 5, 3: 5, 4: 15})
    found = paces(cast.round_of(event))
    assert [pace.behind for pace in found] == [0, 0, 0, 20] and found[3].needs and not found[0].needs
    desk = cast.client(cast.desk(event))
    page = Visit(desk, overview(event))
    assert re.search(r"Table 4 6/8 expected end → ?\d\d:\d\d 20 min late", page.words)
    assert "Table 4 will be 20 minutes late: announce the last deal now." in page.words
    page.press("Announce the last deal")
    assert "Table 4: Last deal" in page.words
    assert "announce the last deal now" not in Visit(desk, overview(event)).words
    auditor = cast.client(cast.auditor(event))
    assert "announce the last deal now" not in Visit(auditor, overview(event)).words


def test_nothing_is_expected_of_few_deals_or_tables() -> None:
    event = cast.playing(players=16, deals=8)
    speeds(event, {1: 5, 2: 5, 3: 25}, deals=3)
    cast.write(cast.table(event, 4), 1)
    found = paces(cast.round_of(event))
    assert [bool(pace.expected_end) for pace in found] == [True, True, True, False]
    assert not any(pace.behind for pace in found)


def test_a_table_ends_by_the_speed_of_its_own_deals() -> None:
    now = timezone.now()
    first = now - timedelta(minutes=20)
    even = {number: TableSpeed(5, 10, first, now) for number in (1, 2, 3)}
    found = expected({**even, 4: TableSpeed(5, 10, now - timedelta(minutes=60), now - timedelta(minutes=20))}, now)
    assert found[1] == Expected(now + timedelta(minutes=25))
    # Its deal should have ended ten minutes ago: it ends now at the earliest.
    assert found[4] == Expected(now + timedelta(minutes=40), 15, False)
    done = expected({**even, 4: TableSpeed(10, 10, first, now - timedelta(minutes=1))}, now)
    assert done[4] == Expected(now - timedelta(minutes=1))


def test_minutes_alone_are_news_for_an_open_board(event: Event, desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now().timestamp()
    monkeypatch.setattr("tournament.views.desk.tables.time.time", lambda: now)
    mark = f"{cast.fresh(event).version_token}.{int(now) // 60}"
    asked, htmx = f"{overview(event)}?since={mark}", {"HX-Request": "true"}
    assert desk.get(asked, headers=htmx).status_code == 204
    monkeypatch.setattr("tournament.views.desk.tables.time.time", lambda: now + 60)
    assert desk.get(asked, headers=htmx).status_code == 200
