"""A captain's phone, 360 px wide, in a real browser: a whole table, with scripts and without."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support import axe
from tests.browser.support.server import Server
from tests.conftest import PHONE, NewPage
from tests.support.servers.waiting import eventually

SEAT = """
import json
from tests.support.events import cast
event = cast.playing(8, deals=4, records_trump=True)
print(json.dumps(cast.token(cast.table(event))))
"""
# What a thumb must hit: 56 px high. A finished step, on its one line, is seldom opened again.
TOO_SMALL = """() => [...document.querySelectorAll(
        'main a.button, main button:not([tabindex="-1"], .fold), main .tile')]
    .filter(target => target.checkVisibility() && target.getBoundingClientRect().height < 55.9)
    .map(target => target.textContent.trim())"""

# Tells each notice as soon as it is there.
SAYS = """new MutationObserver(() => document.querySelectorAll(".notice.success").forEach(
        notice => window.noteNotice(notice.textContent)))
    .observe(document, {childList: true, subtree: true})"""

# Contract, who, what is then asked (group and value), and whether it is worth a second look.
DEALS = [
    ("PC9", ["who-1", "who-3", "tricks-10", "trump-H"]),
    ("PM", ["who-1", "who-2", "tricks1-0", "tricks2-lost"]),
    ("S13", ["who-4", "tricks-13", "trump-NT", "jury-allowed"]),
    ("GMT", ["who-2", "tricks2-0", "jury-not_called"]),
]
TOTALS = ["31", "−18", "25", "162"]


@pytest.fixture
def link(server: Server) -> str:
    """The path of a table's write link on this server."""
    token = json.loads(server.run(SEAT))
    return f"/t/{token}/"


def fits(page: Page) -> None:
    """Nothing sticks out, nothing is too small for a thumb, and nothing is wrong for those who cannot see it."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert page.evaluate(TOO_SMALL) == []
    assert axe.violations(page) == []


def tap(page: Page, tile: str) -> None:
    page.locator(f"label:has(#{tile})").click()


def on_one_screen(page: Page, contract: str, tiles: list[str]) -> Locator:
    """Answers step after step, in place; gives the button that records."""
    fits(page)
    tap(page, f"contract-{contract}")
    personal = contract in ("PM", "GMT")
    for tile in tiles:
        if personal and tile.startswith("who"):
            continue  # who played it and who made it is one tap
        if page.locator(f"#{tile}").count() == 0:
            page.locator("[data-go-on]").click()
        tap(page, tile)
        fits(page)
    if page.locator("[data-go-on]").count():
        page.locator("[data-go-on]").click()
    return page.locator("#deal button[type=submit]")


def page_by_page(page: Page, contract: str, tiles: list[str]) -> Locator:
    """Answers question after question, each on a page of its own; gives the button that records."""
    page.locator(f"a.tile[href*='contract={contract}&']").click()
    for tile in tiles:
        if page.locator(f"#{tile}").count() == 0:
            page.locator("#preview [name=next]").click()
        tap(page, tile)
    page.locator("#preview [name=next]").click()
    return page.locator("#preview button[formmethod=post]")


class Notices:
    """What the page has said: with scripts a notice goes when the open page asks again, seen by a test or not."""

    def __init__(self, page: Page, scripts: bool) -> None:
        self.texts: list[str] = []
        self.scripts = scripts
        if scripts:
            page.expose_function("noteNotice", self._note)
            page.add_init_script(SAYS)

    def _note(self, text: str) -> None:
        self.texts.append(text)

    def _noted(self, page: Page) -> list[str]:
        page.wait_for_timeout(10)  # What the page calls is only heard while the browser is waited for.
        return self.texts

    def expect(self, page: Page, text: str) -> None:
        """Waits for a notice with this text."""
        if self.scripts:
            eventually(lambda: any(text in notice for notice in self._noted(page)))
            self.texts.clear()
        else:
            expect(page.locator(".notice.success")).to_contain_text(text)


def write_table(page: Page, link: str, scripts: bool) -> None:
    """Writes all four deals. Without scripts the pages cannot be measured."""
    look = fits if scripts else lambda page: None
    notices = Notices(page, scripts)
    page.goto(link)
    look(page)
    for number, (contract, tiles) in enumerate(DEALS, 1):
        page.locator(".actions.stick a").click()
        look(page)
        write = (on_one_screen if scripts else page_by_page)(page, contract, tiles)
        expect(write).to_be_enabled()
        look(page)
        write.click()
        notices.expect(page, str(number))
        assert page.context.cookies() == []
    totals = page.locator("#deal-4 .total").all_text_contents()
    assert [total.replace("gever", "").strip() for total in totals] == TOTALS
    page.locator(".actions.stick a").click()
    # A link is followed once the server is known to answer.
    expect(page).to_have_url(re.compile("/close/$"))
    look(page)
    page.locator("main form button").click()
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
