"""The evening that needs nobody: what its secretary taps and types is counted, and what the players do apart."""

import json
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.browser.support.halls import RECORD
from tests.browser.support.organiser_pages import sign_in
from tests.browser.support.server import Server, environment_for, run, serving
from tests.support.events import cast
from tests.support.servers.waiting import eventually

pytestmark = pytest.mark.long

SHIFTED = Path(__file__).parents[2] / "support" / "servers" / "shifted"
PASSWORD = "vier azen en een joker"
CLUB = "de-vier-azen"
# Last week's evening: 24 people, each of whom played.
LAST_WEEK = """
from datetime import timedelta
from tests.support import club_evenings as club
from tests.support.events import cast
from tournament.acts.register import playing, receiving
from tournament.progress.evenings_on import evening_plan
organisation = club.club(deals_per_round=1, planned_rounds=3)
people, series = club.members(organisation, 24), club.series(organisation)
event = receiving.receive(series, club.BY, club.today(series) - timedelta(weeks=1), people)
playing.draw_and_publish(event, club.BY, evening_plan(event.evening.series), 1)
cast.events.change_state(event, club.BY, "closed")
"""
TABLES = """
import json
import re
from tests.support.events import cast
from tournament.models import Event, Table
event = Event.objects.get(state="live")
rows = Table.objects.filter(round__event=event, round__number=%d).select_related("round__event")
print(json.dumps([cast.token(row) for row in rows]))
"""
TWELVE_MEMBERS = """
from tests.support import club_evenings as club
organisation = club.club()
club.members(organisation, 12)
club.series(organisation)
"""
LAST_COMES = """
from tests.support import club_evenings as club
from tournament.acts.register import receiving
from tournament.models import Person, Series
series = Series.objects.get()
receiving.receive(series, club.BY, club.today(series), [Person.objects.order_by("number").last()])
"""
IN_PLAY = """
from tests.support import club_evenings as club
from tests.support.events import cast
from tournament.acts.register import playing, receiving
from tournament.progress.evenings_on import evening_plan
organisation = club.club(deals_per_round=3, planned_rounds=1)
people, series = club.members(organisation, 12), club.series(organisation)
event = receiving.receive(series, club.BY, club.today(series), people)
playing.draw_and_publish(event, club.BY, evening_plan(event.evening.series), 1)
cast.write(cast.table(event), 1, cast.result("S6", (1,), 8))
"""
# One deal, as a captain chooses it.
DEAL = "deal/1/?contract=PC9&who=1&who=3&tricks=10"
LISTENS = """
for (const kind of ["click", "change"]) {
  document.addEventListener(kind, (event) => { if (event.isTrusted) window.inputCounted(kind); }, true);
}
"""


@contextmanager
def by_the_clock(server_folder: Path) -> Iterator[tuple[Server, Path]]:
    """A server whose clock the test turns: so many seconds ahead, as its file says."""
    clock = server_folder.parent / "clock"
    clock.write_text("0")
    through = ["env", f"PYTHONPATH={SHIFTED}", f"TEST_CLOCK={clock}"]
    with serving(server_folder, through=through, up_to_date=True) as server:
        yield server, clock


def counted(browser: Browser, server: Server) -> tuple[Page, Counter[str]]:
    """A page of the secretary, and how many clicks and fields it saw."""
    inputs: Counter[str] = Counter()
    context = browser.new_context(base_url=server.url, locale="en-GB", viewport={"width": 360, "height": 640})
    context.expose_function("inputCounted", lambda kind: inputs.update([kind]))
    context.add_init_script(LISTENS)
    return context.new_page(), inputs


@contextmanager
def at_work(browser: Browser, empty_database: Path, tmp_path: Path, preparation: str) -> Iterator[tuple[Page, Server]]:
    """The first page of a secretary who signed in, on a server with what a program prepared."""
    folder = tmp_path / "var"
    shutil.copytree(empty_database, folder)
    run(environment_for(folder), preparation)
    with serving(folder, up_to_date=True) as server:
        page, _inputs = counted(browser, server)
        sign_in(page, f"secretary-of-{CLUB}")
        yield page, server


def play(browser: Browser, server: Server, number: int) -> int:
    """Every captain writes the deal of a round; how many taps that took besides choosing the deal."""
    tokens = json.loads(server.run(TABLES % number))
    phone = browser.new_context(base_url=server.url, locale="en-GB", java_script_enabled=False).new_page()
    for token in tokens:
        phone.goto(f"/t/{token}/{DEAL}")
        phone.locator(RECORD).first.click()
        phone.wait_for_load_state()
    return len(tokens)


