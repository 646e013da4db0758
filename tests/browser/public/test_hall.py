"""The screen in the hall in a real browser: large enough for the last row, dark, turning, and honest about its age."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.support import axe
from tests.browser.support.server import Server
from tests.conftest import PHONE, NewPage

pytestmark = pytest.mark.long

SEATED = """
from tests.support.events import cast
event = cast.playing(320, slug="hall", deals=2, name="Belgisch kampioenschap kleurenwhist van de federatie")
cast.write(cast.table(event), 1)
from tournament.acts.rounds import timer
timer.start_timer(cast.round_of(event), "system", 75)
for number in range(2, 11):
    timer.give_extra_time(cast.table(event, number), "system", number)
from tournament.acts.kernel.notices import post_notice
for number in range(3):
    post_notice(cast.fresh(event), "system", f"{number} " + "Wie wint er? " * 9)
"""
REVEALED = """
from tests.support.events import cast
from tournament.acts.event import reveal
reveal.reveal_places(cast.Event.objects.get(), "system", 1, replaces=0)
"""
# What is smaller than 1/28 of the picture's height, beyond its edge, or below the one before it in the same place.
SMALL = """() => [...document.querySelectorAll("#hall *")].filter((part) => part.checkVisibility()
    && [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
    && parseFloat(getComputedStyle(part).fontSize) < innerHeight / 28).map((part) => part.textContent)"""
OUTSIDE = """() => [...document.querySelectorAll("#hall *")].filter((part) => part.checkVisibility())
    .filter((part) => { const box = part.getBoundingClientRect();
        return box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.top < -1; })
    .map((part) => part.outerHTML.slice(0, 200))"""
OVERLAP = """() => {
    const boxes = [...document.querySelectorAll(".shown li")].map((line) => line.getBoundingClientRect());
    const low = (box, at) => at && boxes[at - 1].left === box.left && boxes[at - 1].bottom > box.top + 1;
    return boxes.filter(low).length;
}"""


def test_the_last_row_can_read_every_page(server: Server, new_page: NewPage) -> None:
    server.manage("shell", "-c", SEATED)
    for width, height in ((1920, 1080), (1280, 720), (1024, 768)):
        for locale in ("nl-BE", "fr-BE"):
            page = new_page(viewport={"width": width, "height": height}, locale=locale)
            page.goto(f"{server.url}/e/hall/hall/?show=timer&show=seating&show=ranking&show=code")
            count = page.locator(".slide").count()
            assert count == 1 + 8 + 11 + 1
            for _page in range(count):
                assert not page.evaluate(SMALL) and not page.evaluate(OUTSIDE) and not page.evaluate(OVERLAP)
                page.keyboard.press("ArrowRight")
    assert page.evaluate("Math.min(...getComputedStyle(document.querySelector('.name')).color.match(/\\d+/g))") > 200
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
    assert max(ground) < 40


def test_the_pages_turn_and_a_lost_network_is_said(server: Server, new_page: NewPage) -> None:
    server.manage("shell", "-c", SEATED)
    page = new_page()
    page.clock.install()
    page.goto(f"{server.url}/e/hall/hall/?show=seating&show=code")
    first = page.locator(".shown h2").inner_text()
    page.clock.run_for(13_000)
    expect(page.locator(".shown h2")).not_to_have_text(first)
    page.context.set_offline(True)
    for _minute in range(3):
        page.clock.run_for(60_000)
    expect(page.locator(".foot")).to_contain_text(re.compile(r"No network. This is [23] minutes old."))
    assert page.locator(".shown").count() == 1
    page.context.set_offline(False)
    with page.expect_response("**/hall/**"):
        page.clock.run_for(11_000)
    page.clock.run_for(1_000)
    expect(page.locator("#hall .old")).to_be_hidden()


def test_the_screen_becomes_the_finale_once_a_place_is_revealed(server: Server, new_page: NewPage) -> None:
    slug = server.run("from tests.event.test_reveal import frozen; print(frozen().slug)")
    page = new_page()
    page.clock.install()
    page.goto(f"{server.url}/e/{slug.strip()}/hall/")
    server.manage("shell", "-c", REVEALED)
    page.clock.run_for(11_000)
    page.wait_for_url("**/finale/")
    expect(page.locator(".latest-place .rank")).not_to_have_count(0)


def test_on_a_phone_all_pages_stand_below_each_other(server: Server, new_page: NewPage) -> None:
    server.manage("shell", "-c", SEATED)
    page = new_page(viewport=PHONE)
    page.goto(f"{server.url}/e/hall/hall/?show=seating")
    assert page.locator(".slide:visible").count() == 8
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_phone_is_led_to_the_lists_and_shows_how_they_begin(server: Server, new_page: NewPage) -> None:
    server.manage("shell", "-c", SEATED)
    page = new_page(viewport=PHONE)
    page.goto(f"{server.url}/e/hall/hall/")
    assert page.locator(".slide:visible .seating").count() == 1
    assert page.evaluate("document.documentElement.scrollHeight") < 3000
    assert axe.violations(page) == []
    page.locator(".code a").click()
    page.wait_for_url("**/e/hall/")
