"""One deal on one screen of 360 by 640: its taps are counted, nothing is scrolled, no step needs the network."""

import json
import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.support import axe
from tests.browser.support.crowding import crowded, double_text
from tests.browser.support.server import Server
from tests.conftest import DESK, NewPage
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long

SMALL = {"width": 360, "height": 640}
NAME = "Kampioenschap kleurenwiezen Vlaanderen 26"[:40]
MOST_TAPS = 6
SEAT = """
import json
from tests.support.events import cast
event = cast.playing(8, name={name!r}, deals=14, rules={ruleset!r}, records_trump={trump}, slug={ruleset!r})
event.demo = True
event.save()
print(json.dumps(cast.token(cast.table(event))))
"""
# What is below the edge of the screen, or beside it, once a step stands there.
OUT_OF_SIGHT = """() => [...document.querySelectorAll('.band, #entry .top, #entry form > *, #entry .tile')]
    .filter(part => part.checkVisibility())
    .filter(part => { const box = part.getBoundingClientRect();
                      return box.top < -0.5 || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5; })
    .map(part => `${part.className} ${part.textContent.trim().slice(0, 30)}`)
    .concat(document.documentElement.scrollHeight > innerHeight
      ? [`the page scrolls by ${document.documentElement.scrollHeight - innerHeight}`] : [])"""


@dataclass(frozen=True)
class Played:
    """A deal: what is tapped for it, in order, and how many taps more than usual its questions allow."""

    taps: tuple[str, ...]
    more: int = 0


GO_ON = "[data-go-on]"
DEALS = (
    Played(("contract-PC8", "who-1", "who-3", "tricks-9")),
    Played(("contract-S6", "who-2", "tricks-2")),
    Played(("contract-TR9", "who-1", "who-2", "tricks-13")),
    Played(("contract-A9", "who-4", "tricks-2")),
    Played(("contract-PM", "tricks1-0", GO_ON)),
    Played(("contract-PM", "tricks1-0", "tricks2-lost", GO_ON)),
    Played(("contract-PIC", "tricks3-lost", "tricks4-lost", GO_ON)),
    Played(("contract-GM", "tricks2-lost", "tricks4-0", GO_ON)),
    Played(("contract-GMT", "tricks2-0", "tricks4-0", GO_ON, "jury-allowed"), 1),
    Played(("contract-S12", "who-4", "tricks-7", "jury-not_called"), 1),
    Played(("contract-S13", "who-4", "tricks-13", "jury-allowed"), 1),
)
WITH_TRUMP = (
    Played(("contract-PC9", "who-1", "who-3", "tricks-2", "trump-H"), 1),
    Played(("contract-S13", "who-4", "tricks-13", "trump-NT", "jury-allowed"), 2),
)
WITH_DOUBLES = (
    Played(("contract-PC8", "who-1", "who-3", "tricks-13", "double-1"), 1),
    Played(("contract-GM", "tricks2-lost", "tricks4-0", GO_ON, "double-1"), 1),
    Played(("contract-TR8", "who-1", "who-3", "tricks-8")),
)


def link(server: Server, ruleset: str, *, trump: bool = False) -> str:
    """The path of a table's link, of a demonstration by these rules with a long name."""
    told = server.run(SEAT.format(name=NAME, ruleset=ruleset, trump=trump))
    return f"/t/{json.loads(told)}/"


def needs_network(sent: Request) -> bool:
    """Whether a page that was opened already asks the server for something; for what is announced it always does."""
    return sent.method == "GET" and not sent.url.endswith(".svg") and "/said/" not in sent.url


def play(page: Page, deals: tuple[Played, ...], number: int = 1) -> int:
    """Records deals, tap by tap; gives the number of the next one."""
    asked: list[str] = []
    # The drawings of the suits are on the page already, in its footer.
    page.on("request", lambda sent: asked.append(sent.url) if needs_network(sent) else None)
    for deal in deals:
        page.locator(".actions.stick a").tap()
        asked.clear()
        for at, what in enumerate(deal.taps):
            assert page.evaluate(OUT_OF_SIGHT) == [], (deal, at)
            page.locator(what if what == GO_ON else f"label:has(#{what})").tap()
        record = page.locator("#deal [type=submit]")
        expect(record).to_be_enabled()
        assert page.evaluate(OUT_OF_SIGHT) == [], deal
        assert asked == [], deal
        assert 1 + len(deal.taps) + 1 <= MOST_TAPS + deal.more, deal
        record.tap()
        expect(page.locator(".notice.success")).to_contain_text(str(number))
        number += 1
    return number


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_no_deal_takes_more_than_six_taps_and_none_a_scroll(server: Server, new_page: NewPage, locale: str) -> None:
    for ruleset, trump, deals in (
        ("iwwa-2025", False, DEALS),
        ("world-2018", True, WITH_TRUMP),
        ("flanders", True, tuple(Played(_trumped(deal.taps), deal.more + 1) for deal in WITH_DOUBLES)),
        ("interclub-2025", False, DEALS[:1]),
        ("jeux-de-cartes", False, (Played(("contract-PC8", "who-1", GO_ON, "tricks-8")),)),
    ):
        page = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True, locale=locale)
        page.goto(link(server, ruleset, trump=trump))
        play(page, deals)


def _trumped(taps: tuple[str, ...]) -> tuple[str, ...]:
    """The taps with that for the trump after the tricks, where the contract has one."""
    found = [at for at, what in enumerate(taps) if what.startswith("tricks-")]
    return (*taps[: found[0] + 1], "trump-S", *taps[found[0] + 1 :]) if found else taps


