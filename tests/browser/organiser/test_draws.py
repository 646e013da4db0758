"""The draw in a real browser: drawn and published in a few clicks, checked by a visitor, with and without scripts."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import axe
from tests.browser.support.server import Server
from tests.conftest import PHONE, NewPage

pytestmark = pytest.mark.long

MAKE = """
from tests.support.events import cast
from tournament.acts.rounds import promises
event = cast.event(20, planned_rounds=3)
promises.promise_draw(event, "system")
cast.member(event, "organiser", "odette")
"""


def signed_in(new_page: NewPage, server: Server) -> Page:
    page = new_page(base_url=server.url, locale="en-GB", viewport=PHONE)
    page.goto("/sign-in/?next=/staff/ledegem/rounds/seat/")
    page.fill("[name=username]", "odette")
    page.fill("[name=password]", "vier azen en een joker")
    page.press("[name=password]", "Enter")
    page.wait_for_url(f"{server.url}/staff/ledegem/rounds/seat/")
    return page


def test_a_draw_is_made_in_three_clicks_and_checked_by_a_visitor(server: Server, new_page: NewPage) -> None:
    server.manage("shell", "-c", MAKE)
    page = signed_in(new_page, server)
    page.click("text=Rounds 1 to 3 at once")
    page.click("button:text-is('Draw')")
    expect(page.locator(".report")).to_contain_text("No two players meet twice.")
    page.click("text=Publish all")
    page.click("button:text-is('Publish all')")
    visitor = new_page(base_url=server.url, locale="en-GB", viewport=PHONE)
    visitor.goto("/e/ledegem/draws/")
    visitor.click("text=Check it here")
    expect(visitor.locator(".follows")).to_be_visible()
    expect(visitor.locator(".steps li.is-correct")).to_have_count(11)
    assert axe.violations(visitor) == []


def test_a_file_that_was_changed_is_told_of_and_where(server: Server, new_page: NewPage) -> None:
    server.manage("shell", "-c", MAKE + PUBLISHED)
    visitor = new_page(base_url=server.url, locale="en-GB", viewport=PHONE)

    def changed(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        document = answer.json()
        tables = document["rounds"][1]
        tables[0], tables[1] = tables[1], tables[0]
        route.fulfill(response=answer, body=json.dumps(document))  # type: ignore[attr-defined]

    visitor.route(re.compile(r"draws/1\.json"), changed)
    visitor.goto("/e/ledegem/draws/")
    visitor.click("text=Check it here")
    expect(visitor.locator(".differs")).to_be_visible()
    failure = visitor.locator(".steps li.is-incorrect")
    expect(failure).to_have_text("The tables are not the ones that follow: round 2, table 1")


def test_a_final_is_followed_from_the_ranking_that_the_page_shows(server: Server, new_page: NewPage) -> None:
    server.manage("shell", "-c", FINAL)
    visitor = new_page(base_url=server.url, locale="en-GB", viewport=PHONE)
    visitor.goto("/e/final/draws/")
    final = visitor.locator("section").first
    final.locator("text=Check it here").click()
    expect(final.locator(".follows")).to_have_text("This seating follows from the ranking and these swaps.")
    expect(final.locator(".follows")).to_be_visible()
    expect(final.locator(".steps li.is-correct")).to_have_count(11)
    assert axe.violations(visitor) == []
    visitor.reload()
    # Two change places in the ranking on the page: it is not the one in the file any more.
    visitor.evaluate("() => { const [a, b] = document.querySelectorAll('[data-ranked]'); a.before(b); }")
    final.locator("text=Check it here").click()
    expect(final.locator(".differs")).to_be_visible()
    failure = final.locator(".steps li.is-incorrect")
    expect(failure).to_have_text("The order of the players is not the ranking shown above.")


def test_without_scripts_the_page_tells_what_to_run(server: Server, new_page: NewPage) -> None:
    server.manage("shell", "-c", MAKE + PUBLISHED)
    visitor = new_page(base_url=server.url, locale="en-GB", viewport=PHONE, java_script_enabled=False)
    visitor.goto("/e/ledegem/draws/")
    expect(visitor.locator(".check-draw button")).to_be_hidden()
    expect(visitor.locator("main")).to_contain_text("python3 -m tournament.seating audit draw-1.json")


PUBLISHED = """
from tournament.acts.rounds import draws, rounds
from tournament.draw.drawing import DrawRequest
draws.draw_rounds(event, "system", DrawRequest(rounds=3, words="6 1 4 4"))
rounds.publish_round(cast.round_of(event), "system", ahead=True)
"""

FINAL = """
from tests.support.events import cast, finals
from tests.support.events.drawn import drawn
event = finals.planned(finals.stages(cut=8, before=1), 16)
finals.play_round(event, {number: 10 * number for number in range(1, 17)})
finals.make_cut(event)
drawn(event, 1, publish=True)
"""
