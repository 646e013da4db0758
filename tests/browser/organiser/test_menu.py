"""The menu on a phone: no entry is cut in half, and the page begins in sight."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.support import axe
from tests.browser.support.crowding import double_text
from tests.browser.support.organiser_pages import sign_in
from tests.browser.support.server import Server
from tests.conftest import NewPage
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long
EVENT = "from tests.support.events import cast\ncast.organiser(cast.event())"
CLUB = """
from tests.support import club_evenings as club
club.series(club.club())
"""
CUT = """() => {
    const menu = document.querySelector('.band nav'), edge = menu.getBoundingClientRect();
    return [...menu.querySelectorAll(':scope > :not([hidden])')].filter(entry => {
        const box = entry.getBoundingClientRect();
        const outside = box.top > edge.bottom - 2 || box.bottom < edge.top + 2;
        return box.right > edge.right + 1 || box.left < edge.left - 1
            || (!outside && (box.top < edge.top - 2 || box.bottom > edge.bottom + 2));
    }).map(entry => entry.textContent.trim());
}"""


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE", "en-GB"]))
@pytest.mark.parametrize("large", by_day([True, False]))
def test_no_entry_is_cut_and_the_page_begins_in_sight(
    new_page: NewPage, server: Server, locale: str, large: bool
) -> None:
    server.run(EVENT)
    page = new_page(base_url=server.url, locale=locale, viewport={"width": 360, "height": 640})
    if large:
        double_text(page)
    sign_in(page, "organiser-of-ledegem")
    for place in ("", "rounds/", "members/", "logbook/"):
        page.goto(f"/staff/ledegem/{place}")
        assert page.evaluate(CUT) == []
        assert page.evaluate("document.querySelector('main').getBoundingClientRect().top") < (520 if large else 320)
        assert axe.violations(page) == []
    for width in (1024, 1200):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(CUT) == []


def test_a_steward_sees_the_way_back_to_tonight_on_public_pages(new_page: NewPage, server: Server) -> None:
    server.run(CLUB)
    season = "/o/de-vier-azen/clubavond/"
    page = new_page(base_url=server.url, viewport={"width": 360, "height": 640})
    page.goto(season)
    back = page.locator(".to-work")
    expect(page.get_by_role("link", name="Presences")).to_be_visible()
    expect(back).not_to_be_visible()
    sign_in(page, "secretary-of-de-vier-azen")
    page.goto("/staff/o/de-vier-azen/members/")
    page.goto(season)
    expect(back).to_be_in_viewport()
    expect(back).to_have_text("Tonight")
    assert page.evaluate(CUT) == []
    assert axe.violations(page) == []
    back.click()
    expect(page).to_have_url(re.compile("/staff/o/de-vier-azen/tonight/$"))
    page.goto("/")
    expect(page.get_by_role("link", name="Organise", exact=True)).to_be_visible()
    expect(back).not_to_be_visible()
