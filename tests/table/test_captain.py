"""The captain's sheet behind the link of a table, without scripts: what one sees."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.pages.captain_phone import LOOKS, opened, path
from tournament.acts.event import events
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import rounds
from tournament.acts.table import redeals
from tournament.acts.table.tables import substitute
from tournament.models import Decision, Event, Table

pytestmark = pytest.mark.django_db


def test_an_empty_sheet_leads_to_the_first_deal(event: Event, table: Table) -> None:
    page = opened(table)
    assert page.status == 200
    names = [cast.entry(event, number).player.name for number in cast.seated(table).values()]
    assert all(name in page.words for name in names)
    assert [text for text, address in page.page.links if "/deal/" in address and "misdeal" not in address] == ["Deal 1"]
    assert "Take back" not in page.words


@pytest.mark.long
def test_the_sheet_of_a_later_round_asks_whether_it_is_the_right_one(event: Event, table: Table) -> None:
    cast.next_round(event)
    later = cast.table(event, 1, round=2)
    asked = "Round 1 is still being played, and this sheet is for round 2. Is this the right sheet?"
    assert asked in opened(later).words
    assert asked not in opened(table).words
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), "user:1")
    assert asked not in opened(later).words


def test_the_sheet_has_points_and_running_totals(table: Table) -> None:
    cast.write(table, 1, cast.result("PC9", (1, 3), 10))
    cast.write(table, 2, cast.result("S8", (2,), 6))
    page = opened(table)
    assert "P&C 9 · 10 tricks played it +13 dealer 13 0 0 played it +13 13 0 0" in page.words
    assert "Solo 8 · 6 tricks +18 31 played it −27 dealer −27 +18 31 +18 18" in page.words
    assert "Deal 3" in page.links


def test_the_open_deal_says_who_deals_it(event: Event, table: Table) -> None:
    cast.write(table, 1)
    name = cast.entry(event, cast.seated(table)[2]).player.name
    assert f"Not recorded yet · Dealer: {name}" in opened(table).words


def test_who_plays_for_himself_is_named_with_his_tricks(event: Event, table: Table) -> None:
    first, second = (cast.entry(event, cast.seated(table)[seat]).player.name for seat in (1, 3))
    shown = opened(table, "deal/1/?contract=GM&who=1&who=3&tricks1=0&tricks3=1").words
    assert f"{first} with 0 tricks" in shown and f"{second} with 1 trick:" in shown
    cast.write(table, 1, cast.result("GM", (1, 3), {"1": 0, "3": 1}))
    assert f"· {first} made it, {second} lost (1)" in opened(table).words


def test_a_mistake_is_put_right_at_the_table(table: Table) -> None:
    assert "A mistake?" not in opened(table).words
    cast.write(table, 1)
    page = opened(table)
    assert "A mistake? Tap the number of its deal." in page.words and "Correct deal 1" in page.words


def test_decisions_at_the_table_stand_below_the_deals(table: Table) -> None:
    cast.write(table, 1, cast.result("PC9", (1, 3), 10))
    redeals.misdeal(table, cast.captain(table), 2, waived=False)
    page = opened(table)
    assert "Decisions, and the total including them +1 14 −3 −3 +1 14 +1 1" in page.words
    assert "Deal 2: Misdeal" in page.words


def test_totals_count_the_decisions_when_a_deal_is_shown_and_when_the_table_is_closed(table: Table) -> None:
    hint = "Totals including the decisions at this table."
    shown = "deal/1/?contract=PC9&who=1&who=3&tricks=10"
    assert hint not in opened(table, shown).words
    redeals.misdeal(table, cast.captain(table), 1, waived=False)  # seat 1 deals: −3, the others +1
    page = opened(table, shown)
    assert hint in page.words and page.words.count("+13 10") == page.words.count("+13 14") == 1
    page.press("Right, keep it")
    for number in (2, 3, 4):
        cast.write(table, number)
    assert hint in opened(table, "close/").words


def test_the_sheet_says_what_the_jury_made_of_a_deal(table: Table) -> None:
    cast.write(table, 1, cast.result("PC9", (1, 3), 10))
    rulings.rule(table, "user:1", 1, Decision.Ruling.ANNULLED, "Cards were seen.")
    assert "P&C 9 · 10 tricks · annulled" in opened(table).words


def test_unverified_figures_are_called_so_in_the_visitors_language(table: Table) -> None:
    assert "Unverified figures." in opened(table).words
    assert "Niet nagekeken punten." in opened(table, language="nl").words
    assert "Unverified figures." in opened(table, "deal/1/").words


def test_the_pages_need_no_cookie_and_are_not_kept(table: Table) -> None:
    cast.write(table, 1)
    for rest in LOOKS:
        answer = opened(table, rest).response
        assert not answer.cookies, rest
        assert "no-store" in answer.headers["Cache-Control"], rest
        assert answer.headers["Referrer-Policy"] == "same-origin", rest


def test_the_sheet_costs_the_same_whatever_was_played(
    table: Table, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    cast.play(table)
    with django_assert_max_num_queries(12):
        cast.client().get(path(table))


def test_at_a_table_of_five_the_dealer_rests() -> None:
    event = cast.event(players=10, slug="five")
    events.change_state(event, "system", Event.State.LIVE)
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], deals=5), "system")
    table = cast.table(event)
    page = opened(table, "deal/1/?contract=PC8")
    assert page.page.forms[-1].offers["who"] == ["2", "3", "4", "5"]
    page.press("Continue", who=["2", "5"], tricks="9").press("Right, keep it")
    assert cast.stored(table, 1) == {"contract": "PC8", "declarers": [2, 5], "tricks": 9, "seats": [2, 3, 4, 5]}
    assert "sits out" in opened(table).words


def test_a_substitute_is_named_from_his_deal_on(event: Event, table: Table) -> None:
    cast.write(table, 1, cast.result("S6", (1,), 6))
    registration.add_entries(event, "system", [Entrant("Zoë Zwart")])
    before = cast.entry(event, cast.seated(table)[1]).player.name
    substitute(table, "system", 1, 9, 2)
    assert f"Zoë Zwart previously: {before}" in opened(table).words
    assert "Zoë Zwart" in opened(table, "deal/2/?contract=S6").words


def test_the_page_without_data_is_the_same_for_every_link_and_kept_for_a_round(table: Table) -> None:
    page = cast.client().get(path(table, "app"))
    assert page["Cache-Control"] == "private, max-age=21600"
    assert page.content == cast.client().get("/t/9-elsewhere/app").content == cast.client().get("/t/app").content
    assert cast.token(table) not in page.content.decode() and "Ledegem" not in page.content.decode()
    worker = cast.client().get("/t/sw.js")
    assert (worker["Content-Type"], worker["Cache-Control"]) == ("text/javascript; charset=utf-8", "no-cache")
    assert cast.client().post("/t/app").status_code == 405
