"""What who is at the door sees on a phone: totals without sliding, and the name that was just tapped."""

import pytest
from playwright.sync_api import expect

from tests.browser.support.organiser_pages import fits, sign_in
from tests.browser.support.server import Server
from tests.conftest import PHONE, NewPage
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long
FEES = """
from tests.support.events import cast
from tests.people.test_fees import priced
from tournament.acts.people.fees import set_fee
from tournament.admission import Price
event = priced(cast.event(24, present=False), (Price("Lid van de federatie", 8000), Price("Jongeren onder 18", 550)))
cast.organiser(event)
for number in range(1, 20):
    set_fee(cast.entry(event, number), "user:1", "Lid van de federatie", "cash" if number % 2 else "bank")
"""


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_totals_fit_and_a_tapped_name_stays(new_page: NewPage, server: Server, locale: str) -> None:
    server.run(FEES)
    page = new_page(base_url=server.url, locale=locale, viewport=PHONE)
    sign_in(page, "organiser-of-ledegem")
    page.goto("/staff/ledegem/players/fees/")
    fits(page)
    wide, shown = page.evaluate("(box => [box.scrollWidth, box.clientWidth])(document.querySelector('.scroll'))")
    assert wide <= shown
    page.goto("/staff/ledegem/attendance/")
    # As in browsers that do not hold a page still by themselves.
    page.evaluate("document.documentElement.style.overflowAnchor = 'none'")
    toggle = page.locator("#b12")
    toggle.evaluate("one => one.scrollIntoView({block: 'end', behavior: 'instant'})")
    before = page.evaluate("document.querySelector('#b12').getBoundingClientRect().top")
    toggle.click()
    expect(page.locator("#last")).to_contain_text("12")
    page.wait_for_function(
        "top => Math.abs(document.querySelector('#b12').getBoundingClientRect().top - top) < 2", arg=before
    )
