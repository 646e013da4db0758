"""The network is dead for good: a phone shows its round as the desk types it, and both have the same check sum."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.support import axe
from tests.browser.support.halls import RECORD, S6, Hall, choose, received, record_offline

DESK = """
import json
from tests.support.events import cast
from tournament.models import Event
print(json.dumps(cast.client(cast.desk(Event.objects.get())).cookies["troel_session"].value))
"""

pytestmark = pytest.mark.long


def test_the_desk_types_what_a_phone_shows(hall: Hall) -> None:
    phone = hall.phone()
    choose(phone, hall, 1)
    expect(phone.locator("[data-do=dictate]")).to_be_hidden()
    phone.locator(RECORD).click()
    received(phone, 1)
    record_offline(phone, hall, 2, S6, waiting=1)
    phone.locator("[data-do=dictate]").click()
    lines = ["19 13 10", "26 2 6"]
    expect(phone.locator(".dictate li b")).to_have_text(lines)
    expect(phone.locator(".dictate li").nth(1)).to_contain_text(hall.names[1])
    assert axe.violations(phone) == []
    assert phone.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
    sum = phone.locator("[data-fill=sum]").inner_text()

    session = json.loads(hall.run(DESK))
    desk = hall.tab(hall.browser.new_context(base_url=hall.url))
    hall.contexts.append(desk.context)
    desk.context.add_cookies([{"name": "troel_session", "value": session, "url": hall.url}])
    desk.goto("/staff/ledegem/rounds/1/tables/1/rows/")
    expect(desk.locator("#row-2")).to_be_focused()
    assert desk.locator("#sum").inner_text() != sum
    desk.keyboard.type(lines[1])
    desk.keyboard.press("Enter")
    expect(desk.locator("#sum")).to_have_text(sum)
    expect(desk.locator(".entry-state", has_text="recorded")).to_have_count(2)

    # Should it come back after all, what stands there already is as good as received.
    phone.get_by_role("button", name="Back to the sheet").click()
    expect(phone.locator(".waiting li[data-seq]")).to_be_visible()
    phone.context.set_offline(False)
    received(phone, 2)
    expect(phone.locator(".waiting")).to_have_count(0)
    assert hall.deals() == {
        1: {"contract": "PC9", "declarers": [1, 3], "tricks": 10},
        2: {"contract": "S6", "declarers": [2], "tricks": 6},
    }
