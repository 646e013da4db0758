"""Series and their evenings: made by the first who comes, moved, skipped, cancelled, closed by the clock."""

from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.support import club_evenings as club
from tests.support.events import cast
from tournament import links
from tournament.acts.event.events import change_state
from tournament.acts.kernel.calls import call_jury, settle_call
from tournament.acts.register import due, evenings, playing, receiving
from tournament.acts.register.replies import reply
from tournament.acts.register.seasons import TableTotal, record_totals, totals_of, withdraw_totals
from tournament.acts.register.series import SeriesPlan, change_series, make_series, series_token
from tournament.acts.rounds.publication import withdraw_publication
from tournament.errors import UserError
from tournament.models import Call, Entry, Evening, Event, LogEntry, Membership, Person, Round, Series
from tournament.progress import evenings_on
from tournament.progress.evenings_on import evening_plan, rhythm_of
from tournament.reading.people.fees import transfer
from tournament.reading.register.suggestions import namesakes
from tournament.reading.register.tonight import read_tonight
from tournament.version_tokens import StaleError

pytestmark = pytest.mark.django_db
BY = club.BY
DAY = timedelta(days=1)


def play_on(event: Event, series: Series, first: int = 1) -> None:
    """The button that draws and publishes."""
    playing.draw_and_publish(event, BY, evening_plan(event.evening.series), first)


def at_rest(event: Event) -> None:
    """The clock a minute after the last line."""
    due.carry_out(timezone.now() + timedelta(seconds=61))


def test_a_series_is_made_once_and_changed_by_whom_saw_it() -> None:
    organisation = club.club()
    series = club.series(organisation)
    plan = SeriesPlan.of(series)
    assert make_series(organisation, BY, plan) == series
    seen = series_token(series)
    change_series(series, BY, replace(plan, place="Zaal De Kring"), seen=seen)
    assert Series.objects.get().place == "Zaal De Kring"
    with pytest.raises(StaleError):
        change_series(series, BY, plan, seen=seen)


@pytest.mark.parametrize(
    "fault",
    [
        {"name": " "},
        {"weekday": 7},
        {"ends_on": date(2000, 1, 1)},
        {"fee": -1},
        {"confirmation": "angels"},
        {"plan": {"zone": "Europe/Ledegem"}},
        {"plan": {"rules": "bridge"}},
        {"plan": {"closes_after_hours": 0}},
        {"plan": {"account": "BE00 0000 De Vier Azen"}},
        {"plan": {"draw": "fate"}},
        {"plan": {"planned_rounds": 0}},
    ],
)
def test_a_plan_that_no_series_can_have_is_refused(fault: dict[str, Any]) -> None:
    organisation = club.club()
    with cast.refused():
        club.series(organisation, **fault)


def test_the_first_who_comes_makes_the_event_with_the_roles_of_the_stewards() -> None:
    organisation = club.club()
    people, series = club.members(organisation, 8), club.series(organisation)
    day = club.today(series)
    assert not Event.objects.exists()
    receiving.receive(series, BY, day, people[:1])
    event = Event.objects.get()
    assert (event.state, event.confirmation, event.planned_rounds) == ("live", "none", 3)
    assert Evening.objects.get().event == event
    assert Membership.objects.filter(event=event, role="organiser").count() == 2
    assert [entry.person for entry in Entry.objects.filter(event=event, present=True)] == people[:1]
    receiving.receive(series, BY, day, people)
    assert Event.objects.count() == 1
    with cast.nothing_written():
        receiving.receive(series, BY, day, people)


def test_somebody_is_taken_off_and_comes_back_as_the_same_player() -> None:
    series, day, event = club.evening()
    person = Person.objects.first()
    assert person
    receiving.send_home(series, BY, day, person)
    assert Entry.objects.filter(event=event, present=True).count() == 7
    receiving.receive(series, BY, day, [person])
    assert Entry.objects.filter(event=event, present=True).count() == Entry.objects.filter(event=event).count() == 8


