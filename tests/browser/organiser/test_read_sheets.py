"""Filled sheets sent to the desk's page: read by the child process, looked at in a browser, recorded by one button."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import scoring
from tests.browser.support import axe
from tests.browser.support.crowding import crowded
from tests.browser.support.server import Server
from tests.conftest import NewPage
from tests.support.servers.nightly import by_day
from tournament.scan.layout import OWN_KINDS

pytestmark = pytest.mark.long

SHEETS, DEALS, LAST = 2, 8, 4
# Fills the sheets of an event in, scans them, and says what was meant by the rows that were marked clearly.
FILLED = """
import json, random
from pathlib import Path
from PIL import Image
from tests.support.events import cast
from tests.filled import camera, hand
from tests.filled.blanks import printed
event = cast.playing({players}, deals={deals}, planned_rounds=1)
scan, meant, pages = camera.scan(200, grey=True, quality=80), [], []
for at, blank in enumerate(printed(event, "nl")):
    done = hand.fill(blank, f"desk-{{at}}")
    path = Path("{folder}") / f"sheet{{at}}.jpg"
    path.write_bytes(scan(done.paper, random.Random(at)).data)
    pages.append(Image.open(path))
    meant.append({{deal: sorted(map(list, row)) for deal, row in done.meant.items() if deal not in done.unclear}})
pages[0].save(Path("{folder}") / "sheets.pdf", save_all=True, append_images=pages[1:])
client = cast.client(cast.desk(event))
print(json.dumps([client.cookies["troel_session"].value, meant]))
"""
# As above, with a spare sheet behind the others; the first table stops after its fourth deal.
SPARE = """
import contextlib, pypdfium2
from dataclasses import replace
from tests.filled import blanks
from tournament.acts.kernel import ended
from tournament.printing.sheets import score_sheets
from tournament.printing.paper import Order
def printed(event, language, named=blanks.printed):
    order = Order(event, round=event.rounds.get(number=1))
    (page,) = score_sheets.spares(order, score_sheets.pages(order))
    with contextlib.closing(pypdfium2.PdfDocument(score_sheets.blank(replace(order, spare=1)))) as document:
        spare = blanks.Blank(blanks.draw_page(document, 0), page.shape, order.rules, page.text)
    found = [*named(event, language), spare]
    ended.end_table(cast.table(event, 1), "system", {last}, "The hall closes.")
    return found
"""
# A pile that was read: of table 1 a bubble of deal 2 is in doubt, of table 2 nothing was seen in the last two rows.
PILE = """
import json
from pathlib import Path
from tests.support.events import cast
from tests.support.files.sheets_read import EARLY, batch_of, read_page
event = cast.playing(16, deals=4, planned_rounds=1)
rows = [[deal, *rest] for deal in (1, 2, 3, 4) for _deal, *rest in EARLY]
doubt = {{"doubtful": [[2, "tricks", "9", 0.2]], "cuts": [[900, 390, 60, 30]]}}
pages = read_page(event, marked=rows, **doubt), read_page(event, 2, marked=rows[:8])
print(json.dumps([cast.client(cast.desk(event)).cookies["troel_session"].value, batch_of(event, *pages).id]))
"""
STORED = """
import json
from tournament.models import Deal, LogEntry
rows = Deal.objects.order_by("table__number", "number")
kept = LogEntry.objects.filter(act="keep_picture").count()
print(json.dumps([list(rows.values_list("table__number", "number", "result")), kept]))
"""


@pytest.fixture
def sent(page: Page, server: Server, tmp_path: Path) -> list[dict[str, list[list[str]]]]:
    """The desk with a scanner's file of all sheets, read; what was meant by the clear rows of each sheet."""
    code = FILLED.format(players=4 * SHEETS, deals=DEALS, folder=tmp_path)
    session, meant = json.loads(server.run(code))
    page.context.add_cookies([{"name": "troel_session", "value": session, "url": server.url}])
    page.goto("/staff/ledegem/rounds/scans/")
    page.locator("input[name=scans]").set_input_files(tmp_path / "sheets.pdf")
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.get_by_role("link", name="Look at the first sheet")).to_be_visible()
    return list(meant)


