"""Deleting a player who was entered by mistake, and moving an event to the bin."""

import json
from collections.abc import Callable

import pytest

from tests.support.events import cast
from tournament import links
from tournament.acts.event import events
from tournament.acts.lifecycle.bin import bin_event, restore_event
from tournament.acts.people import registration
from tournament.acts.people.deletion import delete_entry, entry_token
from tournament.acts.people.import_people import PeopleImport, import_people
from tournament.acts.people.registration import Entrant
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Entry, Event, PersonalText, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.event(players=3)


def texts(event: Event) -> set[str]:
    return set(PersonalText.objects.filter(event=event).values_list("text", flat=True))


def same_elsewhere(event: Event) -> None:
    """The event is the same after a replay, and after its file was read."""
    event = cast.fresh(event)
    here = exporting.document(event)
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    read = importing.load(json.loads(exporting.text(event)), "system", slug="read")
    for other in (again, read):
        there = exporting.document(other)
        assert {**there["event"], "slug": ""} == {**here["event"], "slug": ""}
        assert there["entries"] == here["entries"]


# --- A player ----------------------------------------------------------------------------------------------------


def test_a_deleted_player_leaves_no_word_and_no_number(event: Event) -> None:
    changed = Entrant("Els Van Damme", "Ruitenboer", family="Pols", surname="Damme")
    import_people(event, "system", lambda there: PeopleImport([Entrant("Mia Noël", "Troef")], {2: changed}))
    registration.withdraw(cast.entry(event, 2), "system", "Ziek.")
    shared = cast.entry(event, 4)
    delete_entry(cast.entry(event, 2), "system", entry_token(cast.entry(event, 2)))
    gone = {"Bertrand Dubois", "Les Quatre As", "Els Van Damme", "Ruitenboer", "Pols", "Damme", "Ziek."}
    assert not gone & texts(event)
    assert {"Mia Noël", "Troef", "Annelies Vandenbroucke"} <= texts(event)
    assert Player.objects.count() == 3 and shared.number == 4
    [new] = registration.add_entries(event, "system", [Entrant("Nieuw")])
    assert new.number == 5
    with pytest.raises(UserError, match="Number 2 is taken"):
        registration.add_entries(cast.fresh(event), "system", [Entrant("Nieuw", number=2)])
    same_elsewhere(event)


def test_the_number_of_the_last_one_is_not_given_again(event: Event) -> None:
    delete_entry(cast.entry(event, 3), "system", entry_token(cast.entry(event, 3)))
    [new] = registration.add_entries(event, "system", [Entrant("Nieuw")])
    assert new.number == 4


def test_a_player_who_changed_meanwhile_is_not_deleted(event: Event) -> None:
    seen = entry_token(cast.entry(event, 1))
    registration.change_entry(cast.entry(event, 1), "system", Entrant("Iemand Anders"))
    with cast.refused("changed this in the meantime"):
        delete_entry(cast.entry(event, 1), "system", seen)


def test_nobody_is_deleted_twice(event: Event) -> None:
    entry = cast.entry(event, 1)
    delete_entry(entry, "system", entry_token(entry))
    with cast.refused("has been deleted"):
        delete_entry(Entry(pk=10**6, event=event, number=1), "system", "")


ON_A_PLAYER: dict[str, Callable[[Entry], object]] = {
    "changed": lambda entry: registration.change_entry(entry, "system", Entrant("Another")),
    "marked absent": lambda entry: registration.check_in(entry, "system", False),
    "withdrawn": lambda entry: registration.withdraw(entry, "system"),
    "excluded": lambda entry: registration.exclude(entry, "system", "Noise."),
    "readmitted": lambda entry: registration.readmit(entry, "system", "Came after all."),
}


@pytest.mark.parametrize("act", ON_A_PLAYER)
def test_nothing_is_done_with_a_player_whom_somebody_else_deleted_meanwhile(event: Event, act: str) -> None:
    entry = cast.entry(event, 1)
    delete_entry(cast.entry(event, 1), "system", entry_token(entry))
    with cast.refused("has been deleted"):
        ON_A_PLAYER[act](entry)


