"""Every part of our pages, by day and by night: on a phone, a tablet and a desk, in large letters, in nl and fr."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import axe
from tests.browser.support.crowding import double_text
from tests.browser.support.organiser_pages import sign_in
from tests.browser.support.server import Server
from tests.conftest import NewPage
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long
EVENT = "from tests.support.events import cast\ncast.organiser(cast.event())"
GROUND = "getComputedStyle(document.documentElement).backgroundColor"
DAY, NIGHT = "rgb(255, 255, 255)", "rgb(16, 22, 19)"
WIDE = "document.documentElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_every_part_fits_and_can_be_read(server: Server, new_page: NewPage, locale: str) -> None:
    server.run(EVENT)
    faults = {}
    for large in (False, True):
        page = new_page(base_url=server.url, locale=locale)
        if large:
            double_text(page)
        sign_in(page, "organiser-of-ledegem")
        for width, light in ((360, "dark"), (768, "light"), (1280, "dark"), (360, "light")):
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme="dark" if light == "dark" else "light")
            page.goto("/style/")
            page.evaluate("document.querySelectorAll('main details').forEach(part => part.open = true)")
            found = axe.violations(page) + (["too wide"] if page.evaluate(WIDE) > 0 else [])
            if found or page.evaluate(GROUND) != (NIGHT if light == "dark" else DAY):
                faults[width, light, large] = found
    assert faults == {}


def ground(page: Page) -> str:
    """The colour of the page."""
    colour: str = page.evaluate(GROUND)
    return colour


def test_light_or_dark_is_as_the_system_wants_until_somebody_chose(server: Server, new_page: NewPage) -> None:
    page = new_page(base_url=server.url, locale="nl-BE", color_scheme="dark")
    page.goto("/")
    assert ground(page) == NIGHT
    page.locator(".menu > summary").click()
    expect(page.get_by_role("button", name="Donker", pressed=True)).to_be_visible()
    page.get_by_role("button", name="Donker").click()
    assert ground(page) == DAY
    # On every page from now on; a page that has no choice of its own stays dark.
    page.goto("/guide/captain/")
    assert ground(page) == DAY and axe.violations(page) == []
    page.emulate_media(media="print")
    assert ground(page) == DAY
    page.emulate_media(media="screen", color_scheme="light")
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Donker").click()
    page.reload()
    assert ground(page) == NIGHT
    page.emulate_media(media="print")
    assert ground(page) == DAY


def test_without_scripts_the_system_decides(server: Server, new_page: NewPage) -> None:
    page = new_page(base_url=server.url, color_scheme="dark", java_script_enabled=False)
    page.goto("/")
    page.locator(".menu > summary").click()
    expect(page.locator(".languages a")).to_have_count(3)
    expect(page.locator("button.theme")).to_be_hidden()
