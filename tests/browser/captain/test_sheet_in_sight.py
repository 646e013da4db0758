"""After each act the last deal, its points, the totals and what comes next are on the screen of a small phone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.support import halls
from tests.browser.support.halls import RECORD, Hall, choose, kept, record, waits
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long

SIGNED = """
from dataclasses import replace
from tests.support.events import cast
from tournament.acts.event import events
from tournament.models import Event
event = Event.objects.get()
events.change_event(event, "system", replace(events.EventPlan.of(event), confirmation="players"))
"""
WRITE = """
from tests.support.events import cast
from tournament.models import Event
table = cast.table(Event.objects.get())
for number in range({first}, {last}):
    cast.write(table, number)
"""
FINED = """
from tests.support.events import cast
from tournament.acts.jury import rulings
from tournament.models import Event
event = Event.objects.get()
table = cast.table(event)
for seat, entry in cast.seated(table).items():
    rulings.penalise(event, "system", "noise", {entry: -seat}, "They sang.", table=table)
"""
# What lies above the buttons is seen.
SEEN = """(part) => {
  const box = part.getBoundingClientRect();
  return box.top >= 0 && box.bottom <= document.querySelector(".reach").getBoundingClientRect().top + 1;
}"""


@pytest.fixture
def hall(mapped: Browser, empty_database: Path, tmp_path: Path) -> Iterator[Hall]:
    """A hall in which a table of twenty deals begins, which its players sign."""
    with halls.opened(empty_database, tmp_path / "var", "localhost", mapped, deals=20) as hall:
        hall.run(SIGNED)
        yield hall


def write(hall: Hall, first: int, last: int) -> None:
    """Other deals are recorded, up to the last one excluded."""
    hall.run(WRITE.format(first=first, last=last))


def in_sight(page: Page, number: int) -> None:
    """The last deal, its points and the four totals are seen, and what comes next is under the thumb."""
    board = page.locator(".board")
    halls.until(page, lambda: board.evaluate(SEEN))
    expect(page.locator(".last-deal")).to_contain_text(re.compile(rf"\b{number}\b"))
    expect(board.locator(".points")).to_have_count(4)
    expect(page.locator(".notice.success")).to_be_in_viewport(ratio=1)
    for button in page.locator(".reach .button, .reach button").all():
        expect(button).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_the_deal_just_recorded_is_in_sight(hall: Hall, locale: str) -> None:
    page = hall.phone(locale=locale)
    page.goto(hall.link)
    halls.take(page, hall, 0)
    for number, before in ((1, 1), (15, 2), (20, 16)):
        write(hall, before, number)
        page.goto(hall.link)
        record(page, hall, number)
        in_sight(page, number)
    # All is recorded: the first signature is asked in place.
    expect(page.locator(".signers [name=pin]:visible")).to_have_count(1)
    expect(page.locator(".signers [name=pin]:visible")).to_be_in_viewport(ratio=1)


def test_a_deal_is_in_sight_before_the_decisions_below_it(hall: Hall) -> None:
    hall.run(FINED)
    page = hall.phone(locale="nl-BE")
    page.goto(hall.link)
    halls.take(page, hall, 0)
    for number in (1, 7):
        write(hall, 1 if number == 1 else 2, number)
        page.goto(hall.link)
        record(page, hall, number)
        in_sight(page, number)


def test_a_new_phone_is_asked_whose_it_is_at_any_deal(hall: Hall) -> None:
    write(hall, 1, 12)
    page = hall.phone(locale="nl-BE")
    page.goto(hall.link)
    for name in hall.names:
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


def test_what_else_becomes_of_a_deal_is_in_sight(hall: Hall) -> None:
    write(hall, 1, 15)
    page = hall.phone()
    page.goto(hall.link)
    halls.take(page, hall, 0)
    page.get_by_role("button", name="Everybody passed").tap()
    expect(page.locator(".notice.success")).to_contain_text("Everybody passed deal 15.")
    expect(page.locator(".next-deal")).to_contain_text("all passed 1×")
    in_sight(page, 14)
    page.get_by_role("link", name="Misdeal").tap()
    page.get_by_role("button", name="No penalty: the table waives it").tap()
    expect(page.locator(".notice.success")).to_contain_text("The misdeal in deal 15 is recorded.")
    expect(page.locator(".next-deal")).to_contain_text("misdealt 1×")
    in_sight(page, 14)
    page.goto(f"{hall.link}deal/3/correct/")
    page.locator("[data-open=tricks]").tap()
    page.locator("label:has(#tricks-12)").tap()
    page.locator("#reason").fill("12 tricks")
    page.locator("#entry button.big").tap()
    expect(page.locator(".notice.success")).to_contain_text("Deal 3 is corrected.")
    in_sight(page, 14)


def test_what_waits_says_its_points_and_no_second_tap_opens_the_next_deal(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    halls.take(page, hall, 0)
    kept(page)
    choose(page, hall, 1)
    page.context.set_offline(True)
    box = page.locator(RECORD).bounding_box()
    assert box
    for _tap in range(3):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(120)
    waits(page, 1)
    page.wait_for_timeout(300)
    expect(page.locator("#entry")).to_have_count(0)
    sums = page.locator(".waiting .sums")
    expect(sums).to_contain_text(f"{hall.names[0]} +13 13")
    expect(sums).to_be_in_viewport(ratio=1)
