"""What is refused lies on a captain's phone: what passes it, what waits for it, and what the page says meanwhile."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.support import halls
from tests.browser.support.halls import PC9, RECORD, S6, Hall, choose, received, record, record_offline, until, waits
from tests.support.servers.waiting import eventually

pytestmark = pytest.mark.long
RULE = """
from tests.support.events import cast
from tournament.acts.jury import rulings
from tournament.models import Event
table = cast.table(Event.objects.get())
rulings.rule(table, "system", 1, "annulled", "Cards were seen.")
"""
CANCEL = """
from tournament.acts.jury import rulings
from tournament.models import Decision
rulings.cancel_decision(Decision.objects.get(ruling="annulled"), "system", "Nobody saw them.")
"""
HELD = "What you recorded after it is sent once you decide here."


def refused_deal(hall: Hall) -> tuple[Page, Locator]:
    """A phone whose first deal is refused, as another typed it otherwise; what it says of that."""
    page = hall.phone()
    record_offline(page, hall)
    halls.record_without_scripts(hall, f"deal/1/?{S6}")
    page.context.set_offline(False)
    refused = page.locator(".waiting .notice.error")
    expect(refused).to_contain_text("Deal 1 has already been recorded.")
    return page, refused


def test_a_call_for_the_jury_passes_a_refused_deal_and_the_next_deal_waits(hall: Hall) -> None:
    page, refused = refused_deal(hall)
    expect(refused).not_to_contain_text(HELD)
    choose(page, hall, 2, PC9)
    page.locator(RECORD).click()
    waits(page, 2)
    expect(refused).to_contain_text(HELD)
    page.locator(".call summary").tap()
    page.locator(".call [value=question]").tap()
    expect(page.locator("#called")).to_be_visible()
    assert hall.ask("select reason, withdrawn from tournament_call") == [("question", 0)]
    page.locator("#called button").tap()
    expect(page.locator("#called")).to_have_count(0)
    assert hall.ask("select reason, withdrawn from tournament_call") == [("question", 1)]
    assert list(hall.deals()) == [1]
    refused.locator("[data-do=drop]").click()
    received(page, 2)
    eventually(lambda: hall.acts()[-1:] == ["record_deal"])
    assert hall.acts() == ["record_deal", "take_table", "call", "withdraw_call", "record_deal"]


def test_a_correction_of_what_the_jury_ruled_on_follows_the_ruling(hall: Hall) -> None:
    page = hall.phone()
    halls.correct_offline(page, hall)
    hall.run(RULE)
    page.context.set_offline(False)
    refused, totals = page.locator(".waiting .notice.error"), page.locator(".board .total")
    expect(refused).to_contain_text("The jury ruled on this deal. Ask the organiser to correct it.")
    expect(refused.locator(".stored-result")).to_contain_text("annulled")
    expect(totals).to_have_text(["0", "0", "0", "0"])
    expect(refused.locator("[data-do]")).to_have_text(["Delete it from this phone"])
    hall.run(CANCEL)
    expect(totals.nth(1)).not_to_have_text("0", timeout=20_000)
    expect(refused.locator(".stored-result")).not_to_contain_text("annulled")
    expect(refused.locator(".stored-result li")).to_contain_text(["0", "+12 · played it", "0", "0"])
    refused.locator("[data-do=right]").click()
    expect(page.locator("#entry .preview")).to_contain_text("Recorded: Solo 6")
    page.locator(RECORD).click()
    eventually(lambda: hall.acts()[-1:] == ["correct_deal"])
    received(page, 1)
    assert hall.deals()[1]["tricks"] == 8


def test_a_second_tap_while_the_sheet_is_read_again_changes_nothing(hall: Hall) -> None:
    page, refused = refused_deal(hall)
    held: list[Route] = []
    quick: list[bool] = []
    page.route(hall.link + "*", lambda route: route.continue_() if quick else held.append(route))
    refused.locator("[data-do=ours]").click()
    refused.locator("[data-do=ours]").click()
    until(page, lambda: held)
    quick.append(True)
    held[0].continue_()
    expect(page.locator("#entry .preview")).to_be_visible()
    page.locator("[data-open=tricks]").click()
    page.locator("label:has(#tricks-9)").click()
    for route in held[1:]:
        route.continue_()
    page.locator(RECORD).click()
    eventually(lambda: hall.deals()[1]["tricks"] == 9)
    waits(page, 0)


def test_a_deal_that_was_sent_is_taken_back_once(hall: Hall) -> None:
    page = hall.phone()
    record(page, hall)
    record_offline(page, hall, 2, waiting=1)
    expect(page.locator("#outbox.cut")).to_be_visible()
    page.locator(".waiting [data-do=back]").evaluate("button => { button.click(); button.click(); }")
    waits(page, 2)
    page.context.set_offline(False)
    received(page, 1)
    assert hall.acts() == ["take_table", "record_deal", "record_deal", "undo_deal"]
