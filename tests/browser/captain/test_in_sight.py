"""What a captain is to see next is on the screen of a small phone, in words that say what happened."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import halls
from tests.browser.support.halls import RECORD, Hall, choose, kept, received, record, record_offline
from tests.support.events.cast import PASSWORD
from tests.support.servers.nightly import by_day

pytestmark = [pytest.mark.long, pytest.mark.parametrize("hall", ["localhost"], indirect=True)]

SIGNED = """
from dataclasses import replace
from tournament.acts.event import events
from tournament.models import Event
event = Event.objects.get()
events.change_event(event, "system", replace(events.EventPlan.of(event), confirmation="players"))
"""
# How far the button of the next deal reaches below the top of the line that tells what waits.
COVERED = """() => document.querySelector("main .actions.stick > *").getBoundingClientRect().bottom
  - document.querySelector("#outbox").getBoundingClientRect().top"""
MAX_REQUESTS = 12
PM = "contract=PM&who=1&who=3&tricks1=0&tricks3=lost"


def uncovered(page: Page) -> None:
    """The whole button of the next deal is above the line that tells what waits."""
    halls.until(page, lambda: page.evaluate(COVERED) <= 0)


@pytest.mark.parametrize(
    ("locale", "size"), by_day([("fr-BE", "200%"), ("fr-BE", "100%"), ("nl-BE", "200%"), ("nl-BE", "100%")])
)
def test_the_button_of_the_next_deal_is_above_what_waits(hall: Hall, locale: str, size: str) -> None:
    hall.run(SIGNED)
    page = hall.phone(locale=locale)
    page.goto(hall.link)
    kept(page)
    page.evaluate("size => document.documentElement.style.fontSize = size", size)
    page.evaluate("scrollTo(0, 0)")
    uncovered(page)
    page.context.set_offline(True)
    page.get_by_role("button", name=hall.names[0]).click()
    expect(page.locator("#outbox")).to_have_class("outbox waits cut")
    page.evaluate("scrollTo(0, 0)")
    uncovered(page)


def test_the_sheet_does_not_ask_for_a_deal_that_waits_and_says_what_was_chosen(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    kept(page)
    record_offline(page, hall, 1, PM)
    expect(page.locator("#deal-1")).to_be_hidden()
    told = f"Deal 1 · Petite misère · {hall.names[0]} made it, {hall.names[2]} lost · on this phone"
    expect(page.locator(".waiting li[data-seq]")).to_contain_text(told)
    page.context.set_offline(False)
    received(page, 1)
    expect(page.locator("#deal-1")).to_contain_text("Petite mis.")


def test_a_phone_that_takes_the_table_by_name_sends_what_was_refused(hall: Hall) -> None:
    page, other = hall.phone(), hall.phone()
    page.goto(hall.link)
    halls.take(page, hall, 0)
    choose(page, hall, 1)
    kept(page)
    other.goto(hall.link)
    halls.ready(other)
    halls.take(other, hall, 1)
    page.locator(RECORD).click()
    refused = page.locator(".waiting .notice.error")
    expect(refused).to_contain_text(f"The phone of {hall.names[1]} keeps the score at this table now.")
    expect(refused).to_be_in_viewport(ratio=0.9)
    halls.take(page, hall, 2)
    received(page, 1)
    expect(page.locator(".actions.stick")).to_be_in_viewport()
    assert list(hall.deals()) == [1]


def test_the_page_of_a_table_takes_few_requests(hall: Hall) -> None:
    page = hall.phone()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(hall.link, wait_until="networkidle")
    halls.ready(page)
    # The page, its styles, scripts and mark; the address that browsers keep, and what is asked for news.
    assert len(requests) <= MAX_REQUESTS, requests


CLOSE = """
from tests.support.events import cast
from tournament.acts.rounds import rounds
from tournament.models import Event
rounds.close_round(cast.round_of(Event.objects.get()), "system", "The hall closes.", ends=True)
"""


def test_a_round_that_ended_meanwhile_says_so_and_counts_what_it_knows(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    kept(page)
    record_offline(page, hall)
    hall.run(CLOSE)
    page.context.set_offline(False)
    refused = page.locator(".waiting .notice.error").first
    expect(refused).to_contain_text("This round is over")
    hall.kill()
    page.goto(hall.link)
    expect(refused).to_be_in_viewport()
    expect(page.locator("#outbox [data-fill=received]")).to_have_text("0")
    hall.start()


def test_a_deal_that_comes_too_late_stays_in_sight_when_the_link_is_opened_again(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    kept(page)
    record_offline(page, hall)
    hall.run(CLOSE)
    page.close(run_before_unload=False)
    again = hall.tab(page.context)
    again.context.set_offline(False)
    again.goto(hall.link)
    expect(again.locator(".waiting")).to_contain_text("Deal 1 ·")
    expect(again.locator(".waiting")).to_contain_text("Show it to the desk.")
    expect(again.get_by_role("link", name="Ranking").first).to_be_visible()
    # First that this phone writes, and then the deal.
    drop = again.get_by_role("button", name="Delete it from this phone")
    drop.click()
    expect(again.locator(".waiting .notice.error")).to_contain_text("Deal 1 ·")
    drop.click()
    expect(again.locator(".waiting")).to_have_count(0)
    expect(again.locator("#outbox")).to_be_hidden()


REOPEN = """
from tests.support.events import cast
from tournament.acts.rounds import rounds
from tournament.models import Event
rounds.reopen_round(cast.round_of(Event.objects.get()), "system")
"""
# How large each part of a sheet is drawn, and whether any of it lies beside the screen.
DRAWN = """() => [".board", ".call > summary", ".earlier > summary", "main .stick a", "#outbox"].map((part) => {
  const { width, height } = document.querySelector(part).getBoundingClientRect();
  return [part, width, height];
}).concat([["beside", document.documentElement.scrollWidth > innerWidth, 0]])"""


def test_the_sheet_of_a_round_that_is_open_again_is_drawn_as_one_that_is_opened(hall: Hall) -> None:
    page = hall.phone()
    record(page, hall)
    record_offline(page, hall, 2, waiting=1)
    hall.run(CLOSE.replace(", ends=True", ""))
    page.close(run_before_unload=False)
    again = hall.tab(page.context)
    again.context.set_offline(False)
    again.goto(hall.link)
    expect(again.locator(".waiting")).to_contain_text("This round is over")
    expect(again.locator("#outbox [data-fill=received]")).to_have_text("1")
    hall.run(REOPEN)
    again.get_by_role("button", name="Send it again").click()
    received(again, 2)
    expect(again.locator("#outbox")).to_be_visible()
    drawn = again.evaluate(DRAWN)
    again.goto(hall.link)
    received(again, 2)
    assert drawn == again.evaluate(DRAWN)
    assert drawn[-1] == ["beside", False, 0]


TO_RULE = """
import json
from tests.support.events import cast
from tournament.models import Event
event = Event.objects.get()
cast.write(cast.table(event), 1)
cast.let_pass(event)
print(json.dumps([cast.juror(event).username, cast.head_juror(event).username]))
"""


def test_why_a_long_form_was_refused_is_in_sight(hall: Hall) -> None:
    juror, _head = json.loads(hall.run(TO_RULE))
    page = hall.phone()
    page.goto("/sign-in/?next=/staff/ledegem/decisions/ruling/1/1/1/result/")
    page.fill("[name=username]", juror)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.locator("label", has=page.locator("[name=tricks][value='8']")).tap()
    page.get_by_label("Public reason").fill("Article 5")
    page.get_by_role("button", name="Record the decision").tap()
    expect(page.get_by_role("alert")).to_contain_text("You changed something after it was shown.")
    page.get_by_role("button", name="Record the decision").tap()
    refused = page.locator("main form .notice.error")
    expect(refused).to_contain_text("Only the head jury can still change it")
    expect(refused).to_be_in_viewport(ratio=1)