@pytest.fixture
def spare(page: Page, server: Server, tmp_path: Path) -> str:
    """The desk with the sheets of all tables and a spare one, read: the address of the batch."""
    filled = FILLED.format(players=4 * SHEETS, deals=DEALS, folder=tmp_path)
    code = filled.replace("from tests.filled.blanks import printed", SPARE.format(last=LAST).strip())
    session, _meant = json.loads(server.run(code))
    page.context.add_cookies([{"name": "troel_session", "value": session, "url": server.url}])
    page.goto("/staff/ledegem/rounds/scans/")
    page.locator("input[name=scans]").set_input_files(tmp_path / "sheets.pdf")
    page.get_by_role("button", name="Read", exact=True).click()
    expect(page.locator("tbody tr")).to_have_count(SHEETS + 1)
    return page.url


@pytest.fixture
def stored(server: Server) -> Callable[[], tuple[dict[tuple[int, int], Any], int]]:
    """Reads the results that the server has, by table and deal; and how many pictures it keeps."""

    def read() -> tuple[dict[tuple[int, int], Any], int]:
        rows, kept = json.loads(server.run(STORED))
        return {(table, number): result for table, number, result in rows}, kept

    return read


def record(page: Page) -> None:
    """Records what is without doubt on the page of a sheet, and goes on: by itself where nothing is left to answer."""
    asks = page.locator("#rows li:not([hidden]) .row-question, #short").count()
    expect(page.locator("#accepted")).not_to_be_empty()
    with page.expect_navigation():
        page.locator("#accept").click()
        if asks:
            # It leaves once everything is sent, the picture too.
            page.locator("#onward").click()


def open_at_two_desks(page: Page, server: Server, new_page: NewPage) -> Page:
    """Opens the first sheet here and at another desk, whose page it returns."""
    page.get_by_role("link", name="Look at the first sheet").click()
    other = new_page(base_url=server.url)
    other.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    other.goto(page.url)
    for desk in (page, other):
        expect(desk.locator("#accept")).to_be_enabled()
    return other


def test_what_is_without_doubt_is_recorded_by_one_button_and_is_what_was_meant(
    page: Page, sent: Any, stored: Any
) -> None:
    expect(page.locator("tbody tr")).to_have_count(SHEETS)
    sure = [int(text) for text in page.locator("tbody tr td:nth-child(4)").all_inner_texts()]
    assert sum(sure) >= SHEETS * DEALS / 2
    page.get_by_role("link", name="Look at the first sheet").click()
    for _sheet in range(SHEETS):
        record(page)
    results, kept = stored()
    assert len(results) == sum(sure) and kept == sum(1 for count in sure if count)
    for (table, number), result in results.items():
        meant = sent[table - 1].get(str(number))
        # Where everybody passed, the deal is still to be played.
        if meant is not None and result is not None:
            contracts = [value for kind, value in meant if kind == "contract"]
            declarers = sorted({int(value) for kind, value in meant if kind in OWN_KINDS})
            assert ([result["contract"]], sorted(result["declarers"])) == (contracts, declarers)


def test_under_the_written_totals_is_what_the_rows_give(page: Page, sent: Any, stored: Any) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("link", name="Look at the first sheet").click()
    figures = page.locator("#totals [data-seat]")
    expect(figures).to_have_text(["…"] * 4)
    for part in (page.locator("#accept"), page.locator("#totals svg"), figures.last):
        expect(part).to_be_in_viewport()
    asking = page.locator("#rows li:not([hidden])", has=page.locator(".row-question")).all()
    assert asking, "a row that is not known leaves them open"
    for row in asking:
        row.locator("input[id^=row-]").fill("19 13 10")
        row.locator("input[id^=row-]").press("Enter")
    expect(figures.first).not_to_have_text("…")
    assert crowded(page) == [] and axe.violations(page) == []
    totals = [int(text.replace("−", "-")) for text in figures.all_inner_texts()]
    page.locator("#accept").click()
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
    rules, results = scoring.load("iwwa-2025"), stored()[0]
    points = [scoring.score(scoring.Result.read(result, rules), rules) for result in results.values() if result]
    assert totals == [sum(deal.get(seat, 0) for deal in points) for seat in (1, 2, 3, 4)] != [0] * 4


