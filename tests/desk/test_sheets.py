"""The desk's look-up: from the code of a paper sheet, typed or scanned, to the page of its table."""

from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.pages.no_script import Visit
from tournament import links
from tournament.acts.rounds import rounds
from tournament.acts.table.tables import renew_link
from tournament.models import Event
from tournament.printing.sheets.sheet_code import sheet_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


def asked(client: Client, event: Event, code: str) -> Any:
    """The answer to a code."""
    return client.get(f"/staff/{event.slug}/rounds/sheet/", {"code": code})


@pytest.mark.parametrize("typed", ["{}", " {} ", "1 0003 {check}", "10003{check}", "TROEL1 {} 1 3F9A0C12"])
def test_a_code_leads_to_the_page_on_which_the_sheet_is_typed(event: Event, desk: Client, typed: str) -> None:
    code = sheet_code(1, 3)
    answer = asked(desk, event, typed.format(code, check=code[-1]))
    assert (answer.status_code, answer["Location"]) == (303, f"/staff/{event.slug}/rounds/1/tables/3/rows/")


def test_every_code_printed_for_a_round_opens_its_table(event: Event, desk: Client) -> None:
    for number in (1, 2, 3, 4):
        assert asked(desk, event, sheet_code(1, number))["Location"].endswith(f"/tables/{number}/rows/")


def test_a_scanned_sheet_leads_there_too_even_when_its_link_is_dead(event: Event, desk: Client) -> None:
    table = cast.table(event, 2)
    scanned = links.table_url(table)
    renew_link(table, "system")
    assert asked(desk, event, scanned)["Location"].endswith("/tables/2/rows/")


def test_the_number_of_a_table_opens_it_in_the_round_being_played(event: Event, desk: Client) -> None:
    assert asked(desk, event, " 3 ")["Location"].endswith("/rounds/1/tables/3/rows/")
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    assert asked(desk, event, "3")["Location"].endswith("/rounds/1/tables/3/")
    cast.next_round(event)
    assert asked(desk, event, "3")["Location"].endswith("/rounds/2/tables/3/rows/")


def test_no_number_opens_a_table_before_a_round_is_published() -> None:
    coming = cast.event(slug="straks")
    answer = asked(cast.client(cast.desk(coming)), coming, "3")
    assert answer.status_code == 422 and "No round has been published yet." in cast.shown(answer)


WRONG = {
    "no such table in the round being played": ("5", "Round 1 has no table 5."),
    "a figure mistyped": ("1 0013-" + sheet_code(1, 3)[-1], "This is not the code of a sheet; a digit may be wrong."),
    "two figures changed places": ("10030-" + sheet_code(1, 3)[-1], "This is not the code of a sheet"),
    "no figures": ("tafel 3", "This is not the code of a sheet"),
    "too long": ("1" * 300, "This is not the code of a sheet"),
    "no such table": (sheet_code(1, 5), "Round 1 has no table 5."),
    "no such round": (sheet_code(2, 1), "Round 2 has no table 1."),
    "a table beyond the database's": (sheet_code(999_999, 9999), "Round 999999 has no table 9999."),
    "a sheet of nowhere": ("http://testserver/t/99999-abcd/", "This sheet does not belong to this event."),
    "a spare sheet's code": ("TROEL1 S2 1 3F9A0C12", "This is not the code of a sheet"),
    "a number beyond any": (f"/t/{2**63}-abcd/", "This sheet does not belong to this event."),
}


@pytest.mark.parametrize(("code", "said"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_code_is_told_and_stands_there_to_be_put_right(
    event: Event, desk: Client, code: str, said: str
) -> None:
    answer = asked(desk, event, code)
    assert answer.status_code == 422
    assert said in cast.shown(answer)
    assert cast.filled_in(answer)["code"] == code


def test_a_sheet_of_another_event_is_not_opened(event: Event, desk: Client) -> None:
    other = cast.playing(players=4, slug="elders")
    answer = asked(desk, event, links.table_url(cast.table(other)))
    assert answer.status_code == 422 and "This sheet does not belong to this event." in cast.shown(answer)
    assert asked(desk, other, sheet_code(1, 1)).status_code == 403


def test_one_begins_to_type_in_the_field(event: Event, desk: Client) -> None:
    tables = f"/staff/{event.slug}/rounds/1/tables/"
    field = 'id="code" name="code" value=""'
    for path in (tables, f"/staff/{event.slug}/rounds/sheet/"):
        page = desk.get(path).content.decode()
        assert page.split(field)[1].split(">")[0].rstrip().endswith("autofocus")
        assert page.count("autofocus") == 1
    playing = desk.get(f"{tables}1/").content.decode()
    assert "autofocus" not in playing.split(field)[1].split(">")[0]
    cast.play(cast.table(event))
    written = desk.get(f"{tables}1/").content.decode()
    assert "autofocus" in written.split(field)[1].split(">")[0]


def test_from_sheet_to_sheet_without_a_script(event: Event, desk: Client) -> None:
    page = Visit(desk, f"/staff/{event.slug}/rounds/1/tables/")
    page.press("Open the table", code=sheet_code(1, 4))
    assert "Table 4, round 1" in page.words
    page.press("Open the table", code=sheet_code(1, 2))
    assert "Table 2, round 1" in page.words
