"""The timer in real browsers: it counts by the server's clock, without the network, and makes no phone scroll."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.support import axe
from tests.browser.support.crowding import crowded
from tests.browser.support.halls import ready
from tests.browser.support.organiser_pages import sign_in
from tests.browser.support.pictures import shown
from tests.browser.support.server import Server
from tests.conftest import DESK, PHONE, NewPage
from tests.support.servers.nightly import by_day
from tests.support.servers.waiting import eventually

pytestmark = pytest.mark.long

SMALL = {"width": 360, "height": 640}
SEAT = """
import json
from tests.support.events import cast
from tournament.acts.rounds import timer
event = cast.playing(8, deals=4)
timer.start_timer(cast.round_of(event), "system", 60)
cast.member(event, cast.Role.ORGANISER, "Godelieve")
print(json.dumps([event.slug, cast.token(cast.table(event))]))
"""
DO = """
from tests.support.events import cast
from tournament.acts.rounds import timer
from tournament.models import Event
event = Event.objects.get()
round = cast.round_of(event)
"""
HEIGHT = "document.documentElement.scrollHeight"


def seat(server: Server) -> tuple[str, str]:
    """An event with a timer of an hour: its slug, and the token of its first table."""
    slug, token = json.loads(server.run(SEAT))
    return slug, token


def do(server: Server, *acts: str) -> None:
    server.run(DO + "\n".join(acts))


def left(page: Page, where: str) -> int:
    """The seconds that a page counts down from."""
    count = page.locator(f"{where} .ticks").first
    expect(count).to_be_visible()
    minutes, seconds = count.inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


@pytest.mark.parametrize("wrong", by_day([timedelta(hours=-7), timedelta(0), timedelta(days=400)]))
def test_the_screen_counts_by_the_servers_clock_and_without_the_network(
    server: Server, new_page: NewPage, wrong: timedelta
) -> None:
    slug, _token = seat(server)
    page = new_page()
    page.clock.install(time=timezone.now() + wrong)
    page.goto(f"{server.url}/e/{slug}/hall/?show=timer")
    before = left(page, ".shown .countdown")
    assert 3400 < before <= 3600
    shown(page, "hall")
    page.context.set_offline(True)
    page.clock.run_for(60_000)
    assert abs(before - 60 - left(page, ".shown .countdown")) <= 5
    page.clock.fast_forward(before * 1000)
    for place in (".shown .countdown", "header .time"):
        expect(page.locator(f"{place} .up")).to_be_visible(timeout=20_000)
        assert page.locator(place).inner_text().strip() == "Time is up"


def test_without_scripts_the_hour_is_told(server: Server, new_page: NewPage) -> None:
    slug, token = seat(server)
    page = new_page(java_script_enabled=False)
    for address in (f"/e/{slug}/hall/", f"/t/{token}/"):
        page.goto(server.url + address)
        timer = page.locator(".timer").first
        assert timer.inner_text().startswith("until ") and page.locator(".timer .up:visible").count() == 0


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_a_phone_counts_hears_of_a_pause_and_does_not_scroll(server: Server, new_page: NewPage, locale: str) -> None:
    _slug, token = seat(server)
    do(server, "timer.remove_timer(round, 'system')")
    page = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True, locale=locale)
    page.goto(f"/t/{token}/")
    ready(page)
    high = page.evaluate(HEIGHT)
    do(server, "timer.start_timer(round, 'system', 60)", "timer.give_extra_time(cast.table(event), 'system', 15)")
    expect(page.locator("#timer .ticks")).to_be_visible(timeout=30_000)
    assert 74 * 60 < left(page, "#timer") <= 75 * 60
    shown(page, f"table-{locale}")
    # A line of its own below the number of the table; what is tapped next stays in sight.
    assert page.evaluate(HEIGHT) - high <= 24 and crowded(page) + axe.violations(page) == []
    assert page.locator(".actions.stick a").evaluate("(link) => link.getBoundingClientRect().bottom <= innerHeight")
    assert page.evaluate("document.querySelector('.band > .page').clientHeight") < 60
    do(server, "timer.pause_timer(round, 'system')")
    expect(page.locator("#timer")).to_contain_text(
        "Gepauzeerd, nog" if locale == "nl-BE" else "En pause", timeout=30_000
    )
    shown(page, f"paused-{locale}")


def test_a_page_that_was_kept_counts_from_now(server: Server, new_page: NewPage) -> None:
    """It says what time it was when it was made: to count from there would give the round anew."""
    _slug, token = seat(server)
    # Its worker would read the page anew.
    page = new_page(base_url=server.url, viewport=PHONE, service_workers="block")
    page.clock.install()
    answer = page.goto(f"/t/{token}/")
    assert answer
    kept = answer.text()
    before = left(page, "#timer")
    page.clock.fast_forward(600_000)
    page.route(f"**/t/{token}/", lambda route: route.fulfill(body=kept, content_type="text/html"))
    page.reload()
    # Until its script has looked at the clock, it says what it said when it was made.
    eventually(lambda: abs(before - 600 - left(page, "#timer")) <= 60)


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_the_organiser_and_the_desk_see_what_is_left(server: Server, new_page: NewPage, locale: str) -> None:
    slug, _token = seat(server)
    do(server, "timer.give_extra_time(cast.table(event, 2), 'system', 15)")
    for viewport in (SMALL, DESK):
        page = new_page(base_url=server.url, viewport=viewport, locale=locale)
        sign_in(page, "Godelieve")
        for path in ("", "tables/", "tables/2/", "tables/2/time/"):
            page.goto(f"/staff/{slug}/rounds/1/{path}")
            if "time" not in path:
                assert left(page, "main") > 3000
            assert crowded(page) + axe.violations(page) == []
            shown(page, f"{path.replace('/', '-') or 'round-'}{locale}")
