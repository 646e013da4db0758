"""The desk: how far the tables are, their links, who sits and writes there, and who may."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.pages.desk_pages import LINE, at, overview
from tests.support.pages.no_script import Visit
from tournament import links
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import seat_swaps
from tournament.acts.table import deals
from tournament.acts.table.announcing import announce
from tournament.models import Entry, Event, Table
from tournament.reading.rounds.pace import paces
from tournament.reading.table import sheets

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


# --- The round -------------------------------------------------------------------------------------------------


def test_the_tables_show_how_far_they_are(event: Event, table: Table, desk: Client) -> None:
    cast.play(table)
    cast.write(cast.table(event, 2), 1)
    page = Visit(desk, overview(event))
    assert "5/16" in page.words and "1 of 4 in, missing: 2, 3, 4" in page.words
    assert "Table 1 4/4 all recorded" in page.words and "Table 2 1/4" in page.words
    page.follow("Table 2")
    assert "Table 2, round 1" in page.words


def test_a_table_that_lags_behind_is_marked(event: Event, desk: Client) -> None:
    for number in (1, 2, 3):
        cast.play(cast.table(event, number))
    assert [pace.late for pace in paces(cast.round_of(event))] == [False, False, False, True]
    page = Visit(desk, overview(event))
    assert "1 table is late." in page.words and "Table 4 0/4 late" in page.words


def test_at_the_start_nobody_is_late(event: Event) -> None:
    assert not any(pace.late or pace.done for pace in paces(cast.round_of(event)))


def test_the_open_page_asks_for_news_and_mostly_gets_none(
    event: Event, table: Table, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.views.desk.tables.time.time", lambda: 0.0)  # a new minute is news
    htmx = {"HX-Request": "true"}
    shown = re.search(r'hx-get="([^"]*since=[^"]*)"', desk.get(overview(event)).content.decode())
    assert shown
    asked = shown[1].replace("&amp;", "&")
    quiet = desk.get(asked, headers=htmx)
    assert (quiet.status_code, quiet.content) == (204, b"")
    cast.write(table, 1)
    news = desk.get(asked, headers=htmx)
    assert news.status_code == 200 and "1/4" in news.content.decode()


def test_the_tables_of_a_round_cost_a_few_queries(
    event: Event, desk: Client, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    with django_assert_max_num_queries(15):
        desk.get(overview(event))
    for number in (1, 2):
        announce(cast.table(event, number), "system", 1, {"contract": "S6", "declarers": [1]})
    with django_assert_max_num_queries(17):
        desk.get(overview(event))
    with django_assert_max_num_queries(8):
        desk.get(overview(event, "links/"))


def test_each_table_has_its_link_and_code(event: Event, table: Table, desk: Client) -> None:
    page = Visit(desk, overview(event, "links/"))
    assert links.table_url(table) in page.words and "Table 4" in page.words
    code = desk.get(at(table, "link.svg"))
    assert code["Content-Type"] == "image/svg+xml" and code.content.startswith(b"<?xml")
    assert b"style" not in code.content and "no-store" in code["Cache-Control"]
    opened = Client().get(urlsplit(links.table_url(table)).path)
    assert opened.status_code == 200


@pytest.mark.parametrize(
    ("base", "warned"),
    [("http://127.0.0.1:8000", True), ("http://localhost:8000", True), ("http://192.168.1.20:8000", False)],
)
def test_links_that_no_phone_can_open_are_warned_of(
    event: Event, desk: Client, settings: Any, base: str, warned: bool
) -> None:
    settings.BASE_URL = base
    page = Visit(desk, overview(event, "links/"))
    assert ("Only this computer can open these links." in page.words) is warned
    assert page.follow("Back").address == overview(event)


# --- At the table ----------------------------------------------------------------------------------------------


def test_another_seat_writes(table: Table, desk: Client) -> None:
    page = Visit(desk, at(table)).follow("Choose the captain").press("Choose", position="2")
    assert page.status == 200 and cast.table(table.round.event).captain == 2


def test_a_substitute_sits_in_from_a_deal_on(event: Event, table: Table, desk: Client) -> None:
    cast.write(table, 1, cast.result("S6", (2,), 6))
    registration.add_entries(event, "system", [Entrant("Zoë Zwart"), Entrant("Yves Wit")])
    registration.check_in(cast.entry(event, 18), "system", True)
    page = Visit(desk, at(table)).follow("Seat a substitute")
    assert "Present without a seat in this round: 18 Yves Wit." in page.words
    assert page.page.forms[-1].sends["from_deal"] == ["2"]
    page.press("Seat the substitute", position="2", number="17")
    assert "2 · Zoë Zwart" in page.words and "previously:" in page.words
    assert cast.entry(event, 17).present and "is a player short" not in page.words
    left = cast.seated(table)[2]
    registration.check_in(cast.entry(event, 17), "system", False)
    assert f'value="{left}"' in desk.get(at(table, "fill-in/2/")).content.decode()
    page.follow("Seat a substitute")
    assert f"Can come back to their own seat: {left} " in page.words
    page.press("Seat the substitute", position="2", number=str(left))
    assert "2 · Zoë Zwart" not in page.words and "previously:" not in page.words
    for number in (17, left):
        assert "has no place at this table" not in page.words, "who is absent has no other place to go"
        page.follow("Seat a substitute").press("Seat the substitute", position="2", number=str(number))
    assert "Zoë Zwart has no place at this table any more, and is still marked as present." in cast.shown(page.response)


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"position": "2", "number": "1", "from_deal": "2"}, 409),
        ({"position": "2", "number": "999", "from_deal": "2"}, 422),
        ({"position": "9", "number": "17", "from_deal": "2"}, 422),
        ({"position": "2", "number": "☠", "from_deal": "0"}, 422),
        ({}, 422),
    ],
)
def test_a_substitute_who_cannot_be_is_refused(table: Table, desk: Client, data: dict[str, str], status: int) -> None:
    with cast.nothing_written():
        answer = desk.post(at(table, "substitute/"), {"key": "k", "seats": sheets.sheet(table).seats, **data})
    assert answer.status_code == status and "errorlist" in answer.content.decode()


def test_a_substitute_does_not_sit_down_among_others_than_were_seen(table: Table, desk: Client) -> None:
    registration.add_entries(table.round.event, "system", [Entrant("Zoë Zwart")])
    page = Visit(desk, at(table)).follow("Seat a substitute")
    one, other = (cast.seated(cast.table(table.round.event, number))[1] for number in (1, 2))
    seat_swaps.exchange_places(table.round, "system", (one, other), "Brothers.")
    with cast.nothing_written():
        page.press("Seat the substitute", position="2", number="17")
    assert page.status == 409 and "Somebody else sits at this table now." in page.words


def test_a_new_link_kills_the_old_one(event: Event, table: Table, desk: Client) -> None:
    old = f"/t/{cast.token(table)}/"
    page = Visit(desk, at(table)).follow("Create a new link")
    assert "stop working at once" in page.words
    page.press("Create a new link")
    assert "Table 1 has a new link." in page.words and links.table_url(cast.table(event)) in page.words
    assert Client().get(old).status_code == 404


def test_a_closed_table_is_opened_again(event: Event, table: Table, desk: Client) -> None:
    cast.play(table)
    deals.close_table(table, "system")
    page = Visit(desk, at(table))
    assert "Record" not in [button.words for form in page.page.forms for button in form.buttons]
    page.follow("Reopen the table").press("Reopen")
    assert not cast.table(event).closed
    with cast.nothing_written():
        assert desk.post(at(table, "reopen/"), {"key": "k", "of": "1"}).status_code == 409
        assert desk.post(at(table, "reopen/"), {"key": "k"}).status_code == 422


def test_a_table_with_deals_missing_is_not_closed(table: Table, desk: Client) -> None:
    with cast.nothing_written():
        answer = desk.post(at(table, "close/"), {"key": "k", "of": table.revision})
    assert answer.status_code == 409 and "These deals are still missing" in answer.content.decode()


# --- Who may ---------------------------------------------------------------------------------------------------

LOOKS = ("", "{t}/", "{t}/deals/1/")
WRITES = ("links/", "{t}/link.svg", "{t}/captain/", "{t}/substitute/", "{t}/link/", "{t}/close/", "{t}/reopen/")
POSTS = (
    "{t}/type/",
    "{t}/captain/",
    "{t}/substitute/",
    "{t}/link/",
    "{t}/close/",
    "{t}/reopen/",
    "{t}/deals/1/correct/",
    "{t}/deals/1/undo/",
    "{t}/deals/1/pass/",
    "{t}/deals/1/pass/undo/",
    "{t}/deals/1/misdeal/",
    "{t}/deals/1/misdeal/undo/",
)
ANY = {
    **LINE,
    "key": "k",
    "version": "1",
    "reason": "x",
    "waived": "1",
    "position": "1",
    "number": "1",
    "from_deal": "1",
}


def statuses(client: Client, event: Event, method: str, rests: tuple[str, ...]) -> set[int]:
    send = getattr(client, method)
    data = ANY if method == "post" else {}
    return {send(overview(event, rest.format(t=1)), data).status_code for rest in rests}


@pytest.mark.parametrize("role", ["organiser", "desk"])
def test_organisers_and_the_desk_may_all_of_it(event: Event, role: str) -> None:
    client = cast.client(cast.member(event, role))
    assert statuses(client, event, "get", LOOKS + WRITES) == {200}


@pytest.mark.parametrize("role", ["jury", "head_jury", "auditor"])
def test_others_of_the_staff_look_and_write_nothing(event: Event, table: Table, role: str) -> None:
    client = cast.client(cast.member(event, role))
    assert statuses(client, event, "get", LOOKS) == {200}
    corrects = ("{t}/reopen/", "{t}/deals/1/correct/", "{t}/deals/1/undo/") if role == "head_jury" else ()
    with cast.nothing_written():
        assert statuses(client, event, "get", tuple(rest for rest in WRITES if rest not in corrects)) == {403}
        assert statuses(client, event, "post", tuple(rest for rest in POSTS if rest not in corrects)) == {403}
        assert not corrects or 403 not in statuses(client, event, "post", corrects)
    page = Visit(client, at(table))
    assert cast.token(table) not in page.response.content.decode()
    assert not any("reason" in form.types or "contract" in form.types for form in page.page.forms)


def test_outsiders_and_members_of_another_event_may_nothing(event: Event) -> None:
    other = cast.event(players=0, slug="other")
    for who in (cast.outsider(), cast.organiser(other)):
        with cast.nothing_written():
            assert statuses(cast.client(who), event, "get", LOOKS + WRITES) == {403}
            assert statuses(cast.client(who), event, "post", POSTS) == {403}


def test_a_visitor_is_led_to_the_sign_in(event: Event) -> None:
    with cast.nothing_written():
        assert statuses(cast.client(), event, "post", POSTS) <= {302, 303, 403}
    answer = cast.client().get(overview(event))
    assert answer.status_code in (302, 303) and "/sign-in/" in answer["Location"]


def test_a_form_of_the_staff_needs_its_token(event: Event, table: Table) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(cast.desk(event), "django.contrib.auth.backends.ModelBackend")
    with cast.nothing_written():
        assert strict.post(at(table, "type/"), {**LINE, "key": "k"}).status_code == 403


@pytest.mark.parametrize("where", ["rounds/9/tables/", "rounds/1/tables/99/", "rounds/1/tables/1/deals/9/"])
def test_what_is_not_there_is_said(event: Event, desk: Client, where: str) -> None:
    assert desk.get(f"/staff/{event.slug}/{where}").status_code == 404
    assert desk.get(f"/staff/{event.slug}/{where}".replace("9", "9" * 30)).status_code == 404


def test_full_names_for_the_staff(event: Event, table: Table, desk: Client) -> None:
    entry = Entry.objects.select_related("event", "player").get(event=event, number=cast.seated(table)[1])
    registration.change_entry(entry, "system", Entrant("Hendrika Verborgen", initials_only=True))
    assert "Hendrika Verborgen" in Visit(desk, at(table)).words
