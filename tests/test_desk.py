"""The desk: how far the tables are, their links, typing deals from paper, correcting them, and who may."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from tests import cast
from tests.no_script import Visit
from tournament import links
from tournament.acts import deals, jury, redeals, registration, rounds
from tournament.acts.registration import Person
from tournament.models import Deal, Decision, Entry, Event, LogEntry, Table
from tournament.reading.pace import paces

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


@pytest.fixture
def table(event: Event) -> Table:
    return cast.table(event)


@pytest.fixture
def typist(event: Event) -> Client:
    return cast.client(cast.desk(event))


def at(table: Table, rest: str = "") -> str:
    return f"/staff/{table.round.event.slug}/rounds/{table.round.number}/tables/{table.number}/{rest}"


def overview(event: Event, rest: str = "") -> str:
    return f"/staff/{event.slug}/rounds/1/tables/{rest}"


def result(table: Table, number: int) -> Any:
    return Deal.objects.get(table=table, number=number).result


LINE = {"deal": "1", "contract": "pc9", "who": "13", "tricks": "10"}


# --- The round -------------------------------------------------------------------------------------------------


def test_the_tables_show_how_far_they_are(event: Event, table: Table, typist: Client) -> None:
    cast.play(table)
    cast.write(cast.table(event, 2), 1)
    page = Visit(typist, overview(event))
    assert "5/16" in page.words and "1 of 4 tables have written every deal." in page.words
    assert "Table 1 4/4 all written" in page.words and "Table 2 1/4" in page.words
    page.follow("Table 2")
    assert "Table 2, round 1" in page.words


def test_a_table_that_lags_behind_is_marked(event: Event, typist: Client) -> None:
    for number in (1, 2, 3):
        cast.play(cast.table(event, number))
    assert [pace.late for pace in paces(cast.round_of(event))] == [False, False, False, True]
    page = Visit(typist, overview(event))
    assert "1 table is late." in page.words and "Table 4 0/4 late" in page.words


def test_at_the_start_nobody_is_late(event: Event) -> None:
    assert not any(pace.late or pace.done for pace in paces(cast.round_of(event)))


def test_the_open_page_asks_for_news_and_mostly_gets_none(event: Event, table: Table, typist: Client) -> None:
    asked = f"{overview(event)}?page=1&since={cast.fresh(event).revision}"
    htmx = {"HX-Request": "true"}
    assert f'hx-get="{asked.replace("&", "&amp;")}"' in typist.get(overview(event)).content.decode()
    quiet = typist.get(asked, headers=htmx)
    assert (quiet.status_code, quiet.content) == (204, b"")
    cast.write(table, 1)
    news = typist.get(asked, headers=htmx)
    assert news.status_code == 200 and "1/4" in news.content.decode()


def test_the_tables_of_a_round_cost_a_few_queries(
    event: Event, typist: Client, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    with django_assert_max_num_queries(8):
        typist.get(overview(event))
    with django_assert_max_num_queries(8):
        typist.get(overview(event, "links/"))


def test_each_table_has_its_link_and_code(event: Event, table: Table, typist: Client) -> None:
    page = Visit(typist, overview(event, "links/"))
    assert links.table_url(table) in page.words and "Table 4" in page.words
    code = typist.get(at(table, "link.svg"))
    assert code["Content-Type"] == "image/svg+xml" and code.content.startswith(b"<?xml")
    assert b"style" not in code.content and "no-store" in code["Cache-Control"]
    opened = Client().get(urlsplit(links.table_url(table)).path)
    assert opened.status_code == 200


@pytest.mark.parametrize(
    ("base", "warned"),
    [("http://127.0.0.1:8000", True), ("http://localhost:8000", True), ("http://192.168.1.20:8000", False)],
)
def test_links_that_no_phone_can_open_are_warned_of(
    event: Event, typist: Client, settings: Any, base: str, warned: bool
) -> None:
    settings.BASE_URL = base
    page = Visit(typist, overview(event, "links/"))
    assert ("Only this machine can open these links." in page.words) is warned
    assert page.follow("Back").address == overview(event)


# --- Typing ----------------------------------------------------------------------------------------------------


def test_a_sheet_is_typed_deal_after_deal(event: Event, table: Table, typist: Client) -> None:
    page = Visit(typist, at(table))
    page.press("Write", contract="pc9", who="13", tricks="10")
    assert "Deal 1 is written. P&C 9" in page.words and "+13 0 +13 0" in page.words
    page.press("Write", contract="PM", who="12", tricks="01")
    page.press("Write", contract="s12", who="4", tricks="12", jury="allowed")
    assert "This is rare. Is that right?" in page.words
    page.press("Write", contract="tr9", who="1 4", tricks="8")
    assert [result(table, number)["contract"] for number in (1, 2, 3, 4)] == ["PC9", "PM", "S12", "TR9"]
    assert result(table, 2)["tricks"] == {"1": 0, "2": 1}
    by = f"user:{cast.desk(event).pk}"
    assert LogEntry.objects.filter(event=event, act="record_deal", by=by).count() == 4
    page.follow("Close the table").press("Close the table")
    assert cast.table(event).closed and "Table 1 is closed." in page.words


def test_the_line_is_ready_for_the_next_deal(table: Table, typist: Client) -> None:
    cast.write(table, 1)
    page = typist.get(at(table)).content.decode()
    assert 'name="deal" value="2"' in page
    assert page.count("autofocus") == 1 and 'maxlength="40" autofocus' in page
    assert '<option value="PC9">Prop &amp; cop 9</option>' in page


def test_deals_may_be_typed_in_any_order(table: Table, typist: Client) -> None:
    page = Visit(typist, at(table)).press("Write", **{**LINE, "deal": "3"})
    assert "Deal 3 is written." in page.words and result(table, 3)["contract"] == "PC9"
    assert page.page.forms[0].sends["deal"] == ["1"]


def test_a_line_sent_twice_is_written_once(table: Table, typist: Client) -> None:
    first = typist.post(at(table, "type/"), {**LINE, "key": "k"})
    with cast.nothing_written():
        second = typist.post(at(table, "type/"), {**LINE, "key": "k"})
    assert first.status_code == second.status_code == 303 and first["Location"] == second["Location"]


def test_a_deal_that_somebody_else_wrote_is_not_written_over(table: Table, typist: Client) -> None:
    page = Visit(typist, at(table))
    cast.write(table, 1)
    with cast.nothing_written():
        page.press("Write", contract="pc9", who="13", tricks="10")
    assert page.status == 409 and "Deal 1 has already been written." in page.words and "P&C 8" in page.words


@pytest.mark.parametrize(
    ("typed", "status", "sentence"),
    [
        ({"contract": ""}, 422, "the contract"),
        ({"contract": "xx"}, 422, "XX"),
        ({"contract": "pmt"}, 422, "PMT"),
        ({"who": "1"}, 422, "2"),
        ({"who": "15"}, 422, "seat 5"),
        ({"tricks": "14"}, 422, "13"),
        ({"tricks": "ten"}, 422, "the tricks"),
        ({"contract": "s12", "who": "1", "tricks": "12"}, 422, "whether the jury was there"),
        ({"contract": "s12", "who": "1", "tricks": "12", "jury": "refused"}, 422, "jury"),
        ({"contract": "☠" * 700, "who": "☠", "tricks": "\0"}, 422, "contract"),
        ({"deal": "9"}, 404, "This table has no such deal."),
        ({"deal": ""}, 404, "This table has no such deal."),
        ({"key": ""}, 422, "Open this page again"),
    ],
)
def test_what_cannot_be_comes_back_as_it_was_typed(
    table: Table, typist: Client, typed: dict[str, str], status: int, sentence: str
) -> None:
    with cast.nothing_written():
        answer = typist.post(at(table, "type/"), {**LINE, "key": "k", **typed})
    page = answer.content.decode()
    assert answer.status_code == status and sentence in page
    if status == 422 and typed.get("who") == "15":
        assert 'name="who" value="15"' in page and 'name="key" value="k"' in page


@pytest.mark.parametrize("name", ["solo 7", "Alleen7", "SOLO 7", "s 7"])
def test_a_contract_is_typed_by_its_name_in_any_language(table: Table, typist: Client, name: str) -> None:
    Visit(typist, at(table)).press("Write", contract=name, who="2", tricks="7")
    assert result(table, 1)["contract"] == "S7"


def test_who_types_an_unknown_contract_reads_which_there_are(table: Table, typist: Client) -> None:
    page = Visit(typist, at(table)).press("Write", contract="xx", who="2", tricks="7")
    assert "no contract “XX”. They have PC8, PC9," in page.words


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"contract": "xx"}, "contract"),
        ({"who": ""}, "who"),
        ({"who": "15"}, "who"),
        ({"tricks": ""}, "tricks"),
        ({"tricks": "14"}, "tricks"),
        ({"contract": "pm", "who": "12", "tricks": "0"}, "tricks"),
        ({"contract": "s12", "who": "1", "tricks": "12"}, "jury"),
        ({"deal": "2"}, "deal"),
    ],
)
def test_the_field_that_is_wrong_is_the_one_to_type_in(
    table: Table, typist: Client, typed: dict[str, str], field: str
) -> None:
    for number in (1, 2):
        cast.write(table, number)
    page = typist.post(at(table, "type/"), {**LINE, "deal": "3", "key": "k", **typed}).content.decode()
    assert re.findall(r'<(?:input|select) id="(\w+)"[^>]* autofocus', page) == [field]


def test_points_alone_are_typed_by_seat() -> None:
    table = cast.table(cast.playing(slug="points", rules="points-only"))
    page = Visit(cast.client(cast.desk(table.round.event)), at(table))
    page.press("Write", points1="5", points2="-5", points3="0", points4="0")
    assert result(table, 1) == {"points": {"1": 5, "2": -5, "3": 0, "4": 0}}
    page.press("Write", points1="5")
    assert page.status == 422


def test_doubles_and_trump_are_typed_where_they_are_asked() -> None:
    table = cast.table(cast.playing(slug="flanders", rules="flanders", records_trump=True))
    redeals.all_pass(table, "system", 1)
    page = Visit(cast.client(cast.desk(table.round.event)), at(table))
    page.press("Write", contract="s6", who="1", tricks="6", double="1", trump="H")
    assert result(table, 1) == {"contract": "S6", "declarers": [1], "tricks": 6, "trump": "H", "doubles": 2}


# --- One deal --------------------------------------------------------------------------------------------------


def test_a_deal_is_corrected_with_a_reason(event: Event, table: Table, typist: Client) -> None:
    cast.write(table, 1)
    page = Visit(typist, at(table)).follow("1")
    form = next(form for form in page.page.forms if "reason" in form.types)
    assert [form.sends[name] for name in ("contract", "who", "tricks", "version")] == [["PC8"], ["13"], ["9"], ["1"]]
    page.press("Correct", tricks="11", reason="Nine was a one and a one.")
    assert "Deal 1 is corrected." in page.words and "+16" in page.words
    assert "Deal corrected" in page.words and "“Nine was a one and a one.”" in page.words
    assert "captain of table 1, round 1" in page.words and cast.desk(event).username in page.words
    assert result(table, 1)["tricks"] == 11 and Deal.objects.get(table=table, number=1).version == 2


def test_a_correction_takes_the_new_answer_of_the_jury(table: Table, typist: Client) -> None:
    cast.write(table, 1, cast.result("S12", (1,), 12, jury="not_called"))
    page = Visit(typist, at(table, "deals/1/"))
    assert "annulled" in page.words
    page.press("Correct", jury="allowed", reason="The jury was there.")
    assert "+100" in page.words and "annulled" not in page.words.split("What happened")[0]


def test_a_correction_without_a_reason_is_not_made(table: Table, typist: Client) -> None:
    cast.write(table, 1)
    page = Visit(typist, at(table, "deals/1/"))
    with cast.nothing_written():
        page.press("Correct", tricks="11", reason=" ")
    assert page.status == 422 and 'name="tricks" value="11"' in page.response.content.decode()


def test_a_correction_of_what_changed_meanwhile_is_shown_what_stands_there_now(table: Table, typist: Client) -> None:
    cast.write(table, 1)
    page = Visit(typist, at(table, "deals/1/"))
    deals.correct_deal(table, "system", 1, cast.result(tricks=12), replaces=1, reason="Misread.")
    with cast.nothing_written():
        page.press("Correct", tricks="11", reason="Mine.")
    assert page.status == 409 and "Somebody changed deal 1 meanwhile." in page.words and "12 tricks" in page.words
    page.press("Correct", tricks="11", reason="Mine, all the same.")
    assert page.status == 200 and result(table, 1)["tricks"] == 11


def test_a_correction_to_what_cannot_be_is_refused(table: Table, typist: Client) -> None:
    cast.write(table, 1)
    page = Visit(typist, at(table, "deals/1/"))
    with cast.nothing_written():
        page.press("Correct", tricks="14", reason="Typed.")
    assert page.status == 422 and "13" in page.words


def test_a_deal_is_corrected_after_its_table_and_its_round_are_closed(
    event: Event, table: Table, typist: Client
) -> None:
    cast.play_round(event)
    deals.close_table(table, "system")
    rounds.close_round(table.round, "system")
    page = Visit(typist, at(table, "deals/1/")).press("Correct", tricks="6", reason="Misread.")
    assert page.status == 200 and result(table, 1)["tricks"] == 6


def test_what_the_jury_ruled_stands_beside_what_was_entered(event: Event, table: Table, typist: Client) -> None:
    cast.write(table, 1)
    ruled = cast.result(tricks=7)
    jury.rule(table, "system", 1, Decision.Ruling.RESULT, "Claimed too early.", result=ruled)
    page = Visit(typist, at(table, "deals/1/"))
    assert "7 tricks · as the jury ruled" in page.words and "The table entered: P&C 8" in page.words
    assert "9 tricks" in page.words and "Claimed too early." in page.words


def test_the_last_deal_is_taken_back_and_no_other(table: Table, typist: Client) -> None:
    cast.write(table, 1)
    cast.write(table, 2)
    assert "Take back" not in Visit(typist, at(table, "deals/1/")).words
    page = Visit(typist, at(table, "deals/2/")).press("Take back deal 2")
    assert "Deal 2 has been taken back." in page.words and result(table, 2) is None
    with cast.nothing_written():
        assert typist.post(at(table, "deals/2/undo/"), {"key": "k", "version": "2"}).status_code == 409


def test_passes_and_misdeals_are_noted_and_taken_back(table: Table, typist: Client) -> None:
    page = Visit(typist, at(table, "deals/1/"))
    page.press("Everybody passed").press("Misdeal, with penalty").press("Misdeal, waived")
    deal = Deal.objects.get(table=table, number=1)
    assert (deal.passes, deal.misdeals, Decision.objects.count()) == (1, 2, 1)
    page.press("Take back the misdeal").press("Take back the misdeal").press("Take back: everybody passed")
    deal.refresh_from_db()
    assert (deal.passes, deal.misdeals, Decision.objects.filter(cancelled=False).count()) == (0, 0, 0)


@pytest.mark.parametrize(
    ("rest", "status"),
    [("pass/", 422), ("pass/undo/", 422), ("misdeal/", 422), ("misdeal/undo/", 422), ("undo/", 422), ("correct/", 422)],
)
def test_a_button_without_its_key_does_nothing(table: Table, typist: Client, rest: str, status: int) -> None:
    with cast.nothing_written():
        assert typist.post(at(table, f"deals/1/{rest}")).status_code == status
        assert typist.get(at(table, f"deals/1/{rest}")).status_code == 405


def test_the_history_is_of_this_table_only(event: Event, typist: Client) -> None:
    many = cast.playing(players=48, slug="many", deals=4)
    cast.write(cast.table(many, 1), 1, cast.result("S6", (1,), 6))
    cast.write(cast.table(many, 12), 1, cast.result("S7", (1,), 7))
    page = Visit(cast.client(cast.desk(many)), at(cast.table(many, 1), "deals/1/"))
    history = page.words.split("What happened to this deal")[1]
    assert "Solo 6" in history and "Solo 7" not in history


def test_a_deal_page_costs_a_few_queries(
    table: Table, typist: Client, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    cast.play(table)
    with django_assert_max_num_queries(16):
        typist.get(at(table, "deals/4/"))


# --- At the table ----------------------------------------------------------------------------------------------


def test_another_seat_writes(table: Table, typist: Client) -> None:
    page = Visit(typist, at(table)).follow("Choose the captain").press("Choose", position="2")
    assert page.status == 200 and cast.table(table.round.event).captain == 2


def test_a_substitute_sits_in_from_a_deal_on(event: Event, table: Table, typist: Client) -> None:
    cast.write(table, 1, cast.result("S6", (2,), 6))
    registration.add_entries(event, "system", [Person("Zoë Zwart")])
    page = Visit(typist, at(table)).follow("Seat a substitute")
    assert page.page.forms[-1].sends["from_deal"] == ["2"]
    page.press("Seat the substitute", position="2", number="17")
    assert "2 · Zoë Zwart" in page.words and "before:" in page.words


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
def test_a_substitute_who_cannot_be_is_refused(table: Table, typist: Client, data: dict[str, str], status: int) -> None:
    with cast.nothing_written():
        answer = typist.post(at(table, "substitute/"), {"csrf": "x", **data})
    assert answer.status_code == status and "errorlist" in answer.content.decode()


def test_a_new_link_kills_the_old_one(event: Event, table: Table, typist: Client) -> None:
    old = f"/t/{cast.token(table)}/"
    page = Visit(typist, at(table)).follow("Make a new link")
    assert "stop working at once" in page.words
    page.press("Make a new link")
    assert "Table 1 has a new link." in page.words and links.table_url(cast.table(event)) in page.words
    assert Client().get(old).status_code == 404


def test_a_closed_table_is_opened_again(event: Event, table: Table, typist: Client) -> None:
    cast.play(table)
    deals.close_table(table, "system")
    page = Visit(typist, at(table))
    assert "Write" not in [button.words for form in page.page.forms for button in form.buttons]
    page.follow("Open the table again").press("Open again")
    assert not cast.table(event).closed
    with cast.nothing_written():
        assert typist.post(at(table, "reopen/")).status_code == 409


def test_a_table_with_deals_missing_is_not_closed(table: Table, typist: Client) -> None:
    with cast.nothing_written():
        answer = typist.post(at(table, "close/"))
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
    with cast.nothing_written():
        assert statuses(client, event, "get", WRITES) == {403}
        assert statuses(client, event, "post", POSTS) == {403}
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
def test_what_is_not_there_is_said(event: Event, typist: Client, where: str) -> None:
    assert typist.get(f"/staff/{event.slug}/{where}").status_code == 404
    assert typist.get(f"/staff/{event.slug}/{where}".replace("9", "9" * 30)).status_code == 404


def test_full_names_for_the_staff(event: Event, table: Table, typist: Client) -> None:
    entry = Entry.objects.select_related("event", "player").get(event=event, number=cast.seated(table)[1])
    registration.change_entry(entry, "system", Person("Hendrika Verborgen", initials_only=True))
    assert "Hendrika Verborgen" in Visit(typist, at(table)).words
