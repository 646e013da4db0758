"""Faults of the machine, on real disks and a real server: each told as what it is, and over when it is over."""

import os
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import OperationalError, connection

from tests.browser.support.server import MANAGE, START_SECONDS, Server, environment_for, serving
from tests.support.servers.captains import WRITTEN, Captain, seat
from tests.support.servers.disks import disk
from tests.support.servers.wire import FORM, answered
from tournament.errors import UserError
from tournament.printing.pdf import html_to_pdf
from tournament.site.outages import Outage, outage

pytestmark = pytest.mark.long

# Root writes what may not be written, unless that is taken from it.
PLAIN = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"] if os.geteuid() == 0 else []
TRIES = 5


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where an installation's files will lie."""
    return tmp_path / "var"


def refused(server: Server, captain: Captain, number: int) -> tuple[int, str]:
    """Status and page of a pass that cannot be noted."""
    body = b"key=noted-in-an-outage&version=0"
    form = (FORM, f"Content-Length: {len(body)}", f"Referer: {server.url}/t/{captain.token}/")
    return answered(server, f"POST /t/{captain.token}/deal/{number}/pass/ HTTP/1.1", *form, body=body)


def log(server: Server) -> str:
    return (Path(server.environment["VAR_DIR"]) / "server.log").read_text()


# --- A full disk --------------------------------------------------------------------------------------------------


def fill(folder: Path) -> Path:
    """A file that takes all the room there is."""
    path = folder / "filler"
    with path.open("wb", buffering=0) as file:
        for size in (65536, 4096, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
    return path


def test_a_full_disk_is_told_as_that_and_forgotten_once_there_is_room(folder: Path, empty_database: Path) -> None:
    with disk(folder):
        shutil.copytree(empty_database, folder, dirs_exist_ok=True)
        with serving(folder) as server:
            captain = seat(server, players=8, deals=40)[0]
            assert captain.write(1, "while-there-is-room") == WRITTEN
            filler = fill(folder)
            answers = [refused(server, captain, 2) for _ in range(TRIES)]
            assert {status for status, _ in answers} == {507}
            assert "disk is full" in answers[0][1] and "our side" not in answers[0][1]
            filler.unlink()
            assert [captain.again(server.url).write(number, f"room-again-{number}") for number in (2, 3)] == [303, 303]


@pytest.mark.django_db(transaction=True)
def test_a_database_that_may_not_grow_is_a_full_disk() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the bound is SQLite's own")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")  # What tests before this one wiped is room as well.
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(OperationalError) as told:
            cursor.execute("CREATE TABLE filler AS SELECT zeroblob(1000000)")
    connection.close()
    assert outage(told.value) is Outage.FULL


# --- A disk that cannot be written for a while --------------------------------------------------------------------


def test_once_a_read_only_disk_can_be_written_the_server_goes_on(folder: Path, empty_database: Path) -> None:
    shutil.copytree(empty_database, folder)
    with serving(folder, through=PLAIN) as server:
        captain = seat(server, players=8, deals=4)[0]
        modes = read_only(folder)
        answers = [refused(server, captain, 1) for _ in range(TRIES)]
        assert {status for status, _ in answers} == {503}
        assert "cannot save anything right now" in answers[0][1]
        assert f'href="{server.url}/t/{captain.token}/"' in answers[0][1]
        assert log(server).count("cannot be written") == 1
        assert "Traceback" not in log(server) and captain.token not in log(server)
        for path, mode in modes.items():
            path.chmod(mode)
        assert [captain.again(server.url).write(number, f"goes-on-{number}") for number in (1, 2)] == [303, 303]


def test_who_only_looked_meanwhile_can_write_at_once(folder: Path, empty_database: Path) -> None:
    shutil.copytree(empty_database, folder)
    with serving(folder, through=PLAIN) as server:
        captain = seat(server, players=8, deals=4)[0]
        modes = read_only(folder)
        # Whoever answers tables opens the database now.
        looks = [answered(server, f"GET /t/{captain.token}/ HTTP/1.1") for _ in range(TRIES)]
        assert {status for status, _ in looks} == {200}
        assert log(server).count("cannot be written") == 1
        for path, mode in modes.items():
            path.chmod(mode)
        assert [captain.again(server.url).write(number, f"after-{number}") for number in (1, 2, 3)] == [WRITTEN] * 3


def read_only(folder: Path) -> dict[Path, int]:
    """Takes from everybody the right to write in a folder; the modes of before."""
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}
    for path, mode in modes.items():
        path.chmod(mode & ~0o222)
    return modes


# --- What belongs to somebody else, or is not there ---------------------------------------------------------------


@pytest.mark.parametrize("key", ["secret.key", "link.key"])
def test_a_key_that_cannot_be_read_ends_in_one_sentence(folder: Path, empty_database: Path, key: str) -> None:
    shutil.copytree(empty_database, folder)
    (folder / key).write_text("x" * 60)
    told = started(folder, lambda: (folder / key).chmod(0))
    assert told == f"Troel cannot start: {folder / key} cannot be read or made: Permission denied."


def test_a_folder_of_somebody_else_ends_in_one_sentence(folder: Path) -> None:
    folder.mkdir()
    told = started(folder, lambda: folder.chmod(0o555))
    assert told == "CommandError: The database of DATABASE_URL cannot be used: unable to open database file"
    assert list(folder.iterdir()) == []


def test_a_database_of_somebody_else_ends_in_one_sentence(folder: Path, empty_database: Path) -> None:
    shutil.copytree(empty_database, folder)
    told = started(folder, lambda: (folder / "troel.sqlite3").chmod(0))
    assert told == "CommandError: The database of DATABASE_URL cannot be used: unable to open database file"


def started(folder: Path, spoil: Callable[[], object]) -> str:
    """What `serve` says when it cannot start after something was spoiled."""
    spoil()
    environment = {name: value for name, value in environment_for(folder).items() if name != "SECRET_KEY"}
    call = [*PLAIN, *MANAGE, "serve"]
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False, timeout=START_SECONDS)
    assert done.returncode == 1
    return done.stderr.strip()


def test_a_font_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(html_to_pdf, "FONTS", [tmp_path / "SourceSans3-Regular.ttf"])
    with pytest.raises(UserError, match=r"SourceSans3-Regular\.ttf") as told:
        html_to_pdf.pages("<p>x</p>")
    assert told.value.status == 503