def test_a_question_is_one_key_and_a_sheet_without_questions_is_one_key(
    page: Page, server: Server, stored: Any, tmp_path: Path
) -> None:
    session, job = json.loads(server.run(PILE.format()))
    page.context.add_cookies([{"name": "troel_session", "value": session, "url": server.url}])
    page.goto(f"/staff/ledegem/rounds/scans/{job}/")
    expect(page.get_by_text("tables 3 and 4 are not in this pile")).to_be_visible()
    expect(page.get_by_role("link", name="Answer 2 questions")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Is this a mark?")).to_be_visible()
    # The framed bubble is in sight, however narrow the page is.
    page.keyboard.press("2")
    expect(page.get_by_text("are the last 2 rows empty?")).to_be_visible()
    # On an AZERTY keyboard, without Shift.
    page.evaluate(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '&', code: 'Digit1', bubbles: true}))"
    )
    expect(page.get_by_role("link", name="Look at the first sheet")).to_be_focused()
    page.keyboard.press("Enter")
    for table in (1, 2):
        expect(page.get_by_role("heading", name=f"Table {table}")).to_be_visible()
        expect(page.locator("#accept")).to_be_focused()
        page.keyboard.down("Enter")
    # It is held down since the first sheet.
    expect(page.locator("#accepted")).to_contain_text("Without doubt: 2")
    assert len(stored()[0]) == 4
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Sheets that were read")).to_be_visible()
    results, kept = stored()
    assert len(results) == 6 and kept == 2
    expect(page.locator("tbody td:last-child")).to_have_text(["4 ✓", "2 ✓"])


def test_where_a_substitute_sat_one_key_records_nothing_and_one_answer_frees_the_sheet(
    page: Page, server: Server, stored: Any, tmp_path: Path
) -> None:
    code = PILE.format().replace("marked=rows,", 'marked=[*rows, [0, "substitute", "2"]],')
    session, job = json.loads(server.run(code))
    page.context.add_cookies([{"name": "troel_session", "value": session, "url": server.url}])
    page.goto(f"/staff/ledegem/rounds/scans/{job}/1/")
    expect(page.locator("#row-1")).to_be_focused()
    page.locator("#accept").click()
    expect(page.locator("#accept")).to_be_disabled()
    assert stored()[0] == {} and page.url.endswith("/1/")
    page.get_by_role("button", name="No substitute sat there").click()
    expect(page.locator("#accept")).to_be_focused()
    page.keyboard.press("Enter")
    # What still asks comes next.
    expect(page.locator("#row-2")).to_be_focused()
    expect(page.locator("#row-4 ~ p .entry-state")).to_have_text("recorded")
    assert set(stored()[0]) == {(1, 1), (1, 3), (1, 4)}


SCRIPT = re.compile(r"/desk/photo\b.*\.js")


@pytest.mark.parametrize("slow", [False, True], ids=["at once", "before the script is there"])
def test_a_photo_from_a_phone_leads_to_its_sheet(
    slow: bool, page: Page, server: Server, tmp_path: Path, stored: Any
) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    code = FILLED.format(players=4 * SHEETS, deals=DEALS, folder=tmp_path)
    session, _meant = json.loads(server.run(code))
    page.context.add_cookies([{"name": "troel_session", "value": session, "url": server.url}])
    page.goto("/staff/ledegem/rounds/1/tables/2/")
    held: list[Route] = []
    if slow:
        page.route(SCRIPT, lambda route: held.append(route))
    with page.expect_request(SCRIPT):
        page.get_by_role("link", name="Photograph a sheet").click(no_wait_after=True)
    if not slow:
        page.wait_for_load_state()
    page.get_by_label("Take a photo").set_input_files(tmp_path / "sheet1.jpg")
    for script in held:
        script.continue_()
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible(timeout=60_000)
    assert crowded(page) == [] and axe.violations(page) == []
    # How sure the reader is of this photo is not what is tested.
    for row in page.locator("#rows li:not([hidden])", has=page.locator(".row-question")).all():
        row.locator("input[id^=row-]").fill("19 13 10")
        row.locator("input[id^=row-]").press("Enter")
        expect(row.locator(".entry-state")).to_have_text("recorded")
    with page.expect_navigation():
        page.locator("#accept").click()
    # What became of it, and on to the next table.
    expect(page.get_by_role("heading", name="Sheets that were read")).to_be_visible()
    expect(page.locator(".pile")).to_contain_text("✓")
    page.get_by_role("link", name="Take another photo").click()
    expect(page.get_by_role("heading", name="Photograph a sheet")).to_be_visible()
    results, kept = stored()
    assert results and {table for table, _deal in results} == {2} and kept == 1


