"""The ranking on a phone: how much is in sight, whose device it is, parts and a search with and without scripts."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.public.test_public import sits_well
from tests.browser.support.server import Server
from tests.conftest import NewPage

SMALL_PHONE = {"width": 360, "height": 640}
BIG_DESK = {"width": 1280, "height": 1024}
# Two rounds, of which the second has begun: everybody moved, or did not.
PLAY = """
import json
from tests.support.events import cast
from tournament.acts.rounds import rounds
event = cast.playing(64, deals=1)
cast.play_round(event)
rounds.close_round(cast.round_of(event), "system")
cast.next_round(event)
cast.write(cast.table(event, 1, 2), 1, cast.result("S13", (1,), 13, jury="allowed"))
from tournament.ranking import live
places = live.ranking(cast.fresh(event), public=True).places
print(json.dumps([place.entry.number for place in places]))
"""
FINAL = """
from tests.support.events import cast
from tournament.acts.event import events
from tournament.acts.rounds import rounds
from tournament.models import Event
event = cast.fresh(Event.objects.get())
for number in range(2, 17):
    cast.write(cast.table(event, number, 2), 1)
rounds.close_round(cast.round_of(event, 2), "system")
events.change_state(cast.fresh(event), "system", Event.State.CLOSED)
"""
# The last but one overtakes everybody.
OVERTAKES = """
from tests.support.events import cast
from tournament.models import Event
from tournament.acts.jury import rulings
event = cast.fresh(Event.objects.get())
rulings.penalise(event, "system", "house", {%d: 900}, "Late.")
"""
IN_SIGHT = """() => [...document.querySelectorAll("#ranking tbody tr, .podium li")].filter((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}).length"""

pytestmark = pytest.mark.long


@pytest.fixture
def ranked(server: Server) -> list[int]:
    """A championship at /e/ledegem/ of 64; their numbers in the order of the ranking."""
    numbers: list[int] = json.loads(server.run(PLAY))
    return numbers


def test_eight_players_are_in_sight_on_a_phone_and_twenty_on_a_desk(
    new_page: NewPage, server: Server, ranked: list[int]
) -> None:
    for language in ("nl", "fr"):
        phone = new_page(base_url=server.url, viewport=SMALL_PHONE, locale=language)
        phone.goto("/e/ledegem/")
        assert phone.evaluate(IN_SIGHT) >= 8
        heights = phone.evaluate("() => [...document.querySelectorAll('#rows tr')].map((row) => row.offsetHeight)")
        assert sorted(heights)[len(heights) // 2] <= 45
        sits_well(phone)
        desk = new_page(base_url=server.url, viewport=BIG_DESK, locale=language)
        desk.goto("/e/ledegem/all/")
        assert desk.evaluate(IN_SIGHT) >= 20
        expect(desk.locator("#rows tr").first.locator(".round")).to_have_count(2)
        sits_well(desk)
    server.run(FINAL)
    phone.goto("/e/ledegem/")
    expect(phone.locator(".podium li")).to_have_count(3)
    assert phone.evaluate(IN_SIGHT) >= 8
    sits_well(phone)


def test_who_says_this_is_me_stands_above_the_list_until_they_take_it_back(
    new_page: NewPage, server: Server, ranked: list[int]
) -> None:
    phone = new_page(base_url=server.url, viewport=SMALL_PHONE)
    number = ranked[-2]
    phone.goto(f"/e/ledegem/player/{number}/")
    phone.get_by_role("button", name="This is me").click()
    phone.goto("/e/ledegem/")
    rows = phone.locator("#around tr[data-number]")
    expect(rows).to_have_count(3)
    assert [int(row.get_attribute("data-number") or 0) for row in rows.all()] == ranked[-3:]
    expect(phone.locator("#around .is-own .rank")).to_contain_text("63")
    assert phone.locator("#around .is-own").bounding_box()["y"] < SMALL_PHONE["height"]  # type: ignore[index]
    assert phone.context.cookies() == []
    sits_well(phone)
    server.run(OVERTAKES % number)
    expect(phone.locator("#around .is-own .rank")).to_have_text("1", timeout=20_000)
    expect(phone.locator(f"#n{number}.is-own")).to_be_visible(timeout=20_000)
    phone.get_by_role("button", name="This is not me").click()
    expect(phone.locator("#around")).to_be_hidden()
    expect(phone.locator(f"#n{number}.is-own")).to_have_count(0)
    phone.reload()
    expect(phone.locator("#rows tr").first).to_be_visible()
    expect(phone.locator("#around")).to_be_hidden()


def test_no_figure_of_a_player_is_broken_over_two_lines(new_page: NewPage, server: Server, ranked: list[int]) -> None:
    server.run(OVERTAKES % ranked[1])
    phone = new_page(base_url=server.url, viewport=SMALL_PHONE)
    for number in ranked[:3]:
        phone.goto(f"/e/ledegem/player/{number}/")
        lines = phone.locator(".player-standing dd").evaluate_all(
            """figures => figures.map(figure => {
                const range = document.createRange();
                range.selectNodeContents(figure);
                return range.getClientRects().length;
            })"""
        )
        assert lines == [1, 1, 1], phone.locator(".player-standing").inner_text()
        sits_well(phone)


def test_who_is_not_there_any_more_is_forgotten(new_page: NewPage, server: Server, ranked: list[int]) -> None:
    phone = new_page(base_url=server.url, viewport=SMALL_PHONE)
    phone.goto("/e/ledegem/")
    key = "troel.me./e/ledegem/"
    for number in ("999", "x/../../../o"):
        phone.evaluate("([key, number]) => localStorage.setItem(key, number)", [key, number])
        with phone.expect_response(lambda answer: "/around/" in answer.url) as answer:
            phone.goto("/e/ledegem/")
        assert answer.value.status == 404
        phone.wait_for_function("key => localStorage.getItem(key) === null", arg=key)
        expect(phone.locator("#around")).to_be_hidden()


def test_one_finds_oneself_with_a_wrong_letter_and_says_so(
    new_page: NewPage, server: Server, ranked: list[int]
) -> None:
    phone = new_page(base_url=server.url, viewport=SMALL_PHONE)
    phone.goto("/e/ledegem/")
    box = phone.get_by_role("searchbox")
    box.press_sequentially("desmwt")
    found = phone.locator("#found tr[data-number]")
    expect(found.first).to_contain_text("Desmet")
    number = found.first.get_attribute("data-number")
    sits_well(phone)
    found.first.get_by_role("button", name="This is me").click()
    expect(phone.locator(f"#around .is-own[data-number='{number}']")).to_be_visible()
    expect(found).to_have_count(0)
    expect(box).to_have_value("")
    box.press_sequentially("zzyzx")
    expect(phone.locator("#found")).to_contain_text("Nobody here is called “zzyzx”")
    box.fill("")
    expect(phone.locator("#found .notice")).to_have_count(0)


def test_a_part_takes_the_place_of_another_and_back_is_back(
    new_page: NewPage, server: Server, ranked: list[int]
) -> None:
    phone = new_page(base_url=server.url, viewport=SMALL_PHONE)
    phone.goto("/e/ledegem/")
    phone.get_by_role("link", name="21–40").click()
    expect(phone.locator("#rows tr").first.locator(".rank")).to_contain_text("21")
    assert phone.url.endswith("/e/ledegem/part/2/")
    phone.reload()
    expect(phone.locator("#rows tr").first.locator(".rank")).to_contain_text("21")
    phone.go_back()
    expect(phone.locator("#rows tr").first.locator(".rank")).to_have_text("1")
    phone.get_by_role("link", name="all 64").click()
    expect(phone.locator("#rows tr")).to_have_count(64)


def test_parts_and_a_search_need_no_scripts(new_page: NewPage, server: Server, ranked: list[int]) -> None:
    page = new_page(base_url=server.url, viewport=SMALL_PHONE, java_script_enabled=False)
    page.goto("/e/ledegem/")
    page.get_by_role("link", name="41–64").click()
    expect(page.locator("#rows tr")).to_have_count(24)
    page.get_by_role("searchbox").fill("desmwt")
    page.get_by_role("searchbox").press("Enter")
    expect(page.locator("#found tr[data-number]").first).to_contain_text("Desmet")
    expect(page.get_by_role("button", name="This is me")).to_have_count(0)
    page.get_by_role("link", name="The whole ranking").click()
    expect(page.locator("#rows tr")).to_have_count(20)


def test_what_another_site_takes_in_fits_and_is_clean(new_page: NewPage, server: Server, ranked: list[int]) -> None:
    for language in ("nl", "fr"):
        phone = new_page(base_url=server.url, viewport=SMALL_PHONE)
        phone.goto(f"/embed/{language}/e/ledegem/")
        expect(phone.locator("tbody tr").first).to_contain_text("150")
        sits_well(phone)
