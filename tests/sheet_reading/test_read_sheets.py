"""The desk's pages for score sheets that come back as pictures, and the pictures that are kept as evidence."""

import ast
import subprocess
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tests.support.events import cast, rehearsals
from tests.support.files import jobs
from tests.support.files.sheets_read import EARLY, PICTURE, address, batch_of, read_page, received, sheets_of
from tests.support.pages import pseudo, tour
from tests.support.pages.desk_pages import at
from tests.support.pages.no_script import Visit
from tests.support.pages.untranslated import typed_in
from tests.support.pages.walks import Listener
from tournament.acts.kernel import ended
from tournament.acts.lifecycle import anonymity, rehearsal
from tournament.acts.table import deals
from tournament.acts.table.sheet_pictures import keep_picture, pictures_of
from tournament.acts.table.swapped_seats import swap_seats
from tournament.files import evidence
from tournament.forms.table.choices import typed
from tournament.forms.table.keypad import fields_in, keyed
from tournament.models import Deal, Event, LogEntry, Table
from tournament.ranking import facts
from tournament.ranking.swapped_seats import SeatSwap
from tournament.reading.table.sheet_pictures import pictures_at
from tournament.sheet_reading import batch, reading_process, reasons
from tournament.sheet_reading.expected_sheets import book
from tournament.sheet_reading.marks import SheetQuestion
from tournament.site import children

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("room")]


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


def test_what_was_read_is_listed_with_what_is_in_doubt(event: Event, desk: Client) -> None:
    refused = read_page(event, refused="too small", place=None, payload="")
    one = batch_of(event, read_page(event), refused)
    page = desk.get(address(event, f"{one.id}/")).content.decode()
    assert "table 1" in page and '<td class="number">1</td>' in page
    assert "This picture is too small to read." in page and "Look at the first sheet" in page


def test_a_sheet_is_looked_at_beside_its_picture(event: Event, desk: Client) -> None:
    one = batch_of(event, read_page(event))
    page = desk.get(address(event, f"{one.id}/1/")).content.decode()
    assert 'viewBox="0 340 1485 40"' in page and "No contract is marked." in page
    assert '"lines": {"1": "19 13 10"}' in page and '"sure": [1]' in page


@pytest.mark.long
@pytest.mark.usefixtures("nobodys")
def test_all_of_it_is_in_the_readers_language(event: Event) -> None:
    refused = read_page(event, refused="too small", place=None, payload="")
    one = batch_of(
        event,
        read_page(event, marked=[*EARLY, [0, "substitute", "2"], [2, "tricks", "8"]]),
        refused,
        read_page(event, 0),
    )
    pages = [address(event, rest) for rest in ("", f"{one.id}/", f"{one.id}/1/", f"{one.id}/3/")]
    client = cast.client(cast.desk(event), pseudo.LANGUAGE)
    listener = Listener(*typed_in(), "scan.pdf")
    met = tour.walk(client, pages, listener.look, send=False)
    assert listener.faults == {} and met >= {
        "staff:read-sheets",
        "staff:scans",
        "staff:scanned-sheet",
        "staff:scan-picture",
    }


def test_where_a_substitute_sat_nothing_is_without_doubt(event: Event, desk: Client) -> None:
    one = batch_of(event, read_page(event, marked=[*EARLY, [0, "substitute", "2"]]))
    page = desk.get(address(event, f"{one.id}/1/")).content.decode()
    assert '"sure": []' in page and "a substitute sat in seat 2" in page


def test_what_may_be_a_signature_in_the_bubble_of_a_substitute_leaves_the_rows_without_doubt(
    event: Event, desk: Client
) -> None:
    one = batch_of(event, read_page(event, doubtful=[[0, "substitute", "2", 0.2]], cuts=[[0, 0, 9, 9]]))
    page = cast.shown(desk.get(address(event, f"{one.id}/1/")))
    assert '"sure": [1]' in page and "a substitute sat" not in page
    assert "Something is in the bubble for a substitute in seat 2" in page


