"""The jury is called, goes, and answers: a captain's phone and a juror's, side by side in real browsers."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.captain.test_captain import tap
from tests.browser.support import axe
from tests.browser.support.crowding import crowded
from tests.browser.support.halls import Hall, ready, received, record, waits
from tests.browser.support.organiser_pages import sign_in
from tests.browser.support.pictures import shown
from tests.browser.support.server import Server
from tests.conftest import NewPage
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long

SMALL = {"width": 360, "height": 640}
SEAT = """
import json
from tests.support.events import cast
event = cast.playing(8, deals=4)
cast.member(event, cast.Role.JURY, "Mariette")
print(json.dumps([event.slug, cast.token(cast.table(event))]))
"""
QUEUE = """
import json
from tests.support.events import calls, cast
event = cast.playing(12, deals=4)
cast.member(event, cast.Role.JURY, "Mariette"), cast.member(event, cast.Role.JURY, "Jozef")
calls.called(cast.table(event, 1), "misdeal", 1), calls.announced(cast.table(event, 2))
print(json.dumps(event.slug))
"""
# The first call is over, a new one comes, and somebody goes to the second.
MEANWHILE = """
from tests.support.events import calls, cast
from tournament.acts.kernel import calls as acts
from tournament.models import Call, Event
event = Event.objects.get(slug="{}")
one, two = Call.objects.filter(event=event).order_by("number")
acts.settle_call(one, "system")
calls.called(cast.table(event, 3), "question", 1)
acts.take_call(two, calls.juror(event, "Jozef"))
"""
# Somebody goes to the only one.
COMING = """
from tests.support.events import calls, cast
from tournament.acts.kernel import calls as acts
from tournament.models import Call
call = Call.objects.get()
cast.member(call.event, cast.Role.JURY, "Jozef")
acts.take_call(call, calls.juror(call.event, "Jozef"))
"""
# Another juror answers a contract while the question is open.
ANNOUNCED = """
from tests.support.events import calls, cast
from tournament.models import Event
calls.announced(cast.table(Event.objects.get(slug="{}"), 1), number=2)
"""
OVER = """
from tests.support.events import calls
from tournament.acts.jury import answers
from tournament.models import Call
call = Call.objects.get(number=4)
answers.answer(call, calls.juror(call.event, "Jozef"), dict.fromkeys(call.about, "allowed"))
"""
# How much higher the button makes the page of the table.
ADDS = """() => {
  const height = () => document.documentElement.scrollHeight, call = document.querySelector(".call");
  const had = height();
  call.style.display = "none";
  const without = height();
  call.style.display = "";
  return had - without;
}"""
# A call is heard: every note that is played is counted, and every shake.
COUNT = """() => {
  window.heard = 0;
  navigator.vibrate = () => { window.heard += 10; return true; };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) { window.heard += 1; return start.apply(this, at); };
}"""


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_a_slam_is_announced_and_allowed_on_the_phone_of_the_table(
    server: Server, new_page: NewPage, locale: str
) -> None:
    slug, token = json.loads(server.run(SEAT))
    juror = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True, locale=locale)
    sign_in(juror, "Mariette")
    juror.goto(f"/staff/{slug}/decisions/calls/")
    juror.evaluate(COUNT)
    juror.locator("#sound").tap()
    assert juror.evaluate("window.heard") == 2
    captain = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True, locale=locale)
    captain.goto(f"/t/{token}/")
    ready(captain)
    assert captain.evaluate(ADDS) == 0
    shown(captain, f"sheet-{locale}")
    captain.locator(".actions.stick a").tap()
    tap(captain, "contract-S12")
    tap(captain, "who-4")
    shown(captain, f"entry-{locale}")
    captain.locator("#entry .tricks-later").tap()
    expect(captain.locator("#called")).to_be_visible()
    shown(captain, f"called-{locale}")
    expect(juror.locator("[data-call]")).to_have_count(1, timeout=20_000)
    juror.wait_for_function("window.heard == 14")
    shown(juror, f"queue-{locale}")
    juror.locator("[data-call] .actions .big").tap()
    code = juror.locator(".code").inner_text()
    shown(juror, f"mine-{locale}")
    assert crowded(juror) + axe.violations(juror) == []
    expect(captain.locator("#called")).to_contain_text("Mariette", timeout=20_000)
    shown(captain, f"coming-{locale}")
    assert crowded(captain) + axe.violations(captain) == []
    captain.locator("#called .button").tap()
    captain.locator("label:has([value=allowed])").tap()
    captain.locator("#pin").fill(code)
    shown(captain, f"answer-{locale}")
    captain.locator("form .big").tap()
    expect(captain.locator("#called")).to_have_count(0)
    expect(captain.locator(".decisions")).to_be_visible()
    shown(captain, f"allowed-{locale}")
    expect(juror.locator("[data-call]")).to_have_count(0, timeout=20_000)


def test_the_jury_is_called_over_a_cut_line_and_once(hall: Hall) -> None:
    phone = hall.phone()
    phone.goto(hall.link)
    ready(phone)
    phone.context.set_offline(True)
    phone.locator(".actions.stick a").tap()
    phone.locator(".call summary").tap()
    phone.locator(".call [value=question]").tap()
    waits(phone, 1)
    assert hall.ask("select count(*) from tournament_call") == [(0,)]
    phone.context.set_offline(False)
    received(phone, 0)
    expect(phone.locator("#called")).to_be_visible()
    assert hall.ask("select reason, deal, withdrawn from tournament_call") == [("question", 1, 0)]
    phone.context.set_offline(True)
    phone.locator("#called button").tap()
    waits(phone, 1)
    phone.context.set_offline(False)
    received(phone, 0)
    expect(phone.locator("#called")).to_have_count(0)
    assert hall.ask("select reason, deal, withdrawn from tournament_call") == [("question", 1, 1)]


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_the_list_stays_under_the_thumb_until_it_is_left_alone(server: Server, new_page: NewPage, locale: str) -> None:
    slug = json.loads(server.run(QUEUE))
    juror = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True, locale=locale)
    sign_in(juror, "Mariette")
    juror.goto(f"/staff/{slug}/decisions/calls/")
    one, two, three = (juror.locator(f"#call-{number}") for number in (1, 2, 3))
    two.locator(".answer-form summary").first.tap()
    yes = two.locator(".answer-form[open] button")
    expect(yes).to_be_visible()
    shown(juror, f"asked-{locale}")
    assert crowded(juror) + axe.violations(juror) == []
    with juror.expect_response(lambda answer: "since=" in answer.url and answer.status == 204):
        stood = yes.bounding_box()
    expect(juror.locator("[data-call][inert]")).to_have_count(0)
    server.run(MEANWHILE.format(slug))
    expect(one).to_have_attribute("inert", "", timeout=20_000)
    expect(three).to_be_attached()
    expect(juror.locator("#arrived button")).to_be_visible()
    shown(juror, f"arrived-{locale}")
    assert yes.bounding_box() == stood and crowded(juror) == []
    two.locator(".answer-form summary").first.tap()
    two.locator(".more summary").tap()
    two.locator("select").select_option(label="Mariette")
    wanted = two.locator("select").input_value()
    juror.locator("h1").tap()
    expect(one).to_have_count(0, timeout=30_000)
    expect(two).to_contain_text("Jozef")
    expect(two.locator(".more")).to_have_attribute("open", "")
    expect(two.locator("select")).to_have_value(wanted)
    two.locator(".answer-form summary").first.tap()
    yes.tap()
    expect(two).to_have_count(0)
    shown(juror, f"answered-{locale}")
    server.run(ANNOUNCED.format(slug))
    four = juror.locator("#call-4")
    four.locator(".answer-form summary").first.tap(timeout=30_000)
    server.run(OVER)
    expect(four).to_have_count(0, timeout=30_000)


def test_what_was_just_recorded_is_said_until_the_next_act_while_the_jury_is_on_its_way(hall: Hall) -> None:
    phone = hall.phone()
    phone.goto(hall.link)
    ready(phone)
    phone.locator(".actions.stick a").tap()
    phone.locator(".call summary").tap()
    phone.locator(".call [value=question]").tap()
    expect(phone.locator("#called")).to_be_visible()
    record(phone, hall)
    expect(phone.locator(".notice.success")).to_be_visible()
    with phone.expect_response(lambda answer: "since=" in answer.url and answer.status == 200, timeout=60_000):
        hall.run(COMING)
    expect(phone.locator("#called")).to_contain_text("Jozef")
    expect(phone.locator(".notice.success")).to_be_visible()
    said = phone.locator(".notice.success").inner_text()
    record(phone, hall, 2)
    expect(phone.locator(".notice.success")).not_to_have_text(said)