def test_a_guest_at_the_door_is_a_person_and_a_player() -> None:
    series, day, event = club.evening()
    receiving.receive_guest(series, BY, day, "Zoë Onbekend")
    guest = Person.objects.get(name="Zoë Onbekend")
    assert guest.affiliations.get().kind == "guest"
    assert Entry.objects.get(event=event, present=True, link__person=guest)
    assert namesakes(series.organisation, "zoe onbekend") == (guest,)


def test_before_its_day_an_evening_takes_nobody() -> None:
    organisation = club.club()
    people, series = club.members(organisation, 4), club.series(organisation)
    with cast.nothing_written():
        for day in (club.today(series) + 7 * DAY, club.today(series) + DAY):
            with pytest.raises(UserError):
                receiving.receive(series, BY, day, people)
        with pytest.raises(UserError):
            receiving.receive(series, BY, club.today(series), [])
    assert not Event.objects.exists()


def test_one_button_draws_every_round_and_publishes_it() -> None:
    series, _day, event = club.evening(12)
    play_on(event, series)
    rounds = Round.objects.filter(event=event)
    assert [(row.number, row.published) for row in rounds] == [(1, True), (2, True), (3, True)]
    with cast.nothing_written():
        play_on(event, series)


def test_a_series_may_draw_each_round_when_the_one_before_is_over() -> None:
    series, day, event = club.evening(8, draw="each")
    play_on(event, series)
    assert Round.objects.filter(event=event).count() == 1
    with cast.refused("still being played"):
        play_on(event, series, 2)
    cast.play_round(event)
    receiving.receive_guest(series, BY, day, "Zoë Onbekend")
    play_on(event, series, 2)
    assert [row.closed for row in Round.objects.filter(event=event)] == [True, False]


def test_too_few_for_a_table_are_not_drawn() -> None:
    series, _day, event = club.evening(3)
    with cast.refused("Too few"):
        play_on(event, series)


@pytest.mark.parametrize("comes", [False, True])
def test_a_withdrawn_draw_is_shown_again_unless_somebody_else_is_there(comes: bool) -> None:
    series, day, event = club.evening(8)
    play_on(event, series)
    first = cast.table(event).seats.count(), LogEntry.objects.filter(act="draw_rounds").count()
    assert first == (4, 1)
    withdraw_publication(cast.round_of(event), BY, "Too early.")
    if comes:
        receiving.receive_guest(series, BY, day, "Zoë Onbekend")
    play_on(event, series)
    assert LogEntry.objects.filter(act="draw_rounds").count() == 1 + comes
    assert Round.objects.filter(event=event, published=True).count() == 3


def test_after_the_first_deal_the_withdrawal_is_refused() -> None:
    series, _day, event = club.evening(8)
    play_on(event, series)
    cast.write(cast.table(event), 1)
    with pytest.raises(UserError):
        withdraw_publication(cast.round_of(event), BY, "Too late.")


def test_no_series_takes_the_address_of_the_door() -> None:
    organisation = club.club()
    assert [club.series(organisation, name=name).slug for name in ("Door", "door ", "Deur")] == [
        "door-1",
        "door-2",
        "deur",
    ]


def test_who_owes_the_fee_of_an_evening_gets_the_code_of_a_transfer() -> None:
    organisation = club.club(account="BE68539007547034 De Vier Azen")
    series = club.series(organisation, fee=250)
    event = receiving.receive(series, BY, club.today(series), club.members(organisation, 1))
    entry = Entry.objects.select_related("event", "player").get(event=event)
    due = transfer(entry)
    assert due and (due.cents, due.account.iban) == (250, "BE68539007547034")
    page = cast.client().get(links.personal_url(entry))
    assert "BE68 5390 0754 7034" in cast.shown(page) and "/transfer.svg" in page.content.decode()