def test_a_batch_that_was_read_before_there_was_a_second_edition_is_shown(event: Event, desk: Client) -> None:
    before = read_page(event)
    del before["place"]["edition"]
    one = batch_of(event, before)
    assert desk.get(address(event, f"{one.id}/1/")).status_code == 200


def test_a_sheet_that_names_who_does_not_sit_there_says_so(event: Event, desk: Client) -> None:
    one = batch_of(event, read_page(event), read_page(event, 0))
    looked = address(event, f"{one.id}/1/")
    table, warning = cast.table(event), "where the sheet prints another name"
    assert warning not in desk.get(looked).content.decode()
    swap_seats(table, "system", SeatSwap(((1, 1), (1, 2)), 3, by_name=False), "They sat in each other’s place.")
    name, page = cast.entry(event, cast.seated(table)[2]).player.name, desk.get(looked).content.decode()
    assert page.count(warning) == 2 and f"From deal 3 on {name} sits in seat 1" in page
    assert warning not in desk.get(address(event, f"{one.id}/2/?table=1")).content.decode()


def test_a_picture_is_for_the_staff_alone(event: Event, desk: Client, client: Client) -> None:
    one = batch_of(event, read_page(event))
    answer = desk.get(address(event, f"{one.id}/1.jpg"))
    assert answer.content == PICTURE
    assert "private" in answer["Cache-Control"] and answer["Content-Security-Policy"].startswith("default-src 'none'")
    assert client.get(address(event, f"{one.id}/1.jpg")).status_code == 302


def test_what_is_no_longer_kept_is_not_found(event: Event, desk: Client) -> None:
    one = batch_of(event, read_page(event))
    for rest in (f"{'0' * 32}/", f"{one.id}/2/", f"{one.id}/0/", f"{one.id}/7.jpg"):
        assert desk.get(address(event, rest)).status_code == 404, rest


def test_without_the_packages_that_read_it_says_so(event: Event, desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_process, "NEEDED", ("a_package_that_nobody_has",))
    answer = desk.get(address(event))
    assert answer.status_code == 503 and "make setup READING=1" in answer.content.decode()


def test_a_form_without_a_file_is_shown_again(event: Event, desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_process, "NEEDED", ())
    assert desk.post(address(event)).status_code == 422


@pytest.mark.usefixtures("nobody_at_work")
def test_what_is_sent_waits_in_a_batch(event: Event, desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_process, "NEEDED", ())
    one = jobs.job_of(desk.post(address(event), {"scans": [SimpleUploadedFile("../a b.pdf", b"%PDF-")]}))
    assert received(one) == ["001-a_b.pdf"]
    assert "waiting" in desk.get(address(event, f"{one.id}/")).content.decode()


def test_every_question_has_words(event: Event) -> None:
    rules = facts.ruleset(event)
    values = {"contracts": ("PC8", "PC9"), "doubtful": ("tricks 9", "jury"), "tricks": ("8", "9")}
    values["otherwise"] = "made 4:1;made 3:0", "tricks 9:1"
    said = [reasons.question(SheetQuestion(code, values.get(code, ("PC9", "3"))), rules) for code in reasons.QUESTIONS]
    assert all(said) and len(set(said)) == len(said)


def test_the_picture_of_a_sheet_is_kept_once(event: Event, table: Table, desk: Client) -> None:
    one = batch_of(event, read_page(event))
    data = {"scan": one.id, "page": "1"}
    for key in ("k1", "k2"):
        answer = desk.post(at(table, "picture/"), {**data, "key": key}, headers={"accept": "application/json"})
        assert answer.status_code == 200, cast.shown(answer)
    (found,) = pictures_at(table)
    assert found.part == 1 and found.is_stored and found.digest in desk.get(at(table)).content.decode()
    shown = desk.get(at(table, f"picture/{found.digest}.jpg"))
    assert shown.content == PICTURE
    other = cast.table(event, 2)
    assert desk.get(at(other, f"picture/{found.digest}.jpg")).status_code == 404
    with cast.nothing_written():
        wrong = desk.post(at(other, "picture/"), {**data, "key": "k3"}, headers={"accept": "application/json"})
    assert wrong.status_code == 422