# The points of both, and of nobody else.
TEN_TWICE = re.compile(r"^([^+]|\+(?!10))*(\+10([^+]|\+(?!10))*){2}$")


def test_steps_fold_and_open_again_and_nothing_chosen_is_lost(server: Server, new_page: NewPage) -> None:
    page = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True)
    path = link(server, "iwwa-2025")
    page.goto(path)
    page.locator(".actions.stick a").tap()
    for what in ("contract-PC8", "who-1", "who-3", "tricks-9"):
        page.locator(f"label:has(#{what})").tap()
    expect(page.locator(".fold")).to_have_count(3)
    page.locator("[data-open=contract]").tap()
    page.locator("label:has(#contract-PC9)").tap()  # who and the tricks stay
    expect(page.locator("#deal [type=submit]")).to_be_visible()
    expect(page.locator(".preview")).to_have_text(TEN_TWICE)
    page.reload()
    expect(page.locator(".preview")).to_have_text(TEN_TWICE)
    page.go_back()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("#entry")).to_have_count(0)
    page.go_forward()
    expect(page.locator(".preview")).to_have_text(TEN_TWICE)
    page.locator(".menu summary").tap()
    page.locator(".languages a[lang=nl]").tap()
    page.wait_for_url("**/deal/1/**")
    expect(page.locator(".preview")).to_have_text(TEN_TWICE)
    page.locator("[data-open=tricks]").tap()
    page.locator("label:has(#tricks-2)").tap()
    really = re.compile(r"Echt\? .+ en .+, samen 9, maar 2 slagen\?")
    expect(page.locator("#entry p.warning")).to_contain_text(really)
    page.locator(".back").tap()
    expect(page.locator(".board")).to_be_visible()


def test_a_deal_shown_by_other_rules_is_not_recorded(server: Server, new_page: NewPage) -> None:
    page = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True)
    page.goto(link(server, "iwwa-2025"))
    page.locator(".actions.stick a").tap()
    for what in ("contract-PC8", "who-1", "who-3", "tricks-9"):
        page.locator(f"label:has(#{what})").tap()
    page.evaluate("document.querySelector('#deal [name=rules]').value = 'of yesterday'")
    page.locator("#deal [type=submit]").click()
    expect(page.locator(".waiting .notice.error")).to_contain_text("The rules were corrected")
    expect(page.locator(".stick a")).to_have_text("Deal 1")


def test_with_a_keyboard(server: Server, new_page: NewPage) -> None:
    page = new_page(base_url=server.url)
    page.goto(link(server, "iwwa-2025"))
    page.locator(".actions.stick a").press("Enter")
    press = page.keyboard.press
    expect(page.locator(":focus")).to_have_id(re.compile("^contract-"))
    page.locator("#contract-PC8").focus()
    press("Space")
    expect(page.locator("#who-1")).to_be_focused()
    press("Space")
    press("Tab")
    press("Space")
    expect(page.locator("#tricks-8")).to_be_focused()  # two were asked: the tricks come by themselves
    press("ArrowRight")
    press("ArrowRight")
    expect(page.locator("#tricks-10")).to_be_checked()  # arrows look around
    press("Enter")
    expect(page.locator("#deal [type=submit]")).to_be_enabled()
    assert "/deal/" not in page.url and page.locator(".notice.success").count() == 0  # Enter shows, and never records
    page.locator("#deal [type=submit]").press("Enter")
    expect(page.locator(".notice.success")).to_be_visible()


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_every_step_is_clean_also_in_letters_twice_as_large(server: Server, new_page: NewPage, locale: str) -> None:
    path, faults = link(server, "world-2018", trump=True), {}
    for viewport, large in ((SMALL, True), (SMALL, False), (DESK, False)):
        page = new_page(base_url=server.url, locale=locale, viewport=viewport)
        if large:
            double_text(page)
        page.goto(path)
        page.locator(".actions.stick a").click()
        s13 = ("contract-S13", "who-4", "tricks-13", "trump-NT", "jury-allowed")
        for what in (*s13, "[data-open=contract]", "contract-PM", "tricks2-lost", GO_ON, "[data-open=counts]"):
            if found := crowded(page) + axe.violations(page):
                faults[viewport["width"], large, what] = found
            page.locator(what if what.startswith("[") else f"label:has(#{what})").click()
        if found := crowded(page) + axe.violations(page):
            faults[viewport["width"], large, "counts"] = found
    assert faults == {}


def test_points_that_are_no_whole_number_are_not_passed_over(new_page: NewPage, server: Server) -> None:
    page = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True)
    page.goto(link(server, "points-only"))
    page.locator(".actions.stick a").tap()
    blanks = page.locator("#entry input[id^=points]")
    for blank, points in zip(blanks.all(), ("5", "1.5", "", "-5"), strict=True):
        blank.fill(points)
    refused = page.locator("#entry input:invalid")
    # The browser says why, beside the first that it does not take.
    page.evaluate("addEventListener('invalid', ({ target }) => target.dataset.told = target.validationMessage, true)")
    page.locator(GO_ON).tap()
    expect(blanks.nth(1)).to_be_focused()
    expect(blanks.nth(1)).to_have_attribute("data-told", re.compile("valid value"))
    blanks.nth(1).fill("1e1")
    page.locator(GO_ON).tap()
    expect(blanks.nth(2)).to_be_focused()
    blanks.nth(2).fill("-10")
    expect(refused).to_have_count(0)
    page.locator(GO_ON).tap()
    expect(page.locator("#entry .preview .points")).to_have_text(["+5", "+10", "−10", "−5"])