def test_evenings_are_moved_and_cancelled_until_somebody_comes() -> None:
    organisation = club.club()
    people, series = club.members(organisation, 4), club.series(organisation)
    today = club.today(series)
    following = today + 7 * DAY
    evenings.move_evening(series, BY, following, today + DAY)
    with cast.nothing_written():
        evenings.move_evening(series, BY, following, today + DAY)
    with pytest.raises(UserError, match="already"):
        evenings.move_evening(series, BY, today, today + DAY)
    with pytest.raises(UserError, match="No evening"):
        evenings.move_evening(series, BY, today + 2 * DAY, today + 3 * DAY)
    evenings.move_evening(series, BY, following, following)
    assert Evening.objects.get(date=following).moved_to is None
    evenings.cancel_evenings(series, BY, [today])
    with pytest.raises(UserError, match="cancelled"):
        receiving.receive(series, BY, today, people)
    assert evenings_on.tonight(series) is None
    evenings.restore_evening(series, BY, today)
    receiving.receive(series, BY, today, people)
    with pytest.raises(UserError):
        evenings.move_evening(series, BY, today, today + DAY)


def test_an_evening_moved_to_today_is_played_today() -> None:
    organisation = club.club()
    people, series = club.members(organisation, 4), club.series(organisation)
    today = club.today(series)
    evenings.cancel_evenings(series, BY, [today])
    evenings.move_evening(series, BY, today + 7 * DAY, today)
    assert evenings_on.tonight(series) == today + 7 * DAY
    event = receiving.receive(series, BY, today + 7 * DAY, people)
    assert event.starts_on == today
    with pytest.raises(UserError, match="already"):
        evenings.restore_evening(series, BY, today)


def test_an_archived_evening_that_was_cancelled_comes_back_archived() -> None:
    series, day, event = club.evening(4)
    for state in (Event.State.CLOSED, Event.State.ARCHIVED):
        change_state(cast.fresh(event), BY, state)
    evenings.cancel_evenings(series, BY, [day])
    evenings.restore_evening(series, BY, day)
    event = cast.fresh(event)
    assert (event.state, event.binned) == (Event.State.ARCHIVED, False)


def test_a_cancelled_evening_goes_to_the_bin_and_comes_back_with_everybody() -> None:
    series, day, event = club.evening()
    evenings.cancel_evenings(series, BY, [day])
    assert Event.objects.get(binned=True) == event
    with cast.nothing_written():
        evenings.cancel_evenings(series, BY, [day])
    evenings.restore_evening(series, BY, day)
    event.refresh_from_db()
    assert (event.binned, event.state, event.entries.filter(present=True).count()) == (False, "live", 8)
    play_on(event, series)
    evenings.cancel_evenings(series, BY, [day])
    evenings.restore_evening(series, BY, day)
    event.refresh_from_db()
    assert cast.round_of(event).published and event.state == "live", "what was drawn comes back with it"
    cast.write(cast.table(event), 1, cast.result("S6", (1,), 8))
    with pytest.raises(UserError, match="written at a table"):
        evenings.cancel_evenings(series, BY, [day])


def test_an_evening_that_was_begun_and_not_played_is_typed_from_paper() -> None:
    series, day, event = club.evening()
    play_on(event, series)
    totals = [TableTotal(1, 1, 1, 10, 4), TableTotal(1, 1, 2, -10, 4)]
    record_totals(series, BY, {day: totals})
    event.refresh_from_db()
    assert event.binned and totals_of(series, day) == totals
    assert evenings_on.tonight(series) == day and evenings_on.event_on(series, day) is None
    with pytest.raises(UserError, match="typed from paper"):
        evenings.open_evening(series, BY, day)
    withdraw_totals(series, BY, day)
    event = receiving.receive(series, BY, day, list(Person.objects.all()[:8]))
    play_on(event, series)
    cast.write(cast.table(event), 1, cast.result("S6", (1,), 8))
    with cast.refused("was played in Troel"):
        record_totals(series, BY, {day: totals})


