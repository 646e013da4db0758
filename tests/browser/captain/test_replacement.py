"""A phone that replaces another: from the code on the sheet to the page that writes, counted in taps and fields.

Seconds are for a hall to measure; what can be held here is how much there is to do.
"""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import halls
from tests.browser.support.halls import RECORD, Hall, choose, kept, received, record, take

pytestmark = pytest.mark.long

# What the paper at the table holds: the code of the sheet, and the PIN in the folded slip of a player.
PAPER = """
import json
from tests.support.events import cast
from tournament import links
from tournament.models import Table
table = Table.objects.get(number=1)
pins = [links.pin(cast.entry(table.round.event, number)) for _, number in sorted(cast.seated(table).items())]
print(json.dumps([f"/r/{links.reading_token(table)}/", pins]))
"""
COUNT_TAPS = "addEventListener('click', () => sessionStorage.taps = 1 + Number(sessionStorage.taps || 0), true)"
TAPS, DIGITS = 3, 4


def counted(hall: Hall) -> Page:
    """A phone that was never here, on which every tap is counted."""
    page = hall.phone()
    page.context.add_init_script(COUNT_TAPS)
    return page


def test_a_phone_replaces_another_in_three_taps_and_four_digits(hall: Hall) -> None:
    reading, pins = json.loads(hall.run(PAPER))
    old, new = hall.phone(), counted(hall)
    old.goto(hall.link)
    kept(old)
    take(old, hall, 1)
    expect(old.locator(".whose button")).to_have_count(0)
    record(old, hall)
    choose(old, hall, 2)

    new.goto(reading)
    new.get_by_role("link", name="Keep the score on this phone").tap()
    expect(new.locator("form.confirm input:visible")).to_have_count(1)
    new.get_by_label("PIN").press_sequentially(pins[2])
    new.get_by_role("button", name="Keep the score on this phone").tap()
    expect(new).to_have_url(re.compile("/t/"))
    other = new.locator(".whose")
    expect(other).to_contain_text(f"The phone of {hall.names[1]} keeps the score at this table now.")
    take(new, hall, 2)
    expect(new.locator(".actions.stick")).to_be_visible()
    expect(new.locator("#deal-1")).to_contain_text("P&C 9")
    assert new.evaluate("Number(sessionStorage.taps)") == TAPS and len(pins[2]) == DIGITS

    # What the old phone still sends is told whose phone writes now, and writes nothing.
    old.locator(RECORD).click()
    told = f"The phone of {hall.names[2]} keeps the score at this table now."
    expect(old.locator(".waiting .notice.error")).to_contain_text(told)
    assert list(hall.deals()) == [1]
    new.goto(f"{hall.link}deal/2/?{halls.S6}")
    new.locator(RECORD).click()
    received(new, 2)
    assert hall.deals()[2]["contract"] == "S6"


def test_the_pin_of_somebody_elsewhere_gives_no_phone_the_table(hall: Hall) -> None:
    reading, pins = json.loads(hall.run(PAPER))
    page = hall.phone()
    page.goto(f"{reading}write/")
    page.get_by_label("PIN").fill(next(f"{number:04}" for number in range(9) if f"{number:04}" not in pins))
    page.get_by_role("button", name="Keep the score on this phone").tap()
    expect(page.get_by_role("alert")).to_contain_text("This is not the PIN of a player at this table.")
    assert "/r/" in page.url and hall.acts() == []
