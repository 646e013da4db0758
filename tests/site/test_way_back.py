"""Nobody is left standing: a refusal leads back to the sheet, and what was chosen or taken back is there again."""

import re
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.pages.captain_phone import PC9, opened, path, posted
from tests.support.pages.desk_pages import LINE, at
from tests.support.pages.no_script import Visit
from tournament.acts.table import deals, redeals
from tournament.models import Deal, Table

pytestmark = pytest.mark.django_db
WRITE = "deal/1/?contract=PC9&who=1&who=3&tricks=10"


def language_link(answer: Any, code: str = "nl") -> str:
    """Where the page leads in another language."""
    found = re.search(rf'href="([^"]*)"\s+lang="{code}"', answer.content.decode())
    assert found
    return found[1].replace("&amp;", "&")


# --- A refusal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rest", "data"),
    [
        ("deal/2/", None),
        ("undo/", None),
        ("close/", None),
        ("deal/1/undo/", None),
        ("deal/9/", None),
        ("deal/1/pass/", {"version": "0"}),
        ("deal/1/pass/", {"key": "k", "version": "3"}),
        ("deal/1/misdeal/", {"key": "k", "version": "0"}),
        ("deal/1/undo/", {"key": "k", "version": "0"}),
        ("deal/1/misdeal/undo/", {"key": "k", "version": "0"}),
        ("close/", {"key": "k", "of": "0"}),
        ("deal/2/", {"key": "k", **PC9}),
    ],
)
def test_a_captains_refusal_leads_to_the_sheet_in_every_language(table: Table, rest: str, data: Any) -> None:
    client = cast.client()
    answer = client.get(path(table, rest)) if data is None else client.post(path(table, rest), data)
    assert answer.status_code in (404, 405, 409, 422)
    assert f'href="{path(table)}"' in answer.content.decode().split("<main")[1]
    if data is not None:
        assert client.get(language_link(answer), follow=True).status_code == 200


@pytest.mark.parametrize("rest", ["type/", "deals/1/pass/", "deals/9/", "deals/1/undo/"])
def test_the_desks_refusal_leads_to_the_table(table: Table, rest: str) -> None:
    desk = cast.client(cast.desk(table.round.event))
    answer = desk.get(at(table, rest))
    assert answer.status_code in (404, 405) and f'href="{at(table)}"' in answer.content.decode().split("<main")[1]


@pytest.mark.parametrize("rest", ["deals/1/pass/", "deals/1/undo/", "type/", "close/", "captain/", "substitute/"])
def test_what_the_desk_sent_is_answered_with_the_table_at_hand(table: Table, rest: str) -> None:
    desk = cast.client(cast.desk(table.round.event))
    answer = desk.post(at(table, rest), {"key": "k"})
    main = answer.content.decode().split("<main")[1]
    assert answer.status_code in (404, 422) and (f'href="{at(table)}"' in main or "Table 1, round 1" in main)
    assert desk.get(language_link(answer), follow=True).status_code == 200


# --- What was chosen -------------------------------------------------------------------------------------------


def test_a_contract_for_one_forgets_who_played_one_for_two(table: Table) -> None:
    page = opened(table, WRITE).follow("Change").follow("Solo 7")
    sends = page.page.forms[-1].sends
    assert "who" not in sends and sends["tricks"] == ["10"] and page.status != 422
    page.press("Continue", who="2").press("Right, keep it")
    assert cast.stored(table, 1)["declarers"] == [2]


def test_an_answer_of_the_jury_is_not_taken_to_another_contract(table: Table) -> None:
    page = opened(table, "deal/1/?contract=S13&who=1&tricks=13&jury=allowed").follow("Change").follow("Solo 12")
    assert page.page.forms[-1].sends["who"] == ["1"] and "jury" not in page.page.forms[-1].sends


def test_another_language_keeps_what_was_chosen(table: Table) -> None:
    client = cast.client()
    looked = client.get(path(table, WRITE))
    again = client.get(language_link(looked), follow=True)
    assert "Klopt, bewaren" in cast.shown(again) and 'lang="nl"' in again.content.decode()
    unfinished = {"key": "mine", "contract": "PC9", "who": ["1", "3"], "seen": "x"}
    asked = client.post(path(table, "deal/1/"), unfinished)
    assert asked.status_code == 422
    in_french = client.get(language_link(asked, "fr"), follow=True).content.decode()
    assert 'value="mine"' in in_french and in_french.count(" checked") == 2


def test_what_the_desk_typed_stays_in_another_language(table: Table) -> None:
    desk = cast.client(cast.desk(table.round.event))
    wrong = desk.post(at(table, "type/"), {**LINE, "deal": "2", "tricks": "99", "key": "k"})
    assert wrong.status_code == 422
    page = desk.get(language_link(wrong), follow=True)
    again = cast.filled_in(page)
    assert (again["contract"], again["who"], again["tricks"]) == ("pc9", "13", "99")
    assert 'name="deal" value="2"' in re.sub(r"\s+", " ", page.content.decode())


# --- What was taken back ---------------------------------------------------------------------------------------


def test_a_deal_taken_back_comes_back_as_it_was(table: Table) -> None:
    page = opened(table, WRITE).press("Right, keep it").follow("Take back deal 1").press("Take back")
    with cast.nothing_written():
        page.follow("Deal 1")
    assert "This is the result that was taken back." in page.words and "P&C 9" in page.words
    page.press("Continue", tricks="9").press("Right, keep it")
    assert cast.stored(table, 1)["tricks"] == 9 and Deal.objects.get().version == 3


def test_what_is_taken_back_is_the_last_that_stood_and_not_after_something_else(table: Table) -> None:
    cast.write(table, 1)
    deals.correct_deal(table, "user:1", 1, cast.result("S13", (2,), 13, jury="allowed"), replaces=1, reason="Vergist.")
    deals.undo_deal(table, "user:1", 1, replaces=2)
    page = opened(table, "deal/1/")
    assert page.page.forms[-1].sends["contract"] == ["S13"] and page.page.forms[-1].sends["jury"] == ["allowed"]
    redeals.all_pass(table, "user:1", 1)
    assert "contract" not in "".join(opened(table, "deal/1/").address)


def test_the_desk_finds_the_line_that_was_taken_back(table: Table) -> None:
    desk = cast.client(cast.desk(table.round.event))
    cast.write(table, 1, cast.result("GM", (4,), {"4": 1}))
    page = Visit(desk, at(table, "deals/1/")).press("Take back deal 1")
    assert "This is the result that was taken back." in page.words
    sends = page.page.forms[0].sends if "contract" in page.page.forms[0].sends else page.page.forms[1].sends
    assert (sends["contract"], sends["who"], sends["tricks"]) == (["GM"], ["4"], ["1"])
    assert cast.stored(table, 1) is None


def test_points_alone_come_back_too() -> None:
    table = cast.table(cast.playing(4, slug="punten", rules="points-only"))
    cast.write(table, 1, {"points": {"1": 6, "2": -2, "3": -2, "4": -2}})
    deals.undo_deal(table, "user:1", 1, replaces=1)
    assert opened(table, "deal/1/").page.forms[-1].sends["points1"] == ["6"]
    assert posted(table, "deal/1/", key="k").status_code == 422
