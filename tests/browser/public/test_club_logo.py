"""The logo of a club on a narrow screen, in small and in large text: the names beside it stay readable."""

import pytest

from tests.browser.support import axe
from tests.browser.support.crowding import crowded, double_text
from tests.browser.support.server import Server
from tests.conftest import PHONE, NewPage
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long

# A club with an evening that is being played, and a wide logo. Its owner signs in.
MAKE = """
import io
from PIL import Image
from tests.browser.public.test_club_logo import PASSWORD
from tests.support import club_evenings as club
from tournament.acts.event.pictures import Kind, set_picture
from tournament.site import pictures
series, _day, event = club.evening(8)
picture = io.BytesIO()
Image.new("RGB", (600, 240), "#0d4f3a").save(picture, "PNG")
set_picture(series.organisation, "system", Kind.LOGO, pictures.data_address(picture.getvalue()))
owner = club.steward(series.organisation, "owner")
owner.set_password(PASSWORD)
owner.save()
print(series.organisation.get_absolute_url(), series.get_absolute_url(), event.get_absolute_url())
"""
PASSWORD = "vier azen en een joker"
STAFF = ("tonight/", "logo/", "logo/remove/", "plan/")
# Of the name in the band: how wide it is, and whether a line of it is cut.
NAME = "name => [name.clientWidth, name.scrollHeight > name.clientHeight + 1]"


@pytest.mark.parametrize("locale", by_day(["nl-BE", "fr-BE"]))
def test_a_logo_leaves_room_for_the_name_beside_it(server: Server, new_page: NewPage, locale: str) -> None:
    public = server.run(MAKE).split()
    addresses = [*public, *(f"/staff/o/de-vier-azen/{page}" for page in STAFF)]
    faults: dict[tuple[str, bool], list[str]] = {}
    for large in (False, True):
        page = new_page(base_url=server.url, locale=locale, viewport=PHONE)
        if large:
            double_text(page)
        page.goto("/sign-in/")
        page.fill("[name=username]", "owner-of-de-vier-azen")
        page.fill("[name=password]", PASSWORD)
        page.press("[name=password]", "Enter")
        page.wait_for_url("**/staff/**")
        for address in addresses:
            page.goto(address)
            if found := crowded(page) + axe.violations(page):
                faults[address, large] = found
            width, cut = page.locator(".band .event").evaluate(NAME)
            if not large and (width < 90 or cut):
                faults[address, large] = [f"the name is {width} pixels wide, cut: {cut}"]
    assert faults == {}
