"""Entering a deal in two moments, on the pages: what the table tells, and what those who look on see of it."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.events.two_moments import SLAM, SOLO, say, standing
from tests.support.pages.captain_phone import opened, path, posted
from tests.support.pages.desk_pages import at, overview
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import rounds
from tournament.acts.table import deals
from tournament.acts.table.tables import substitute
from tournament.models import Decision, Event, Table
from tournament.reading.table.announced import deals_in_play

pytestmark = pytest.mark.django_db


# --- The table's pages, without scripts ------------------------------------------------------------------------

LATER = "Now playing, tricks later"


def name_of(table: Table, seat: int) -> str:
    return cast.entry(table.round.event, cast.seated(table)[seat]).player.name


@pytest.mark.long
def test_a_contract_is_told_and_its_tricks_are_filled_in_after_play(table: Table) -> None:
    page = opened(table).follow("Deal 1").follow("Solo 6").press(LATER, who="2")
    jan = name_of(table, 2)
    assert "Deal 1 is being played. Fill in the tricks afterwards." in page.words
    assert f"Being played: Solo 6 · {jan}" in page.words and standing(table) == SOLO
    page.follow("Deal 1")
    assert "How many tricks did they make?" in page.words and "Which contract" not in page.words
    assert page.page.forms[-1].sends["who"] == ["2"]
    assert not any(LATER in button.words for button in page.page.forms[-1].buttons)
    page.press("Continue", tricks="7").press("Right, keep it")
    assert cast.stored(table, 1) == cast.result("S6", (2,), 7) and standing(table) is None


def test_another_contract_is_told_instead(table: Table) -> None:
    say(table)
    page = opened(table).follow("Deal 1").follow("Change").follow("Solo 7")
    assert page.page.forms[-1].sends["who"] == ["2"]
    page.press(LATER)
    assert standing(table) == {"contract": "S7", "declarers": [2]}


def test_what_was_taken_back_comes_first_and_then_what_is_announced(table: Table) -> None:
    cast.write(table, 1, cast.result("S7", (1,), 7))
    deals.undo_deal(table, cast.captain(table), 1, replaces=1)
    page = opened(table).follow("Deal 1")
    assert "This is the result that was taken back." in page.words
    say(table, replaces=2)
    page = opened(table).follow("Deal 1")
    assert "taken back" not in page.words and page.page.forms[-1].sends["who"] == ["2"]


def test_nobody_is_left_out_and_the_page_says_so(table: Table) -> None:
    with cast.nothing_written():
        page = opened(table, "deal/1/?contract=S6").press(LATER)
    assert page.status == 422 and "can be played by 1, not by 0" in page.words and "Who played it?" in page.words


def test_on_another_phone_it_was_recorded_meanwhile(table: Table) -> None:
    page = opened(table, "deal/1/?contract=S6")
    cast.write(table, 1)
    with cast.nothing_written():
        page.press(LATER, who="2")
    assert page.status == 409 and "Deal 1 has already been recorded" in page.words


def test_on_another_phone_something_else_was_announced_meanwhile(table: Table) -> None:
    page = opened(table, "deal/1/?contract=S6")
    say(table, told=SLAM)
    with cast.nothing_written():
        page.press(LATER, who="2")
    assert page.status == 409 and "Somebody changed deal 1 in the meantime." in page.words
    page.press(LATER)
    assert standing(table) == SOLO


def test_out_of_turn_or_at_a_closed_table_it_is_refused_with_a_page(event: Event, table: Table) -> None:
    sent = {"key": "k", "version": "0", "contract": "S6", "who": "2"}
    with cast.nothing_written():
        assert posted(table, "deal/2/announce/", **sent).status_code == 409
        assert posted(table, "deal/9/announce/", **sent).status_code in (404, 422)
        assert posted(table, "deal/1/announce/", **{**sent, "version": "x"}).status_code == 422
        assert posted(table, "deal/1/announce/", **{**sent, "key": ""}).status_code == 422
        assert cast.client().get(path(table, "deal/1/announce/")).status_code == 405
    cast.play(table)
    deals.close_table(table, "system")
    with cast.nothing_written():
        assert posted(table, "deal/1/announce/", **sent).status_code == 409


def test_a_script_is_answered_in_json(table: Table) -> None:
    sent = {"key": "k", "version": "0", "contract": "S6", "who": "2"}
    json_please = {"accept": "application/json"}
    answer = cast.client().post(path(table, "deal/1/announce/"), sent, headers=json_please)
    assert answer.json()["done"] == "announced" and answer.json()["version"] == 1
    refused = cast.client().post(path(table, "deal/1/announce/"), {**sent, "key": "l", "who": ""}, headers=json_please)
    assert refused.status_code == 422 and "sentence" in refused.json()


def test_points_only_pages_offer_no_announcing() -> None:
    table = cast.table(cast.playing(4, rules="points-only"))
    page = opened(table, "deal/1/?points1=1")
    assert not any(LATER in button.words for form in page.page.forms for button in form.buttons)


# --- Those who look on -----------------------------------------------------------------------------------------


def test_the_staff_sees_at_each_table_what_is_played(event: Event, table: Table) -> None:
    desk = cast.client(cast.desk(event))
    say(table)
    assert f"1: Solo 6 · {name_of(table, 2)}" in cast.shown(desk.get(overview(event)))
    shown = cast.shown(desk.get(at(table)))
    assert f"Being played: Solo 6 · {name_of(table, 2)}" in shown and "needs the jury" not in shown
    cast.write(table, 1)
    assert "Being played" not in cast.shown(desk.get(at(table)))


def test_what_the_jury_answered_does_not_come_any_more(event: Event, table: Table) -> None:
    say(table, told=SLAM)
    assert [one.contract for one in deals_in_play(event)] == ["S12"]
    rulings.rule(table, "system", 1, Decision.Ruling.REFUSED, "Not feasible.", contract="S12", about=[1])
    assert deals_in_play(event) == [] and "Being played" not in opened(table).words


def test_a_round_hidden_from_the_public_is_seen_by_the_staff_and_a_closed_table_is_not(
    event: Event, table: Table
) -> None:
    say(table, told=SLAM)
    rounds.show_round(cast.round_of(event), "system", False)
    assert len(deals_in_play(event)) == 1
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    assert deals_in_play(event) == []


def test_what_is_played_costs_three_queries(
    event: Event, table: Table, django_assert_num_queries: Callable[..., Any]
) -> None:
    with django_assert_num_queries(1):
        assert deals_in_play(event) == []
    say(table)
    say(cast.table(event, 2))
    with django_assert_num_queries(3):
        assert len(deals_in_play(event)) == 2


def test_the_public_pages_do_not_say_what_is_played(event: Event, table: Table) -> None:
    say(table)
    entry = cast.seated(table)[2]
    shown = cast.shown(cast.client().get(f"/{event.slug}/players/{entry}/"))
    assert "Being played" not in shown


def test_the_substitute_who_came_is_named(event: Event, table: Table) -> None:
    cast.write(table, 1)
    registration.add_entries(event, "system", [Entrant("Zoë Zwart")])
    registration.check_in(cast.entry(event, 9), "system", True)
    substitute(table, "system", 2, 9, 2)
    say(table, 2)
    [playing] = deals_in_play(event)
    assert playing.names == ("Zoë Zwart",) and playing.deal == 2


def test_the_logbook_tells_it_in_words(event: Event, table: Table) -> None:
    say(table)
    shown = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/logbook/"))
    assert "Contract announced" in shown and "deal 1 · Solo 6, seat 2" in shown
    page = cast.shown(cast.client(cast.desk(event)).get(at(table, "deals/1/")))
    assert "Contract announced" in page
