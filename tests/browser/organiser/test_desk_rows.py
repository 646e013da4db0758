"""A whole sheet typed in a real browser, by keyboard alone: read back, put right, kept while there is no network."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.support import axe
from tests.browser.support.halls import box, until
from tests.browser.support.server import Server
from tests.desk.test_line import as_typed, every
from tests.support.servers.nightly import by_day
from tests.support.servers.waiting import eventually

SEAT = """
import json
from tests.support.events import cast
event = cast.playing({players}, deals={deals})
client = cast.client(cast.desk(event))
print(json.dumps(client.cookies["troel_session"].value))
"""
FIVE = """
import json
from tests.support.events import cast
from tests.desk.test_rows import five
print(json.dumps(cast.client(cast.desk(five().round.event)).cookies["troel_session"].value))
"""
OTHER = """
import json
from tests.support.events import cast
from tournament.models import Event
who = cast.member(Event.objects.get(), cast.Role.DESK, "lien")
print(json.dumps(cast.client(who).cookies["troel_session"].value))
"""
STORED = """
import json
from tournament.models import Deal
rows = Deal.objects.order_by("table__number", "number").values_list("table__number", "number", "result")
print(json.dumps([list(row) for row in rows]))
"""
TABLE = "/staff/ledegem/rounds/1/tables/{}/rows/"
SHEETS, DEALS = 20, 16

pytestmark = pytest.mark.long


def signed_in(page: Page, server: Server, players: int = 8, deals: int = 4) -> Page:
    """A page of somebody at the desk."""
    seat = SEAT.format(players=players, deals=deals)
    session = json.loads(server.run(seat))
    page.context.add_cookies([{"name": "troel_session", "value": session, "url": server.url}])
    return page


@pytest.fixture
def desk(page: Page, server: Server) -> Page:
    """The first sheet, opened at the desk."""
    signed_in(page, server).goto(TABLE.format(1))
    expect(page.locator("#row-1")).to_be_focused()
    return page


@pytest.fixture
def stored(server: Server) -> Callable[[], dict[tuple[int, int], Any]]:
    """Reads the results that the server has, by table and deal."""

    def read() -> dict[tuple[int, int], Any]:
        rows = json.loads(server.run(STORED))
        return {(table, number): result for table, number, result in rows}

    return read


def type_line(page: Page, line: str) -> None:
    page.keyboard.type(line)
    page.keyboard.press("Enter")


def row(page: Page, number: int) -> Any:
    return page.locator(f"[data-deal='{number}']")


def test_a_sheet_is_typed_read_back_and_the_next_one_opened(desk: Page, stored: Any) -> None:
    expect(desk.locator("#row-1")).to_be_focused()
    desk.keyboard.type("191310")
    expect(row(desk, 1)).to_contain_text("10 tricks")
    expect(row(desk, 1).locator(".deal-points")).to_contain_text("+13 0 +13 0")
    desk.keyboard.press("Enter")
    type_line(desk, "0")
    expect(row(desk, 2)).to_contain_text("all passed 1×")
    type_line(desk, "191")
    expect(row(desk, 2).locator(".field-error")).to_contain_text("the tricks")
    desk.keyboard.type("39")
    desk.keyboard.press("Enter")
    type_line(desk, "601-2")
    type_line(desk, "26 1 8")
    expect(desk.locator("#code")).to_be_focused()
    expect(desk.locator(".entry-state", has_text="recorded")).to_have_count(4)
    assert axe.violations(desk) == []
    desk.keyboard.press("2")
    desk.keyboard.press("Enter")
    desk.wait_for_url("**/tables/2/rows/")
    assert [result["contract"] for _where, result in sorted(stored().items())] == ["PC9", "PC9", "PM", "S6"]


def test_figures_stand_under_the_names_of_a_table_of_five(page: Page, server: Server) -> None:
    session = json.loads(server.run(FIVE))
    page.context.add_cookies([{"name": "troel_session", "value": session, "url": server.url}])
    page.goto("/staff/five/rounds/1/tables/1/rows/")
    expect(row(page, 2).locator(".is-resting")).to_have_text("–")
    page.locator("#row-1").fill("19 25 10")
    expect(row(page, 1).locator(".deal-points")).to_contain_text("– +13 0 0 +13")
    sides = "parts => parts.map(part => Math.round(part.getBoundingClientRect().right))"
    assert row(page, 1).locator("[data-seat]").evaluate_all(sides) == page.locator(".seats span").evaluate_all(sides)
    assert axe.violations(page) == []


def test_backspace_and_escape_go_back_and_put_right(desk: Page, stored: Any) -> None:
    type_line(desk, "191310")
    desk.keyboard.press("Backspace")
    expect(desk.locator("#row-1")).to_be_focused()
    expect(desk.locator("#row-1")).to_have_value("191310")
    type_line(desk, "191311")
    type_line(desk, "26 2 7")
    expect(desk.locator(".entry-state", has_text="recorded")).to_have_count(2)
    desk.keyboard.press("Escape")
    desk.keyboard.press("Enter")
    expect(desk.locator("#row-3")).to_be_focused()
    # The row was recorded before, and says so all along: only the record says when it was put right.
    eventually(lambda: {deal: result["tricks"] for (_table, deal), result in stored().items()} == {1: 11, 2: 7})
    desk.reload()
    expect(desk.locator("#row-1")).to_have_value("19 13 11")
    expect(desk.locator("#row-3")).to_be_focused()


def test_without_a_network_what_was_typed_waits_and_is_sent_once(desk: Page, stored: Any) -> None:
    type_line(desk, "191310")
    expect(desk.locator(".entry-state", has_text="recorded")).to_have_count(1)
    desk.context.set_offline(True)
    type_line(desk, "601-2")
    type_line(desk, "26 1 8")
    expect(desk.locator("#unsent")).to_be_visible()
    expect(row(desk, 2)).to_contain_text("not yet sent")
    desk.context.set_offline(False)
    expect(desk.locator(".entry-state", has_text="recorded")).to_have_count(3)
    assert sorted(stored()) == [(1, 1), (1, 2), (1, 3)]


def test_a_page_that_is_closed_meanwhile_sends_it_from_any_other(desk: Page, stored: Any) -> None:
    def cut(route: Route) -> None:
        route.abort()

    desk.route("**/type/", cut)
    type_line(desk, "191310")
    expect(desk.locator("#unsent")).to_be_visible()
    desk.unroute("**/type/")
    other = desk.context.new_page()
    desk.close(run_before_unload=False)
    with other.expect_response("**/type/"):
        other.goto(TABLE.format(2))
    other.goto(TABLE.format(1))
    expect(row(other, 1)).to_contain_text("recorded")
    assert list(stored()) == [(1, 1)]


def test_what_is_typed_while_a_row_is_being_sent_is_kept_at_once(desk: Page, stored: Any) -> None:
    held: list[Route] = []
    desk.route("**/type/", lambda route: held.append(route))
    for line in ("191310", "601-2", "26 1 8", "39149"):
        type_line(desk, line)
    expect(desk.locator(".entry-state", has_text="not yet sent")).to_have_count(4)
    until(desk, lambda: len(box(desk, "items")) == 4)
    assert len(held) == 1
    other = desk.context.new_page()
    desk.close(run_before_unload=False)
    other.goto(TABLE.format(1))
    expect(other.locator(".entry-state", has_text="recorded")).to_have_count(4)
    assert sorted(stored()) == [(1, 1), (1, 2), (1, 3), (1, 4)]


def test_a_refused_line_stays_in_its_row_with_its_sentence(desk: Page, server: Server, stored: Any) -> None:
    write = "from tests.support.events import cast; cast.write(cast.table(cast.Event.objects.get()), 1)"
    server.run(write)
    type_line(desk, "191310")
    type_line(desk, "26 1 8")
    expect(row(desk, 1).locator(".field-error")).to_contain_text("Deal 1 has already been recorded.")
    expect(row(desk, 2)).to_contain_text("recorded")
    expect(desk.locator("#row-1")).to_have_value("191310")
    assert stored()[1, 1]["contract"] == "PC8"


def test_running_totals_show_the_first_row_that_leaves_the_rules(desk: Page) -> None:
    desk.get_by_label("Type the running totals too").check()
    desk.locator("#row-1").focus()
    for line, totals in (("191310", "13 0 13 0"), ("191310", "26 0 23 0"), ("191310", "39 0 36 0")):
        type_line(desk, line)
        type_line(desk, totals)
    expect(desk.locator("#departures p")).to_have_count(1)
    expect(desk.locator("#departures")).to_contain_text("deal 2, the sheet adds 10, the rules give 13")
    expect(desk.locator(".rows .is-deviating")).to_have_attribute("data-deal", "2")
    assert axe.violations(desk) == []


def test_typed_a_second_time_the_differences_are_chosen_with_one_key(
    desk: Page, server: Server, browser: Browser, stored: Any
) -> None:
    for line in ("191310", "601-2", "26 1 8", "39149"):
        type_line(desk, line)
    expect(desk.locator(".entry-state", has_text="recorded")).to_have_count(4)
    session = json.loads(server.run(OTHER))
    context = browser.new_context(base_url=server.url, locale="en-GB")
    context.add_cookies([{"name": "troel_session", "value": session, "url": server.url}])
    other = context.new_page()
    other.goto(TABLE.format(1) + "?again=1")
    expect(other.locator("#row-1")).to_be_focused()
    expect(other.locator(".rows")).not_to_contain_text("10 tricks")
    for line in ("191311", "601-2", "26 1 7", "39149"):
        type_line(other, line)
    expect(row(other, 1).locator(".field-error")).to_contain_text("10 tricks")
    expect(row(other, 3).locator(".field-error")).to_contain_text("7 tricks")
    assert axe.violations(other) == []
    type_line(other, "2")
    expect(other.locator("#row-3")).to_be_focused()
    type_line(other, "1")
    expect(other.locator("#unsent")).to_contain_text("the sheet is verified")
    found = stored()
    assert (found[1, 1]["tricks"], found[1, 3]["tricks"]) == (11, 8)
    other.goto(TABLE.format(1).replace("rows/", ""))
    expect(other.locator("main")).to_contain_text("Verified by lien")
    context.close()


@pytest.mark.parametrize("width", by_day([360, 1280]))
def test_the_page_fits(desk: Page, width: int) -> None:
    desk.set_viewport_size({"width": width, "height": 800})
    desk.get_by_label("Type the running totals too").check()
    assert desk.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert axe.violations(desk) == []


def test_twenty_sheets_are_typed_and_stored_as_they_were_played(page: Page, server: Server, stored: Any) -> None:
    signed_in(page, server, players=4 * SHEETS, deals=DEALS).goto(TABLE.format(1))
    chance, results = Random(20), every("iwwa-2025")
    kinds = sorted({one["contract"] for one in results})
    sheets: list[list[dict[str, Any]]] = []
    for _sheet in range(SHEETS):
        drawn = [chance.choice(kinds) for _deal in range(DEALS)]
        sheets.append([chance.choice([one for one in results if one["contract"] == kind]) for kind in drawn])
    for number, sheet in enumerate(sheets, 1):
        page.locator("#code").focus()
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/tables/{number}/rows/")
        expect(page.locator("#row-1")).to_be_focused()
        for result in sheet:
            page.keyboard.type(as_typed("iwwa-2025", result))
            page.keyboard.press("Enter")
        expect(page.locator(".entry-state", has_text="recorded")).to_have_count(DEALS)
    found = stored()
    for number, sheet in enumerate(sheets, 1):
        for deal, result in enumerate(sheet, 1):
            assert found[number, deal] == {name: value for name, value in result.items() if name != "jury"}
