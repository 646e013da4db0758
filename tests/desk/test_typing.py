"""The desk: typing the deals of a paper sheet, one line each."""

import re

import pytest
from django.http import QueryDict
from django.test import Client

from scoring import load
from tests.support.events import cast
from tests.support.pages.desk_pages import LINE, at
from tests.support.pages.no_script import Visit
from tournament.acts.rounds import rounds, seat_swaps
from tournament.acts.table import redeals
from tournament.forms.table.choices import typed
from tournament.models import Event, LogEntry, Table

pytestmark = pytest.mark.django_db

BEGUN = r'<(?:input|select) id="(\w+)"[^>]* autofocus'
MARKED = r'<(?:input|select) id="(\w+)"[^>]* aria-invalid="true"'


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


def test_a_sheet_is_typed_deal_after_deal(event: Event, table: Table, desk: Client) -> None:
    page = Visit(desk, at(table))
    page.press("Record", contract="pc9", who="13", tricks="10")
    assert "Deal 1 is recorded. P&C 9" in page.words and "+13 0 +13 0" in page.words
    page.press("Record", contract="PM", who="12", tricks="01")
    page.press("Record", contract="s12", who="4", tricks="12", jury="allowed")
    fourth = cast.entry(event, cast.seated(table)[4]).player.name
    assert f"Really? {fourth}, solo 12, 12 tricks?" in page.words
    page.press("Record", contract="tr9", who="1 4", tricks="8")
    assert [cast.stored(table, number)["contract"] for number in (1, 2, 3, 4)] == ["PC9", "PM", "S12", "TR9"]
    assert cast.stored(table, 2)["tricks"] == {"1": 0, "2": 1}
    by = f"user:{cast.desk(event).pk}"
    assert LogEntry.objects.filter(event=event, act="record_deal", by=by).count() == 4
    page.follow("Close the table").press("Close the table")
    assert cast.table(event).closed and "Table 1 is closed." in page.words


def test_the_line_is_ready_for_the_next_deal(table: Table, desk: Client) -> None:
    cast.write(table, 1)
    page = desk.get(at(table)).content.decode()
    assert 'name="deal" value="2"' in page
    assert page.count("autofocus") == 1 and 'maxlength="40" autofocus' in page
    assert '<option value="PC9">Prop &amp; cop 9</option>' in page


def test_deals_may_be_typed_in_any_order(table: Table, desk: Client) -> None:
    page = Visit(desk, at(table)).press("Record", **{**LINE, "deal": "3"})
    assert "Deal 3 is recorded." in page.words and cast.stored(table, 3)["contract"] == "PC9"
    assert page.page.forms[0].sends["deal"] == ["1"]


def test_a_sheet_that_comes_after_the_round_was_closed_is_typed(event: Event, table: Table, desk: Client) -> None:
    rounds.close_round(cast.round_of(event), "system", reason="Sheets are still out.")
    cast.write(cast.table(event, 1, cast.next_round(event).number), 1)
    page = Visit(desk, at(table)).press("Record", **LINE)
    assert "Deal 1 is recorded." in page.words
    assert desk.get(at(table, "rows/")).status_code == 200


def test_a_line_sent_twice_is_written_once(table: Table, desk: Client) -> None:
    first = desk.post(at(table, "type/"), {**LINE, "key": "k"})
    with cast.nothing_written():
        second = desk.post(at(table, "type/"), {**LINE, "key": "k"})
    assert first.status_code == second.status_code == 303 and first["Location"] == second["Location"]


def test_a_deal_that_somebody_else_wrote_is_not_written_over(table: Table, desk: Client) -> None:
    page = Visit(desk, at(table))
    cast.write(table, 1)
    with cast.nothing_written():
        page.press("Record", contract="pc9", who="13", tricks="10")
    assert page.status == 409 and "Deal 1 has already been recorded." in page.words and "P&C 8" in page.words


@pytest.mark.parametrize(
    ("typed", "status", "sentence"),
    [
        ({"contract": ""}, 422, "the contract"),
        ({"contract": "xx"}, 422, "XX"),
        ({"contract": "pmt"}, 422, "PMT"),
        ({"who": "1"}, 422, "2"),
        ({"who": "15"}, 422, "seat 5. The seats are 1, 2, 3, 4."),
        ({"who": "99"}, 422, "seat 9. The seats are 1, 2, 3, 4."),
        ({"who": "10"}, 422, "seat 0. The seats are 1, 2, 3, 4."),
        ({"who": "1٣"}, 422, "2"),
        ({"tricks": "14"}, 422, "13"),
        ({"tricks": "ten"}, 422, "the tricks"),
        ({"contract": "s12", "who": "1", "tricks": "12"}, 422, "whether the jury was called"),
        ({"contract": "s12", "who": "1", "tricks": "12", "jury": "refused"}, 422, "jury"),
        ({"contract": "☠" * 700, "who": "☠", "tricks": "\0"}, 422, "contract"),
        ({"deal": "9"}, 404, "This table has no such deal."),
        ({"deal": ""}, 404, "This table has no such deal."),
        ({"key": ""}, 422, "Open this page again"),
    ],
)
def test_what_cannot_be_comes_back_as_it_was_typed(
    table: Table, desk: Client, typed: dict[str, str], status: int, sentence: str
) -> None:
    with cast.nothing_written():
        answer = desk.post(at(table, "type/"), {**LINE, "key": "k", **typed})
    page = answer.content.decode()
    assert answer.status_code == status and sentence in page
    if status == 422 and typed.get("who") == "15":
        assert 'name="who" value="15"' in page and 'name="key" value="k"' in page


