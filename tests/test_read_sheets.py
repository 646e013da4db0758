"""The desk's pages for score sheets that come back as pictures, and the pictures that are kept as evidence."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests import cast, errands, pseudo, tour
from tests.desk_pages import at
from tests.untranslated import typed_in
from tests.walks import Listener
from tournament.acts import anonymity
from tournament.acts.evidence import keep_picture
from tournament.errands import errand
from tournament.errands.errand import Errand, ErrandRequest
from tournament.models import Event, LogEntry, Table
from tournament.ranking import facts
from tournament.reading.evidence import kept_at
from tournament.refusal import Refusal
from tournament.scan.lines import Question
from tournament.scanned import batch, reading, told
from tournament.scanned.book import Place, book
from tournament.site import evidence

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("room")]
SCANS = "rounds/scans/"
PICTURE = b"\xff\xd8\xff a picture"
EARLY = [[1, "contract", "PC9"], [1, "declares", "1"], [1, "declares", "3"], [1, "tricks", "10"]]


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


def read_page(event: Event, **changes: Any) -> dict[str, Any]:
    """What the reader says of table 1: its first deal is clear, its second has no contract."""
    text, place = next((text, place) for text, place in book(event).places.items() if place.table == 1)
    return {
        "file": "given/001-scan.pdf",
        "page": 1,
        "payload": text,
        "refused": "",
        "marked": [*EARLY, [2, "tricks", "8"]],
        "doubtful": [],
        "cuts": [],
        "picture": "1-1.jpg",
        "scale": 5.0,
        "rows_at": [[deal, 300 + 40 * deal, 340 + 40 * deal] for deal in range(1, 5)],
        "seconds": 0.3,
        "place": {name: getattr(place, name) for name in Place.__slots__},
        **changes,
    }


def batch_of(room: Path, event: Event, *pages: dict[str, Any]) -> Errand:
    """A batch that was read, with its pictures."""
    room.mkdir(exist_ok=True)
    asked = ErrandRequest(batch.OFFER, event.slug, "user:1", {}, [], "", batch.MAY, 0, time.time())
    one = errand.put(room, asked, {f"{batch.PICTURES}/1-1.jpg": [PICTURE]})
    one.file.write_text(json.dumps({"pages": pages}))
    return one


def address(event: Event, rest: str = "") -> str:
    """An address about sheets that are read."""
    return f"/staff/{event.slug}/{SCANS}{rest}"


def test_what_was_read_is_listed_with_what_is_in_doubt(event: Event, desk: Client, room: Path) -> None:
    refused = read_page(event, refused="too small", place=None, payload="")
    one = batch_of(room, event, read_page(event), refused)
    page = desk.get(address(event, f"{one.id}/")).content.decode()
    assert "table 1" in page and '<td class="number">1</td>' in page
    assert "This picture is too small to read." in page and "Look at the first sheet" in page


def test_a_sheet_is_looked_at_beside_its_picture(event: Event, desk: Client, room: Path) -> None:
    one = batch_of(room, event, read_page(event))
    page = desk.get(address(event, f"{one.id}/1/")).content.decode()
    assert 'viewBox="0 340 1485 40"' in page and "No contract is marked." in page
    assert '"lines": {"1": "19 13 10"}' in page and '"sure": [1]' in page


@pytest.mark.long
@pytest.mark.usefixtures("nobodys")
def test_all_of_it_is_in_the_readers_language(event: Event, room: Path) -> None:
    refused = read_page(event, refused="too small", place=None, payload="")
    one = batch_of(room, event, read_page(event, marked=[*EARLY, [0, "substitute", "2"], [2, "tricks", "8"]]), refused)
    pages = [address(event), address(event, f"{one.id}/"), address(event, f"{one.id}/1/")]
    client = cast.client(cast.desk(event), pseudo.LANGUAGE)
    listener = Listener(*typed_in(), "scan.pdf")
    met = tour.walk(client, pages, listener.look, send=False)
    assert listener.faults == {} and met >= {"staff:read-sheets", "staff:scans", "staff:look", "staff:scan-picture"}


def test_where_a_substitute_sat_nothing_is_without_doubt(event: Event, desk: Client, room: Path) -> None:
    one = batch_of(room, event, read_page(event, marked=[*EARLY, [0, "substitute", "2"]]))
    page = desk.get(address(event, f"{one.id}/1/")).content.decode()
    assert '"sure": []' in page and "a substitute sat in seat 2" in page


def test_a_picture_is_for_the_staff_alone(event: Event, desk: Client, client: Client, room: Path) -> None:
    one = batch_of(room, event, read_page(event))
    answer = desk.get(address(event, f"{one.id}/1.jpg"))
    assert b"".join(answer.streaming_content) == PICTURE  # type: ignore[attr-defined]
    assert "private" in answer["Cache-Control"] and answer["Content-Security-Policy"].startswith("default-src 'none'")
    assert client.get(address(event, f"{one.id}/1.jpg")).status_code == 302


def test_what_is_no_longer_kept_is_not_found(event: Event, desk: Client, room: Path) -> None:
    one = batch_of(room, event, read_page(event))
    for rest in (f"{'0' * 32}/", f"{one.id}/2/", f"{one.id}/0/", f"{one.id}/7.jpg"):
        assert desk.get(address(event, rest)).status_code == 404, rest


def test_without_the_packages_that_read_it_says_so(event: Event, desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "NEEDED", ("a_package_that_nobody_has",))
    answer = desk.get(address(event))
    assert answer.status_code == 503 and "make setup READING=1" in answer.content.decode()


def test_a_form_without_a_file_is_shown_again(event: Event, desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "NEEDED", ())
    assert desk.post(address(event)).status_code == 422


@pytest.mark.usefixtures("nobody_at_work")
def test_what_is_sent_waits_in_a_batch(event: Event, desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "NEEDED", ())
    one = errands.errand_of(desk.post(address(event), {"scans": [SimpleUploadedFile("../a b.pdf", b"%PDF-")]}))
    assert [file.name for file in (one.folder / batch.GIVEN).iterdir()] == ["001-a_b.pdf"]
    assert "waiting" in desk.get(address(event, f"{one.id}/")).content.decode()


def test_every_question_has_words(event: Event) -> None:
    rules = facts.ruleset(event)
    values = {"contracts": ("PC8", "PC9"), "faint": ("tricks 9", "jury"), "tricks": ("8", "9")}
    said = [told.question(Question(code, values.get(code, ("PC9", "3"))), rules) for code in told.QUESTIONS]
    assert all(said) and len(set(said)) == len(said)


def test_the_picture_of_a_sheet_is_kept_once(event: Event, table: Table, desk: Client, room: Path) -> None:
    one = batch_of(room, event, read_page(event))
    data = {"scan": one.id, "page": "1"}
    for key in ("k1", "k2"):
        answer = desk.post(at(table, "picture/"), {**data, "key": key}, headers={"accept": "application/json"})
        assert answer.status_code == 200, cast.shown(answer)
    (found,) = kept_at(table)
    assert found.part == 1 and found.there and found.digest in desk.get(at(table)).content.decode()
    shown = desk.get(at(table, f"picture/{found.digest}.jpg"))
    assert b"".join(shown.streaming_content) == PICTURE  # type: ignore[attr-defined]
    other = cast.table(event, 2)
    assert desk.get(at(other, f"picture/{found.digest}.jpg")).status_code == 404
    with cast.nothing_written():
        wrong = desk.post(at(other, "picture/"), {**data, "key": "k3"}, headers={"accept": "application/json"})
    assert wrong.status_code == 422


def test_a_picture_that_is_not_there_is_not_said_to_be(table: Table) -> None:
    with cast.nothing_written(), pytest.raises(Refusal):
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
    assert evidence.kept(digest) is None and not kept_at(table)[0].there
    assert LogEntry.objects.filter(event=event, act="keep_picture").count() == 1


def test_a_picture_that_is_too_large_is_not_kept() -> None:
    with pytest.raises(ValueError, match="small"):
        evidence.keep(b"x" * (evidence.MOST_BYTES + 1))
