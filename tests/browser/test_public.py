"""The public pages in a real browser: on a phone and at a desk, while a championship is being played."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe
from tests.browser.server import Server
from tests.conftest import PHONE, NewPage

PLAY = """
import json
from tests import cast
event = cast.playing(48, deals=4)
cast.play(cast.table(event, 1))
cast.penalty(event, 5)
table = cast.table(event, 2)
print(json.dumps(cast.seated(table)))
"""
# A deal at table 2, in which seat 1 overtakes everybody.
DEAL = """
from tests import cast
event = cast.fresh(__import__("tournament.models", fromlist=["Event"]).Event.objects.get())
cast.write(cast.table(event, 2), 1, cast.result("S13", (1,), 13, jury="allowed"))
"""
PAGES = ["", "player/1/", "player/5/", "seating/", "seating/1/names/", "rules/"]


def command(server: Server, code: str) -> str:
    """What Python code run on the server's database prints."""
    return server.manage("shell", "--no-imports", "--command", code)


@pytest.fixture
def seats(server: Server) -> dict[str, int]:
    """A championship at /e/ledegem/ with one table played; the entry numbers by seat of table 2."""
    found: dict[str, int] = json.loads(command(server, PLAY))
    return found


def sits_well(page: Page) -> None:
    """Nothing sticks out, and nothing is wrong for those who cannot see it."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"), page.url
    assert axe.violations(page) == [], page.url


@pytest.mark.long
@pytest.mark.parametrize("visitor", ["page", "phone"])
def test_every_public_page_fits_and_can_be_read_by_everybody(
    visitor: str, request: pytest.FixtureRequest, seats: dict[str, int]
) -> None:
    page: Page = request.getfixturevalue(visitor)
    for address in PAGES:
        page.goto(f"/e/ledegem/{address}")
        sits_well(page)


@pytest.mark.long
def test_an_open_ranking_follows_the_play_without_a_jump(phone: Page, server: Server, seats: dict[str, int]) -> None:
    phone.goto("/e/ledegem/")
    box = phone.get_by_role("searchbox")
    box.fill("troef")
    shown = phone.locator("#rows tr:visible").count()
    phone.evaluate("() => scrollTo(0, 400)")
    at = phone.evaluate("() => scrollY")
    winner = phone.locator(f"#n{seats['1']}")
    expect(winner.locator(".rank")).not_to_have_text("1")
    phone.evaluate("() => { window.jumps = []; addEventListener('scroll', () => jumps.push(scrollY)) }")
    command(server, DEAL)
    expect(winner.locator(".rank")).to_have_text("1")
    expect(winner.locator(".sum")).to_have_text("150")
    # The event of the scroll above may come after the listener: it is where the page stands already.
    assert set(phone.evaluate("() => jumps")) <= {at}
    assert phone.evaluate("() => scrollY") == at > 0
    assert phone.locator("#rows tr:visible").count() == shown < 48
    expect(box).to_be_focused()
    expect(box).to_have_value("troef")


@pytest.mark.long
def test_a_link_in_the_ranking_keeps_the_focus_when_the_rows_are_replaced(
    page: Page, server: Server, seats: dict[str, int]
) -> None:
    page.goto("/e/ledegem/")
    link = page.locator(f"#p{seats['2']}")
    link.focus()
    command(server, DEAL)
    expect(page.locator(f"#n{seats['1']} .sum")).to_have_text("150")
    expect(page.locator(f"#p{seats['2']}")).to_be_focused()


@pytest.mark.long
def test_an_open_ranking_is_sent_nothing_while_nothing_happens(page: Page, seats: dict[str, int]) -> None:
    answers: list[int] = []
    page.on("response", lambda response: answers.append(response.status) if "/rows/" in response.url else None)
    page.goto("/e/ledegem/")
    with page.expect_response(lambda response: "/rows/" in response.url):
        pass
    assert answers == [204]


@pytest.mark.long
def test_a_name_is_found_while_it_is_typed_accents_aside(phone: Page, seats: dict[str, int]) -> None:
    for address in ("", "seating/", "seating/1/names/"):
        phone.goto(f"/e/ledegem/{address}")
        phone.get_by_role("searchbox").fill("CECILE")
        found = phone.locator("#rows > :visible")
        assert 0 < found.count() < phone.locator("#rows > *").count()
        for row in found.all():
            assert "Cécile" in row.inner_text()


@pytest.mark.long
def test_the_language_is_changed_on_a_page_that_is_the_same_for_everybody(page: Page, seats: dict[str, int]) -> None:
    page.goto("/e/ledegem/")
    for code in ("nl", "fr", "en"):
        page.get_by_role("link", name=code, exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", code)
        assert page.url.endswith("/e/ledegem/")
    page.goto("/e/ledegem/seating/")
    page.get_by_role("link", name="nl", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert page.url.endswith("/e/ledegem/seating/1/")


@pytest.mark.long
def test_everything_is_there_without_scripts(new_page: NewPage, server: Server, seats: dict[str, int]) -> None:
    page = new_page(base_url=server.url, viewport=PHONE, java_script_enabled=False)
    page.goto("/e/ledegem/")
    assert page.locator("#rows tr").count() == 48
    assert not page.get_by_role("searchbox").is_visible()
    page.locator("#p1").click()
    assert page.locator("h1").inner_text()
    page.get_by_role("link", name="Tables").click()
    page.get_by_role("link", name="By name").click()
    expect(page.locator("#rows tr")).to_have_count(48)
