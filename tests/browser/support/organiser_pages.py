"""What an organiser does in a browser, and what is looked at."""

import re

from playwright.sync_api import Page

from tests.browser.support import axe
from tests.support.events import cast


def sign_in(page: Page, name: str, password: str = cast.PASSWORD) -> None:
    page.goto("/sign-in/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password]").fill(password)
    page.locator("main form button").click()
    page.wait_for_url(lambda url: "/sign-in/" not in url)


def fits(page: Page) -> None:
    """Nothing sticks out, and nothing is wrong for those who cannot see the page."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    assert axe.violations(page) == []


def press(page: Page, name: str) -> None:
    """Follows a link of the page itself, or presses its button; the page it leads to must fit."""
    target = page.locator("main a, main button").filter(has_text=re.compile(f"^\\s*{re.escape(name)}\\s*$"))
    # Without waiting for the next page, the one that is about to go would be looked at.
    with page.expect_navigation():
        target.first.click()
    fits(page)


def menu(page: Page, name: str) -> None:
    """Follows a link of the menu, also one that is folded."""
    link, more = page.locator("nav").get_by_role("link", name=name), page.locator("nav summary")
    if not link.count() and more.count():
        more.click()
    with page.expect_navigation():
        link.click()
