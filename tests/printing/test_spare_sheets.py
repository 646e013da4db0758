"""Spare score sheets: printed without a table, read by their own code, recorded at the table that a person names."""

from pathlib import Path

import pytest
from django.core.management import CommandError
from django.test import Client

from tests.support.events import cast
from tests.support.files.paper import printed
from tests.support.files.sheets_read import address, batch_of, read_page, sheets_of
from tests.support.pages.desk_pages import at
from tournament.jobs.job import Job
from tournament.models import Deal, Event, Table
from tournament.printing.paper import Order
from tournament.printing.sheets import score_sheets
from tournament.sheet_reading import sheet_owner
from tournament.sheet_reading.expected_sheets import book

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("room")]
JSON = {"accept": "application/json"}


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


@pytest.fixture
def spare(event: Event) -> Job:
    """A batch with a spare sheet, with the own sheet of table 1, and with another spare one."""
    pages = [read_page(event, 0), read_page(event), read_page(event, 0, picture="2-1.jpg")]
    return batch_of(event, *pages)


def keep(desk: Client, table: Table, one: Job, key: str = "k1") -> int:
    """The status when the picture of a page is kept for a table."""
    answer = desk.post(at(table, "picture/"), {"scan": one.id, "page": 1, "key": key}, headers=JSON)
    return answer.status_code


def test_each_form_of_a_round_has_a_spare_sheet_with_a_code_of_its_own() -> None:
    event = cast.event(13, deals_per_round=20, planned_rounds=1)
    cast.given_round(event, [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12, 13]])
    order = Order(event, event.rounds.get())
    named = score_sheets.pages(order)
    spares = score_sheets.spares(order, named)
    assert len(named) == 6 and len(spares) == 4
    places = book(event).sheet_places
    found = [places[page.text] for page in spares]
    assert [(place.table, place.code, place.part, place.players) for place in found] == [
        (0, "S1", 1, 4),
        (0, "S1", 2, 4),
        (0, "S1", 1, 5),
        (0, "S1", 2, 5),
    ]
    assert [[row.number for row in sheet_owner.tables(event, place)] for place in found] == [[1, 2], [1, 2], [3], [3]]


@pytest.mark.parametrize(("option", "number"), [("--spare", "0"), ("--spare", "201"), ("--first", "-1")])
def test_so_many_cannot_be_meant(event: Event, tmp_path: Path, option: str, number: str) -> None:
    with pytest.raises(CommandError, match="from 1 to 200"):
        printed(event, "sheets", tmp_path, f"{option}={number}")


def test_the_page_asks_of_which_table_it_is_and_shows_no_rows_before(event: Event, desk: Client, spare: Job) -> None:
    assert [sheet.table and sheet.table.number for sheet in sheets_of(event, spare)] == [None, 1, None]
    assert "of which table?" in cast.shown(desk.get(address(event, f"{spare.id}/")))
    page = address(event, f"{spare.id}/1/")
    asked = desk.get(page).content.decode()
    assert '<option value="4">' in asked and "desk-state" not in asked
    for wrong in ("9", "0", "x", ""):
        assert desk.get(page, {"table": wrong}).status_code == 422
    rows = cast.shown(desk.get(page, {"table": "3"}))
    assert "Type table 3" in rows and '"lines": {"1": "19 13 10"}' in rows


def test_it_is_listed_at_the_table_for_which_it_was_kept(event: Event, desk: Client, spare: Job) -> None:
    three = cast.table(event, 3)
    assert keep(desk, three, spare) == 200
    cast.write(three, 1)
    listed = sheets_of(event, spare)[0]
    assert listed.table == three and listed.recorded == 1
    assert f"/{spare.id}/1/?table=3" in desk.get(address(event, f"{spare.id}/")).content.decode()


def test_it_is_refused_at_another_table_until_the_first_is_empty(event: Event, desk: Client, spare: Job) -> None:
    three, two = cast.table(event, 3), cast.table(event, 2)
    assert keep(desk, three, spare) == 200
    cast.write(three, 1)
    page = address(event, f"{spare.id}/1/")
    answer = desk.get(page, {"table": "2"})
    assert answer.status_code == 409 and "recorded at table 3" in cast.shown(answer)
    with cast.nothing_written():
        assert keep(desk, two, spare, key="k2") == 409
    Deal.objects.filter(table=three).update(result=None)
    assert desk.get(page, {"table": "2"}).status_code == 200 and keep(desk, two, spare, key="k3") == 200
    assert sheets_of(event, spare)[0].table == two


def test_two_sheets_of_one_table_name_each_other(event: Event, desk: Client, spare: Job) -> None:
    one = cast.table(event, 1)
    page = desk.get(address(event, f"{spare.id}/1/"), {"table": "1"}).content.decode()
    assert "is a sheet of this table for the same deals" in page and f"/{spare.id}/2/" in page
    assert keep(desk, one, spare) == 200
    for number in (2, 3):
        page = cast.shown(desk.get(address(event, f"{spare.id}/{number}/"), {"table": "1"}))
        assert "Another picture of this sheet of the table was kept" in page
    assert "Another picture" not in cast.shown(desk.get(address(event, f"{spare.id}/1/"), {"table": "1"}))


def test_a_table_of_another_form_cannot_have_it(event: Event, desk: Client, spare: Job) -> None:
    Table.objects.filter(round__event=event, number=2).update(deals_override=3)
    page = address(event, f"{spare.id}/1/")
    assert desk.get(page, {"table": "2"}).status_code == 422
    with cast.nothing_written():
        assert keep(desk, cast.table(event, 2), spare) == 422
    Table.objects.filter(round__event=event).update(deals_override=3)
    answer = desk.get(page)
    assert answer.status_code == 409 and "Type it by hand" in cast.shown(answer)
