"""Large text on a narrow screen: no figure touches another, no name of a column is broken or small."""

import re

import pytest
from django.utils import translation

from tests.browser.support import axe
from tests.browser.support.club_pages import club_pages
from tests.browser.support.crowding import crowded, double_text
from tests.browser.support.halls import unfold
from tests.browser.support.server import Server
from tests.browser.support.signing_pages import signing_pages
from tests.conftest import DESK, PHONE, NewPage
from tests.support.servers.nightly import by_day
from tournament.models import Event

pytestmark = pytest.mark.long

PUBLIC = ("", "clubs/", "player/3/", "rules/", "bidding/", "seating/", "statistics/", "hall/")
CAPTAIN = ("", "deal/6/", "deal/6/?contract=PC9&who=1&who=3&tricks=10", "deal/6/?contract=PM&who=2", "close/")
STAFF = (
    *("", "players/", "attendance/", "rounds/", "rounds/2/", "rounds/2/tables/", "rounds/2/tables/1/"),
    *("rounds/2/tables/1/deals/2/", "ranking/", "decisions/", "decisions/1/", "rules/", "rules/edit/", "members/"),
    *("format/", "logbook/", "print/"),
)


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_no_words_or_figures_get_in_each_others_way(server: Server, new_page: NewPage, locale: str) -> None:
    said = server.manage("demo", "--players", "16", "--rounds", "2", "--deals", "8")
    password, captain = re.search(r"password (\S+)", said), re.search(r"http\S+/t/\S+", said)
    assert password and captain
    addresses = [f"{server.url}/e/demo/{page}" for page in PUBLIC] + [f"{server.url}/embed/fr/e/demo/"]
    addresses += [f"{captain[0]}{page}" for page in CAPTAIN] + [f"{server.url}/staff/demo/{page}" for page in STAFF]
    addresses += [f"{server.url}/practice/", *signing_pages(server), *club_pages(server)]
    faults = {}
    for viewport, large in ((PHONE, True), (PHONE, False), (DESK, True), (DESK, False)):
        page = new_page(base_url=server.url, locale=locale, viewport=viewport)
        if large:
            double_text(page)
        page.goto("/sign-in/?next=/staff/")
        page.fill("[name=username]", "demo")
        page.fill("[name=password]", password[1])
        page.press("[name=password]", "Enter")
        page.wait_for_url("**/staff/**")
        for address in addresses:
            page.goto(address)
            if found := crowded(page):
                faults[address, viewport["width"], large] = found
        page.goto(f"{server.url}/staff/demo/")
        with translation.override(locale[:2]):
            for state in Event.State:
                page.locator(".figures .is-text").evaluate("(part, word) => part.textContent = word", str(state.label))
                if found := crowded(page):
                    faults[state, viewport["width"], large] = found
    assert faults == {}


def captains_link(server: Server) -> str:
    """The address of a table in a demo, at which five deals are written."""
    captain = re.search(r"http\S+/t/\S+", server.manage("demo", "--players", "16", "--rounds", "2", "--deals", "8"))
    assert captain
    return captain[0]


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_tiles_sheet_and_preview_keep_their_words_where_the_root_is_twice_as_large(
    server: Server, new_page: NewPage, locale: str
) -> None:
    """No media query hears of letters that a style makes larger."""
    captain = captains_link(server)
    page, faults = new_page(base_url=server.url, locale=locale, viewport=PHONE), {}
    deal = (
        "deal/6/",
        "deal/6/?contract=PC9",
        "deal/6/?contract=PM&who=2",
        "deal/6/?contract=PC9&who=1&who=3&tricks=10",
    )
    # The band above every page has the name of the event beside the menu.
    for address in (*(f"{captain}{path}" for path in ("", *deal)), f"{server.url}/e/demo/seating/"):
        page.goto(address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        if found := crowded(page):
            faults[address] = found
    assert faults == {}


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_the_sheet_does_not_slide_and_nothing_lies_over_the_fourth_player(
    server: Server, new_page: NewPage, locale: str
) -> None:
    captain = captains_link(server)
    page = new_page(base_url=server.url, locale=locale, viewport=PHONE)
    double_text(page)
    page.goto(captain)
    unfold(page)
    wide, room = page.evaluate("(box => [box.scrollWidth, box.clientWidth])(document.querySelector('.aside .sheet'))")
    assert wide <= room <= PHONE["width"]
    assert page.locator("#deal-5 td[data-name]").count() == 4
    for number in range(1, 6):
        fourth = page.locator(f"#deal-{number} td[data-name]").last
        assert fourth.evaluate(
            """cell => {
                cell.scrollIntoView({block: 'center', behavior: 'instant'});
                const box = cell.querySelector('.total').getBoundingClientRect();
                return cell.contains(document.elementFromPoint(box.right - 4, box.top + box.height / 2));
            }"""
        )
    assert axe.violations(page) == []


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_a_deal_that_is_signed_is_one_line(server: Server, new_page: NewPage, locale: str) -> None:
    page = new_page(base_url=server.url, locale=locale, viewport=PHONE)
    page.goto(next(address for address in signing_pages(server) if address.endswith("/sign/")))
    # The longest contract in short, with two figures of tricks.
    page.locator(".column .dispute-link small").first.evaluate(
        "part => part.innerHTML = '<strong>Petite mis. étalée</strong> · 13 slagen'"
    )
    heights = page.locator(".column tbody tr").evaluate_all("rows => rows.map(row => row.offsetHeight)")
    assert max(heights) - min(heights) <= 1 and max(heights) < 64
    assert page.locator(".column .dispute-link[href*='/dispute/']").count() == len(heights)
    cut = page.locator(".column .dispute-link small").evaluate_all(
        "parts => parts.map(part => part.scrollWidth - part.clientWidth)"
    )
    assert max(cut) <= 0
    assert axe.violations(page) == []


def test_what_is_crowded_is_found(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE)
    page.set_content(
        "<table style='table-layout: fixed; width: 60px; overflow-wrap: anywhere'><thead><tr>"
        "<th style='font-size: 12px'>Tegenspeler</th><th>Punten</th></tr></thead>"
        "<tr><td style='white-space: nowrap'>+1234567</td><td>−15</td></tr></table><p style='width: 400px'>wide</p>"
        "<header class=band><div><a>Troel</a><p>A</p><p>B</p><details><summary>R<br>2<br>live</summary></details>"
        "<a class=event style='display: block; width: 60px; overflow-wrap: anywhere'>Kampioenschap</a></div></header>"
        "<input style='width: 60px' placeholder='Name or club'>"
    )
    found = " ".join(crowded(page))
    faults = ("wide: P.", "Tegenspeler is broken", "Tegenspeler is small", "+1234567 touches −15", "header of 3 lines")
    for fault in (*faults, "takes 3 lines", "Kampioenschap is broken", "Name or club is cut"):
        assert fault in found
