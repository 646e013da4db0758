"""Jobs: real children on the tests' own database, two at a time, and what becomes of them."""

import hashlib
import os
import signal
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.support.events import cast
from tests.support.files.jobs import asked, becomes, folder_of, hold_up, let_go, process_of, row_of, stored, tended
from tests.support.files.paper import Printed
from tests.support.servers.nightly import by_day
from tests.support.servers.waiting import PATIENCE, eventually
from tournament import links
from tournament.acts.rounds.room import set_room
from tournament.errors import UserError
from tournament.files import pieces
from tournament.files.database import clock
from tournament.files.models import JobFile, JobRow, JobState, Piece
from tournament.files.pieces import OvertakenError
from tournament.jobs import child, job, job_queue, leases
from tournament.jobs.job import Job
from tournament.jobs.offers import OFFERS
from tournament.models import Event, Table
from tournament.printing.papers import KINDS
from tournament.site import environment

# A child sees what other connections have committed, and nothing else.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("room")]


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child gives way to nobody and takes as long as it takes: on a busy machine it would else come to nothing."""
    monkeypatch.setattr(child, "NICENESS", os.getpriority(os.PRIO_PROCESS, 0))
    monkeypatch.setattr(job_queue, "MAX_SECONDS", 10 * PATIENCE)


def held_up(event: Event) -> Job:
    """A job at work, whose child does not get ready before it is ended."""
    one = job_queue.ask(asked(event))
    hold_up(one)
    assert tended(one) == JobState.AT_WORK
    return one


# --- What a child makes -------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_child_makes_the_paper_of_this_very_event(settings: Any, tmp_path: Path, unhurried: None) -> None:
    settings.BASE_URL = "https://hall.example"
    event = cast.playing(players=8)
    one = job_queue.ask(asked(event, "cards"))
    becomes(one, JobState.MADE)
    tables = Table.objects.filter(round__event=event).order_by("number")
    both = [(url, True) for table in tables for url in (links.table_url(table), links.reading_url(table))]
    (tmp_path / "cards.pdf").write_bytes(one.content() or b"")
    assert Printed(tmp_path / "cards.pdf").codes() == both
    assert Printed(tmp_path / "cards.pdf").language == "nl"
    assert links.table_url(tables[0]).startswith("https://hall.example/")


@pytest.mark.long
# By day the papers themselves are made by tests/printing/test_printing.py.
@pytest.mark.parametrize("key", by_day(OFFERS, count=9))
def test_everything_that_is_offered_is_made(key: str, unhurried: None) -> None:
    event = cast.played(players=8)
    set_room(event, "system", [[1, 2]])
    one = job_queue.ask(asked(cast.fresh(event), key, language="fr"))
    becomes(one, JobState.MADE)
    start = {"pdf": b"%PDF-", "xlsx": b"PK", "json": b'{\n "format": "troel/1"'}[OFFERS[key].ending]
    assert (one.content() or b"").startswith(start)
    assert list(one.digests()) == ["made"]


def test_every_paper_is_offered() -> None:
    assert {offer.command[1] for offer in OFFERS.values() if offer.command[0] == "print"} == set(KINDS)


@pytest.mark.long
def test_what_is_refused_is_told_in_the_language_of_the_paper(unhurried: None) -> None:
    one = job_queue.ask(asked(cast.event(players=0), "slips"))
    becomes(one, JobState.REFUSED)
    with translation.override("nl"):
        assert one.status().sentence == translation.gettext("This event has no players yet.")
    assert one.status().sentence != "This event has no players yet."


@pytest.mark.long
def test_a_full_disk_is_told(nobody_at_work: None, unhurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    event = cast.event(players=4)
    line = [job_queue.ask(asked(event, key)) for key in ("json", "xlsx", "clubs")]
    monkeypatch.setattr(job_queue, "MAX_AT_ONCE", 3)
    _on_a_full_disk()
    for one in line:
        becomes(one, JobState.UNKEPT)
        assert one.status().sentence == "No space left on device"


def _on_a_full_disk() -> None:
    """Starts the next children, whose output is the device that is always full: as any full disk it refuses."""
    start = child.start

    def starts(folder: Path) -> None:
        (folder / "out").mkdir(parents=True)
        (folder / "out" / "made.part").symlink_to("/dev/full")
        start(folder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(child, "start", starts)
        job_queue.tend()


@pytest.mark.long
def test_a_fault_of_ours_is_none_of_the_visitors(unhurried: None) -> None:
    event = cast.event(players=0)
    nowhere = Event(slug="nowhere", name="Nowhere", revision=event.revision)
    one = job_queue.ask(asked(nowhere, "json"))
    becomes(one, JobState.BROKEN)
    assert "There is no event nowhere" in one.status().log


# --- How a child lives and ends -----------------------------------------------------------------------------------


@pytest.mark.long
def test_a_child_gives_way_to_captains_and_holds_nothing_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as port:
        port.bind(("127.0.0.1", 0))
        port.set_inheritable(True)  # as the server's own, which it hands to its workers
        one = held_up(cast.event(players=4))
        process = process_of(one)
        assert os.getpriority(os.PRIO_PROCESS, process) == child.NICENESS
        held = _open_files(process)
    assert held and [file for file in held if file.startswith("socket:")] == []


def _open_files(process: int) -> list[str]:
    """What a process holds open, as the system names it; what it closes in the meantime is no longer there."""
    held = []
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):
            held.append(str(file.readlink()))
    return held


@pytest.mark.long
def test_a_child_that_was_killed_has_another_in_its_place_but_not_without_end() -> None:
    event = cast.event(players=4)
    one = held_up(event)
    for attempt in range(1, leases.MAX_ATTEMPTS + 1):
        assert row_of(one).attempt == attempt
        os.kill(process_of(one), signal.SIGKILL)
        if attempt < leases.MAX_ATTEMPTS:
            eventually(partial(_taken_again, one, attempt))
            hold_up(one)
    becomes(one, JobState.INTERRUPTED)
    assert job_queue.ask(asked(event)).id != one.id


def _taken_again(one: Job, attempt: int) -> bool:
    return tended(one) == JobState.AT_WORK and row_of(one).attempt == attempt + 1


@pytest.mark.long
def test_a_job_whose_server_died_is_made_by_another_and_what_the_first_says_then_is_not_stored(
    settings: Any, tmp_path: Path, unhurried: None
) -> None:
    one = held_up(cast.event(players=4))
    first = process_of(one), folder_of(one)
    settings.VAR_DIR = tmp_path / "other"  # another machine, on the same rows
    settings.VAR_DIR.mkdir()
    assert tended(one) == JobState.AT_WORK and row_of(one).attempt == 1, "before the minute is over it is not taken"
    JobRow.objects.filter(pk=one.id).update(leased_until=clock() - 1)
    becomes(one, JobState.MADE)
    assert row_of(one).attempt == 2
    made = one.content()
    os.kill(first[0], signal.SIGCONT)
    eventually(lambda: not child.lives(first[1]))
    assert (one.content(), [file.attempt for file in JobFile.objects.all()]) == (made, [2])


def test_a_server_ends_the_child_of_a_job_that_is_anothers_or_gone(room: Path) -> None:
    one = held_up(cast.event(players=4))
    process, folder = process_of(one), folder_of(one)
    JobRow.objects.filter(pk=one.id).update(attempt=2, leased_until=clock() + 60)
    job_queue.tend()
    assert not folder.exists() and one.state() == JobState.AT_WORK
    eventually(lambda: _is_over(process))


def _is_over(process: int) -> bool:
    child.reap()
    return not Path(f"/proc/{process}").exists()


def test_what_came_with_a_job_is_proved_before_each_piece() -> None:
    one = job.announce(asked(cast.event(players=0)))
    JobRow.objects.filter(pk=one.id).update(state=JobState.AT_WORK, attempt=2)
    for attempt in (0, 1):
        with pytest.raises(OvertakenError):
            pieces.write(one.id, attempt, "made", [b"late"])
    assert not leases.finish(one.id, 1, JobState.MADE) and not JobFile.objects.exists()


def test_a_large_file_is_stored_in_pieces_and_read_as_it_was() -> None:
    one = job.announce(asked(cast.event(players=0)))
    data = os.urandom(2 * pieces.PIECE + 17)
    pieces.write(one.id, 0, "given/a", [data[at : at + 70_000] for at in range(0, len(data), 70_000)])
    (file,) = JobFile.objects.all()
    assert [len(piece.data) for piece in file.pieces.order_by("number")] == [pieces.PIECE, pieces.PIECE, 17]
    whole = pieces.opened(file)
    assert whole and whole.read() == data
    assert (file.size, file.digest) == (len(data), hashlib.sha256(data).hexdigest())


def test_a_file_that_is_deleted_while_it_is_read_is_none_and_no_half_one() -> None:
    one = stored(cast.event(players=0), size=pieces.PIECE + 17)
    assert len(one.content() or b"") == pieces.PIECE + 17
    Piece.objects.filter(number=1).delete()
    assert (one.content(), one.open()) == (None, None)


@pytest.mark.long
def test_who_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    one = held_up(cast.event(players=4))
    process = process_of(one)
    monkeypatch.setattr(job_queue, "MAX_SECONDS", -1)
    becomes(one, JobState.LATE)
    eventually(lambda: _is_over(process))


def test_an_old_number_ends_nobody_else(room: Path) -> None:
    """Numbers are given again: only a child that still holds its lock is ended by its own."""
    folder = room / f"{'a' * 32}-1"
    folder.mkdir(parents=True)
    (folder / child.TOLD).touch()
    (folder / child.STARTED).write_text(f'{{"process": {os.getpid()}, "at": 0}}')
    job_queue.tend()
    assert not folder.exists()


# --- The line -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_two_are_at_work_whoever_comes_by(nobody_at_work: None, monkeypatch: pytest.MonkeyPatch) -> None:
    event = cast.event(players=4)
    line = [job_queue.ask(asked(event, language=language)) for language in ("nl", "fr", "en")]
    line.append(job_queue.ask(asked(event, "clubs")))
    monkeypatch.setattr(job_queue, "MAX_AT_ONCE", 2)
    _held_up_at_once(line[:2])

    def comes_by(_who: int) -> None:
        job_queue.tend()
        connections.close_all()

    with ThreadPoolExecutor(8) as many:
        list(many.map(comes_by, range(16)))
    assert [one.state() for one in line] == [JobState.AT_WORK] * 2 + [JobState.WAITING] * 2
    for one in line[:2]:
        let_go(one)
    eventually(lambda: tended(line[2]) != JobState.WAITING and line[3].state() != JobState.WAITING)


def _held_up_at_once(line: list[Job]) -> None:
    """Starts these jobs, which must be next, and stops their children."""
    job_queue.tend()
    for one in line:
        hold_up(one)


@pytest.mark.long
def test_two_servers_take_a_job_once(nobody_at_work: None, settings: Any, tmp_path: Path) -> None:
    """Each on a thread, all at the same moment: as many rows as there are jobs."""
    event = cast.event(players=4)
    line = [job_queue.ask(asked(event, "player", player=str(player))) for player in range(6)]
    barrier = threading.Barrier(4)

    def takes(_who: int) -> list[str]:
        barrier.wait()
        taken = [row.pk for _try in range(6) if (row := leases.take(slow=True))]
        connections.close_all()
        return taken

    with ThreadPoolExecutor(4) as many:
        taken = [id for ids in many.map(takes, range(4)) for id in ids]
    assert sorted(taken) == sorted(one.id for one in line)


@pytest.mark.long
def test_two_piles_that_are_read_leave_room_for_a_paper(nobody_at_work: None, monkeypatch: pytest.MonkeyPatch) -> None:
    event = cast.event(players=4)
    piles = [replace(asked(event, language=language), seconds=900.0) for language in ("nl", "fr")]
    line = [job_queue.ask(request) for request in (*piles, asked(event, "clubs"), asked(event, language="en"))]
    monkeypatch.setattr(job_queue, "MAX_AT_ONCE", 2)
    _held_up_at_once([line[0], line[2]])
    assert [one.state() == JobState.AT_WORK for one in line] == [True, False, True, False]
    let_go(line[0])
    eventually(lambda: tended(line[1]) != JobState.WAITING)
    assert line[3].state() == JobState.WAITING


def test_who_presses_twice_gets_one_file(nobody_at_work: None) -> None:
    event = cast.event(players=4)
    first = job_queue.ask(asked(event))
    assert job_queue.ask(asked(event)).id == first.id
    others = [
        job_queue.ask(asked(event, language="fr")),
        job_queue.ask(asked(event, "clubs")),
        job_queue.ask(OFFERS["ranking"].request(event, "user:2", {"language": "nl"})),
    ]
    cast.penalty(event, 1)
    others.append(job_queue.ask(asked(cast.fresh(event))))
    assert len({first.id, *(one.id for one in others)}) == 5


@pytest.mark.long
def test_who_presses_twice_before_two_servers_gets_one_file(
    nobody_at_work: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each on a thread with a folder, and so a lock, of its own; what they share is the database."""
    event = cast.event(players=4)
    request, barrier = asked(event), threading.Barrier(4)

    @contextmanager
    def own_lock() -> Iterator[Path]:
        yield tmp_path

    def press(_who: int) -> str:
        barrier.wait()
        try:
            return job_queue.ask(request).id
        finally:
            connections.close_all()

    monkeypatch.setattr(job_queue, "_locked", own_lock)
    with ThreadPoolExecutor(4) as many:
        assert len(set(many.map(press, range(4)))) == 1
    assert JobRow.objects.count() == 1


