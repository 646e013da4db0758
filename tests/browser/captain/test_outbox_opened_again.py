"""A table's page opened again without the network: by its address within the round, where trusted by a reload too."""

import time

import pytest
from playwright.sync_api import Route, expect

from tests.browser.support import halls
from tests.browser.support.halls import RECORD, Hall, choose, received, record, waits

# What a browser keeps depends on whether it trusts the address.
pytestmark = [pytest.mark.long, pytest.mark.parametrize("hall", ["localhost", "captain.test"], indirect=True)]


def test_the_address_typed_again_shows_the_table_as_it_was_seen(hall: Hall) -> None:
    page = hall.phone()
    record(page, hall)
    page.goto(hall.link)
    halls.ready(page)
    assert page.url == hall.home
    halls.kept(page)
    context = page.context
    page.close()
    hall.kill()
    context.set_offline(True)
    again = hall.tab(context)
    again.goto(hall.home)
    expect(again.locator("#deal-1")).to_contain_text("P&C 9")
    again.get_by_role("button", name="Everybody passed").click()
    waits(again, 1)
    expect(again.locator(".waiting li[data-seq]")).to_contain_text("Deal 2 · Everybody passed")
    if hall.host == "localhost":
        again.reload()
        waits(again, 1)
    context.set_offline(False)
    hall.start()
    received(again, 1)
    assert hall.acts() == ["take_table", "record_deal", "count_passes"]


def test_a_phone_that_never_saw_the_table_says_that_it_needs_the_network_once(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    halls.ready(page)
    halls.kept(page)
    page.evaluate("indexedDB.deleteDatabase('troel')")
    context = page.context
    page.close()
    context.set_offline(True)
    again = hall.tab(context)
    again.goto(hall.link + "app")
    expect(again.locator(".unseen")).to_be_visible()


def test_a_slow_answer_still_says_what_was_recorded(hall: Hall) -> None:
    """The phone asks for news every four seconds: that page says nothing of it, and must not take its place."""
    page = hall.phone(service_workers="block")
    choose(page, hall, 1)

    def answer_late(route: Route) -> None:
        # Long enough for news to be asked for meanwhile, whose answer then comes after this one.
        time.sleep(4.2 if "done=" in route.request.url else 2)
        route.fallback()

    page.context.route(
        "**/t/**", lambda route: route.fallback() if route.request.method == "POST" else answer_late(route)
    )
    page.locator(RECORD).click()
    expect(page.locator(".notice.success")).to_contain_text("1")
    page.wait_for_timeout(5000)
    expect(page.locator(".notice.success")).to_contain_text("1")


def test_a_sheet_that_could_not_be_read_after_everything_was_sent_is_read_by_itself(hall: Hall) -> None:
    # What its worker asks for could not be cut here.
    page = hall.phone(service_workers="block")
    choose(page, hall, 1)
    page.context.route("**/t/**", lambda route: route.abort() if route.request.method == "GET" else route.fallback())
    page.locator(RECORD).click()
    halls.until(page, lambda: hall.acts() == ["take_table", "record_deal"])
    received(page, 0)
    page.context.unroute_all()
    received(page, 1)
    expect(page.locator("#deal-1")).to_contain_text("P&C 9")
