"""A federation's list in a real browser: looked at on a phone and at a desk, chosen from, entered."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import axe
from tests.browser.support.server import Server
from tests.conftest import DESK, PHONE, NewPage
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long

LIST = Path(__file__).parents[3] / "fixtures" / "lists" / "federation.xlsx"
EVENT = """
import json
from tests.support.events import cast
event = cast.event(6)
print(json.dumps(cast.client(cast.desk(event)).cookies["troel_session"].value))
"""
PLAYERS = "/staff/ledegem/players/"
WIDER = "() => document.documentElement.scrollWidth > window.innerWidth"


def look(page: Page) -> None:
    """Clean for who cannot see it, and no wider than the screen."""
    assert axe.violations(page) == []
    assert not page.evaluate(WIDER)


@pytest.mark.parametrize(
    ("viewport", "locale", "words"),
    by_day(
        [(PHONE, "fr-BE", "302 joueurs inscrits. 3 joueurs corrigés."), (DESK, "nl-BE", "302 spelers ingeschreven.")]
    ),
)
def test_a_list_is_looked_at_chosen_from_and_entered(
    server: Server, new_page: NewPage, viewport: dict[str, int], locale: str, words: str
) -> None:
    session = json.loads(server.run(EVENT))
    page = new_page(base_url=server.url, viewport=viewport, locale=locale)
    page.context.add_cookies([{"name": "troel_session", "value": session, "url": server.url}])
    page.goto(PLAYERS)
    page.click('a[href$="/players/list/"]')
    look(page)
    page.set_input_files("[name=file]", LIST)
    page.click("main [type=submit]")
    expect(page.locator("#rows-doubtful li")).to_have_count(4)
    look(page)
    page.select_option("#line-41", "0")
    page.click("#new summary")
    page.fill("#new [type=search]", "bram aerts 't klaverblad")
    expect(page.locator("#rows-new li:visible")).to_have_count(1)
    page.fill("#new [type=search]", "marie-francoise")
    expect(page.locator("#rows-new li:visible")).to_have_count(1)
    look(page)
    page.click("main .stick [type=submit]")
    page.wait_for_url(f"**{PLAYERS}")
    expect(page.locator("main .notice.success")).to_contain_text(words)
    look(page)