def test_what_was_made_a_moment_ago_is_not_made_again(nobody_at_work: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "AGAIN_SECONDS", 1000)
    event = cast.event(players=4)
    recent = stored(event, age=job_queue.AGAIN_SECONDS / 2)
    assert job_queue.ask(asked(event)).id == recent.id
    old = stored(cast.event(players=0, slug="other"), age=job_queue.AGAIN_SECONDS * 2)
    assert job_queue.ask(asked(Event.objects.get(slug="other"))).id != old.id


def test_the_line_has_an_end(nobody_at_work: None) -> None:
    event = cast.event(players=4)
    for player in range(job_queue.MAX_WAITING - 1):
        job_queue.ask(asked(event, "player", player=str(player)))
    job.announce(asked(event, "clubs"))  # what it works on is still being sent
    with pytest.raises(UserError, match="Too much is being printed") as refused:
        job_queue.ask(asked(event, "player", player="99"))
    assert refused.value.status == 503
    assert job_queue.ask(asked(event, "player", player="0")).state() == JobState.WAITING
    assert job_queue.ask(asked(cast.event(players=0, slug="other"))).state() == JobState.WAITING


# --- What is kept -------------------------------------------------------------------------------------------------


def test_what_is_old_goes_and_so_does_what_never_came(nobody_at_work: None) -> None:
    event = cast.event(players=0)
    old, recent = stored(event, age=job_queue.STORED_SECONDS + 60), stored(event)
    failed = stored(event, age=job_queue.STORED_SECONDS + 60, state=JobState.BROKEN, log="Traceback")
    cut_off, comes = (job.announce(asked(event)) for _two in range(2))
    JobRow.objects.filter(pk=cut_off.id).update(leased_until=clock() - 1)
    job_queue.sweep()
    assert {row.id for row in JobRow.objects.all()} == {recent.id, comes.id}
    assert job_queue.find(old.id) is None and job_queue.find(failed.id) is None


