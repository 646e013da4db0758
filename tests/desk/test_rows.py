"""The desk's page for a whole sheet: who opens it, what its script sends, what stays without it."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.pages.desk_pages import LINE, at
from tests.support.pages.no_script import Visit
from tournament.acts.event import events
from tournament.acts.event.events import EventPlan
from tournament.acts.rounds import rounds
from tournament.acts.table import deals
from tournament.exchange.troel1 import exporting
from tournament.forms.table.keypad import check_sum
from tournament.models import Event, Table

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


def sent(desk: Client, table: Table, rest: str, **data: Any) -> tuple[int, dict[str, Any]]:
    """What the script is answered."""
    answer = desk.post(at(table, rest), {"key": "k", **data}, headers=JSON)
    return answer.status_code, json.loads(answer.content)


def test_the_page_holds_a_row_for_each_deal_and_all_that_its_script_needs(table: Table, desk: Client) -> None:
    cast.write(table, 1)
    page = desk.get(at(table, "rows/")).content.decode()
    assert len(re.findall(r'<li data-deal="\d"', page)) == 4
    state = json.loads(re.search(r'id="desk-state" type="application/json">(.*?)</script>', page)[1])  # type: ignore[index]
    assert state["deals"][0]["keyed"].startswith("18 ") and state["words"]["contracts"]["PC8"]["keys"] == "18"
    assert "0 of 4 in" in Visit(desk, at(table, "rows/")).words


def five() -> Table:
    """The first table of a round of two tables of five."""
    made = cast.event(players=10, slug="five")
    events.change_state(made, "system", Event.State.LIVE)
    rounds.publish_round(cast.given_round(made, [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], deals=5), "system")
    return cast.table(made)


def test_who_rests_at_a_table_of_five_is_marked_in_each_row_under_the_name() -> None:
    table = five()
    page = cast.client(cast.desk(table.round.event)).get(at(table, "rows/")).content.decode()
    assert re.findall(r'data-seat="(\d)" class="is-resting">\s*–', page) == list("12345")
    assert len(re.findall(r'<span data-seat="\d"', page)) == 25


def test_without_scripts_it_has_the_form_for_one_deal(table: Table, desk: Client) -> None:
    Visit(desk, at(table, "rows/")).press("Record", contract="19", who="13", tricks="10")
    assert cast.stored(table, 1)["contract"] == "PC9"


def test_a_row_is_written_by_the_ordinary_act_and_twice_is_once(table: Table, desk: Client) -> None:
    first = sent(desk, table, "type/", **{**LINE, "key": "k"})
    with cast.nothing_written():
        assert sent(desk, table, "type/", **{**LINE, "key": "k"}) == first
    assert first[0] == 200 and (first[1]["done"], first[1]["deal"], first[1]["version"]) == ("written", 1, 1)


def test_a_pass_and_a_correction_are_answered_too(table: Table, desk: Client) -> None:
    assert sent(desk, table, "deals/1/pass/", version="0")[1]["done"] == "passed"
    sent(desk, table, "type/", **{**LINE, "versions": "1,0,0,0", "key": "k2"})
    sent(desk, table, "type/", **{**LINE, "versions": "2,0,0,0", "deal": "2", "key": "k3"})
    changed = {**LINE, "tricks": "11", "version": "2", "reason": "Typed again.", "key": "k4"}
    status, told = sent(desk, table, "deals/1/correct/", **changed)
    assert (status, told["done"], told["version"]) == (200, "corrected", 3)
    assert cast.stored(table, 1)["tricks"] == 11


@pytest.mark.parametrize(
    ("rest", "data", "status"),
    [
        ("type/", {**LINE, "who": "1"}, 422),
        ("type/", {**LINE, "deal": "2", "versions": "0,7,0,0"}, 409),
        ("type/", {**LINE, "versions": "1,0,0,0"}, 409),
        ("deals/1/correct/", {**LINE, "version": "9", "reason": "Misread."}, 409),
        ("deals/1/correct/", {**LINE, "version": "1", "reason": ""}, 422),
        ("deals/1/pass/", {"version": "1"}, 409),
        ("deals/9/pass/", {"version": "0"}, 422),
    ],
)
def test_what_is_refused_is_a_sentence(
    table: Table, desk: Client, rest: str, data: dict[str, str], status: int
) -> None:
    cast.write(table, 1)
    with cast.nothing_written():
        told = sent(desk, table, rest, **data)
    assert told[0] == status == told[1]["status"] and told[1]["sentence"]


def test_others_do_not_open_it_and_a_closed_table_leads_to_its_sheet(event: Event, table: Table, desk: Client) -> None:
    assert cast.client(cast.juror(event)).get(at(table, "rows/")).status_code == 403
    cast.play(table)
    deals.close_table(table, "system")
    assert desk.get(at(table, "rows/"))["Location"] == at(table)


def test_the_sheet_shows_the_check_sum_of_its_deals(table: Table, desk: Client) -> None:
    assert "Check sum" not in Visit(desk, at(table)).words
    Visit(desk, at(table)).press("Record", contract="pc9", who="13", tricks="10")
    assert f"Check sum of the deals: {check_sum({1: '19 13 10'})}" in Visit(desk, at(table)).words


def typed_again(desk: Client, table: Table, lines: dict[Any, str]) -> tuple[int, dict[str, Any]]:
    """What the server says of a sheet typed the second time."""
    text = "\n".join(f"{number}:{line}" for number, line in lines.items())
    return sent(desk, table, "verify/", lines=text, key="again")


@pytest.fixture
def other(event: Event) -> Client:
    """Somebody else at the desk."""
    return cast.client(cast.member(event, cast.Role.DESK, "lien"))


def test_a_sheet_is_verified_by_somebody_else_who_types_it_blind(table: Table, desk: Client, other: Client) -> None:
    lines = {1: "19 13 10", 2: "60 1-2", 3: "26 1 8", 4: "39 14 9"}
    page = Visit(desk, at(table))
    for line in lines.values():
        contract, who, *tricks = line.split()
        page.press("Record", contract=contract, who=who.replace("-", ""), tricks=tricks[0] if tricks else "0 x")
    assert "Recorded by desk-of-ledegem." in page.words and "Verified" not in page.words
    blind = other.get(at(table, "rows/") + "?again=1").content.decode()
    state = json.loads(re.search(r'id="desk-state" type="application/json">(.*?)</script>', blind)[1])  # type: ignore[index]
    assert not any(deal["recorded"] or deal["keyed"] or any(deal["before"].values()) for deal in state["deals"])
    assert "P&amp;C 9" not in blind.split('class="rows"')[1].split("</ol>")[0]
    with cast.nothing_written():
        told = typed_again(other, table, {**lines, 3: "26 1 7"})[1]
    assert (told["done"], told["differ"]) == ("compared", {"3": "26 1 8"})
    assert typed_again(other, table, lines)[1]["done"] == "verified"
    assert "Verified by lien at" in Visit(desk, at(table)).words
    changed = {"version": "1", "reason": "Misread.", "contract": "26", "who": "1", "tricks": "7", "key": "k9"}
    assert sent(desk, table, "deals/3/correct/", **changed)[0] == 200
    assert "Verified" not in Visit(desk, at(table)).words


def test_whoever_typed_it_does_not_verify_it(table: Table, desk: Client, other: Client) -> None:
    for number in range(1, 5):
        sent(desk, table, "type/", **{**LINE, "deal": str(number), "key": f"k{number}"})
    lines = dict.fromkeys(range(1, 5), "19 13 10")
    with cast.nothing_written():
        status, told = typed_again(desk, table, lines)
    assert status == 409 and "somebody else types it" in told["sentence"]
    assert desk.get(at(table, "rows/") + "?again=1").status_code == 409
    first = typed_again(other, table, lines)
    with cast.nothing_written():
        assert typed_again(other, table, lines) == first and first[1]["done"] == "verified"


def test_what_a_phone_recorded_is_compared_with_paper_in_the_same_way(table: Table, desk: Client) -> None:
    cast.play(table)
    lines = {int(n): line for n, line in typed_again(desk, table, {})[1]["differ"].items()}
    assert sorted(lines) == [1, 2, 3, 4]
    assert typed_again(desk, table, lines)[1]["done"] == "verified"
    assert typed_again(desk, table, {**lines, 9: "☠"})[1]["differ"] == {"9": ""}
    assert typed_again(desk, table, {**lines, "9" * 4301: "1", "²": "1"})[1]["done"] == "verified"


def test_a_deal_that_was_taken_back_meanwhile_is_named_to_the_second_typist(table: Table, desk: Client) -> None:
    cast.play(table)
    lines = {int(n): line for n, line in typed_again(desk, table, {})[1]["differ"].items()}
    deals.undo_deal(table, "system", 4, replaces=1)
    with cast.nothing_written():
        status, told = typed_again(desk, table, lines)
    assert (status, told["sentence"]) == (409, "Deal 4 has not been recorded yet.")


def test_an_unfinished_sheet_is_not_typed_again(table: Table, other: Client) -> None:
    assert other.get(at(table, "rows/") + "?again=1").status_code == 409
    assert typed_again(other, table, {})[0] == 409


def test_where_the_event_wants_it_each_table_says_whether_it_is_verified(
    event: Event, table: Table, desk: Client
) -> None:
    cast.play(table)
    board = f"/staff/{event.slug}/rounds/1/tables/"
    assert "verified" not in Visit(desk, board).words
    events.change_event(event, "system", replace(EventPlan.of(cast.fresh(event)), typed_twice=True))
    assert "to be verified" in Visit(desk, board).words
    lines = {int(number): line for number, line in typed_again(desk, table, {})[1]["differ"].items()}
    typed_again(desk, table, lines)
    words = Visit(desk, board).words
    assert "verified" in words and "to be verified" not in words
    document = exporting.document(cast.fresh(event))
    assert document["event"]["typed_twice"] is True
