"""The outbox of a captain's phone, over both origins, with the network cut at every step: no deal lost, none twice."""

from functools import partial

import pytest
from playwright.sync_api import Route, expect

from tests.browser.captain.test_sheet_in_sight import SEEN
from tests.browser.support import axe, halls
from tests.browser.support.halls import PC9, RECORD, S6, Hall, choose, received, record, record_offline, waits
from tests.support.servers.waiting import eventually

pytestmark = pytest.mark.long


def test_a_deal_is_recorded_received_and_shown(hall: Hall) -> None:
    page = hall.phone()
    record(page, hall)
    expect(page.locator("#deal-1")).to_contain_text("P&C 9")
    assert page.url == hall.home
    assert hall.deals() == {1: {"contract": "PC9", "declarers": [1, 3], "tricks": 10}}
    assert hall.acts() == ["take_table", "record_deal"]


def test_without_a_network_a_deal_waits_and_is_sent_when_it_is_back(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    record_offline(page, hall)
    expect(page.locator(".waiting li[data-seq]")).to_contain_text("Deal 1")
    assert hall.deals() == {}
    page.context.set_offline(False)
    received(page, 1)
    assert list(hall.deals()) == [1]


def test_an_answer_that_is_lost_doubles_nothing(hall: Hall) -> None:
    page = hall.phone()
    choose(page, hall, 1)
    lost = halls.lose_answers(page)
    page.locator(RECORD).click()
    waits(page, 2)
    halls.until(page, lambda: len(lost) > 1)
    page.context.unroute_all()
    received(page, 1)
    assert hall.acts() == ["take_table", "record_deal"]


def test_a_server_that_is_killed_gets_the_deal_when_it_is_back(hall: Hall) -> None:
    page = hall.phone()
    choose(page, hall, 1)
    hall.kill()
    page.locator(RECORD).click()
    waits(page, 2)
    halls.stand(page)
    hall.start()
    received(page, 1)
    assert list(hall.deals()) == [1]


def test_a_closed_tab_loses_nothing(hall: Hall) -> None:
    page = hall.phone()
    choose(page, hall, 1)
    context = page.context
    context.set_offline(True)
    page.locator(RECORD).click()
    waits(page, 2)
    page.close()
    context.set_offline(False)
    again = hall.tab(context)
    again.goto(hall.link)
    received(again, 1)
    assert list(hall.deals()) == [1]


NO_DATABASE = "indexedDB.open = () => { throw new DOMException('none here', 'SecurityError'); };"
NOTHING = NO_DATABASE + "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


@pytest.mark.parametrize("opens", [False, True], ids=["never opens", "opens later"])
def test_without_a_database_it_keeps_deals_all_the_same(hall: Hall, opens: bool) -> None:
    page = hall.phone()
    context = page.context
    (page if opens else context).add_init_script(NO_DATABASE)
    record_offline(page, hall)
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('troel/items/')).length") == 2
    page.close()
    context.set_offline(False)
    again = hall.tab(context)
    again.goto(hall.link)
    received(again, 1)
    assert hall.acts() == ["take_table", "record_deal"]
    assert again.evaluate("Object.keys(localStorage).filter(key => key.startsWith('troel/items/')).length") == 0


def test_what_was_done_before_is_not_said_again(hall: Hall) -> None:
    page = hall.phone()
    record(page, hall)
    expect(page.locator(".notice.success")).to_have_text("Deal 1 is recorded.")
    choose(page, hall, 2)
    page.context.set_offline(True)
    page.locator(RECORD).click()
    waits(page, 1)
    expect(page.locator("#deal-1")).to_be_attached()
    expect(page.locator(".notice.success")).to_have_count(0)


def test_a_browser_that_keeps_nothing_says_so_and_sends_at_once(hall: Hall) -> None:
    page = hall.phone()
    page.context.add_init_script(NOTHING)
    choose(page, hall, 1)
    expect(page.locator("#outbox")).to_have_text("nothing is kept on this phone: it needs the network")
    page.locator(RECORD).click()
    expect(page.locator(".notice.success")).to_have_text("Deal 1 is recorded.")
    assert hall.acts() == ["record_deal"]


def test_a_deal_that_is_sent_again_after_it_was_taken_back_stays_so(hall: Hall) -> None:
    page, other = hall.phone(), hall.phone(java_script_enabled=False)
    page.goto(hall.link)
    halls.take(page, hall, 0)
    choose(page, hall, 1)
    halls.lose_answers(page)
    page.locator(RECORD).click()
    expect(page.locator("#outbox")).to_have_class("outbox waits cut")
    assert list(hall.deals()) == [1]
    other.goto(f"{hall.link}undo/")
    other.get_by_role("button", name="Take back").click()
    expect(other.locator(".notice.success")).to_have_text("Deal 1 has been taken back.")
    page.context.unroute_all()
    received(page, 0)
    expect(page.locator(".stick a")).to_have_text("Deal 1")
    assert hall.deals() == {} and hall.acts() == ["take_table", "record_deal", "undo_deal"]


