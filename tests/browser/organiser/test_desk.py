"""The desk in a real browser: a sheet of paper typed without touching the mouse, tiles that keep up by themselves."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import axe
from tests.browser.support.server import Server
from tests.support.servers.nightly import by_day
from tournament.printing.sheets.sheet_code import sheet_code

SEAT = """
import json
from tests.support.events import cast
event = cast.playing(8, deals=4)
client = cast.client(cast.desk(event))
print(json.dumps(client.cookies["troel_session"].value))
"""
WRITE = """
from tests.support.events import cast
from tournament.models import Event
cast.write(cast.table(Event.objects.get(slug="ledegem")), 1)
"""
SUBSTITUTES = """
from tests.support.events import cast
from tournament.acts.table.tables import substitute
from tournament.models import Event
event = Event.objects.get(slug="ledegem")
names = "Marie-Christine Antoinette van den Bossche-Vandenbroucke", "Bernadette Verstraete"
for deal, entry in enumerate(cast.registration.add_entries(event, "system", [cast.Entrant(name) for name in names]), 2):
    cast.write(cast.table(event), deal - 1)
    substitute(cast.table(event), "system", 4, entry.number, deal)
"""
ROUND = "/staff/ledegem/rounds/1/tables/"

pytestmark = pytest.mark.long


@pytest.fixture
def desk(page: Page, server: Server) -> Page:
    """A page of somebody at the desk, signed in."""
    session = json.loads(server.run(SEAT))
    page.context.add_cookies([{"name": "troel_session", "value": session, "url": server.url}])
    return page


def test_a_sheet_is_found_by_its_code_and_typed_without_the_mouse(desk: Page) -> None:
    desk.goto(ROUND)
    desk.keyboard.type("10003-4")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("alert")).to_be_visible()
    assert desk.evaluate("() => [document.activeElement.id, document.activeElement.value]") == ["code", "10003-4"]
    desk.keyboard.press("ControlOrMeta+A")
    desk.keyboard.type(sheet_code(1, 2))
    desk.keyboard.press("Enter")
    desk.wait_for_url(f"**{ROUND}2/rows/")
    expect(desk.locator("#rows [data-deal='1'] input").first).to_be_focused()


def test_four_deals_are_typed_by_keyboard(desk: Page) -> None:
    desk.goto(f"{ROUND}1/")
    for contract, who, tricks in (("pc9", "13", "10"), ("pm", "12", "01"), ("s6", "4", "8"), ("tr9", "14", "9")):
        assert desk.evaluate("() => document.activeElement.id") == "contract"
        desk.keyboard.type(contract)
        desk.keyboard.press("Tab")
        desk.keyboard.type(who)
        desk.keyboard.press("Tab")
        desk.keyboard.type(tricks)
        # The page before has a notice of its own.
        with desk.expect_navigation():
            desk.keyboard.press("Enter")
        expect(desk.locator(".notice.success")).to_be_visible()
    expect(desk.locator("#deal-4")).to_contain_text("9 tricks")
    assert axe.violations(desk) == []


def test_the_tiles_keep_up_while_the_page_is_open(desk: Page, server: Server) -> None:
    desk.goto(ROUND)
    expect(desk.locator("#table-1")).to_contain_text("0/4")
    desk.locator("#to-table-2").focus()
    server.run(WRITE)
    expect(desk.locator("#table-1")).to_contain_text("1/4")
    assert desk.evaluate("() => document.activeElement.id") == "to-table-2"


@pytest.mark.parametrize("width", by_day([360, 1280]))
def test_the_pages_of_the_desk_fit_and_are_open_to_everybody(desk: Page, width: int) -> None:
    desk.set_viewport_size({"width": width, "height": 800})
    for rest in ("", "links/", "1/", "1/deals/1/", "1/captain/", "1/substitute/", "1/link/"):
        desk.goto(ROUND + rest)
        assert desk.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"), rest
        assert axe.violations(desk) == [], rest


def test_long_names_of_who_sat_there_before_do_not_widen_the_page(desk: Page, server: Server) -> None:
    server.run(SUBSTITUTES)
    desk.set_viewport_size({"width": 360, "height": 800})
    desk.goto(ROUND + "1/")
    expect(desk.locator(".sheet thead")).to_contain_text("previously:")
    assert desk.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert axe.violations(desk) == []