def test_a_round_closes_a_minute_after_its_last_deal() -> None:
    series, _day, event = club.evening()
    play_on(event, series)
    cast.play_round(event)
    due.carry_out(timezone.now() + timedelta(seconds=30))
    assert not cast.round_of(event).closed
    at_rest(event)
    assert cast.round_of(event).closed
    line = event.log.get(act="close_round")
    assert line.by == f"series:{series.pk}"
    assert '"due":' in line.text
    assert not cast.round_of(event, 2).closed


def test_an_evening_closes_once_and_whoever_reopens_it_closes_it() -> None:
    series, day, event = club.evening()
    play_on(event, series)
    cast.play_round(event)
    closes = rhythm_of(series).close(day)
    due.carry_out(closes - timedelta(seconds=1))
    assert cast.fresh(event).state == "live"
    for _again in range(2):
        due.carry_out(closes)
        assert event.log.filter(act="change_state", by=f"series:{series.pk}").count() == 1
    assert cast.fresh(event).state == "closed"
    change_state(event, BY, "live")
    due.carry_out(closes + DAY)
    assert cast.fresh(event).state == "live"


def test_an_evening_that_was_closed_by_hand_is_not_closed_again_under_who_reopened_it() -> None:
    series, day, event = club.evening()
    play_on(event, series)
    cast.play_round(event)
    for state in ("closed", "live"):
        change_state(event, BY, state)
    closes = rhythm_of(series).close(day)
    due.carry_out(closes + DAY)
    assert cast.fresh(event).state == "live"
    assert read_tonight(series, day, closes + DAY).reopened


def test_an_evening_that_is_held_after_all_is_closed_by_the_clock() -> None:
    series, day, event = club.evening()
    evenings.cancel_evenings(series, BY, [day])
    evenings.restore_evening(series, BY, day)
    due.carry_out(rhythm_of(series).close(day) + DAY)
    assert cast.fresh(event).state == "closed"


def test_what_is_open_keeps_the_evening_open() -> None:
    series, day, event = club.evening()
    play_on(event, series)
    table = cast.table(event)
    call_jury(table, cast.captain(table), Call.Reason.QUESTION)
    later = rhythm_of(series).close(day) + DAY
    due.carry_out(later)
    assert cast.fresh(event).state == "live"
    settle_call(Call.objects.get(), BY)
    due.carry_out(later + timedelta(minutes=2))
    assert cast.fresh(event).state == "closed"


def test_a_table_that_writes_keeps_the_evening_open() -> None:
    series, day, event = club.evening(closes_after_hours=1)
    play_on(event, series)
    assert rhythm_of(series).close(day) <= timezone.now()
    cast.write(cast.table(event), 1)
    due.carry_out(timezone.now() + timedelta(minutes=29))
    assert cast.fresh(event).state == "live"
    due.carry_out(timezone.now() + timedelta(minutes=31))
    assert cast.fresh(event).state == "closed"


def test_nothing_is_made_up_for_dates_on_which_nobody_came() -> None:
    organisation = club.club()
    club.series(organisation)
    with cast.nothing_written():
        due.carry_out(timezone.now() + 3 * DAY)
    assert not Evening.objects.exists()


def test_a_date_is_missed_although_somebody_said_they_would_come_and_a_moved_one_once_it_is_over() -> None:
    organisation = club.club()
    series = club.series(organisation)
    day = club.today(series)
    reply(club.members(organisation, 1)[0], series, day, "yes")
    assert day in evenings_on.missed_dates(series, day + DAY)
    evenings.move_evening(series, BY, day, day + 2 * DAY)
    assert day not in evenings_on.missed_dates(series, day + 2 * DAY)
    assert day in evenings_on.missed_dates(series, day + 3 * DAY)
    evenings.cancel_evenings(series, BY, [day])
    assert day not in evenings_on.missed_dates(series, day + 3 * DAY)


def test_an_hour_is_of_the_zone_of_the_club() -> None:
    organisation = club.club(zone="America/New_York")
    series = club.series(organisation, starts_at=time(20))
    assert rhythm_of(series).start(date(2026, 1, 15)).isoformat() == "2026-01-16T01:00:00+00:00"