def test_a_phone_that_took_the_table_writes_also_where_the_open_page_was_made_before(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    halls.ready(page)
    held: list[Route] = []
    page.route("**/take/", lambda route: held.append(route))
    page.get_by_role("button", name=hall.names[0]).click()
    waits(page, 1)
    with page.expect_request("**/take/"):
        choose(page, hall, 1)
    held[-1].continue_()
    waits(page, 0)
    page.locator(RECORD).click()
    received(page, 1)
    assert hall.acts() == ["take_table", "record_deal"]


def test_a_form_that_arrives_after_later_ones_changes_nothing(hall: Hall) -> None:
    page = hall.phone()
    choose(page, hall, 1)
    held: list[Route] = []
    page.route("**/deal/1/", lambda route: held.append(route) if route.request.method == "POST" else route.fallback())
    with page.expect_request(lambda sent: sent.method == "POST" and sent.url.endswith("/deal/1/")):
        page.locator(RECORD).click()
    other = hall.tab(page.context)
    other.goto(hall.link)
    received(other, 1)
    record(other, hall, 2, S6)
    (late,) = held
    with page.expect_response(lambda answer: answer.url.endswith("/deal/1/")) as answered:
        late.continue_()
    assert answered.value.json()["done"] == "written"
    received(page, 2)
    assert [result["contract"] for result in hall.deals().values()] == ["PC9", "S6"]
    assert hall.acts() == ["take_table", "record_deal", "record_deal"]


def test_two_tabs_send_each_form_once(hall: Hall) -> None:
    page = hall.phone()
    choose(page, hall, 1)
    other = hall.tab(page.context)
    other.goto(hall.link)
    page.context.set_offline(True)
    page.locator(RECORD).click()
    waits(other, 2)
    page.context.set_offline(False)
    received(other, 1)
    received(page, 1)
    assert hall.acts() == ["take_table", "record_deal"]


def test_what_was_never_sent_is_dropped_and_what_may_have_arrived_is_taken_back(hall: Hall) -> None:
    page = hall.phone()
    record_offline(page, hall)
    page.locator(".waiting [data-do=back]").click()
    waits(page, 1)
    page.context.set_offline(False)
    received(page, 0)
    choose(page, hall, 1)
    halls.lose_answers(page)
    page.locator(RECORD).click()
    expect(page.locator("#outbox")).to_have_class("outbox waits cut")
    page.locator(".waiting [data-do=back]").click()
    waits(page, 2)
    page.context.unroute_all()
    received(page, 0)
    assert hall.acts() == ["take_table", "record_deal", "undo_deal"] and hall.deals() == {}


def test_a_form_for_a_deal_that_another_wrote_shows_both_and_the_table_chooses(hall: Hall) -> None:
    page = hall.phone()
    choose(page, hall, 1)
    page.context.set_offline(True)
    page.locator(RECORD).click()
    halls.record_without_scripts(hall, f"deal/1/?{S6}", f"deal/2/?{S6}")
    page.context.set_offline(False)
    refused = page.locator(".waiting .notice.error")
    expect(refused).to_contain_text("Deal 1 has already been recorded.")
    expect(refused).to_contain_text("Prop & cop 9")
    expect(refused.locator(".stored-result")).to_contain_text("Solo 6")
    assert axe.violations(page) == []
    for choice in ("ours", "drop"):
        halls.until(page, partial(refused.locator(f"[data-do={choice}]").evaluate, SEEN))
    refused.locator("[data-do=ours]").click()
    expect(page.locator("#entry .preview")).to_contain_text("Recorded: Solo 6")
    page.locator("#reason").fill("They wrote another table’s deal.")
    page.locator(RECORD).click()
    # Both deals were received before: only the record says when the correction is.
    eventually(lambda: hall.acts()[-1:] == ["correct_deal"])
    received(page, 2)
    solo = {"contract": "S6", "declarers": [2], "tricks": 6}
    assert hall.deals() == {1: {"contract": "PC9", "declarers": [1, 3], "tricks": 10}, 2: solo}
    assert hall.acts() == ["record_deal", "record_deal", "take_table", "correct_deal"]


def test_deals_are_put_right_without_a_network_also_those_that_wait(hall: Hall) -> None:
    page = hall.phone()
    for number, choices in ((1, S6), (2, PC9)):
        record(page, hall, number, choices)
    page.context.set_offline(True)
    page.locator(".actions a", has_text="Correct deal 2").click()
    expect(page.locator("#entry")).to_contain_text("This is what is recorded.")
    expect(page.locator(RECORD)).to_have_count(0)
    page.locator("[data-open=tricks]").click()
    page.locator("label:has(#tricks-9)").click()
    expect(page.locator("#reason")).to_have_count(0)
    page.locator(RECORD).click()
    waits(page, 1)
    expect(page.locator(".waiting li[data-seq]")).to_contain_text("Correct deal 2")
    halls.correct_tricks(page, 1, 8)
    expect(page.locator("#reason:invalid")).to_have_count(1)
    waits(page, 1)
    page.locator("#reason").fill("Miscounted.")
    page.locator(RECORD).click()
    waits(page, 2)
    page.locator(".stick a").click()
    expect(page.locator("#entry h1")).to_contain_text("Deal 3")
    page.go_back()
    page.context.set_offline(False)
    received(page, 2)
    assert [result["tricks"] for result in hall.deals().values()] == [8, 9]
    assert hall.acts()[-2:] == ["correct_deal", "correct_deal"]


def test_a_correction_that_is_refused_stays_until_the_table_decides(hall: Hall) -> None:
    page = hall.phone()
    halls.correct_offline(page, hall)
    halls.record_without_scripts(hall, f"deal/1/correct/?key=k&{S6.replace('tricks=6', 'tricks=7')}")
    page.context.set_offline(False)
    refused = page.locator(".waiting .notice.error")
    expect(refused).to_contain_text("Somebody changed deal 1 in the meantime.")
    expect(refused.locator(".stored-result")).to_contain_text("7")
    refused.locator("[data-do=right]").click()
    expect(page.locator("#entry .preview")).to_contain_text("Recorded: Solo 6")
    page.locator(RECORD).click()
    received(page, 1)
    assert hall.deals()[1]["tricks"] == 8
    assert hall.acts()[-2:] == ["correct_deal", "correct_deal"]


def test_a_second_phone_is_told_whose_phone_writes_and_takes_over(hall: Hall) -> None:
    first, second = hall.phone(), hall.phone()
    first.goto(hall.link)
    halls.take(first, hall, 1)
    expect(first.locator(".whose")).to_have_count(0)
    choose(first, hall, 1)
    second.goto(hall.link)
    other = second.locator(".whose")
    expect(other).to_contain_text(f"The phone of {hall.names[1]} keeps the score at this table now.")
    expect(second.locator(".actions.stick")).to_be_hidden()
    halls.take(second, hall, 2)
    expect(second.locator(".actions.stick")).to_be_visible()
    first.locator(RECORD).click()
    refused = first.locator(".waiting .notice.error")
    expect(refused).to_contain_text(f"The phone of {hall.names[2]} keeps the score at this table now.")
    assert hall.deals() == {}
    refused.locator("[data-do=take]").click()
    received(first, 1)
    assert hall.acts() == ["take_table", "take_table", "take_table", "record_deal"]
    second.reload()
    expect(other).to_contain_text(f"The phone of {hall.names[1]} keeps the score at this table now.")


def test_what_needs_the_network_says_so_in_place(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    halls.ready(page)
    page.context.set_offline(True)
    for link in page.locator("a[href^='/']:not([data-deal], [data-misdeal]):visible").all():
        link.dispatch_event("click")
        expect(page.locator(".needs-network")).to_be_visible()
        halls.stand(page)
    choose_offline = page.get_by_role("button", name="Everybody passed")
    choose_offline.click()
    waits(page, 2)
    page.context.set_offline(False)
    received(page, 0)
    assert hall.acts() == ["take_table", "count_passes"]


def test_what_needed_the_network_is_not_said_once_it_is_back(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    halls.ready(page)
    page.context.set_offline(True)
    page.locator(".footnote a").first.click()
    expect(page.locator(".needs-network")).to_contain_text("try again when it is back")
    halls.until(page, lambda: page.locator(".needs-network").evaluate(SEEN))
    page.context.set_offline(False)
    expect(page.locator(".needs-network")).to_have_count(0)


def test_deals_are_entered_on_top_of_those_that_wait(hall: Hall) -> None:
    page = hall.phone()
    page.goto(hall.link)
    halls.ready(page)
    page.context.set_offline(True)
    for number, seat in enumerate(hall.names[:2], 1):
        expect(page.locator(".stick a")).to_have_text(f"Deal {number}")
        page.locator(".stick a").click()
        for tile in ("Solo 6", seat, "8"):
            page.locator("#entry .tile", has_text=tile).first.click()
        page.locator(RECORD).click()
        waits(page, number + 1)
        expect(page.locator(".last-deal")).to_contain_text(f"Deal {number} · Solo 6 · {seat} · 8")
        expect(page.locator(".board dt:has(.dealer)")).to_have_text(f"dealer {hall.names[number]}")
    page.get_by_role("button", name="Everybody passed").click()
    waits(page, 4)
    expect(page.locator(".waiting li[data-seq]")).to_have_count(3)
    page.context.set_offline(False)
    received(page, 2)
    assert hall.acts() == ["take_table", "record_deal", "record_deal", "count_passes"]
    page.context.set_offline(True)
    page.locator(".stick a").click()
    for tile in ("P&C 9", *hall.names[:2], "10"):
        page.locator("#entry .tile", has_text=tile).first.click()
    page.locator(RECORD).click()
    waits(page, 1)
    for part in (".waiting .sums", ".board"):  # not of the deal before
        expect(page.locator(f"{part} .points")).to_have_text(["+13", "+13", "0", "0"])
    page.context.set_offline(False)
    received(page, 3)
    assert {number: result["declarers"] for number, result in hall.deals().items()} == {1: [1], 2: [2], 3: [1, 2]}