@pytest.mark.parametrize("name", ["solo 7", "Alleen7", "SOLO 7", "s 7", "a7", "seul 7"])
def test_a_contract_is_typed_by_its_name_in_any_language(table: Table, desk: Client, name: str) -> None:
    Visit(desk, at(table)).press("Record", contract=name, who="2", tricks="7")
    assert cast.stored(table, 1)["contract"] == "S7"


def test_who_types_an_unknown_contract_reads_which_there_are(table: Table, desk: Client) -> None:
    page = Visit(desk, at(table)).press("Record", contract="xx", who="2", tricks="7")
    assert "no contract “XX”. They have PC8, PC9," in page.words


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"contract": "xx"}, "contract"),
        ({"who": ""}, "who"),
        ({"who": "15"}, "who"),
        ({"who": "1"}, "who"),
        ({"contract": "abondance"}, "contract"),
        ({"tricks": ""}, "tricks"),
        ({"tricks": "14"}, "tricks"),
        ({"contract": "pm", "who": "12", "tricks": "0"}, "tricks"),
        ({"contract": "s12", "who": "1", "tricks": "12"}, "jury"),
        ({"deal": "2"}, "deal"),
    ],
)
def test_the_field_that_is_wrong_is_the_one_to_type_in(
    table: Table, desk: Client, typed: dict[str, str], field: str
) -> None:
    for number in (1, 2):
        cast.write(table, number)
    page = desk.post(at(table, "type/"), {**LINE, "deal": "3", "key": "k", **typed}).content.decode()
    assert re.findall(BEGUN, page) == [field] == re.findall(MARKED, page)


@pytest.mark.parametrize(("typed", "field"), [({"contract": "solo"}, "contract"), ({"who": "1"}, "who")])
def test_so_is_it_in_a_correction(table: Table, desk: Client, typed: dict[str, str], field: str) -> None:
    cast.write(table, 1)
    sent = {**LINE, "key": "k", "version": "1", "reason": "misread", **typed}
    page = desk.post(at(table, "deals/1/correct/"), sent).content.decode()
    assert re.findall(BEGUN, page) == [field] == re.findall(MARKED, page)
    page = desk.post(at(table, "deals/1/correct/"), {**sent, **LINE, "reason": ""}).content.decode()
    (reason,) = re.findall(r'<input[^>]* name="reason"[^>]*>', page)
    assert " autofocus" in reason and 'aria-invalid="true"' in reason


@pytest.mark.parametrize(
    ("name", "key"),
    [("troel", "TR9"), ("km", "PM"), ("ab9", "A9"), ("a6", "S6"), ("mot", "GMT"), ("Emballage 9", "PC9")],
)
def test_a_contract_is_typed_as_players_write_it(name: str, key: str) -> None:
    line = typed(QueryDict(f"contract={name}"), load("iwwa-2025"))
    assert (line.contract, line.could_be) == (key, ())


def test_a_name_that_fits_several_contracts_is_asked_back(table: Table, desk: Client) -> None:
    with cast.nothing_written():
        page = Visit(desk, at(table)).press("Record", contract="solo", who="2", tricks="7")
    assert page.status == 422 and "“SOLO” could be Solo 6, Solo 7, Solo 8 or Solo 12." in page.words


def test_points_alone_are_typed_by_seat() -> None:
    table = cast.table(cast.playing(slug="points", rules="points-only"))
    page = Visit(cast.client(cast.desk(table.round.event)), at(table))
    page.press("Record", points1="5", points2="-5", points3="0", points4="0")
    assert cast.stored(table, 1) == {"points": {"1": 5, "2": -5, "3": 0, "4": 0}}
    answer = page.client.post(at(table, "type/"), {"deal": "2", "key": "k", "points1": "5"})
    assert answer.status_code == 422 and re.findall(BEGUN, answer.content.decode()) == ["points2"]


def test_doubles_and_trump_are_typed_where_they_are_asked() -> None:
    table = cast.table(cast.playing(slug="flanders", rules="flanders", records_trump=True))
    redeals.all_pass(table, "system", 1)
    page = Visit(cast.client(cast.desk(table.round.event)), at(table))
    page.press("Record", contract="s6", who="1", tricks="6", double="1", trump="H")
    assert cast.stored(table, 1) == {"contract": "S6", "declarers": [1], "tricks": 6, "trump": "H", "doubles": 2}


def test_a_line_is_not_written_for_others_than_were_seen_at_the_table(table: Table, desk: Client) -> None:
    sends = cast.filled_in(desk.get(at(table)))
    line = {**LINE, "seats": sends["seats"], "versions": sends["versions"], "key": "seen"}
    other = cast.table(table.round.event, 2)
    seat_swaps.exchange_places(table.round, "system", (cast.seated(table)[1], cast.seated(other)[1]), "Asked.")
    with cast.nothing_written():
        answer = desk.post(at(table, "type/"), line)
        assert answer.status_code == 409 and "Somebody else sits at this table now" in cast.shown(answer)
    again = cast.filled_in(desk.get(at(table)))
    assert desk.post(at(table, "type/"), {**line, "seats": again["seats"], "key": "again"}).status_code == 303
    with cast.nothing_written():
        for junk in ("", "x", "1.1", "9.9.9 1.1.1", "\0"):
            asked = {**line, "deal": "2", "seats": junk, "key": "j"}
            assert desk.post(at(table, "type/"), asked).status_code == 409
