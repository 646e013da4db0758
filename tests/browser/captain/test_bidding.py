"""Which bid is higher, asked in a browser: in place, and where there is no network any more."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import axe, halls
from tests.browser.support.halls import Hall

# What a browser keeps depends on whether it trusts the address.
pytestmark = [pytest.mark.long, pytest.mark.parametrize("hall", ["localhost", "captain.test"], indirect=True)]

# Until the worker of the page of bids is at work; it gives up after a minute.
KEPT = """async () => {
  for (let tried = 0; tried < 600; tried += 1) {
    const found = await navigator.serviceWorker.getRegistrations();
    if (found.some((one) => one.scope.endsWith("/bidding/") && one.active?.state === "activated")) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the page of bids is not kept");
}"""


def compare(page: Page) -> None:
    """Chooses two bids and reads what the page says of them."""
    page.select_option("#bid", "S8")
    page.locator("label", has=page.locator("#suit-S")).click()
    page.select_option("#over", "PM")
    expect(page.locator("#verdict")).to_have_text(
        "Yes: Solo 8 in spades beats Petite misère, which is lower on the ladder."
    )
    page.select_option("#over", "GM")
    expect(page.locator("#verdict")).to_contain_text("No: Solo 8 in spades does not beat Grande misère")


def link_of(page: Page, hall: Hall) -> str:
    """The link at the foot of the table's sheet."""
    page.goto(hall.link)
    halls.ready(page)
    return str(page.get_by_role("link", name="Which bid is higher?").get_attribute("href"))


def test_two_bids_are_compared_in_place(hall: Hall) -> None:
    page = hall.phone()
    page.goto(link_of(page, hall))
    compare(page)
    expect(page.get_by_role("button", name="Compare")).to_be_hidden()
    expect(page.locator("#over_suit-H")).to_be_hidden()
    expect(page.locator("#suit-NT")).to_be_hidden()
    expect(page.locator(".is-concerned dt")).to_contain_text(["When troel has been called", "Solo"])
    page.select_option("#bid", "S12")
    expect(page.locator("#suit-NT")).to_be_visible()
    assert axe.violations(page) == []


def test_opened_once_it_opens_without_the_network(hall: Hall) -> None:
    page = hall.phone()
    link = link_of(page, hall)
    page.goto(link)
    compare(page)
    halls.kept(page)
    context = page.context
    page.close()
    hall.kill()
    context.set_offline(True)
    again = hall.tab(context)
    again.goto(link)
    compare(again)


def test_a_phone_that_only_saw_its_sheet_has_it_where_browsers_trust_the_address(hall: Hall) -> None:
    if hall.host != "localhost":
        pytest.skip("over plain http a browser keeps only what it opened")
    page = hall.phone()
    link = link_of(page, hall)
    page.evaluate(KEPT)
    context = page.context
    page.close()
    hall.kill()
    context.set_offline(True)
    again = hall.tab(context)
    again.goto(link)
    compare(again)
