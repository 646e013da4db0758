"""What a captain's phone answers in place without the network: a misdeal, and *Record* where nothing can be kept."""

import json

import pytest
from playwright.sync_api import Route, expect

from tests.browser.captain.test_outbox import NO_DATABASE, NOTHING
from tests.browser.support import halls
from tests.browser.support.halls import RECORD, S6, Hall, choose, received, record, record_offline, waits

pytestmark = pytest.mark.long

# Opened while there was room, as a full phone does.
LATER = (
    NO_DATABASE
    + """Storage.prototype.setItem = (name) => {
  if (name.includes("/items/")) throw new DOMException("full", "QuotaExceededError");
};"""
)


@pytest.mark.parametrize("nothing", [NOTHING, LATER], ids=["never", "no longer"])
def test_a_browser_that_keeps_nothing_answers_in_place_without_the_network(hall: Hall, nothing: str) -> None:
    page = hall.phone()
    page.context.add_init_script(nothing)
    choose(page, hall, 1)
    page.context.set_offline(True)
    page.locator(RECORD).click()
    unsent = page.locator(".needs-network")
    expect(unsent).to_contain_text("No network: nothing was sent, and this phone keeps nothing.")
    expect(unsent).to_be_in_viewport(ratio=1)
    halls.stand(page)
    page.context.set_offline(False)
    page.locator(RECORD).click()
    expect(page.locator(".notice.success")).to_have_text("Deal 1 is recorded.")
    assert hall.acts() == ["record_deal"]


def test_a_misdeal_is_told_while_a_deal_waits(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    halls.ready(page)
    record_offline(page, hall)
    for count, answer in ((3, "No penalty: the table waives it"), (4, "for the dealer")):
        page.get_by_role("link", name="Misdeal").tap()
        asked = page.locator(".misdealt")
        expect(asked).to_contain_text(f"Misdeal in deal 2 {hall.names[1]} misdealt and deals again.")
        expect(asked).to_be_in_viewport(ratio=1)
        page.get_by_role("link", name="Back").tap()
        expect(page.locator(".stick a")).to_be_visible()
        page.get_by_role("link", name="Misdeal").tap()
        page.get_by_role("button", name=answer).tap()
        waits(page, count)
        expect(page.locator(".waiting li[data-seq]").last).to_contain_text("Deal 2 · Misdeal")
        expect(page.locator(".stick a")).to_be_visible()
    page.context.set_offline(False)
    received(page, 1)
    assert hall.acts() == ["take_table", "record_deal", "misdeal", "misdeal"]
    told = hall.ask("select text from tournament_logentry where act = 'misdeal' order by sequence")
    assert [json.loads(text)["facts"].get("decision") is not None for (text,) in told] == [False, True]


def test_what_is_typed_beside_the_sheet_stays_when_a_deal_is_received(hall: Hall) -> None:
    page, held = hall.phone(service_workers="block"), list[Route]()
    for number in range(1, 5):
        record(page, hall, number, S6)
    page.goto(hall.link)
    halls.ready(page)
    page.context.route("**/correct/", lambda route: held.append(route))
    halls.correct_tricks(page, 1, 8)
    # After the last deal it takes a reason.
    page.get_by_label("Why is it being corrected?").fill("Verkeerd geteld.")
    page.locator(RECORD).click()
    waits(page, 1)
    page.goto(f"{hall.link}close/unsigned/")
    page.locator("#reason").fill("Ze moest de trein halen.")
    halls.until(page, lambda: len(held) > 1)
    held[-1].continue_()
    received(page, 4)
    expect(page.locator("#reason")).to_have_value("Ze moest de trein halen.")
    # What the deal is now was not seen here: that is answered, with what was typed.
    page.locator(".confirm button[type=submit]").click()
    expect(page.locator("#fault")).to_be_visible()
    expect(page.locator("#reason")).to_have_value("Ze moest de trein halen.")


REFUSED = """
from tests.support.events import cast
from tournament.acts.jury import rulings
from tournament.models import Event
rulings.rule(cast.table(Event.objects.get()), "system", 1, "refused", "", contract="S12", about=(1,))
"""


def test_whoever_must_pass_is_named_before_anything_is_sent(hall: Hall) -> None:
    hall.run(REFUSED)
    page = hall.phone()
    page.goto(f"{hall.link}deal/1/?contract=A9&who=1&tricks=9")
    halls.ready(page)
    page.context.set_offline(True)
    told = page.locator("#entry .notice.error")
    expect(told).to_contain_text(f"{hall.names[0]}, who must pass until the cards are dealt again")
    expect(page.locator(RECORD)).to_have_count(0)
    waits(page, 0)
    assert hall.acts() == []