def test_a_picture_that_no_line_names_does_not_stay(event: Event, table: Table, desk: Client) -> None:
    one = batch_of(event, read_page(event))
    Event.objects.filter(pk=event.pk).update(final_at=timezone.now())
    data = {"scan": one.id, "page": "1", "key": "k1"}
    with cast.nothing_written():
        answer = desk.post(at(table, "picture/"), data, headers={"accept": "application/json"})
    assert answer.status_code == 409, cast.shown(answer)
    assert not any(evidence.pictures())
    other = cast.playing(8, slug="other")
    keep_picture(cast.table(other), "system", 1, evidence.keep(PICTURE))
    assert desk.post(at(table, "picture/"), data, headers={"accept": "application/json"}).status_code == 409
    assert [content for _digest, content in evidence.pictures()] == [PICTURE]  # the other event's evidence


def test_what_reads_pictures_is_told_neither_keys_nor_database() -> None:
    told = "import os; print(*sorted(os.environ))"
    for more, known in (({"X": "1"}, True), (None, False)):
        with children.start_child(["-c", told], 0, more, stdout=subprocess.PIPE) as child:
            assert child.stdout is not None
            names = child.stdout.read().decode().split()
        assert ("DATABASE_URL" in names, "VAR_DIR" in names, "X" in names) == (known,) * 3


def test_a_picture_that_is_not_there_is_not_said_to_be(table: Table) -> None:
    with cast.refused():
        keep_picture(table, "system", 1, "0" * 64)


def test_a_picture_is_removed_with_the_names_and_its_line_stays(
    event: Event, table: Table, django_capture_on_commit_callbacks: Any
) -> None:
    digest = evidence.keep(PICTURE)
    keep_picture(table, "system", 1, digest)
    event.refresh_from_db()
    Event.objects.filter(pk=event.pk).update(state=Event.State.ARCHIVED)
    event.refresh_from_db()
    with django_capture_on_commit_callbacks(execute=True):
        anonymity.anonymise(event, "system", range(1, 17))
    assert evidence.picture(digest) is None and not pictures_at(table)[0].is_stored
    assert LogEntry.objects.filter(event=event, act="keep_picture").count() == 1


def test_a_picture_that_is_too_large_is_not_kept() -> None:
    with pytest.raises(ValueError, match="small"):
        evidence.keep(b"x" * (evidence.MAX_BYTES + 1))


# --- A table that stopped early -----------------------------------------------------------------------------------


def test_a_table_that_was_stopped_keeps_the_sheet_on_which_it_began(event: Event, table: Table) -> None:
    before = book(event)
    ended.end_table(table, "system", 1, "The hall closes.")
    assert book(cast.fresh(event)) == before


def test_rows_after_the_last_deal_are_shown_and_not_counted(event: Event, table: Table, desk: Client) -> None:
    later = [[3, *rest] for _deal, *rest in EARLY]
    one = batch_of(event, read_page(event, marked=[*EARLY, *later, [4, "tricks", "8"]]))
    ended.end_table(table, "system", 2, "The hall closes.")
    page = cast.shown(desk.get(address(event, f"{one.id}/1/")))
    assert "was stopped after deal 2" in page and "Deal 3 · 19 13 10" in page and "Deal 4 · ?" in page
    assert '"lines": {"1": "19 13 10"}, ' in page and '"sure": [1]' in page
    found = sheets_of(event, one)[0]
    assert (found.sure, found.open, found.beyond, found.done) == ([1], [2], 2, False)
    assert "not counted: 2" in cast.shown(desk.get(address(event, f"{one.id}/")))


def test_a_sheet_of_which_nothing_can_be_recorded_says_so(event: Event, table: Table, desk: Client) -> None:
    one = batch_of(event, read_page(event))
    cast.play(table)
    deals.close_table(table, "system")
    page = desk.get(address(event, f"{one.id}/1/"), follow=True)
    assert page.redirect_chain == [(at(table), 303)] and "the picture is not compared" in cast.shown(page)


