"""Jobs: real children on the tests' own database, two at a time, and what becomes of them."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.browser.support.server import ROOT
from tests.support.events import cast
from tests.support.files.jobs import asked, becomes, hold_up, let_go, process_of, stored, tended
from tests.support.files.paper import Printed
from tests.support.servers.nightly import by_day
from tests.support.servers.waiting import PATIENCE, eventually
from tournament import links
from tournament.acts.rounds.room import set_room
from tournament.errors import UserError
from tournament.jobs import child, job, job_queue
from tournament.jobs.job import Job, JobState
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


def held_up(monkeypatch: pytest.MonkeyPatch, event: Event) -> Job:
    """A job at work, whose child does not get ready before it is ended."""
    with monkeypatch.context() as nobody:
        nobody.setattr(job_queue, "MAX_AT_ONCE", 0)
        one = job_queue.ask(asked(event))
    hold_up(one)
    assert tended(one) == JobState.AT_WORK
    return one


# --- What a child makes -------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_child_makes_the_paper_of_this_very_event(settings: Any, unhurried: None) -> None:
    settings.BASE_URL = "https://hall.example"
    event = cast.playing(players=8)
    one = job_queue.ask(asked(event, "cards"))
    becomes(one, JobState.MADE)
    tables = Table.objects.filter(round__event=event).order_by("number")
    both = [(url, True) for table in tables for url in (links.table_url(table), links.reading_url(table))]
    assert Printed(one.file).codes() == both
    assert Printed(one.file).language == "nl"
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
    assert one.file.read_bytes().startswith(start)
    assert [path.name for path in one.folder.iterdir() if path.name.endswith(".part")] == []


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
    made = [job_queue.ask(asked(event, key)) for key in ("json", "xlsx", "clubs")]
    for one in made:
        # The device that is always full: what is written to it is refused as on any full disk.
        (one.folder / "made.part").symlink_to("/dev/full")
    monkeypatch.setattr(job_queue, "MAX_AT_ONCE", 3)
    for one in made:
        becomes(one, JobState.UNKEPT)
        assert one.status().sentence == "No space left on device"


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
        one = held_up(monkeypatch, cast.event(players=4))
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
def test_a_child_that_was_killed_is_told_as_interrupted_and_may_be_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = cast.event(players=4)
    one = held_up(monkeypatch, event)
    os.kill(process_of(one), signal.SIGKILL)
    becomes(one, JobState.INTERRUPTED)
    assert job_queue.ask(asked(event)).id != one.id


@pytest.mark.long
def test_who_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    one = held_up(monkeypatch, cast.event(players=4))
    monkeypatch.setattr(job_queue, "MAX_SECONDS", -1)
    becomes(one, JobState.LATE)
    eventually(lambda: tended(one) and not Path(f"/proc/{process_of(one)}").exists())


def test_an_old_number_ends_nobody_else(room: Path) -> None:
    """Numbers are given again: only a child that still holds its lock is ended by its own."""
    one = stored(room, cast.event(players=0), told="1/2")
    (one.folder / child.STARTED).write_text(f'{{"process": {os.getpid()}, "at": 0}}')
    child.end(one.folder)
    job_queue.tend()
    assert one.state() == JobState.INTERRUPTED


@pytest.mark.long
def test_another_process_sees_the_same(unhurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that was started again, or one of several, knows of a job what the first one knew."""
    one = held_up(monkeypatch, cast.event(players=4))
    code = "import sys, pathlib; from tournament.jobs import job;print(job.take(pathlib.Path(sys.argv[1])).state())"
    call = [sys.executable, "-c", code, str(one.folder)]
    seen = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert seen.strip() == JobState.AT_WORK
    assert let_go(one).startswith(b"%PDF-")
    becomes(one, JobState.MADE)
    assert subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip() == JobState.MADE


# --- The line -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_two_are_at_work_whoever_comes_by(nobody_at_work: None, monkeypatch: pytest.MonkeyPatch) -> None:
    event = cast.event(players=4)
    line = [job_queue.ask(asked(event, language=language)) for language in ("nl", "fr", "en")]
    line.append(job_queue.ask(asked(event, "clubs")))
    for one in line[:2]:
        hold_up(one)
    monkeypatch.setattr(job_queue, "MAX_AT_ONCE", 2)

    def comes_by(_who: int) -> None:
        job_queue.tend()
        connections.close_all()

    with ThreadPoolExecutor(8) as many:
        list(many.map(comes_by, range(16)))
    assert [one.state() for one in line] == [JobState.AT_WORK] * 2 + [JobState.WAITING] * 2
    for one in line[:2]:
        os.kill(process_of(one), signal.SIGKILL)
    eventually(lambda: tended(line[2]) != JobState.WAITING and line[3].state() != JobState.WAITING)


