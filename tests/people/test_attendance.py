"""The list at the door: one tap per name; and who leaves, comes back, or is sent away."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tournament.acts.people import registration
from tournament.models import Decision, Entry, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.event(players=8)


def at(event: Event, path: str) -> str:
    """An address about the players of an event."""
    return f"/staff/{event.slug}/players/{path}"


# --- Attendance ------------------------------------------------------------------------------------------------


@pytest.fixture
def door() -> Event:
    return cast.event(players=8, slug="deur", present=False)


def marked(client: Client, event: Event, number: int, present: str, **more: Any) -> Any:
    """One tap on a name."""
    return client.post(
        f"/staff/{event.slug}/attendance/{number}/", {"present": present, **more.pop("data", {})}, **more
    )


def test_one_tap_marks_present_and_the_next_absent(door: Event) -> None:
    client = cast.client(cast.desk(door))
    answer = marked(client, door, 3, "1")
    assert (answer.status_code, answer["Location"]) == (303, "/staff/deur/attendance/?last=3#p3")
    assert cast.entry(door, 3).present
    page = client.get("/staff/deur/attendance/")
    assert "1 of 8 present" in cast.shown(page)
    assert re.search(r'id="b3" name="present"\s+value="0"\s+aria-pressed="true"', page.content.decode())
    marked(client, door, 3, "0")
    assert not cast.entry(door, 3).present


def test_with_scripts_a_tap_is_answered_with_the_row_and_the_count(door: Event) -> None:
    client = cast.client(cast.desk(door))
    answer = marked(client, door, 3, "1", headers={"HX-Request": "true"})
    body = answer.content.decode()
    assert answer.status_code == 200
    assert body.count("<li") == 1
    assert 'id="p3"' in body
    assert 'hx-swap-oob="true"' in body
    assert "1 of 8 present" in cast.shown(answer)


def test_two_desks_may_tap_the_same_name(door: Event) -> None:
    one, other = cast.client(cast.desk(door)), cast.client(cast.organiser(door))
    marked(one, door, 3, "1")
    with cast.nothing_written():
        assert marked(other, door, 3, "1").status_code == 303
    assert cast.entry(door, 3).present


def test_the_search_survives_a_tap(door: Event) -> None:
    client = cast.client(cast.desk(door))
    found = client.get("/staff/deur/attendance/?q=de")
    assert "Cécile" in cast.shown(found) and 'name="q" value="de"' in found.content.decode()
    answer = marked(client, door, 3, "1", data={"q": "de"})
    assert answer["Location"] == "/staff/deur/attendance/?q=de&last=3#p3"


def test_who_is_out_cannot_be_marked(door: Event) -> None:
    client = cast.client(cast.desk(door))
    registration.withdraw(cast.entry(door, 3), "system")
    with cast.nothing_written():
        assert marked(client, door, 3, "1").status_code == 404
        assert marked(client, door, 77, "1").status_code == 404
        assert client.get("/staff/deur/attendance/3/").status_code == 405
    assert "Cécile" not in cast.shown(client.get("/staff/deur/attendance/"))


def test_a_closed_event_refuses_with_a_sentence_where_one_looks(door: Event) -> None:
    client = cast.client(cast.desk(door))
    Event.objects.filter(pk=door.pk).update(state=Event.State.CLOSED)
    with cast.nothing_written():
        answer = marked(client, door, 3, "1", headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert "This event is closed." in cast.shown(answer)


def test_the_jury_does_not_check_in(door: Event) -> None:
    for who in (cast.juror(door), cast.auditor(door), cast.outsider()):
        with cast.nothing_written():
            assert marked(cast.client(who), door, 3, "1").status_code == 403


@pytest.mark.long
def test_three_hundred_and_twenty_names_stand_on_one_page(django_assert_max_num_queries: Any) -> None:
    event = cast.event(players=320, slug="groot", present=False)
    client = cast.client(cast.desk(event))
    with django_assert_max_num_queries(15):
        page = client.get("/staff/groot/attendance/").content.decode()
    assert page.count('class="toggle"') == 320
    assert page.count("csrfmiddlewaretoken") == 2


# --- Leaving ---------------------------------------------------------------------------------------------------


def test_withdrawing_and_coming_back(event: Event, desk: Client) -> None:
    with cast.nothing_written():
        assert "Withdraw Cécile Desmet?" in cast.shown(desk.get(at(event, "3/withdraw/")))
    assert desk.post(at(event, "3/withdraw/"), {"reason": "Ziek"}).status_code == 303
    assert cast.entry(event, 3).withdrawn
    with cast.nothing_written():
        assert desk.post(at(event, "3/withdraw/"), {"reason": ""}).status_code == 409
    with cast.nothing_written():
        assert desk.post(at(event, "3/readmit/")).status_code == 422
    for present, sentence in ((False, "Afterwards, mark the player present"), (True, "is still marked present")):
        Entry.objects.filter(event=event, number=3).update(present=present)
        assert sentence in cast.shown(desk.get(at(event, "3/readmit/")))
    assert desk.post(at(event, "3/readmit/"), {"reason": "Beter"}).status_code == 303
    assert not cast.entry(event, 3).withdrawn
    with cast.nothing_written():
        assert desk.post(at(event, "3/readmit/"), {"reason": "Beter"}).status_code == 409
        assert desk.post(at(event, "3/withdraw/"), {"reason": "x" * 501}).status_code == 422


def test_the_jury_excludes_for_a_reason_and_the_desk_does_not(event: Event, desk: Client) -> None:
    juror = cast.client(cast.juror(event))
    with cast.nothing_written():
        assert desk.post(at(event, "3/exclude/"), {"reason": "Weg"}).status_code == 403
        assert juror.post(at(event, "3/exclude/"), {"reason": " "}).status_code == 422
    assert juror.post(at(event, "3/exclude/"), {"reason": "Geroep"}).status_code == 303
    assert cast.entry(event, 3).excluded
    assert Decision.objects.get(event=event).reason == "Geroep"
    with cast.nothing_written():
        assert juror.post(at(event, "3/exclude/"), {"reason": "Nog eens"}).status_code == 409
