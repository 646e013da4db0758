"""The public pages in a real browser: on a phone and at a desk, while a championship is being played."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import axe
from tests.browser.support.server import Server
from tests.conftest import PHONE, NewPage
from tests.support.servers.waiting import eventually

PLAY = """
import json
from tests.support.events import cast
event = cast.playing(48, deals=4)
cast.play(cast.table(event, 1))
cast.penalty(event, 5)
table = cast.table(event, 2)
print(json.dumps(cast.seated(table)))
"""
# A deal at table 2, in which seat 1 overtakes everybody.
DEAL = """
from tests.support.events import cast
event = cast.fresh(__import__("tournament.models", fromlist=["Event"]).Event.objects.get())
cast.write(cast.table(event, 2), 1, cast.result("S13", (1,), 13, jury="allowed"))
"""
RESTORED = """
from tests.support.events import cast
from tournament.acts.lifecycle.restored import say_restored
event = cast.fresh(__import__("tournament.models", fromlist=["Event"]).Event.objects.get())
say_restored(event, cast.by(cast.organiser(event)), "The laptop fell.")
"""
PAGES = [
    "",
    "player/1/",
    "player/5/",
    "seating/",
    "seating/1/names/",
    "rules/",
    "bidding/",
    "seal/",
    "seal/?seal=3-0000000000000000",
]


@pytest.fixture
def seats(server: Server) -> dict[str, int]:
    """A championship at /e/ledegem/ with one table played; the entry numbers by seat of table 2."""
    found: dict[str, int] = json.loads(server.run(PLAY))
    return found


def sits_well(page: Page) -> None:
    """Nothing sticks out, and nothing is wrong for those who cannot see it."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"), page.url
    assert axe.violations(page) == [], page.url


@pytest.mark.long
@pytest.mark.parametrize("visitor", ["page", "phone"])
def test_every_public_page_fits_and_can_be_read_by_everybody(
    visitor: str, request: pytest.FixtureRequest, seats: dict[str, int]
) -> None:
    page: Page = request.getfixturevalue(visitor)
    for address in PAGES:
        page.goto(f"/e/ledegem/{address}")
        sits_well(page)


@pytest.mark.long
def test_an_open_ranking_follows_the_play_without_a_jump(phone: Page, server: Server, seats: dict[str, int]) -> None:
    phone.goto("/e/ledegem/all/")
    box = phone.get_by_role("searchbox")
    box.fill("troef")
    hits = phone.locator("#found tr")
    expect(hits).not_to_have_count(0)
    shown = hits.count()
    phone.evaluate("() => scrollTo(0, 400)")
    at = phone.evaluate("() => scrollY")
    winner = phone.locator(f"#n{seats['1']}")
    expect(winner.locator(".rank")).not_to_have_text("1")
    phone.evaluate("() => { window.jumps = []; addEventListener('scroll', () => jumps.push(scrollY)) }")
    server.run(DEAL)
    expect(winner.locator(".rank")).to_have_text("1")
    expect(winner.locator(".sum")).to_have_text("150")
    # The event of the scroll above may come after the listener: it is where the page stands already.
    assert set(phone.evaluate("() => jumps")) <= {at}
    assert phone.evaluate("() => scrollY") == at > 0
    assert hits.count() == shown < 48
    expect(box).to_be_focused()
    expect(box).to_have_value("troef")


PERSONAL = """
from tests.support.events import cast
from tournament import links
print(links.personal_token(cast.entry(cast.event(8), 3)))
"""
DELETE = """
from tests.support.events import cast
from tournament.acts.people.deletion import delete_entry, entry_token
event = cast.fresh(__import__("tournament.models", fromlist=["Event"]).Event.objects.get())
delete_entry(cast.entry(event, 3), "user:1", entry_token(cast.entry(event, 3)))
"""


@pytest.mark.long
def test_an_open_page_of_a_player_who_was_deleted_says_so_and_stops_asking(phone: Page, server: Server) -> None:
    token = server.run(PERSONAL).strip()
    phone.goto(f"/p/{token}/")
    expect(phone.locator("#follow")).to_be_visible()
    server.run(DELETE)
    expect(phone.locator("main")).to_contain_text("This link does not belong to a player.", timeout=15000)
    phone.wait_for_load_state("networkidle")  # the page that says so loads its icon
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.wait_for_timeout(5000)
    assert asked == []


@pytest.mark.long
def test_a_link_in_the_ranking_keeps_the_focus_when_the_rows_are_replaced(
    page: Page, server: Server, seats: dict[str, int]
) -> None:
    page.goto("/e/ledegem/all/")
    link = page.locator(f"#p{seats['2']}")
    link.focus()
    server.run(DEAL)
    expect(page.locator(f"#n{seats['1']} .sum")).to_have_text("150")
    expect(page.locator(f"#p{seats['2']}")).to_be_focused()


@pytest.mark.long
def test_an_open_ranking_is_sent_nothing_while_nothing_happens(page: Page, seats: dict[str, int]) -> None:
    answers: list[int] = []
    page.on("response", lambda response: answers.append(response.status) if "/rows/" in response.url else None)
    page.goto("/e/ledegem/")
    with page.expect_response(lambda response: "/rows/" in response.url):
        pass
    assert answers == [204]


