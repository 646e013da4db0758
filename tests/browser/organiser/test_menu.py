"""The menu on a phone: no entry is cut in half, and the page begins in sight."""

import pytest

from tests.browser.support import axe
from tests.browser.support.crowding import double_text
from tests.browser.support.organiser_pages import prepare, sign_in
from tests.browser.support.server import Server
from tests.conftest import NewPage
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long
EVENT = "from tests.support.events import cast\ncast.organiser(cast.event())"
CUT = """() => {
    const menu = document.querySelector('.band nav'), edge = menu.getBoundingClientRect();
    return [...menu.children].filter(entry => {
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
    prepare(server, EVENT)
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