# --- A rehearsal, and the reader's own words ----------------------------------------------------------------------


def test_what_was_kept_and_read_in_a_wiped_rehearsal_is_not_listed_until_it_is_back() -> None:
    event = rehearsals.rehearsed()
    table, digest = cast.table(event, 1), evidence.keep(PICTURE)
    one = batch_of(event, read_page(event))
    keep_picture(table, "system", 1, digest)
    event = rehearsals.start(cast.fresh(event), wipe=True)
    table, desk = cast.table(event, 1), cast.client(cast.desk(event))
    assert pictures_at(table) == [] and evidence.picture(digest)
    for gone in (at(table, f"picture/{digest}.jpg"), address(event, f"{one.id}/")):
        assert desk.get(gone).status_code == 404
    rehearsal.bring_back(event, "system")
    assert [kept.digest for kept in pictures_at(table)] == [digest] and batch.find(event, one.id)


def test_a_picture_of_a_wiped_rehearsal_can_be_kept_again_and_goes_with_the_names() -> None:
    event = rehearsals.rehearsed()
    keep_picture(cast.table(event, 1), "system", 1, digest := evidence.keep(PICTURE))
    event = rehearsals.start(cast.fresh(event), wipe=True)
    assert pictures_of(event, range(1, 9)) == [digest]
    keep_picture(cast.table(event, 1), "system", 1, digest)
    assert [kept.digest for kept in pictures_at(cast.table(event, 1))] == [digest]


def test_every_code_of_the_reader_has_a_sentence() -> None:
    """They stand in its `REFUSALS`; it is not imported, so that this needs no OpenCV. One is said of a sheet's rows."""
    given, listed = set[str](), set[str]()
    for file in (settings.BASE_DIR / "tournament/scan").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "PageError":
                code = node.args[0]
                either = [code.body, code.orelse] if isinstance(code, ast.IfExp) else [code]
                given |= {ast.literal_eval(one) for one in either}
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "REFUSALS":
                listed |= set(ast.literal_eval(node.value))
    assert given
    assert given <= listed == set(reasons.REFUSALS) - {"illegible"}
    assert len({reasons.refusal(code) for code in reasons.REFUSALS}) == len(reasons.REFUSALS)


# --- Without scripts ----------------------------------------------------------------------------------------------


def test_without_scripts_one_deal_after_the_other_is_recorded_beside_the_picture(
    event: Event, table: Table, desk: Client
) -> None:
    one = batch_of(event, read_page(event, marked=[*EARLY, [2, "tricks", "8"], [3, "pass", ""]]))
    visit = Visit(desk, address(event, f"{one.id}/1/")).press("Record")
    assert visit.status == 200 and visit.address == address(event, f"{one.id}/1/")
    assert Deal.objects.get(table=table, number=1).result == cast.result("PC9", (1, 3), 10)
    # The second row asks: nothing is filled in for it but its number.
    visit.press("Record")
    assert visit.status == 422 and Deal.objects.filter(table=table).count() == 1
    Visit(desk, address(event, f"{one.id}/1/")).press("Record", contract="pc8", who="24", tricks="8")
    assert Deal.objects.get(table=table, number=2).result == cast.result("PC8", (2, 4), 8)
    assert Visit(desk, address(event, f"{one.id}/1/")).press("Keep the picture").status == 200
    assert len(pictures_at(table)) == 1


@pytest.mark.parametrize(
    "line", ["19 13 10", "60 1-2", "60 12", "60 -3", "70 2", "19 13 10 1", "19 13 10 x", "10 24 7 0 x"]
)
def test_a_line_that_was_read_fills_the_form_for_one_deal(line: str, event: Event) -> None:
    rules = facts.ruleset(event)
    assert keyed(typed(fields_in(line, rules), rules)) == line
    assert fields_in(f"{line} /", rules)["trump"] == "H"


@pytest.mark.parametrize("line", ["", "0", "0 19 13 10"])
def test_where_everybody_passed_the_form_stays_empty(line: str, event: Event) -> None:
    assert not fields_in(line, facts.ruleset(event))
