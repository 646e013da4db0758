"""A captain's phone, 360 px wide, in a real browser: a whole table, with scripts and without."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.server import Server
from tests.conftest import PHONE, NewPage

SEAT = """
import json
from tests import cast
event = cast.playing(8, deals=4, records_trump=True)
print(json.dumps(cast.token(cast.table(event))))
"""
# What a thumb must hit: 56 px high.
TOO_SMALL = """() => [...document.querySelectorAll('main a.button, main button:not([tabindex="-1"]), main .tile')]
    .filter(target => target.getBoundingClientRect().height < 55.9).map(target => target.textContent.trim())"""

# Contract, who, what is then asked (group and value), and whether it is worth a second look.
DEALS = [
    ("Samen 9", ["who-1", "who-3", "tricks-10", "trump-H"]),
    ("Kleine mis.", ["who-1", "who-2", "tricks1-0", "tricks2-lost"]),
    ("Soloslim 13", ["who-4", "tricks-13", "jury-allowed", "trump-NT"]),
    ("Mis. op tafel", ["who-2", "tricks2-0", "jury-not_called"]),
]
TOTALS = ["31", "−18", "25", "162"]


@pytest.fixture
def link(server: Server) -> str:
    """The path of a table's write link on this server."""
    token = json.loads(server.manage("shell", "--no-imports", "--command", SEAT))
    return f"/t/{token}/"


def fits(page: Page) -> None:
    """Nothing sticks out, nothing is too small for a thumb, and nothing is wrong for those who cannot see it."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate(TOO_SMALL) == []
    assert axe.violations(page) == []


def tap(page: Page, tile: str) -> None:
    page.locator(f"label:has(#{tile})").click()
    expect(page.locator(f"#{tile}")).to_be_checked()


def write_table(page: Page, link: str, scripts: bool) -> None:
    """Writes all four deals. Without scripts a button leads on, and the pages, the same ones, cannot be measured."""
    look = fits if scripts else lambda page: None
    page.goto(link)
    look(page)
    for number, (contract, tiles) in enumerate(DEALS, 1):
        page.locator(".actions.stick a").click()
        look(page)
        page.get_by_role("link", name=contract, exact=True).click()
        for tile in tiles:
            if not scripts and page.locator(f"#{tile}").count() == 0:
                page.locator("#preview button").click()
            tap(page, tile)
        if not scripts:
            page.locator("#preview button").click()
        write = page.locator("#preview button[formmethod=post]")
        expect(write).to_be_visible()
        look(page)
        write.click()
        expect(page.locator(".notice.success")).to_contain_text(str(number))
        assert page.context.cookies() == []
    totals = page.locator("#deal-4 .total").all_inner_texts()
    assert [total.replace("gever", "").strip() for total in totals] == TOTALS
    page.locator(".actions.stick a").click()
    look(page)
    page.locator("form button").click()
    expect(page.locator(".actions.stick")).to_have_count(0)
    look(page)


@pytest.mark.long
@pytest.mark.parametrize("scripts", [True, False])
def test_a_whole_table_on_a_phone(new_page: NewPage, server: Server, link: str, scripts: bool) -> None:
    page = new_page(
        base_url=server.url,
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        locale="nl-BE",
        java_script_enabled=scripts,
    )
    write_table(page, link, scripts)


@pytest.mark.long
def test_a_tap_swaps_what_is_asked_and_nothing_jumps(phone: Page, link: str) -> None:
    phone.goto(f"{link}deal/1/?contract=PM")
    tap(phone, "who-2")
    phone.locator("#questions summary").click()
    phone.locator("#tricks2-12").scroll_into_view_if_needed()
    before = phone.evaluate("() => [scrollY, document.querySelector('#tricks2-3').getBoundingClientRect().top]")
    tap(phone, "tricks2-3")
    expect(phone.locator("#preview table")).to_be_visible()
    after = phone.evaluate("() => [scrollY, document.querySelector('#tricks2-3').getBoundingClientRect().top]")
    assert before == after
    assert "tricks2=3" in phone.url and "seen=" not in phone.url
    phone.reload()
    expect(phone.locator("#preview table")).to_be_visible()


@pytest.mark.long
def test_with_a_keyboard(page: Page, link: str) -> None:
    page.goto(f"{link}deal/1/")
    page.get_by_role("link", name="Solo 6", exact=True).press("Enter")
    page.locator("#who-1").focus()
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#who-2")).to_be_checked()
    page.wait_for_url("**who=2*")
    assert page.evaluate("() => document.activeElement.id") == "who-2"
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.wait_for_url("**tricks=*")
    page.locator("#tricks-6").focus()
    page.keyboard.press("Space")
    page.locator("#trump-H").focus()
    page.keyboard.press("Space")
    expect(page.locator("#preview table")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#preview table")).to_be_visible()
    assert "/deal/1/" in page.url  # Enter shows; it takes the button to write
    page.locator("#preview button").press("Enter")
    expect(page.locator(".notice.success")).to_be_visible()


@pytest.mark.long
def test_what_a_lost_connection_leaves_behind_is_not_written_unseen(phone: Page, link: str) -> None:
    phone.goto(f"{link}deal/1/?contract=S6&who=1&tricks=6&trump=H")
    phone.route("**/deal/1/**", lambda route: route.abort() if route.request.method == "GET" else route.continue_())
    phone.locator("label:has(#tricks-8)").click()
    phone.unroute("**/deal/1/**")
    phone.locator("#preview button").click()
    expect(phone.locator(".notice.warning").first).to_contain_text("check it again")
    expect(phone.locator("#preview")).to_contain_text("+18")
