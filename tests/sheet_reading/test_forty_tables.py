"""A whole round of paper: forty sheets, filled in and spoiled, come back, and the ranking is that of what was meant."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.server import Server

pytestmark = pytest.mark.nightly

TABLES, DEALS = 40, 8
HOME = "/staff/ledegem/rounds/"
# The round on paper, and the event in which the same deals are typed directly; both are seated alike.
FILLED = """
import json
from dataclasses import asdict
from pathlib import Path
from tests.support.events import cast
from tests.support.files import handed_in
plan = {{"deals": {deals}, "planned_rounds": 1}}
event, typed = (cast.playing({players}, slug, **plan) for slug in ("ledegem", "typed"))
found = handed_in.hand_in(event, typed, Path("{folder}"), "nl")
print(json.dumps([cast.client(cast.desk(event)).cookies["troel_session"].value, asdict(found)]))
"""
RANKED = """
import json
from tests.support.files import handed_in
from tournament.models import Deal, LogEntry
count = Deal.objects.filter(table__round__event__slug="ledegem", result__isnull=False).count()
kept = LogEntry.objects.filter(act="keep_picture").count()
rankings = [handed_in.ranking(slug) for slug in ("ledegem", "typed")]
print(json.dumps([rankings, count, kept]))
"""


def shell(server: Server, code: str) -> Any:
    """What a program prints as JSON in an installation."""
    return json.loads(server.run(code))


def type_lines(page: Page, lines: Mapping[str, str], deals: Iterable[int]) -> int:
    """Types these deals of a table as they were meant, each in its row; how many."""
    typed = list(deals)
    for deal in typed:
        row = page.locator(f"#row-{deal}")
        row.fill(lines[str(deal)])
        row.press("Enter")
    return len(typed)


def look(page: Page, lines: Mapping[str, Mapping[str, str]]) -> tuple[str, int]:
    """Records a sheet that was read: one button for the rows without doubt, the others typed; the table, rows asked."""
    expect(page.locator("#rows")).to_be_visible()
    read = json.loads(page.locator("#read").text_content() or "")
    path = json.loads(page.locator("#desk").text_content() or "")["rest"]
    table = path.split("/")[-2]
    open_rows = [deal for deal in range(1, DEALS + 1) if deal not in read["sure"]]
    asks = open_rows or page.locator("#short").count()
    # Where nothing is left to answer it leads on; it leaves once everything is sent.
    with page.expect_navigation():
        # Pressed where nothing is without doubt too, so that the picture is kept.
        page.locator("#accept").click()
        if asks:
            expect(page.locator("#accept")).to_be_disabled()
            type_lines(page, lines[table], open_rows)
            # Rows that are recorded are passed over; one that everybody passed is still to be played.
            if "0" not in lines[table].values():
                expect(page.locator("#onward")).to_be_focused()
            page.locator("#onward").click()
    return table, len(open_rows)


def test_the_ranking_of_forty_sheets_that_were_read_is_that_of_what_was_meant(
    page: Page, server: Server, tmp_path: Path
) -> None:
    session, sent = shell(server, FILLED.format(players=4 * TABLES, deals=DEALS, folder=tmp_path))
    page.context.add_cookies([{"name": "troel_session", "value": session, "url": server.url}])
    page.goto(f"{HOME}scans/")
    page.locator("input[name=scans]").set_input_files(sent["files"])
    page.get_by_role("button", name="Read", exact=True).click()
    first = page.get_by_role("link", name="Look at the first sheet")
    expect(first).to_be_visible(timeout=300_000)
    readable = page.locator("tbody tr").count()
    batch = page.url
    first.click()
    asked = dict(look(page, sent["lines"]) for _sheet in range(readable))
    assert page.url == batch and len(asked) == readable == TABLES - 1
    # One picture was refused.
    for table in sent["lines"].keys() - asked.keys():
        page.goto(f"{HOME}1/tables/{table}/rows/")
        type_lines(page, sent["lines"][table], range(1, DEALS + 1))
        expect(page.locator("#rows")).not_to_contain_text("not yet sent")
    (read, typed), count, kept = shell(server, RANKED)
    meant = [line for lines in sent["lines"].values() for line in lines.values()]
    assert read == typed and len(read) == 4 * TABLES
    assert {str(number): points for _rank, _shared, number, _name, _rounds, points, _tie in read} == sent["points"]
    # Most of it is without doubt, or nobody would scan sheets.
    assert sum(asked.values()) < DEALS * TABLES / 6
    assert count == sum(line != "0" for line in meant) and kept == readable