def test_who_stands_in_a_draw_or_a_decision_or_a_live_event_stays() -> None:
    drawn, live, excluded = cast.event(8, slug="drawn"), cast.event(8, slug="live"), cast.event(4, slug="excluded")
    cast.next_round(drawn, publish=False)
    events.change_state(live, "system", Event.State.LIVE)
    registration.exclude(cast.entry(excluded, 1), "system", "Noise.")
    for event in (drawn, live, excluded):
        entry = cast.entry(event, 1)
        with cast.refused("in no draw"):
            delete_entry(entry, "system", entry_token(entry))


def test_a_player_is_deleted_from_his_page_after_asking(event: Event) -> None:
    desk, at = cast.client(cast.desk(event)), f"/staff/{event.slug}/players/"
    assert f"{at}2/delete/" in desk.get(f"{at}2/").content.decode()
    asked = desk.get(f"{at}2/delete/")
    assert "Delete Bertrand Dubois?" in cast.shown(asked)
    answer = desk.post(f"{at}2/delete/", cast.filled_in(asked), follow=True)
    assert "Player 2 has been deleted." in cast.shown(answer)
    with cast.nothing_written():
        again = desk.post(f"{at}2/delete/", cast.filled_in(asked), follow=True)
    assert "Player 2 has been deleted." in cast.shown(again)
    auditor = cast.client(cast.auditor(event))
    with cast.nothing_written():
        assert desk.post(f"{at}1/delete/", {"of": "old"}).status_code == 409
        assert desk.post(f"{at}9/delete/").status_code == 404
        assert auditor.post(f"{at}1/delete/").status_code == 403


# --- An event ----------------------------------------------------------------------------------------------------


def test_an_event_in_the_bin_is_shown_to_nobody_and_comes_back() -> None:
    event = cast.playing(4, deals=1)
    link = links.table_url(cast.table(event))
    events.change_state(event, "system", Event.State.CLOSED)
    organiser, desk, anybody = cast.client(cast.organiser(event)), cast.client(cast.desk(event)), cast.client()
    asked = organiser.get("/staff/ledegem/bin/")
    home = organiser.post("/staff/ledegem/bin/", cast.filled_in(asked), follow=True)
    assert "Restore from the bin" in cast.shown(home)
    path = link.partition("/t/")[2]
    for address in ("/e/ledegem/", "/e/ledegem/seating/", f"/t/{path}"):
        assert anybody.get(address).status_code == 404, address
    assert "no longer shown" in cast.shown(anybody.get("/e/ledegem/"))
    assert "Kampioenschap van Ledegem" not in cast.shown(anybody.get("/"))
    for address in ("/staff/ledegem/", "/staff/ledegem/players/"):
        page = organiser.get(address)
        assert page.status_code == 404 and "is in the bin" in cast.shown(page)
    same_elsewhere(event)
    with cast.nothing_written():
        assert desk.post("/staff/ledegem/bin/restore/").status_code == 403
        assert "Restore from the bin" not in cast.shown(desk.get("/staff/"))
        with pytest.raises(UserError, match="already an event at this address"):
            events.make_event("system", "ledegem", cast.plan())
    assert organiser.post("/staff/ledegem/bin/restore/").status_code == 303
    assert anybody.get("/e/ledegem/").status_code == 200
    with cast.nothing_written():
        assert organiser.post("/staff/ledegem/bin/restore/").status_code == 409


def test_nothing_is_done_in_an_event_in_the_bin(event: Event) -> None:
    bin_event(event, "system", cast.fresh(event).version_token)
    with cast.nothing_written():
        for act in (
            lambda: registration.add_entries(event, "system", [Entrant("Nieuw")]),
            lambda: bin_event(event, "system", cast.fresh(event).version_token),
            lambda: events.change_state(event, "system", Event.State.LIVE),
        ):
            with pytest.raises(UserError, match="is in the bin"):
                act()
    restore_event(event, "system")
    registration.add_entries(event, "system", [Entrant("Nieuw")])


def test_a_live_event_or_one_that_moved_on_is_not_moved_to_the_bin(event: Event) -> None:
    seen = cast.fresh(event).version_token
    registration.add_entries(event, "system", [Entrant("Nieuw")])
    with cast.refused("in the meantime"):
        bin_event(event, "system", seen)
    events.change_state(event, "system", Event.State.LIVE)
    with cast.refused("under way"):
        bin_event(event, "system", cast.fresh(event).version_token)
    desk = cast.client(cast.desk(event))
    with cast.nothing_written():
        assert desk.post("/staff/ledegem/bin/").status_code == 403
