"""Everybody is here; or the desk closes: who is absent is out, and only they, until its undo lets them in."""

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament.acts.event import events
from tournament.acts.people import no_shows, registration
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Entry, Event, LogEntry

pytestmark = pytest.mark.django_db

BY = "system"


@pytest.fixture
@laid_again
def event() -> Event:
    """Twelve players, of whom 10, 11 and 12 did not come."""
    event = cast.event(12, present=False)
    for number in range(1, 10):
        registration.check_in(cast.entry(event, number), BY, True)
    return cast.fresh(event)


def out(event: Event) -> set[int]:
    return set(Entry.objects.filter(event=event, withdrawn=True).values_list("number", flat=True))


def test_everybody_is_here_in_one_line_but_who_left_or_waits(event: Event) -> None:
    registration.withdraw(cast.entry(event, 10), BY, "Ill.")
    registration.exclude(cast.entry(event, 11), BY, "Banned.")
    Entry.objects.filter(event=event, number=9).update(present=False, withdrawn=True, waiting=1)
    before = LogEntry.objects.filter(event=event).count()
    assert no_shows.check_in_all(event, BY, [12]) == 1
    assert [cast.entry(event, number).present for number in range(8, 13)] == [True, False, False, False, True]
    assert LogEntry.objects.filter(event=event).count() == before + 1
    with cast.nothing_written():
        assert no_shows.check_in_all(event, BY, [12]) == 1  # sent twice
        with pytest.raises(UserError, match="Nobody is absent"):
            no_shows.check_in_all(event, BY, [10, 11])
    registration.check_in(cast.entry(event, 12), BY, False)
    assert cast.entry(event, 12).status == "absent"


def test_everybody_is_here_names_the_count_first_and_is_refused_once_it_changed(event: Event, desk: Client) -> None:
    address, juror = f"/staff/{event.slug}/attendance/", cast.client(cast.juror(event))
    assert "Everybody is here" in cast.shown(desk.get(address))
    with cast.nothing_written():
        asked = desk.get(address + "everybody/")
        assert "3 players are absent and will be marked present." in cast.shown(asked)
        assert "10 Joëlle Roels" in cast.shown(asked)
        assert juror.post(address + "everybody/", cast.filled_in(asked)).status_code == 403
    registration.check_in(cast.entry(event, 11), BY, True)
    with cast.nothing_written():
        assert desk.post(address + "everybody/", cast.filled_in(asked)).status_code == 409
    answer = desk.post(address + "everybody/", cast.filled_in(desk.get(address + "everybody/")), follow=True)
    assert "2 players are marked present." in cast.shown(answer)
    assert "Everybody is here" not in cast.shown(answer)
    page = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/logbook/"))
    assert "Everybody is here · 2 players · 10, 12" in page


def test_everybody_absent_is_out_in_one_line(event: Event) -> None:
    before = LogEntry.objects.filter(event=event).count()
    assert no_shows.close_desk(event, BY, [10, 11, 12]) == 3
    assert out(event) == {10, 11, 12}
    assert LogEntry.objects.filter(event=event).count() == before + 1
    assert {cast.entry(event, number).status for number in range(1, 10)} == {"present"}


def test_twice_it_is_done_once_and_where_nobody_is_marked_yet_it_is_refused(event: Event) -> None:
    no_shows.close_desk(event, BY, [10, 11, 12])
    with cast.nothing_written():
        assert no_shows.close_desk(event, BY, [10, 11, 12]) == 3
        with pytest.raises(UserError, match="Nobody is absent"):
            no_shows.close_desk(event, BY, [10, 11])
    nobody = cast.event(4, "niemand", present=False)
    with cast.refused("everybody would be out"):
        no_shows.close_desk(nobody, BY, [1, 2, 3, 4])


def test_somebody_came_between_the_look_and_the_act(event: Event) -> None:
    registration.check_in(cast.entry(event, 11), BY, True)
    with cast.refused("Attendance has changed", 409):
        no_shows.close_desk(event, BY, [10, 11, 12])


def test_the_undo_lets_in_only_whom_it_put_out_and_who_is_still_out_by_it(event: Event) -> None:
    registration.withdraw(cast.entry(event, 9), BY, "Ill.")
    no_shows.close_desk(event, BY, [10, 11, 12])
    registration.readmit(cast.entry(event, 10), BY, "Stood in traffic.")
    registration.withdraw(cast.entry(event, 10), BY, "Went home again.")
    registration.readmit(cast.entry(event, 11), BY, "Stood in traffic.")
    assert no_shows.reopen_desk(event, BY, [12]) == 1
    assert out(event) == {9, 10}
    with cast.nothing_written():
        assert no_shows.reopen_desk(event, BY, [12]) == 1  # sent twice
        with pytest.raises(UserError, match="Nobody is out because"):
            no_shows.reopen_desk(event, BY, [9, 10])