@pytest.mark.long
def test_two_piles_that_are_read_leave_room_for_a_paper(nobody_at_work: None, monkeypatch: pytest.MonkeyPatch) -> None:
    event = cast.event(players=4)
    piles = [replace(asked(event, language=language), seconds=900.0) for language in ("nl", "fr")]
    line = [job_queue.ask(request) for request in (*piles, asked(event, "clubs"), asked(event, language="en"))]
    for one in line:
        hold_up(one)
    monkeypatch.setattr(job_queue, "MAX_AT_ONCE", 2)
    job_queue.tend()
    assert [one.state() == JobState.AT_WORK for one in line] == [True, False, True, False]
    os.kill(process_of(line[0]), signal.SIGKILL)
    eventually(lambda: tended(line[1]) == JobState.AT_WORK)
    assert line[3].state() == JobState.WAITING


def test_who_presses_twice_gets_one_file(room: Path, nobody_at_work: None) -> None:
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


def test_what_was_made_a_moment_ago_is_not_made_again(
    room: Path, nobody_at_work: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "AGAIN_SECONDS", 1000)
    event = cast.event(players=4)
    recent = stored(room, event, age=job_queue.AGAIN_SECONDS / 2)
    assert job_queue.ask(asked(event)).id == recent.id
    old = stored(room, cast.event(players=0, slug="other"), age=job_queue.AGAIN_SECONDS * 2)
    assert job_queue.ask(asked(Event.objects.get(slug="other"))).id != old.id


def test_the_line_has_an_end(nobody_at_work: None) -> None:
    event = cast.event(players=4)
    for player in range(job_queue.MAX_WAITING):
        job_queue.ask(asked(event, "player", player=str(player)))
    with pytest.raises(UserError, match="Too much is being printed") as refused:
        job_queue.ask(asked(event, "player", player="99"))
    assert refused.value.status == 503
    assert job_queue.ask(asked(event, "player", player="0")).state() == JobState.WAITING


# --- What is kept -------------------------------------------------------------------------------------------------


def test_what_is_old_goes(room: Path, nobody_at_work: None) -> None:
    event = cast.event(players=0)
    old, recent = stored(room, event, age=job_queue.STORED_SECONDS + 60), stored(room, event)
    failed = stored(room, event, age=job_queue.STORED_SECONDS + 60, told="Traceback")
    (room / "junk").mkdir()
    os.utime(room / "junk", (0, 0))
    job_queue.sweep()
    assert {path.name for path in room.iterdir()} == {recent.id, "lock"}
    assert job_queue.find(old.id) is None and job_queue.find(failed.id) is None


def test_no_more_is_kept_than_the_bounds_say(room: Path, nobody_at_work: None, monkeypatch: pytest.MonkeyPatch) -> None:
    event = cast.event(players=0)
    line = [stored(room, event, age=100 - at) for at in range(6)]
    waits = job_queue.ask(asked(cast.event(players=0, slug="other")))
    monkeypatch.setattr(job_queue, "MAX_STORED", 4)
    job_queue.sweep()
    assert [job_queue.find(one.id) is not None for one in line] == [False, False, True, True, True, True]
    monkeypatch.setattr(job_queue, "MAX_STORED_BYTES", 2 * line[-1].size + 5)
    job_queue.sweep()
    assert [job_queue.find(one.id) is not None for one in line[2:]] == [False, False, True, True]
    assert job_queue.find(waits.id) is not None


def test_what_is_at_work_is_never_deleted(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = stored(room, cast.event(players=0), age=job_queue.STORED_SECONDS * 2, told="1/3")
    with (one.folder / child.TOLD).open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)  # as a child does
        job_queue.sweep()
        assert job_queue.find(one.id) is not None
    job_queue.sweep()
    assert job_queue.find(one.id) is None


@pytest.mark.parametrize("id", ["", ".", "..", "lock", "a" * 31, "A" * 32, "a" * 33, "../" + "a" * 32])
def test_what_is_no_job_is_not_found(id: str, room: Path) -> None:
    room.mkdir()
    assert job_queue.find(id) is None


@pytest.mark.parametrize("content", ["", "[]", "{", '{"offer": "ranking"}', "null"])
def test_an_order_that_cannot_be_read_is_none(content: str, room: Path) -> None:
    folder = room / ("a" * 32)
    folder.mkdir(parents=True)
    (folder / job.ORDER).write_text(content)
    assert job_queue.find(folder.name) is None
    job_queue.tend()


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