def test_no_more_is_kept_than_the_bounds_say(nobody_at_work: None, monkeypatch: pytest.MonkeyPatch) -> None:
    event = cast.event(players=0)
    line = [stored(event, age=100 - at) for at in range(6)]
    other = cast.event(players=0, slug="other")
    waits, of_other = job_queue.ask(asked(other)), stored(other, age=1000)
    monkeypatch.setattr(job_queue, "MAX_STORED", 4)
    job_queue.sweep()
    assert [job_queue.find(one.id) is not None for one in line] == [False, False, True, True, True, True]
    monkeypatch.setattr(job_queue, "MAX_STORED_BYTES", 25)
    job_queue.sweep()
    assert [job_queue.find(one.id) is not None for one in line[2:]] == [False, False, True, True]
    assert job_queue.find(waits.id) and job_queue.find(of_other.id)


def test_what_is_at_work_is_never_deleted() -> None:
    one = stored(cast.event(players=0), age=job_queue.STORED_SECONDS * 2)
    JobRow.objects.filter(pk=one.id).update(state=JobState.AT_WORK, leased_until=clock() + 60)
    job_queue.sweep()
    assert job_queue.find(one.id) is not None
    JobRow.objects.filter(pk=one.id).update(leased_until=clock() - 1)
    job_queue.sweep()
    assert job_queue.find(one.id) is None