@pytest.mark.long
def test_a_name_is_found_while_it_is_typed_accents_aside(phone: Page, seats: dict[str, int]) -> None:
    for address in ("seating/", "seating/1/names/"):
        phone.goto(f"/e/ledegem/{address}")
        phone.get_by_role("searchbox").fill("CECILE")
        rows = phone.locator("#found tbody tr")
        expect(rows.first).to_be_visible()
        for row in rows.all():
            assert "Cécile" in row.inner_text()


@pytest.mark.long
def test_the_language_is_changed_on_a_page_that_is_the_same_for_everybody(page: Page, seats: dict[str, int]) -> None:
    page.goto("/e/ledegem/")
    for code in ("nl", "fr", "en"):
        page.locator(".menu > summary").click()
        page.locator(f"#languages a[lang={code}]").click()
        expect(page.locator("html")).to_have_attribute("lang", code)
        assert page.url.endswith("/e/ledegem/")
    page.goto("/e/ledegem/seating/")
    page.locator(".menu > summary").click()
    page.locator("#languages a[lang=nl]").click()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert page.url.endswith("/e/ledegem/seating/1/")


@pytest.mark.long
def test_everything_is_there_without_scripts(new_page: NewPage, server: Server, seats: dict[str, int]) -> None:
    page = new_page(base_url=server.url, viewport=PHONE, java_script_enabled=False)
    page.goto("/e/ledegem/")
    assert page.locator("#rows tr").count() == 20
    page.get_by_role("link", name="all 48").click()
    page.locator("#p1").click()
    assert page.locator("h1").inner_text()
    page.get_by_role("link", name="Tables").click()
    page.get_by_role("link", name="By name").click()
    names = set(page.locator("#seats tbody th").all_inner_texts())
    for number in range(1, page.locator(".parts .part").count()):
        page.locator(".parts .part").nth(number).click()
        names |= set(page.locator("#seats tbody th").all_inner_texts())
    assert len(names) == 48


@pytest.mark.long
def test_a_browser_that_saw_a_record_says_when_it_is_another_one(phone: Page, server: Server, seats: object) -> None:
    phone.goto("/e/ledegem/")
    alarm, key = phone.locator("[data-witness] [role=alert]"), "troel.seal./e/ledegem/seal/"
    kept = phone.wait_for_function("key => localStorage.getItem(key)", arg=key).json_value()
    server.run(DEAL)

    def seen() -> bool:
        """Whether the phone keeps another seal now: the public may get a page that is some seconds old."""
        phone.goto("/e/ledegem/")
        phone.wait_for_load_state("networkidle")
        return phone.evaluate("key => localStorage.getItem(key)", key) != kept

    eventually(seen)
    expect(alarm).to_be_hidden()
    forged = f"{int(kept.partition('-')[0]) + 900}-{'f' * 16}"
    phone.evaluate("([key, forged]) => localStorage.setItem(key, forged)", [key, forged])
    phone.goto("/e/ledegem/")
    expect(alarm).to_be_visible()
    sits_well(phone)
    assert phone.evaluate("key => localStorage.getItem(key)", key) == forged
    alarm.locator("a").click()
    expect(phone.get_by_text("The record ends before this seal.")).to_be_visible()
    sits_well(phone)


@pytest.mark.long
def test_a_restored_backup_calms_only_a_browser_that_saw_the_record_before(
    phone: Page, server: Server, seats: object
) -> None:
    key = "troel.seal./e/ledegem/seal/"
    alarm = phone.locator("[data-witness] [role=alert]")

    def looked(kept: str) -> str:
        """What a phone that kept this keeps after looking at the ranking."""
        phone.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [key, kept])
        with phone.expect_response(lambda answer: "/seal/" in answer.url):
            phone.goto("/e/ledegem/")
        phone.wait_for_load_state("networkidle")
        return str(phone.evaluate("key => localStorage.getItem(key)", key))

    def kept_now() -> str:
        """What a phone that sees the record for the first time keeps: perhaps of some seconds ago at first."""
        lines = server.run("from tournament.models import Event; print(Event.objects.get().revision)").strip()

        def seen() -> bool:
            phone.evaluate("key => localStorage.removeItem(key)", key)
            phone.goto("/e/ledegem/")
            kept = phone.wait_for_function("key => localStorage.getItem(key)", arg=key).json_value()
            return str(kept).startswith(f"{lines}-")

        eventually(seen)
        return str(phone.evaluate("key => localStorage.getItem(key)", key))

    phone.goto("/e/ledegem/")
    before, _, moment = kept_now().partition(" ")
    lost = f"{int(before.partition('-')[0]) + 2}-{'f' * 16}"
    server.run(RESTORED)
    server.run(DEAL)
    now = kept_now()
    assert looked(f"{lost} {moment}") == now
    expect(alarm).to_be_hidden()
    # A script of before kept no moment: what lies on the record gets one, what does not is no longer excused.
    assert looked(before) == now
    for gone in (f"{lost} {now.partition(' ')[2]}", lost):
        assert looked(gone) == gone
        expect(alarm).to_be_visible()
    alarm.locator("a").click()
    expect(phone.get_by_text("If your paper is from after")).to_be_visible()
    sits_well(phone)