def test_an_evening_of_24_takes_at_most_8_inputs_of_its_secretary(
    browser: Browser, empty_database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "var"
    shutil.copytree(empty_database, folder)
    run(environment_for(folder), LAST_WEEK)
    with by_the_clock(folder) as (server, clock):
        page, inputs = counted(browser, server)
        sign_in(page, f"secretary-of-{CLUB}")
        signing_in = inputs["click"]
        page.get_by_role("button", name="Those of last time are here (24)").click()
        expect(page.get_by_text("24 are here.")).to_be_visible()
        page.get_by_role("button", name="Draw and publish").click()
        expect(page.get_by_text("Round 1: 0 of 6 tables are done.")).to_be_visible()
        assert inputs["click"] - signing_in == 2
        taps = 0
        for number in (1, 2, 3):
            taps += play(browser, server, number)
            clock.write_text(str(120 * number))
            following = f"Round {number + 1}: 0 of 6" if number < 3 else "Every round is played."
            # The page asks by itself, and the clock closes the round by itself.
            expect(page.get_by_text(following)).to_be_visible(timeout=60_000)
        page.get_by_role("button", name="Close the evening").first.click()
        page.get_by_role("link", name="Ranking", exact=True).first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Final ranking")
        # Two fields: the name and the password. Both are typed again only on a device that is not remembered.
        fields = 2
        total = inputs["click"] + fields
        eventually(lambda: inputs["click"] >= 5)
        with capsys.disabled():
            sys.stdout.write(
                f"\nsecretary: {inputs['click']} clicks, {fields} fields; players: {taps} taps, 18 deals\n"
            )
        assert total <= 8


def test_12_people_from_an_empty_database_to_their_first_deal(
    browser: Browser, announced_server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    log = (Path(announced_server.environment["VAR_DIR"]) / "server.log").read_text()
    found = re.search(r"http://\S+/first-organiser/\S+", log)
    assert found, log
    page, inputs = counted(browser, announced_server)
    page.goto(found.group())
    page.locator("[name=username]").fill("hilde")
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    page.get_by_role("button", name="Start").click()
    page.locator("textarea").first.fill("\n".join(who.name for who in cast.people(12)))
    page.get_by_role("button", name="Check the list").click()
    page.locator("main form button[type=submit]:not(.quiet)").first.click()
    expect(page).to_have_url(re.compile("/members/$"))
    page.get_by_role("link", name="Tonight").first.click()
    page.get_by_role("button", name="Play on this evening").click()
    page.get_by_role("button", name="All members are here (12)").click()
    page.get_by_role("button", name="Draw and publish").click()
    expect(page.get_by_text("Round 1: 0 of 3 tables are done.")).to_be_visible()
    taps = play(browser, announced_server, 1)
    written = page.get_by_role("progressbar", name="deals recorded")
    expect(written).to_have_attribute("value", str(taps), timeout=30_000)
    with capsys.disabled():
        sys.stdout.write(f"\n12 from nothing: {inputs['click']} clicks, 4 fields; players: {taps} taps, {taps} deals\n")
    assert taps == 3 and inputs["click"] <= 12


def test_names_tapped_faster_than_the_answers_come_are_all_here(
    browser: Browser, empty_database: Path, tmp_path: Path
) -> None:
    with at_work(browser, empty_database, tmp_path, TWELVE_MEMBERS) as (page, _server):
        held: list[Route] = []
        page.route("**/here/", lambda route: held.append(route))
        names = page.locator("#people .toggle")
        for number in range(3):
            with page.expect_request("**/here/"):
                names.nth(number).click()
        for route in held:
            route.continue_()
        expect(page.locator("#people .toggle[aria-pressed=true]")).to_have_count(3)
        expect(page.get_by_role("button", name="All members are here (9)")).to_be_visible()
        page.reload()
        expect(page.get_by_text("3 are here.")).to_be_visible()


def test_what_the_page_asked_for_before_a_tap_does_not_undo_it(
    browser: Browser, empty_database: Path, tmp_path: Path
) -> None:
    with at_work(browser, empty_database, tmp_path, TWELVE_MEMBERS) as (page, server):
        name, here = page.locator("#people .toggle").first, page.locator("#people .toggle[aria-pressed=true]")
        name.click()
        expect(here).to_have_count(1)
        polls: list[tuple[Route, APIResponse]] = []

        def hold(route: Route) -> None:
            """Holds the first answer that has something to show."""
            answer = route.fetch()
            if answer.status == 204:
                route.fulfill(response=answer)
            else:
                polls.append((route, answer))

        page.route("**/?since=*", hold)
        # Somebody else comes, and the page asks before the tap.
        server.run(LAST_COMES)
        for _look in range(150):
            if polls:
                break
            page.wait_for_timeout(200)
        name.click()
        expect(here).to_have_count(0)
        polls[0][0].fulfill(response=polls[0][1])
        page.unroute("**/?since=*")
        page.wait_for_timeout(1000)
        expect(here).to_have_count(0)
        # The page asks again, and then all of them are as they are.
        expect(here).to_have_count(1, timeout=15_000)
        expect(name).to_have_attribute("aria-pressed", "false")


def test_what_to_do_for_who_left_is_in_sight_below_a_long_list(
    browser: Browser, empty_database: Path, tmp_path: Path
) -> None:
    with at_work(browser, empty_database, tmp_path, IN_PLAY) as (page, _server):
        page.get_by_text("Who is here").click()
        page.locator("#people .toggle").last.click()
        expect(page.get_by_role("link", name="Who fills in?")).to_be_in_viewport()
        expect(page.locator("#people .toggle").last).to_be_in_viewport()
