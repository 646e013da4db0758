"""The guides as they are printed, and their pictures: taken from a real server with the demo.

`make pictures` writes the pictures; without GUIDES=write the tests take them all the same and keep none, so that a page
that no longer looks like its picture's steps is noticed.
"""

import io
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.support.organiser_pages import sign_in
from tests.browser.support.server import Server
from tests.conftest import NewPage
from tests.site.test_guides import FOLDER, LANGUAGES, MOST_BYTES, SIZE
from tests.support.servers.nightly import by_day
from tournament.views.entrance.guides import GUIDES

pytestmark = pytest.mark.long

WRITES = os.environ.get("GUIDES") == "write"
# A phone, as sharp as print asks.
PHONE = {
    "viewport": {"width": SIZE[0], "height": SIZE[1]},
    "device_scale_factor": 1.5,
    "is_mobile": True,
    "has_touch": True,
}
# What only a demo says, and the cursor, which blinks.
PLAIN = ".notice.warning, .chip { display: none !important } * { caret-color: transparent !important }"
# Minutes that go by, and hours that follow from now.
STILL = """for (const [what, said] of [["[data-seconds]", "2"], ["main time", "15:30"]])
    document.querySelectorAll(what).forEach(part => part.textContent = said)"""
COLOURS = 64
Steps = Callable[[Page], object]


def scrolled(to: str) -> Steps:
    """Scrolls until a part of the page is at the top."""
    top = "part => scrollTo(0, part.getBoundingClientRect().top + scrollY - 8)"
    return lambda page: page.locator(to).first.evaluate(top)


def search(page: Page) -> None:
    page.locator("input[type=search]").fill("ve")
    scrolled("h1")(page)


def type_deal(page: Page) -> None:
    page.locator("#row-6").press_sequentially("19 13 10")
    scrolled("#rows")(page)


def call_jury(page: Page) -> None:
    page.locator(".call > summary").click()


def announce(page: Page) -> None:
    """The table calls the jury by announcing a contract that needs it; not a picture, but what the jury's shows."""
    page.locator(".tricks-later").click()
    expect(page.locator(".jury-call")).to_be_visible()


def calls(page: Page) -> None:
    """The queue itself: whoever opens it for the first time is asked if they play."""
    asked = page.locator("form.plays-as button").first
    if asked.count():
        asked.click()
        expect(asked).to_have_count(0)
        page.add_style_tag(content=PLAIN)
    scrolled("h1")(page)


CAPTAIN: dict[str, tuple[str, Steps]] = {
    "captain-sheet": ("", scrolled("body")),
    "captain-deal": ("deal/6/?contract=PC9&who=1&who=3&tricks=10", scrolled("body")),
    "captain-jury": ("", call_jury),
}
STAFF: dict[str, tuple[str, Steps]] = {
    "desk-door": ("attendance/", search),
    "desk-sheet": ("rounds/2/tables/2/rows/", type_deal),
    "jury-calls": ("decisions/calls/", calls),
    "jury-ruling": ("decisions/ruling/2/3/2/annulled/", scrolled(".effect")),
    "organiser-overview": ("", scrolled("body")),
    "organiser-tables": ("rounds/2/tables/", scrolled("#tables h2")),
}


def take(page: Page, language: str, start: str, pictures: dict[str, tuple[str, Steps]]) -> None:
    """Takes these pictures, below the address `start`."""
    for name, (path, steps) in pictures.items():
        page.goto(start + path)
        page.add_style_tag(content=PLAIN)
        page.wait_for_load_state("networkidle")
        steps(page)
        page.evaluate(f"() => {{ {STILL} }}")
        made = io.BytesIO()
        shot = Image.open(io.BytesIO(page.screenshot()))
        # A page has few colours: this is smaller than a photograph's way, and its letters stay sharp.
        shot.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).convert("RGB").save(made, "WEBP", lossless=True)
        assert len(made.getvalue()) <= MOST_BYTES, (name, len(made.getvalue()))
        if WRITES:
            (FOLDER / language).mkdir(parents=True, exist_ok=True)
            (FOLDER / language / f"{name}.webp").write_bytes(made.getvalue())


def test_every_picture_can_be_taken(server: Server, new_page: NewPage) -> None:
    said = server.manage("demo", "--players", "16", "--rounds", "2", "--deals", "8")
    password, captain = re.search(r"password (\S+)", said), re.search(r"http\S+/t/\S+", said)
    assert password and captain

    def phone(language: str) -> Page:
        return new_page(base_url=server.url, locale=language, bypass_csp=True, **PHONE)

    for language in LANGUAGES:
        take(phone(language), language, captain[0], CAPTAIN)
    page = phone("en")
    page.goto(f"{captain[0]}deal/6/?contract=S13&who=2")
    announce(page)
    for language in LANGUAGES:
        page = phone(language)
        sign_in(page, "demo", password[1])
        take(page, language, f"{server.url}/staff/demo/", STAFF)


@pytest.mark.parametrize("language", by_day(LANGUAGES))
def test_each_guide_is_one_sheet_of_paper(server: Server, new_page: NewPage, tmp_path: Path, language: str) -> None:
    page = new_page(base_url=server.url, locale=language)
    for who in GUIDES:
        page.goto(f"/guide/{who}/")
        sheet = tmp_path / f"{who}.pdf"
        page.pdf(path=sheet, prefer_css_page_size=True)
        told = subprocess.run(["pdfinfo", str(sheet)], capture_output=True, text=True, check=True).stdout
        assert re.search(r"^Pages:\s+1$", told, re.MULTILINE), (who, told)
