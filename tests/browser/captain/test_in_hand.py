"""What is half entered stays: through a closed tab, another deal, another language."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import halls
from tests.browser.support.halls import RECORD, S6, Hall, received, record, record_offline
from tests.support.servers.waiting import eventually

pytestmark = pytest.mark.long
# The news that a juror comes for deal 1.
NEWS = """() => {
  const state = JSON.parse(document.getElementById("phone-state").textContent);
  state.deals[0].told = ["A juror comes."];
  document.dispatchEvent(new CustomEvent("troel:state", { detail: JSON.stringify(state) }));
}"""


def test_a_deal_in_hand_is_there_again_after_a_closed_tab(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    halls.ready(page)
    context = page.context
    page.locator(".stick a").click()
    for tile in ("Solo 6", hall.names[1], "8"):
        page.locator("#entry .tile", has_text=tile).first.click()
    expect(page.locator(RECORD)).to_be_enabled()
    halls.in_hand(page, "tricks=8")
    page.close()
    again = hall.tab(context)
    again.goto(hall.link)
    halls.ready(again)
    again.locator(".actions.stick a").click()
    again.locator(RECORD).click()
    received(again, 1)
    assert hall.deals()[1]["tricks"] == 8


def test_each_deal_in_hand_is_kept_apart(hall: Hall) -> None:
    page = recorded(hall)
    page.locator(".actions.stick a").click()
    page.locator("#entry .tile", has_text="Solo 7").first.click()
    expect(page.locator("#who-2")).to_be_visible()
    halls.back(page)
    put_right(page)
    page.locator("#reason").fill("Miscounted.")
    page.locator("#entry h1").click()
    for chosen in ("contract=S7", "reason=Miscounted."):
        halls.in_hand(page, chosen)
    context = page.context
    page.close()
    again = hall.tab(context)
    again.goto(hall.link)
    halls.ready(again)
    again.locator(".actions.stick a").click()
    expect(again.locator("#entry .folds")).to_contain_text("Solo 7")
    halls.back(again)
    halls.correct(again, 1)
    expect(again.locator("#reason")).to_have_value("Miscounted.")
    again.locator(RECORD).click()
    # Two deals are received all along: only the record says when the correction is.
    eventually(lambda: hall.deals()[1]["tricks"] == 8)
    expect(again.locator(".notice.success")).to_contain_text("Deal 1 is corrected")
    # What was sent is not in hand any more; the other still is.
    halls.correct(again, 1)
    expect(again.locator("#entry")).to_contain_text("This is what is recorded.")
    halls.back(again)
    again.locator(".actions.stick a").click()
    expect(again.locator("#entry .folds")).to_contain_text("Solo 7")


def test_a_choice_is_kept_though_one_goes_back_at_once(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    halls.ready(page)
    page.locator(".actions.stick a").click()
    tile = page.locator("#entry .tile input[value=S7]")
    tile.evaluate("tile => { tile.click(); history.replaceState(null, ''); dispatchEvent(new Event('popstate')); }")
    expect(page.locator("#entry")).to_have_count(0)
    halls.in_hand(page, "contract=S7")
    page.locator(".actions.stick a").click()
    expect(page.locator("#entry .folds")).to_contain_text("Solo 7")


def test_what_is_being_typed_stays_when_the_jury_says_something(hall: Hall) -> None:
    page = recorded(hall)
    put_right(page)
    page.locator("#reason").press_sequentially("Mis")
    halls.in_hand(page, "reason=Mis")
    page.evaluate(NEWS)
    expect(page.locator("#entry")).to_contain_text("A juror comes.")
    expect(page.locator("#reason")).to_be_focused()
    expect(page.locator("#reason")).to_have_value("Mis")
    # What is no news to this deal draws nothing anew.
    page.evaluate("document.querySelector('#reason').before = true")
    page.evaluate(NEWS)
    assert page.evaluate("document.querySelector('#reason').before")


def test_another_language_keeps_what_was_typed(hall: Hall) -> None:
    page = recorded(hall)
    put_right(page)
    page.locator("#reason").fill("Zes, niet zeven: “é” & +1.")
    page.locator(".menu summary").click()
    page.locator(".languages a[lang=nl]").click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    expect(page.locator("#reason")).to_have_value("Zes, niet zeven: “é” & +1.")
    page.locator(RECORD).click()
    kept = [("Zes, niet zeven: “é” & +1.",)]
    eventually(lambda: hall.ask("select text from tournament_personaltext where text like 'Zes%'") == kept)


KEEPS = """{
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (...asked) => {
    const request = open(...asked);
    request.addEventListener("success", () => (window.database = request.result));
    return request;
  };
}"""


def test_a_database_that_the_browser_closed_is_opened_again(hall: Hall) -> None:
    page = hall.phone()
    page.context.add_init_script(KEEPS)
    page.clock.install()
    record_offline(page, hall)
    page.evaluate("database.close()")
    page.context.set_offline(False)
    page.clock.run_for(60_000)
    received(page, 1)
    assert hall.acts() == ["take_table", "record_deal"]


def recorded(hall: Hall) -> Page:
    """A phone whose table recorded two deals."""
    page = hall.phone()
    for number in (1, 2):
        record(page, hall, number, S6)
    return page


def put_right(page: Page) -> None:
    """Opens deal 1, and chooses eight tricks instead of six."""
    halls.correct(page, 1)
    page.locator("[data-open=tricks]").click()
    page.locator("label:has(#tricks-8)").click()
    expect(page.locator("#reason")).to_be_visible()
