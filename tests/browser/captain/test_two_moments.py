"""A deal told in two moments and put right, on a small phone in a real browser."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.captain.test_captain import tap
from tests.browser.captain.test_entry import OUT_OF_SIGHT
from tests.browser.support import halls
from tests.browser.support.pictures import shown
from tests.browser.support.server import Server
from tests.conftest import NewPage
from tests.support.servers.nightly import by_day

SEAT = """
import json
from tests.support.events import cast
event = cast.playing(8, deals=4)
print(json.dumps(cast.token(cast.table(event))))
"""
SMALL = {"width": 360, "height": 640}
# How much higher the button makes the page: it stands beside the contract.
ADDS = """() => {
  const height = () => document.documentElement.scrollHeight, had = height();
  const button = document.querySelector(".tricks-later");
  button.style.display = "none";
  const without = height();
  button.style.display = "";
  return had - without;
}"""


@pytest.fixture
def link(server: Server) -> str:
    """The path of a table's write link on this server."""
    return f"/t/{json.loads(server.manage('shell', '--no-imports', '--command', SEAT))}/"


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "later", "playing"),
    by_day(
        [
            ("nl-BE", "Slagen later", "Wordt gespeeld: Solo 6"),
            ("fr-BE", "Plis plus tard", "On joue\N{NO-BREAK SPACE}: Solo 6"),
        ]
    ),
)
def test_a_deal_in_two_moments_costs_no_tap_more_than_its_own(
    new_page: NewPage, server: Server, link: str, language: str, later: str, playing: str
) -> None:
    page = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True, locale=language)
    page.goto(link)
    page.locator(".actions.stick a").click()
    tap(page, "contract-S6")
    tap(page, "who-2")
    expect(page.locator("#tricks-7")).to_be_visible()
    shown(page, f"later-{language}")
    assert page.evaluate(ADDS) == 0
    # Its name is what it says, for those who speak to the phone.
    page.get_by_role("button", name=later, exact=True).click()
    expect(page.locator(".next-deal")).to_contain_text(playing)
    shown(page, f"playing-{language}")
    page.locator(".actions.stick a").click()
    expect(page.locator("#tricks-7")).to_be_visible()
    expect(page.get_by_role("button", name=later)).to_have_count(0)
    tap(page, "tricks-7")
    page.locator("#deal button[type=submit]").click()
    expect(page.locator(".notice.success")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "later", "playing"),
    by_day(
        [
            ("nl-BE", "Slagen later", "Wordt gespeeld: Kleine mis."),
            ("fr-BE", "Plis plus tard", "On joue\N{NO-BREAK SPACE}: Petite mis."),
        ]
    ),
)
def test_who_plays_a_misere_is_told_before_who_made_it(
    new_page: NewPage, server: Server, link: str, language: str, later: str, playing: str
) -> None:
    page = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True, locale=language)
    page.goto(link)
    page.locator(".actions.stick a").click()
    tap(page, "contract-PM")
    assert page.evaluate(ADDS) == 0 and page.evaluate(OUT_OF_SIGHT) == []
    page.get_by_role("button", name=later).click()
    expect(page.get_by_role("button", name=later)).to_have_count(0)
    tap(page, "playing-1")
    tap(page, "playing-3")
    shown(page, f"misere-{language}")
    assert page.evaluate(OUT_OF_SIGHT) == []
    page.get_by_role("button", name=later).click()
    told = page.locator(".next-deal")
    expect(told).to_contain_text(playing)
    page.locator(".actions.stick a").click()
    page.get_by_role("button", name=later).click()
    expect(page.locator("#playing-3")).to_be_checked()
    expect(page.get_by_role("button", name=later)).to_have_count(0)
    page.locator("[data-open=own]").click()
    tap(page, "tricks1-0")
    expect(page.get_by_role("button", name=later)).to_have_count(0)
    tap(page, "tricks3-lost")
    page.locator("[data-go-on]").click()
    page.locator("#deal button[type=submit]").click()
    expect(page.locator(".notice.success")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "width"), by_day([("fr-BE", 360), ("nl-BE", 1280), ("nl-BE", 360), ("fr-BE", 1280)])
)
def test_a_deal_is_put_right_from_the_sheet(
    new_page: NewPage, server: Server, link: str, language: str, width: int
) -> None:
    page = new_page(base_url=server.url, viewport={"width": width, "height": 640}, locale=language)
    page.goto(link)
    for _deal in range(2):
        page.locator(".actions.stick a").click()
        for tile in ("contract-S6", "who-2", "tricks-7"):
            tap(page, tile)
        page.locator("#deal button[type=submit]").click()
        expect(page.locator(".notice.success")).to_be_visible()
    shown(page, f"sheet-{language}")
    halls.correct(page, 1)
    shown(page, f"recorded-{language}")
    assert page.evaluate(OUT_OF_SIGHT) == [] and page.locator("#deal [type=submit]").count() == 0
    page.locator("[data-open=tricks]").click()
    tap(page, "tricks-8")
    expect(page.locator("#reason")).to_be_visible()
    shown(page, f"right-{language}")
    assert page.evaluate(OUT_OF_SIGHT) == []
    assert page.locator("#entry .preview td").all_inner_texts()[:4] == ["0", "0", "+15", "+18"]
    page.reload()
    page.locator("#reason").fill("8")
    page.locator("#deal [type=submit]").click()
    expect(page.locator(".notice.success strong")).to_contain_text("8")
    shown(page, f"corrected-{language}")
    page.goto(link + "deal/2/correct/")
    expect(page.locator("#entry h1")).to_contain_text("2")
    page.locator("[data-open=contract]").click()
    tap(page, "contract-S7")
    expect(page.locator("#reason")).to_have_count(0)
    page.locator("#deal [type=submit]").click()
    expect(page.locator(".notice.success strong")).to_contain_text("Solo 7")
