"""The pages of the end: a table stopped early, closing, prizes, the finale; at both widths and in both languages."""

import pytest

from tests.browser.public.test_every_page import faults_of
from tests.browser.support.server import Server
from tests.conftest import DESK, PHONE, NewPage
from tests.support.events import cast
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long

ENDING = """
from tests.support.events import cast, stages
event = stages.ending()
cast.organiser(event)
"""
STAFF = ("ranking/", "prizes/", "prizes/change/", "finale/", "players/1/prizes/", "rounds/2/tables/2/", "format/")
PUBLIC = ("", "finale/", "player/1/")


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_the_pages_of_the_end_fit_and_are_clean(server: Server, new_page: NewPage, locale: str) -> None:
    server.manage("shell", "-c", ENDING)
    faults = []
    for viewport in (PHONE, DESK):
        page = new_page(base_url=server.url, locale=locale, viewport=viewport)
        addresses = [f"/e/ending/{path}" for path in PUBLIC]
        page.goto("/sign-in/?next=/staff/")
        page.fill("[name=username]", "organiser-of-ending")
        page.fill("[name=password]", cast.PASSWORD)
        page.press("[name=password]", "Enter")
        page.wait_for_url("**/staff/**")
        for path in [*addresses, *(f"/staff/ending/{path}" for path in STAFF)]:
            answer = page.goto(path)
            assert answer is not None and answer.status == 200, path
            faults += faults_of(page, path)
    assert faults == []
