"""The list of players, one player, adding by hand."""

from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tournament.acts.people import registration
from tournament.models import Entry, Event
from tournament.naming import by_surname

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.event(players=8)


def at(event: Event, path: str) -> str:
    """An address about the players of an event."""
    return f"/staff/{event.slug}/players/{path}"


def names(event: Event) -> list[str]:
    """Everybody's name in the order of the numbers."""
    return list(Entry.objects.filter(event=event).values_list("player__name", flat=True).order_by("number"))


# --- The list --------------------------------------------------------------------------------------------------


def test_the_list_is_found_in_by_words_numbers_club_and_status(event: Event, desk: Client) -> None:
    registration.withdraw(cast.entry(event, 2), "system")
    cases = {
        "q=cecile": ["Cécile Desmet"],
        "q=LEFEVRE": ["Dirk Lefèvre"],
        "q=5": ["Els Peeters"],
        "club=Hartenaas": ["Cécile Desmet", "Gérard Claes"],
        "status=withdrawn": ["Bertrand Dubois"],
        "q=hartenaas+claes&status=present": ["Gérard Claes"],
        "q=niemand": [],
    }
    for query, found in cases.items():
        page = cast.shown(desk.get(f"{at(event, '')}?{query}"))
        assert [name for name in names(event) if by_surname(name) in page] == found, query


def test_the_list_is_sorted_and_paginated(django_assert_max_num_queries: Any) -> None:
    event = cast.event(players=120, slug="groot", present=False)
    client = cast.client(cast.organiser(event))
    with django_assert_max_num_queries(8):
        first = cast.shown(client.get(at(event, "")))
    assert "Page 1 of 3" in first
    backwards = client.get(f"{at(event, '')}?sort=-number").content.decode()
    assert backwards.index("/players/120/") < backwards.index("/players/119/")
    assert "/players/60/" not in backwards


JUNK = """page=99999 page=0 page=-1 page=x per_page=0 per_page=99999 sort=nothing sort=- sort=number&sort=x status=rich
club=none q=%00"""


@pytest.mark.parametrize("junk", JUNK.split())
def test_junk_in_the_address_of_the_list_is_overlooked(event: Event, desk: Client, junk: str) -> None:
    assert desk.get(f"{at(event, '')}?{junk}").status_code == 200


def test_the_address_cannot_ask_for_longer_pages() -> None:
    event = cast.event(players=60, slug="groot", present=False)
    page = cast.client(cast.organiser(event)).get(f"{at(event, '')}?per_page=1000")
    assert "Page 1 of 2" in cast.shown(page)


# --- One player ------------------------------------------------------------------------------------------------

PERSON = {
    "name": "Annelies De Wit",
    "club": "Ruitenboer",
    "language": "fr",
    "role": "joker",
    "initials_only": "on",
    "writes": "on",
    "family": "Pols",
}


def test_a_player_is_corrected(event: Event, desk: Client) -> None:
    assert cast.sent_from(desk, at(event, "1/"), **PERSON).status_code == 303
    entry = cast.entry(event, 1)
    player = entry.player
    assert (player.name, player.club, player.language, entry.role) == ("Annelies De Wit", "Ruitenboer", "fr", "joker")
    assert player.initials_only and player.writes and player.family == "Pols"
    page = desk.get(at(event, "1/")).content.decode()
    assert 'value="Ruitenboer"' in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 81},
        {"club": "x" * 81},
        {"family": "x" * 81},
        {"role": "king"},
        {"language": "de"},
        {"name": "a\0b"},
    ],
)
def test_a_player_that_cannot_be_is_shown_again(event: Event, desk: Client, wrong: dict[str, str]) -> None:
    with cast.nothing_written():
        assert desk.post(at(event, "1/"), {**PERSON, **wrong}).status_code == 422


def test_nobody_has_that_number(event: Event, desk: Client) -> None:
    for number in ("9", "0", "99999999999999999999999"):
        assert desk.get(at(event, f"{number}/")).status_code == 404
        with cast.nothing_written():
            assert desk.post(at(event, f"{number}/withdraw/"), {"reason": ""}).status_code == 404


def test_who_may_only_look_cannot_write(event: Event) -> None:
    auditor = cast.client(cast.auditor(event))
    assert auditor.get(at(event, "1/")).status_code == 200
    for path in ("1/", "add/", "list/", "list/enter/", "1/withdraw/", "1/readmit/", "1/exclude/"):
        with cast.nothing_written():
            assert auditor.post(at(event, path), PERSON).status_code == 403


def test_a_player_page_tells_seats_and_decisions(django_assert_max_num_queries: Any) -> None:
    event = cast.playing(8)
    cast.penalty(event, 3, -2, "Twice.")
    cast.penalty(event, 3, -1, "Again.")
    client = cast.client(cast.organiser(event))
    with django_assert_max_num_queries(22):
        page = cast.shown(client.get(at(event, "3/")))
    assert "Round 1, table" in page
    assert "Decisions (2)" in page


# --- Adding by hand --------------------------------------------------------------------------------------------


def added(**changes: Any) -> dict[str, Any]:
    """The form of one more player, filled in."""
    return {"name": "Mia Noël", "club": "", "language": "nl", "role": "competitor", "start": "9", **changes}


def test_a_player_is_added_under_the_next_number(event: Event, desk: Client) -> None:
    answer = desk.post(at(event, "add/"), added(), follow=True)
    assert "Mia Noël has number 9." in cast.shown(answer)
    assert cast.entry(event, 9).player.name == "Mia Noël"


def test_the_same_form_sent_twice_adds_one_player(event: Event, desk: Client) -> None:
    desk.post(at(event, "add/"), added())
    with cast.nothing_written():
        assert desk.post(at(event, "add/"), added()).status_code == 303
    assert names(event).count("Mia Noël") == 1


def test_a_number_given_meanwhile_is_asked_again(event: Event, desk: Client) -> None:
    desk.post(at(event, "add/"), added(name="Wie eerst komt"))
    with cast.nothing_written():
        answer = desk.post(at(event, "add/"), added())
    assert answer.status_code == 422
    assert 'name="start" value="10"' in answer.content.decode()
    assert desk.post(at(event, "add/"), added(start="10")).status_code == 303


def test_the_same_name_must_be_said_to_be_another_person(event: Event, desk: Client) -> None:
    twin = added(name="cecile  DESMET")
    with cast.nothing_written():
        answer = desk.post(at(event, "add/"), twin)
    assert answer.status_code == 422
    assert "There is already a player with this name or a very similar one: 3 Cécile Desmet." in cast.shown(answer)
    assert 'type="checkbox" name="another"' in answer.content.decode()
    assert desk.post(at(event, "add/"), {**twin, "another": "on"}).status_code == 303


def test_almost_the_same_name_is_asked_about_unless_the_clubs_differ(event: Event, desk: Client) -> None:
    near = added(name="Cécile Desmed", club=cast.entry(event, 3).player.club)
    with cast.nothing_written():
        answer = desk.post(at(event, "add/"), near)
    assert answer.status_code == 422 and "or a very similar one: 3 Cécile Desmet." in cast.shown(answer)
    assert desk.post(at(event, "add/"), {**near, "club": "Another"}).status_code == 303


@pytest.mark.parametrize(
    "wrong", [{"name": " "}, {"number": "3"}, {"number": "0"}, {"number": "1000001"}, {"start": "x"}, {"start": ""}]
)
def test_who_cannot_be_added_is_shown_again(event: Event, desk: Client, wrong: dict[str, str]) -> None:
    with cast.nothing_written():
        assert desk.post(at(event, "add/"), added(**wrong)).status_code == 422