def test_the_picture_is_kept_where_a_row_was_typed_and_the_button_not_pressed(
    page: Page, sent: Any, stored: Any
) -> None:
    page.get_by_role("link", name="Look at the first sheet").click()
    for _twice in range(2):
        with page.expect_navigation():
            page.locator("#onward").click()
    assert stored() == ({}, 0), "nothing recorded, nothing kept"
    page.go_back()
    row = page.locator("#rows input[id^=row-]:enabled").first
    row.fill("19 13 10")
    row.press("Enter")
    with page.expect_navigation():
        page.locator("#onward").click()
    results, kept = stored()
    assert len(results) == kept == 1


def test_a_sheet_that_another_desk_recorded_meanwhile_is_compared(
    page: Page, server: Server, sent: Any, stored: Any, new_page: NewPage
) -> None:
    other = open_at_two_desks(page, server, new_page)
    # Here one row that was read is typed as the sheet does not have it.
    read = [row for row in page.locator("#rows input[id^=row-]:enabled").all() if row.input_value() not in ("", "0")]
    read[0].fill("19 13 10")
    read[0].press("Enter")
    record(page)
    before = stored()
    other.locator("#accept").click()
    expect(other.get_by_text("The sheet says:")).to_have_count(1)
    same = other.locator("#rows .entry-state", has_text="recorded, and the sheet says the same")
    # A deal that everybody passed has no result.
    expect(same).to_have_count(sum(result is not None for result in before[0].values()) - 1)
    expect(other.get_by_text("has already been recorded")).to_have_count(0)
    assert before[0] and stored() == before


def test_a_sheet_that_another_desk_recorded_alike_is_done_here_too(
    page: Page, server: Server, sent: Any, stored: Any, new_page: NewPage
) -> None:
    other = open_at_two_desks(page, server, new_page)
    record(page)
    before = stored()
    record(other)
    expect(other).to_have_url(page.url)
    assert before[0] and stored() == before


def test_a_spare_sheet_is_recorded_at_the_table_that_is_named(page: Page, spare: str, stored: Any) -> None:
    page.get_by_role("link", name="of which table?").click()
    page.get_by_label("Table").select_option("2")
    page.get_by_role("button", name="Look at the rows").click()
    expect(page.get_by_text("is a sheet of this table for the same deals")).to_be_visible()
    record(page)
    results, kept = stored()
    assert results and {table for table, _number in results} == {2} and kept == 1
    expect(page).to_have_url(spare)
    expect(page.locator("tbody tr").last).to_contain_text("table 2")


def test_rows_after_the_last_deal_are_shown_and_not_recorded(page: Page, spare: str, stored: Any) -> None:
    page.get_by_role("link", name="Look at the first sheet").click()
    expect(page.locator("#beyond")).to_contain_text(f"stopped after deal {LAST}")
    expect(page.locator("#beyond svg")).to_have_count(DEALS - LAST)
    record(page)
    results, _kept = stored()
    assert results and all(table == 1 and number <= LAST for table, number in results)


def test_without_scripts_the_rows_are_recorded_one_by_one(
    page: Page, server: Server, spare: str, stored: Any, new_page: NewPage
) -> None:
    plain = new_page(base_url=server.url, java_script_enabled=False)
    plain.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    plain.goto(spare)
    plain.get_by_role("link", name="of which table?").click()
    plain.get_by_label("Table").select_option("2")
    plain.get_by_role("button", name="Look at the rows").click()
    # What is in a noscript is on the page, and yet Playwright finds nothing in it by role or text.
    expect(plain.locator("noscript .notice")).to_contain_text("Your browser runs no scripts")
    expect(plain.locator("#rows")).to_be_hidden()
    for count in (1, 2):
        expect(plain.locator("#contract")).not_to_have_value("")
        plain.locator("noscript form.typing button").click()
        expect(plain.locator("noscript ol.rows small")).to_have_count(count)
    plain.locator("noscript form[action$='/picture/'] button").click()
    expect(plain.get_by_role("heading", name="Pictures of the sheet")).to_be_visible()
    results, kept = stored()
    assert len(results) == 2 and kept == 1


@pytest.mark.parametrize("width", by_day([360, 1280]))
def test_the_pages_fit_and_are_clean(page: Page, server: Server, spare: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    scans = "/staff/ledegem/rounds/scans/"
    for address in (scans, f"{scans}photo/", *(spare + rest for rest in ("", "1/", "3/", "3/?table=2", "questions/"))):
        for language in ("nl", "fr"):
            page.context.add_cookies([{"name": "troel_language", "value": language, "url": server.url}])
            page.goto(address)
            expect(page.locator("html")).to_have_attribute("lang", language)
            assert crowded(page) == [] and axe.violations(page) == [], address
