"""The list of a pile: which sheets are not in it, which are in it twice, and whose the refused ones are."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.support.events import cast
from tests.support.files.sheets_read import EARLY, address, batch_of, read_page, sheets_of
from tournament.acts.kernel import ended
from tournament.acts.kernel.unpublished import seating_token
from tournament.acts.rounds import rounds, seat_swaps
from tournament.acts.table.sheet_pictures import keep_picture
from tournament.files import evidence
from tournament.jobs.job import Job
from tournament.models import Event
from tournament.sheet_reading import batch
from tournament.sheet_reading.code_origin import CodeTracer
from tournament.sheet_reading.expected_sheets import book
from tournament.sheet_reading.listing import missing_sheets

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("room")]


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


def missing(event: Event, job: Job) -> list[tuple[int, int, int]]:
    """The round, table and sheet of what a pile lacks."""
    lacks = missing_sheets(event, batch.pages(event, job), sheets_of(event, job))
    return [(round, sheet.table, sheet.part) for round, sheets in lacks.items() for sheet in sheets]


def exchange(event: Event) -> None:
    """Two players of tables 1 and 2 exchange places."""
    round, one, other = cast.round_of(event), *(cast.seated(cast.table(event, number)) for number in (1, 2))
    seats = seating_token(type(round).objects.filter(pk=round.pk))
    seat_swaps.exchange_places(round, "system", (one[1], other[1]), "A wish.", seen=seats)


def refused(event: Event, text: str) -> dict[str, Any]:
    """A page with this text on it that the event does not expect, as its job keeps it."""
    page = read_page(event, refused="not of this event", payload=text, place=None, rows_at=[], marked=[])
    return CodeTracer(event).add_origin(page)


def text_of(event: Event, table: int = 1) -> str:
    """What the code on a sheet of a table says."""
    return next(text for text, place in book(event).sheet_places.items() if place.table == table)


# --- Missing, and twice -------------------------------------------------------------------------------------------


def test_sheets_that_are_not_in_the_pile_are_named(event: Event, desk: Client) -> None:
    job = batch_of(event, read_page(event, 1), read_page(event, 3))
    assert missing(event, job) == [(1, 2, 0), (1, 4, 0)]
    page = cast.shown(desk.get(address(event, f"{job.id}/")))
    assert "Round 1: tables 2 and 4 are not in this pile" in page


def test_what_is_recorded_kept_or_refused_is_not_missing(event: Event, desk: Client) -> None:
    cast.play(cast.table(event, 2))
    keep_picture(cast.table(event, 3), "system", 1, evidence.keep(b"x"))
    folded = read_page(event, 4, refused="folded", rows_at=[], marked=[])
    assert missing(event, batch_of(event, read_page(event), folded)) == []
    assert missing(event, batch_of(event, read_page(event))) == [(1, 4, 0)]


def test_of_a_table_with_two_sheets_the_one_that_lacks_is_named() -> None:
    event = cast.playing(players=8, deals=20)
    job = batch_of(event, read_page(event, 1))
    assert missing(event, job) == [(1, 1, 2), (1, 2, 1), (1, 2, 2)]
    # A table that stopped within its first sheet needs no second one.
    ended.end_table(cast.table(event, 1), "system", 8, "The hall closes.")
    ended.end_table(cast.table(event, 2), "system", 8, "The hall closes.")
    assert missing(event, job) == [(1, 2, 1)]


def test_only_the_rounds_of_the_pile_lack_sheets(event: Event) -> None:
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), "system")
    cast.next_round(event)
    assert missing(event, batch_of(event, read_page(event))) == []
    assert missing(event, batch_of(event)) == []


def test_a_table_that_is_in_the_pile_twice_is_named_in_the_list(event: Event, desk: Client) -> None:
    job = batch_of(event, read_page(event), read_page(event, 2), read_page(event))
    assert [sheet.twins for sheet in sheets_of(event, job)] == [(3,), (), (1,)]
    page = cast.shown(desk.get(address(event, f"{job.id}/")))
    assert "page 1; also on page 3" in page and "page 3; also on page 1" in page


# --- Whose a refused sheet is -------------------------------------------------------------------------------------


def test_a_refused_sheet_of_this_event_says_which_one_it_is(event: Event, desk: Client) -> None:
    job = batch_of(event, read_page(event, 2, refused="folded", rows_at=[], marked=[]))
    page = cast.shown(desk.get(address(event, f"{job.id}/")))
    assert (
        "Round 1, table 2, sheet 1, edition 1." in page and "Press it flat" in page and "Type the whole sheet" in page
    )


def test_a_sheet_of_another_event_is_named_for_who_may_read_it_there(event: Event, desk: Client) -> None:
    other = cast.playing(players=8, slug="izegem", name="Izegem speelt")
    job = batch_of(event, refused(event, text_of(other, 2)))
    at = address(event, f"{job.id}/")
    page = cast.shown(desk.get(at))
    assert "Round 1, table 2, sheet 1, edition 1. This is a sheet of another event. It is not typed here" in page
    assert "Izegem" not in page and "Type the whole sheet" not in page
    cast.member(other, "desk", cast.desk(event).username)
    page = cast.shown(desk.get(at))
    assert "Izegem speelt · Round 1, table 2" in page and "Read sheets of Izegem speelt" in page


def test_a_sheet_of_an_earlier_seating_says_so_and_where_to_type_it(event: Event, desk: Client) -> None:
    before = text_of(event, 1)
    exchange(event)
    assert text_of(cast.fresh(event), 1) != before
    page = cast.shown(desk.get(address(event, f"{batch_of(event, refused(event, before)).id}/")))
    assert "Round 1, table 1, sheet 1, edition 1. This sheet was printed for an earlier seating" in page
    assert "Type the whole sheet" in page


def test_a_sheet_whose_table_was_seated_anew_after_it_was_read_is_not_recorded_there(
    event: Event, desk: Client
) -> None:
    job = batch_of(event, read_page(event))
    look = address(event, f"{job.id}/1/")
    assert desk.get(look).status_code == 200
    exchange(event)
    late = desk.get(look)
    assert late.status_code == 409 and "This sheet was printed for an earlier seating" in cast.shown(late)


def test_a_sheet_that_nobody_knows_says_what_to_look_at(event: Event, desk: Client) -> None:
    unknown = f"{text_of(event, 1)[:-8]}00000000"
    page = cast.shown(desk.get(address(event, f"{batch_of(event, refused(event, unknown)).id}/")))
    assert "table 1, sheet 1. This sheet is not of this event as it is seated" in page and unknown in page


@pytest.mark.parametrize("text", ["", "TROEL1", "TROEL1 20017-4 1 3F9A0C12", "https://example.org", "TROEL1 Sx 1 00"])
def test_a_code_that_is_not_a_sheets_names_nothing(text: str, event: Event, desk: Client) -> None:
    page = refused(event, text)
    assert "origin" not in page
    job = batch_of(event, page)
    assert "not of this event as it is seated" in cast.shown(desk.get(address(event, f"{job.id}/")))


def test_a_spare_sheet_of_another_event_is_told_too(event: Event) -> None:
    other = cast.playing(players=8, slug="izegem")
    origin = {"event": "izegem", "round": 1, "table": 0, "part": 1, "edition": 1}
    assert refused(event, text_of(other, 0))["origin"] == origin


# --- The command --------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ("--out", "{out}", "ledegem", "a.png", "b.png"),
        ("ledegem", "a.png", "--out", "{out}", "b.png"),
        pytest.param(("ledegem", "--out", "{out}", "a.png", "b.png"), marks=pytest.mark.long),
        pytest.param(("ledegem", "a.png", "b.png", "--out", "{out}"), marks=pytest.mark.long),
    ],
)
@pytest.mark.usefixtures("event")
def test_the_command_takes_its_options_in_any_order(words: tuple[str, ...], tmp_path: Path, capsys: Any) -> None:
    pytest.importorskip("cv2")
    out = tmp_path / "out"
    call_command("read-sheets", *(word.format(out=out) for word in words), "--language", "en")
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["a.png", "b.png"] and out.is_dir()
    assert all("cannot be opened" in line for line in lines)


# --- Of which too little is left ----------------------------------------------------------------------------------


def faint(event: Event, table: int, doubts: int = 6) -> dict[str, Any]:
    """A page of eight deals, with so many rows in which the tricks are in doubt, as its job keeps it."""
    marks = [[deal, *rest] for deal in range(1, 9) for _deal, *rest in EARLY if deal > doubts or rest[0] != "tricks"]
    doubtful = [[deal, "tricks", "10", 0.1] for deal in range(1, doubts + 1)]
    page = read_page(event, table, marked=marks, doubtful=doubtful, cuts=[[0, 0, 9, 9]] * doubts)
    return batch.refuse_illegible(event, page)


def test_a_sheet_of_which_too_little_is_left_is_not_read() -> None:
    event = cast.playing(players=16, deals=8)
    desk = cast.client(cast.desk(event))
    job = batch_of(event, read_page(event, 1), faint(event, 2), faint(event, 0))
    page = cast.shown(desk.get(address(event, f"{job.id}/")))
    assert "Round 1, table 2, sheet 1, edition 1. Too little is left of the marks in this picture" in page
    assert "Round 1, a spare sheet. Too little is left" in page and page.count("Type the whole sheet") == 1
    assert [sheet.page.number for sheet in sheets_of(event, job)] == [1]
    assert missing(event, job) == [(1, 3, 0), (1, 4, 0)]
    looked = desk.get(address(event, f"{job.id}/2/"))
    assert looked.status_code == 409 and "Too little is left of the marks" in cast.shown(looked)
    answer = {"page": "2", "deal": "1", "verdicts": "tricks 10:1"}
    assert desk.post(address(event, f"{job.id}/questions/"), answer).status_code == 409


def test_of_a_pile_without_a_sheet_that_is_read_the_missing_ones_are_named_too() -> None:
    event = cast.playing(players=16, deals=8)
    assert missing(event, batch_of(event, faint(event, 2))) == [(1, 1, 0), (1, 3, 0), (1, 4, 0)]


def test_it_is_decided_once_whether_a_sheet_is_read() -> None:
    """As of a batch that was read before, or of which an answer was taken back."""
    event = cast.playing(players=16, deals=8)
    page = faint(event, 2)
    assert page["refused"] == "illegible" and not faint(event, 2, doubts=4)["refused"]
    assert not batch.page_of(event, 1, page | {"refused": ""}).refused
