"""The desk: somebody who is not on the list, found by name, number or code, marked by mistake, and jokers called."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.events import cast
from tournament import links
from tournament.acts.people import no_shows, registration
from tournament.acts.people.admission import admission_token, set_admission
from tournament.acts.people.arrivals import SimilarNameError, enter_arrival
from tournament.acts.people.registration import Entrant
from tournament.admission import Admission
from tournament.errors import UserError
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Entry, Event, LogEntry, PersonalText
from tournament.reading.logbook.chronicle import act

pytestmark = pytest.mark.django_db
BY = "user:1"
JAN = Entrant("Jan Goossens", "hartenaas")


@pytest.fixture
def door() -> Event:
    return cast.event(players=8, slug="deur", present=False)


@pytest.fixture
def desk(door: Event) -> Client:
    return cast.client(cast.desk(door))


def page(client: Client, query: str = "") -> str:
    return cast.shown(client.get(f"/staff/deur/attendance/?{query}"))


def sent(client: Client, name: str, **more: str) -> Any:
    return client.post("/staff/deur/attendance/arrive/", {"name": name, "key": "k1", **more})


def test_who_arrives_is_entered_and_present_in_one_line(door: Event) -> None:
    before = LogEntry.objects.filter(event=door).count()
    entry = enter_arrival(door, BY, JAN, key="k")
    assert (entry.number, entry.present, entry.player.club) == (9, True, "Hartenaas")
    with cast.nothing_written():
        assert enter_arrival(door, BY, JAN, key="k").number == 9
    line = LogEntry.objects.filter(event=door).order_by("sequence")[before]
    assert (line.act, act(line.act)) == ("register", "Player registered")
    assert "Goossens" not in line.text and '"k"' not in line.text
    again = importing.load(exporting.document(cast.fresh(door)), BY, "elders")
    assert cast.entry(again, 9).present


def test_the_key_of_one_arrival_enters_nobody_else(door: Event, desk: Client) -> None:
    sent(desk, "Jan Goossens")
    with cast.nothing_written():
        refused = sent(desk, "Lia Verschueren")
        assert refused.status_code == 422 and cast.filled_in(refused)["key"] not in ("", "k1")


def test_a_twin_is_told_whatever_desk_entered_them(door: Event) -> None:
    enter_arrival(door, "user:1", JAN, key="one")
    with cast.nothing_written():
        for name in ("Jan Goosens", "goossens jan", "Jan Goossen"):
            with pytest.raises(SimilarNameError) as told:
                enter_arrival(door, "user:2", Entrant(name), key="two")
            assert [entry.number for entry in told.value.entries] == [9]
    assert enter_arrival(door, "user:2", Entrant("Jan Goossens"), another=True, key="two").number == 10


def test_nobody_arrives_without_a_name_or_after_the_end(door: Event) -> None:
    Event.objects.filter(pk=door.pk).update(state=Event.State.CLOSED)
    with cast.nothing_written():
        for person in (Entrant("-"), Entrant("x" * 81), JAN):
            with pytest.raises(UserError):
                enter_arrival(door, BY, person)


def test_who_arrived_by_mistake_is_deleted_with_their_name(door: Event, desk: Client) -> None:
    enter_arrival(door, BY, JAN)
    address = "/staff/deur/players/9/delete/"
    assert desk.post(address, cast.filled_in(desk.get(address))).status_code == 303
    assert not PersonalText.objects.filter(event=door, text__contains="Goossens").exists()


def test_a_name_that_is_not_found_is_offered_for_registration(door: Event, desk: Client) -> None:
    registration.change_entry(cast.entry(door, 3), BY, JAN)
    shown = page(desk, "q=goosens")
    assert "Nobody on the list is called “goosens”." in shown and "Goossens Jan" in shown
    assert 'name="name" value="Piet Nieuw"' in desk.get("/staff/deur/attendance/?q=Piet+Nieuw").content.decode()
    answer = sent(desk, "Piet Nieuw", joker="on")
    assert answer["Location"] == "/staff/deur/attendance/?last=9"
    assert cast.entry(door, 9).role == Entry.PlayerRole.JOKER
    assert "9 Piet Nieuw is present. Undo" in page(desk, "last=9")
    with cast.nothing_written():
        assert sent(desk, "Piet Nieuw")["Location"] == answer["Location"]
        for name, says in (
            ("Jan Gosens", "Is it one of these?"),
            ("", "This field is required"),
            ("–", "player’s name"),
        ):
            refused = sent(desk, name, key="k2")
            assert refused.status_code in (409, 422) and says in cast.shown(refused)
    assert sent(desk, "Jan Gosens", key="k2", another="1").status_code == 303


def test_the_jury_registers_nobody(door: Event) -> None:
    for who in (cast.juror(door), cast.auditor(door), cast.outsider()):
        with cast.nothing_written():
            assert sent(cast.client(who), "Piet Nieuw").status_code == 403


def test_a_number_or_a_code_finds_one_row_and_leads_back_to_all(door: Event, desk: Client) -> None:
    for wanted in ("3", links.personal_url(cast.entry(door, 3))):
        found = desk.get("/staff/deur/attendance/", {"q": wanted})
        rows = re.findall(r'<button type="submit" class="toggle"[^>]*>', found.content.decode())
        assert len(rows) == 1 and 'id="b3"' in rows[0] and "autofocus" in rows[0] and "hx-post" not in rows[0]
        assert 'type="hidden" name="q"' not in found.content.decode()
    assert "Nobody on the list" in page(desk, "q=http://troel/p/3-aaaa/")


def test_only_the_absent_are_shown_and_a_slip_is_undone_where_it_was(door: Event, desk: Client) -> None:
    tapped = desk.post("/staff/deur/attendance/3/", {"present": "1", "show": "absent"})
    assert tapped["Location"] == "/staff/deur/attendance/?show=absent&last=3#p3"
    shown = desk.get("/staff/deur/attendance/?show=absent&last=3")
    assert 'id="p3"' not in shown.content.decode() and "3 Cécile Desmet is present. Undo" in cast.shown(shown)
    desk.post("/staff/deur/attendance/3/", {"present": "0"})
    assert not cast.entry(door, 3).present


def test_jokers_are_called_for_incomplete_tables(door: Event, desk: Client) -> None:
    assert "more joker" not in page(desk)
    for number in range(1, 7):
        registration.check_in(cast.entry(door, number), BY, True)
    registration.change_entry(cast.entry(door, 8), BY, Entrant("Hilde Wauters", role=Entry.PlayerRole.JOKER))
    shown = page(desk)
    assert "With 2 more jokers, all tables have four players." in shown and "8 Hilde Wauters" in shown
    assert no_shows.close_desk(door, BY, [7]) == 1
    assert not cast.entry(door, 8).withdrawn
    tapped = desk.post("/staff/deur/attendance/8/", {"present": "1"}, headers={"HX-Request": "true"})
    assert "With 1 more joker" in cast.shown(tapped) and "Nobody else on the list is a joker." in cast.shown(tapped)


def test_the_door_tells_when_the_desk_closes_and_then_whom_to_leave_out(door: Event, desk: Client) -> None:
    registration.check_in(cast.entry(door, 1), BY, True)
    for hours, says in ((1, "The desk closes on "), (-1, "It is past that, and 7 players are absent. Close check-in")):
        settings = Admission(desk=timezone.now() + timedelta(hours=hours))
        set_admission(door, BY, settings, admission_token(cast.fresh(door)))
        assert says in page(desk)
    no_shows.close_desk(door, BY, list(range(2, 9)))
    assert "The desk closes" not in page(desk)
    again = importing.load(exporting.document(cast.fresh(door)), BY, "elders")
    assert again.admission == settings.to_dict()


def test_the_hour_of_the_regulation_is_proposed() -> None:
    event = cast.event(players=0, slug="deur", rules="world-2018")
    form = cast.client(cast.organiser(event)).get("/staff/deur/players/registration/settings/")
    assert 'name="desk" value="2026-03-14T09:45"' in form.content.decode()
