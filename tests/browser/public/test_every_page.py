"""Every page a demo leads to, as organiser, captain and visitor see it: on a phone and at a desk, in nl and fr."""

import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from tests.browser.support import axe
from tests.browser.support.server import Server
from tests.browser.support.signing_pages import signing_pages
from tests.conftest import DESK, PHONE, NewPage
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long

LINKS = "() => [...document.querySelectorAll('a[href]')].map(link => link.href)"
TOO_WIDE = """() => document.documentElement.scrollWidth <= window.innerWidth ? [] :
    [...document.querySelectorAll('body *')].filter(part => part.getBoundingClientRect().right > window.innerWidth + 1)
    .slice(0, 3).map(part => part.tagName + '.' + part.className + ' ' + part.textContent.trim().slice(0, 40))"""
# Files, and pages that end a visit.
LEFT_OUT = re.compile(r"\.(json|jsonl|svg|pdf|xlsx|csv|toml)$|/sign-out/|/language/")


def kind_of(address: str) -> str | None:
    """The name of the route an address belongs to; None for what is no page of ours."""
    path = urlsplit(address).path
    if LEFT_OUT.search(path):
        return None
    try:
        return resolve(path).view_name
    except Resolver404:
        return None


def walk(page: Page, start: str, most: int) -> Iterator[str]:
    """Opens every page reached from one, at most so many of each kind, and gives its address once it stands open."""
    waiting, seen, kinds = [start], {start}, Counter[str]()
    while waiting:
        address = waiting.pop(0)
        kind = kind_of(address)
        if kind is None or kinds[kind] >= most:
            continue
        kinds[kind] += 1
        answer = page.goto(address)
        assert answer is not None and answer.status in (200, 409), f"{address}: {answer and answer.status}"
        yield address
        here = urlsplit(address).netloc
        links = [link.partition("#")[0] for link in page.evaluate(LINKS)]
        for link in links:
            if link not in seen and urlsplit(link).netloc == here:
                seen.add(link)
                waiting.append(link)


# A link of each kind is followed twice, as the second table is like the first; once at the desk of the day.
@pytest.mark.parametrize(
    ("locale", "viewport", "most"),
    by_day([("nl-BE", PHONE, 2), ("fr-BE", DESK, 1), ("fr-BE", PHONE, 2), ("nl-BE", DESK, 2)], count=2),
)
def test_every_page_fits_and_is_clean(
    server: Server, new_page: NewPage, locale: str, viewport: dict[str, int], most: int
) -> None:
    said = server.manage("demo", "--players", "16", "--rounds", "2", "--deals", "8")
    password, captain = re.search(r"password (\S+)", said), re.search(r"http\S+/t/\S+", said)
    assert password and captain
    page = new_page(base_url=server.url, locale=locale, viewport=viewport)
    faults = [fault for address in walk(page, captain[0], most) for fault in faults_of(page, address)]
    page.goto("/sign-in/?next=/staff/")
    page.fill("[name=username]", "demo")
    page.fill("[name=password]", password[1])
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/staff/**")
    visited = 0
    for address in walk(page, f"{server.url}/staff/", most):
        visited += 1
        faults += faults_of(page, address)
    assert visited > 30
    for address in signing_pages(server):
        answer = page.goto(address)
        # What waits for deals or signatures says so.
        assert answer is not None and answer.status in (200, 409), address
        faults += faults_of(page, address)
    assert faults == []


def faults_of(page: Page, address: str) -> list[str]:
    """What is wrong with a page: broken rules of axe, and what sticks out."""
    wrong = axe.violations(page) + [f"sticks out: {part}" for part in page.evaluate(TOO_WIDE)]
    return [f"{address}: {fault}" for fault in wrong]