@pytest.mark.parametrize("id", ["", ".", "..", "lock", "a" * 31, "A" * 32, "a" * 33, "../" + "a" * 32])
def test_what_is_no_job_is_not_found(id: str) -> None:
    assert job_queue.find(id) is None


def test_a_place_that_cannot_be_written_is_a_sentence(room: Path) -> None:
    room.write_text("where the folder should be")
    with pytest.raises(UserError, match="cannot store the file") as refused:
        job_queue.ask(asked(cast.event(players=0)))
    assert refused.value.status == 503


# --- The same database --------------------------------------------------------------------------------------------


def test_the_database_of_a_child_is_the_servers() -> None:
    found = environment.database(environment.database_url(connection.settings_dict), Path("unused"))
    for name in ("ENGINE", "NAME"):
        assert str(found[name]) == str(connection.settings_dict[name])


text = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=12)


@pytest.mark.long
@given(name=text, user=text, word=text, host=st.from_regex(r"[a-z][a-z0-9.]{0,9}|::1|", fullmatch=True))
def test_a_database_is_found_again_under_its_address(name: str, user: str, word: str, host: str) -> None:
    known = {"ENGINE": environment.POSTGRES, "NAME": name, "USER": user, "PASSWORD": word, "HOST": host}
    for port in ("", "5433"):
        again = environment.database(environment.database_url({**known, "PORT": port}), Path("unused"))
        assert {key: again[key] for key in (*known, "PORT")} == {**known, "PORT": port}


def test_a_file_is_found_again_under_its_address(tmp_path: Path) -> None:
    file = tmp_path / "a b%20é?#.sqlite3"
    known = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(file)}
    assert environment.database(environment.database_url(known), Path("unused"))["NAME"] == str(file)
