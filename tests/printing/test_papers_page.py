"""The page of papers: what it offers to whom, what it refuses, and what may be chosen."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.support.events import cast
from tests.support.files.jobs import PAPERS, ask, job_of
from tournament import access
from tournament.acts.event import events
from tournament.acts.rounds import rounds
from tournament.acts.rounds.room import set_room
from tournament.files.models import JobRow
from tournament.jobs import job_queue
from tournament.jobs.offers import OFFERS
from tournament.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("room", "nobody_at_work")]

WRITING, KEEPING = {"before-round", "cards", "sheets", "sheets-backs", "slips"}, {"xlsx", "json"}
EVERYBODYS = set(OFFERS) - WRITING - KEEPING
MEMBERS = {
    cast.organiser: EVERYBODYS | WRITING | KEEPING,
    cast.desk: EVERYBODYS | WRITING,
    cast.juror: EVERYBODYS,
    cast.head_juror: EVERYBODYS | KEEPING,
    cast.auditor: EVERYBODYS | KEEPING,
}


@pytest.fixture
def event() -> Event:
    event = cast.playing(players=8)
    set_room(event, "system", [[1, 2]])
    return cast.fresh(event)


# --- Who gets what ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("member", MEMBERS)
def test_a_member_is_offered_what_he_may_have_and_gets_nothing_else(member: Any, event: Event) -> None:
    browser = cast.client(member(event))
    page = browser.get(PAPERS).content.decode()
    for key in OFFERS:
        allowed = key in MEMBERS[member]
        assert (f'"{PAPERS}{key}/make/"' in page) == allowed or key == "ranking", key
        assert ask(browser, key).status_code == (303 if allowed else 403), key


@pytest.mark.parametrize("who", [None, "outsider", "other"])
def test_who_has_no_right_sees_nothing(who: str | None, event: Event) -> None:
    other = cast.event(players=0, slug="other")
    people: dict[str, User] = {"outsider": cast.outsider(), "other": cast.organiser(other)}
    browser = cast.client(people[who] if who else None)
    wanted = 302 if who is None else 403
    assert browser.get(PAPERS).status_code == wanted
    assert [ask(browser, key).status_code for key in OFFERS] == [403] * len(OFFERS)


def test_every_right_is_one_of_the_house() -> None:
    assert {type(offer.may) for offer in OFFERS.values()} == {access.Permission}


# --- What is refused ----------------------------------------------------------------------------------------------


def test_what_is_not_on_offer_is_not_there(organiser: Client) -> None:
    assert ask(organiser, "money").status_code == 404
    assert organiser.get(f"{PAPERS}ranking/make/").status_code == 405
    assert organiser.post(PAPERS).status_code == 405
    for id in ("0" * 32, "nothing", "lock"):
        answer = organiser.get(f"{PAPERS}made/{id}/")
        assert (answer.status_code, "no longer kept" in cast.shown(answer)) == (404, True)


def test_a_map_that_nobody_entered_is_not_on_offer() -> None:
    browser = cast.client(cast.organiser(cast.playing(players=8)), "nl")
    assert f"{PAPERS}room/make/" not in browser.get(PAPERS).content.decode()
    answer = ask(browser, "room")
    assert (answer.status_code, "plan van de zaal" in cast.shown(answer)) == (409, True)


NEEDS_ROUND = [key for key, offer in OFFERS.items() if offer.needs == "round"]


@pytest.mark.parametrize("key", NEEDS_ROUND)
def test_without_a_round_there_is_nothing_of_a_round(key: str) -> None:
    browser = cast.client(cast.organiser(cast.event()), "nl")
    assert f"/{key}/make/" not in browser.get(PAPERS).content.decode()
    answer = ask(browser, key)
    assert (answer.status_code, "nog geen ronde" in cast.shown(answer)) == (409, True)
    assert not JobRow.objects.exists()


@pytest.mark.parametrize("key", NEEDS_ROUND)
def test_what_hangs_on_the_wall_is_only_made_of_a_round_that_is_shown(
    key: str, event: Event, organiser: Client
) -> None:
    rounds.show_round(cast.round_of(event), "system", False)
    answer = ask(organiser, key)
    on_the_wall = key in ("seating-names", "seating-tables", "ranking-after")
    assert answer.status_code == (409 if on_the_wall else 303)
    assert ("This round is not shown." in cast.shown(answer)) == on_the_wall


@pytest.mark.parametrize("key", NEEDS_ROUND)
def test_wall_lists_can_be_made_before_the_round_is_published(key: str) -> None:
    event = cast.event(players=8)
    cast.next_round(event, publish=False)
    assert ask(cast.client(cast.organiser(event)), key).status_code == (409 if key == "ranking-after" else 303)


@pytest.mark.parametrize(
    ("address", "warned"),
    [("http://127.0.0.1:8000", True), ("http://localhost", True), ("https://troel.example", False)],
)
def test_it_is_said_when_no_phone_can_open_what_is_printed(
    address: str, warned: bool, event: Event, organiser: Client, settings: Any
) -> None:
    settings.BASE_URL = address
    assert (f"lead to {address}." in cast.shown(organiser.get(PAPERS))) == warned


@pytest.mark.parametrize(
    ("key", "wrong", "said"),
    [
        ("cards", {"round": "7"}, "Select a valid choice"),
        ("cards", {"round": ""}, "required"),
        ("cards", {"round": "1; rm"}, "Select a valid choice"),
        ("cards", {"table": "9"}, "There is no such table."),
        ("seating-names", {"size": "A5"}, "Select a valid choice"),
        ("ranking", {"language": "de"}, "Select a valid choice"),
        ("ranking", {"language": "--logo"}, "Select a valid choice"),
        ("player", {"player": "99"}, "No player has this number."),
        ("player", {"player": ""}, "required"),
        ("player", {"player": "-1"}, "greater than or equal"),
        ("player", {"player": "é"}, "whole number"),
        ("player", {"player": "9" * 400}, "less than or equal"),
    ],
)
def test_a_choice_that_is_none_comes_back(key: str, wrong: dict[str, str], said: str, organiser: Client) -> None:
    answer = ask(organiser, key, **wrong)
    assert (answer.status_code, said in cast.shown(answer)) == (422, True)
    assert not JobRow.objects.exists()


def test_a_full_line_is_a_sentence_in_the_visitors_language(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "MAX_WAITING", 0)
    answer = ask(cast.client(cast.organiser(event), "nl"), "ranking")
    assert (answer.status_code, "te veel afgedrukt" in cast.shown(answer)) == (503, True)


def test_a_place_that_cannot_be_written_is_a_sentence(room: Path, organiser: Client) -> None:
    room.write_text("where the folder should be")
    for answer in (organiser.get(PAPERS), ask(organiser, "ranking")):
        assert (answer.status_code, "cannot store the file" in cast.shown(answer)) == (503, True)


def test_a_form_from_elsewhere_makes_nothing(event: Event) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(cast.organiser(event), "django.contrib.auth.backends.ModelBackend")
    assert ask(browser, "ranking").status_code == 403
    assert not JobRow.objects.exists()


# --- What is chosen -----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_page_chooses_the_round_being_played_and_the_visitors_language_or_what_the_address_says(
    event: Event, organiser: Client
) -> None:
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), "system")
    cast.next_round(event)
    cast.next_round(event, publish=False)
    page = organiser.get(PAPERS).content.decode()
    assert '<option value="2" selected>' in page and page.count('<option value="en" selected>') == 2
    page = organiser.get(PAPERS, headers={"accept-language": "fr"}).content.decode()
    assert page.count('<option value="fr" selected>') == 2
    page = organiser.get(f"{PAPERS}?round=1&language=fr&player=5").content.decode()
    assert '<option value="1" selected>' in page and page.count('<option value="fr" selected>') == 2
    assert 'name="player" value="5"' in page


def test_a_visitor_in_whose_language_nothing_is_printed_is_offered_the_first_one(
    event: Event, organiser: Client
) -> None:
    Event.objects.update(languages=["nl", "fr"])
    assert organiser.get(PAPERS).content.decode().count('<option value="nl" selected>') == 2


@pytest.mark.parametrize("place", ["rounds/1/", "ranking/", "players/3/"])
def test_one_comes_to_it_from_where_one_needs_it(place: str, organiser: Client) -> None:
    page = organiser.get(f"/staff/ledegem/{place}").content.decode()
    chosen = {"rounds/1/": "?round=1", "players/3/": "?player=3#player"}.get(place, "")
    assert f'href="{PAPERS}{chosen}"' in page


@pytest.mark.parametrize(
    ("key", "name", "call"),
    [
        ("ranking", "ledegem-ranking-fr.pdf", "print ledegem ranking --language fr"),
        ("ranking-after", "ledegem-ranking-after-1-fr.pdf", "print ledegem ranking --round 1 --language fr"),
        ("cards", "ledegem-cards-1-fr.pdf", "print ledegem cards --round 1 --language fr"),
        ("before-round", "ledegem-before-round-1-fr.pdf", "print ledegem before-round --round 1 --language fr"),
        ("sheets-spare", "ledegem-sheets-spare-1-fr.pdf", "print ledegem sheets --spare 5 --round 1 --language fr"),
        ("sheets-filled", "ledegem-sheets-filled-1-fr.pdf", "print ledegem sheets --filled --round 1 --language fr"),
        ("player", "ledegem-player-3-fr.pdf", "print ledegem player --player 3 --language fr"),
        ("xlsx", "ledegem-fr.xlsx", "export ledegem --format xlsx --language fr"),
        ("json", "ledegem.json", "export ledegem --format json"),
    ],
)
def test_a_file_has_a_good_name(key: str, name: str, call: str, organiser: Client) -> None:
    one = job_of(ask(organiser, key, language="fr"))
    assert (one.request.name, " ".join(one.request.call)) == (name, call)


def test_the_paper_of_a_list_and_a_single_table_are_chosen(organiser: Client) -> None:
    choice = {"language": "fr", "size": "A3", "table": "2"}
    one = job_of(ask(organiser, "seating-names", **choice))
    assert " ".join(one.request.call) == "print ledegem seating-names --round 1 --size A3 --language fr"
    answer = ask(organiser, "cards", **choice)
    one = job_of(answer)
    assert (one.request.name, one.request.call[-3:]) == ("ledegem-cards-1-2-fr.pdf", ["2", "--language", "fr"])
    assert "Round 1 · Table 2 · " in cast.shown(organiser.get(answer["Location"]))
    assert f'href="{PAPERS}?round=1&amp;table=2"' in organiser.get("/staff/ledegem/rounds/1/tables/2/").content.decode()


def test_an_archived_event_can_still_be_printed(event: Event, organiser: Client) -> None:
    for state in ("closed", "archived"):
        events.change_state(event, "system", state)
    assert ask(organiser, "ranking").status_code == 303


def test_who_presses_twice_is_led_to_the_same_file(organiser: Client) -> None:
    assert ask(organiser, "ranking")["Location"] == ask(organiser, "ranking")["Location"]