def test_the_undo_takes_back_the_last_closing_alone(event: Event) -> None:
    no_shows.close_desk(event, BY, [10, 11, 12])
    registration.check_in(cast.entry(event, 4), BY, False)
    no_shows.close_desk(event, BY, [4])
    with cast.refused("Attendance has changed"):
        no_shows.reopen_desk(event, BY, [4, 10, 11, 12])
    no_shows.reopen_desk(event, BY, [4])
    assert out(event) == {10, 11, 12}
    no_shows.reopen_desk(event, BY, [10, 11, 12])
    assert out(event) == set()


def test_who_was_excluded_meanwhile_stays_excluded(event: Event) -> None:
    no_shows.close_desk(event, BY, [10, 11, 12])
    registration.exclude(cast.entry(event, 12), BY, "Banned.")
    no_shows.reopen_desk(event, BY, [10, 11, 12])
    assert [cast.entry(event, number).status for number in (10, 11, 12)] == ["absent", "absent", "excluded"]


def test_readmitting_one_needs_a_reason_which_the_history_tells(event: Event) -> None:
    no_shows.close_desk(event, BY, [10, 11, 12])
    with cast.refused("Enter a reason"):
        registration.readmit(cast.entry(event, 12), BY, " ")
    registration.readmit(cast.entry(event, 12), BY, "Stood in traffic.")
    page = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/logbook/"))
    assert "Check-in closed: absent players are out · 3 players · 10, 11, 12" in page
    assert "Readmitted · player 12 · “Stood in traffic.”" in page


def test_a_closed_event_refuses_all_three(event: Event) -> None:
    no_shows.close_desk(event, BY, [10, 11, 12])
    for state in (Event.State.LIVE, Event.State.CLOSED):
        events.change_state(event, BY, state)
    with cast.nothing_written():
        for act in (no_shows.check_in_all, no_shows.close_desk, no_shows.reopen_desk):
            with pytest.raises(UserError, match="closed"):
                act(event, BY, [10, 11, 12])


def test_replay_and_file_know_who_did_not_come(event: Event) -> None:
    no_shows.close_desk(event, BY, [10, 11, 12])
    document = exporting.document(cast.fresh(event))
    assert [entry.get("no_show") for entry in document["entries"]] == [None] * 9 + [1] * 3
    again = importing.load(document, BY, "opnieuw")
    no_shows.reopen_desk(again, BY, [10, 11, 12])
    assert out(again) == set()
    replayed = logbook_file.replay(list(logbook_file.lines(event)), "nog-eens")
    assert out(replayed) == {10, 11, 12}


def test_on_the_page_the_desk_sees_who_and_how_many_before(event: Event, desk: Client) -> None:
    address = f"/staff/{event.slug}/attendance/"
    assert "Close check-in: absent players are out" in cast.shown(desk.get(address))
    with cast.nothing_written():
        asked = desk.get(address + "close/")
    assert "3 players are absent and will be out" in cast.shown(asked)
    assert "10 Joëlle Roels" in cast.shown(asked)
    answer = desk.post(address + "close/", cast.filled_in(asked), follow=True)
    assert "Check-in is closed: 3 players are out." in cast.shown(answer)
    assert "9 of 9 present" in cast.shown(answer)
    assert "no-show" in cast.shown(answer)
    back = desk.get(address + "reopen/")
    assert "10 Joëlle Roels" in cast.shown(back)
    assert "3 players may play again." in cast.shown(desk.post(address + "reopen/", cast.filled_in(back), follow=True))


def test_a_page_that_is_out_of_date_or_forged_changes_nothing(event: Event, desk: Client) -> None:
    address = f"/staff/{event.slug}/attendance/"
    asked = cast.filled_in(desk.get(address + "close/"))
    registration.check_in(cast.entry(event, 10), BY, True)
    juror, auditor = cast.client(cast.juror(event)), cast.client(cast.auditor(event))
    with cast.nothing_written():
        for of in (asked["of"], "", "x", "11,12,", "²", "9" * 99):
            assert desk.post(address + "close/", {"of": of}).status_code == 409, of
        assert juror.post(address + "close/", {"of": "11,12"}).status_code == 403
        assert auditor.post(address + "reopen/", {"of": "11,12"}).status_code == 403
