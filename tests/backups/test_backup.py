"""A backup made while the hall writes: it opens, proves itself, and holds every deal that was answered before."""

import hashlib
import json
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.browser.support.server import MANAGE, Server, environment_for, manage, serving
from tests.support.servers.captains import WRITTEN, Sheet, seat, tricks, wait_for_answers, writing

pytestmark = pytest.mark.long

DEALS = 60
KEEP_A_PICTURE = """
from tests.support.events import cast
from tournament.acts.table.sheet_pictures import keep_picture
from tournament.models import Event
from tournament.files import evidence
keep_picture(cast.table(Event.objects.get(), 1), "system", 1, evidence.keep(b"a picture of a sheet"))
"""


def backed_up(environment: dict[str, str], file: Path) -> subprocess.CompletedProcess[str]:
    """The command, with what it said and how it ended."""
    return command(environment, "backup", str(file))


def command(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """A management command, with what it said and how it ended."""
    return subprocess.run([*MANAGE, *words], env=environment, capture_output=True, text=True, check=False)


def restored(file: Path, folder: Path) -> dict[str, str]:
    """The environment of another machine, which goes on from a backup."""
    folder.mkdir()
    manage(environment_for(folder), "restore", str(file))
    return environment_for(folder)


def seal_in(done: subprocess.CompletedProcess[str]) -> str:
    """The seal of the event that a backup told."""
    return next(line.removeprefix("ledegem: ") for line in done.stdout.splitlines() if line.startswith("ledegem: "))


def written(environment: dict[str, str]) -> list[dict[int, int]]:
    """Per table the tricks of each deal, by the file of the event."""
    tables = json.loads(manage(environment, "export", "ledegem"))["rounds"][0]["tables"]
    return [{deal["number"]: deal["result"]["tricks"] for deal in table["deals"]} for table in tables]


def test_a_backup_of_a_hall_that_writes_holds_every_answered_deal(server: Server, tmp_path: Path) -> None:
    sheets = [Sheet(captain) for captain in seat(server, players=32, deals=DEALS)]
    made = []
    with writing(sheets, lambda sheet: sheet.write_on(server.url, DEALS)):
        for count in (20, 120):
            wait_for_answers(sheets, count)
            answered = [set(sheet.answered) for sheet in sheets]
            file = tmp_path / f"{count}.zip"
            made.append((answered, file, backed_up(server.environment, file)))
    assert sum(len(sheet.answered) for sheet in sheets) == 8 * DEALS
    for answered, file, done in made:
        assert done.returncode == 0, done.stderr
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        there = restored(file, tmp_path / f"{file.stem}-again")
        folder = Path(there["VAR_DIR"])
        # The keys too, and nobody but their owner reads any of it.
        keys = {path.name: path.read_text() for path in Path(server.environment["VAR_DIR"]).glob("*.key")}
        keys["secret.key"] = server.environment["SECRET_KEY"]
        assert {path.name: path.read_text() for path in folder.glob("*.key")} == keys
        assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir() if path.is_file()} == {0o600}
        proved = manage(there, "verify", "ledegem", "--seal", seal_in(done))
        assert "up to there nothing was changed or cut off" in proved
        for known, deals in zip(answered, written(there), strict=True):
            assert known <= set(deals)
            assert deals == {number: tricks(number) for number in deals}
    # What is served from a backup goes on where it ended, under the same links.
    with serving(tmp_path / "20-again", up_to_date=True) as again:
        for sheet, deals in zip(sheets, written(again.environment), strict=True):
            assert sheet.captain.again(again.url).write(len(deals) + 1, "after-the-fire") == WRITTEN


def test_the_file_alone_copied_beside_it_may_lack_deals_and_the_seal_shows_it(server: Server, tmp_path: Path) -> None:
    sheets = [Sheet(captain) for captain in seat(server, players=8, deals=8)]
    for sheet in sheets:
        sheet.write_on(server.url, 8)
    done = backed_up(server.environment, tmp_path / "whole.zip")
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(Path(server.environment["VAR_DIR"]) / "troel.sqlite3", alone)
    call = [*MANAGE, "verify", "ledegem", "--seal", seal_in(done)]
    found = subprocess.run(call, env=environment_for(alone), capture_output=True, text=True, check=False)
    assert found.returncode == 1, found.stdout
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize("place", ["there", "no/such/file"])
def test_a_place_where_no_backup_can_be_is_refused(empty_database: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "there").mkdir()
    done = backed_up(environment_for(empty_database), tmp_path / place)
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: ") and len(done.stderr.splitlines()) == 1
    assert list(tmp_path.rglob("*")) == [tmp_path / "there"]


def test_a_damaged_database_is_not_backed_up(empty_database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    folder.mkdir()
    shutil.copy(empty_database / "link.key", folder)
    whole = (empty_database / "troel.sqlite3").read_bytes()
    (folder / "troel.sqlite3").write_bytes(whole[:20480] + bytes(4096) + whole[24576:])
    done = backed_up(environment_for(folder), tmp_path / "copy.zip")
    assert done.returncode == 1
    assert "cannot be made" in done.stderr and "Traceback" not in done.stderr
    assert list(tmp_path.glob("copy*")) == []


# --- Restoring ---------------------------------------------------------------------------------------------------


@pytest.fixture
def backup(server: Server, tmp_path: Path) -> Path:
    """A backup of a hall."""
    seat(server, players=8, deals=8)
    server.manage("backup", str(tmp_path / "hall.zip"))
    return tmp_path / "hall.zip"


def test_a_machine_in_use_takes_no_backup_and_says_so(server: Server, backup: Path) -> None:
    done = command(server.environment, "restore", str(backup))
    assert done.returncode == 1 and "in use" in done.stderr and len(done.stderr.splitlines()) == 1


def test_an_older_backup_is_brought_up_to_date_and_a_newer_one_is_refused(
    server: Server, backup: Path, tmp_path: Path
) -> None:
    server.manage("migrate", "tournament", "0019", "--verbosity", "0")
    server.manage("backup", str(tmp_path / "older.zip"))
    there = restored(tmp_path / "older.zip", tmp_path / "again")
    assert "every seal holds" in manage(there, "verify", "ledegem")
    server.manage("migrate", "--verbosity", "0")
    with closing(sqlite3.connect(Path(server.environment["VAR_DIR"]) / "troel.sqlite3")) as database, database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9999_later', '')")
    server.manage("backup", str(tmp_path / "newer.zip"))
    (tmp_path / "new").mkdir()
    done = command(environment_for(tmp_path / "new"), "restore", str(tmp_path / "newer.zip"))
    assert done.returncode == 1 and "A newer Troel made this backup" in done.stderr
    assert not list((tmp_path / "new").glob("restore-*"))


def test_a_picture_of_a_sheet_comes_back_as_the_logbook_names_it(server: Server, tmp_path: Path) -> None:
    seat(server, players=4, deals=8)
    server.run(KEEP_A_PICTURE)
    server.manage("backup", str(tmp_path / "hall.zip"))
    there = restored(tmp_path / "hall.zip", tmp_path / "again")
    lines = manage(there, "export", "ledegem", "--format", "logbook").splitlines()
    told = [json.loads(json.loads(line)["line"]) for line in lines if line.startswith('{"line"')]
    (digest,) = [line["facts"]["picture"] for line in told if line["act"] == "keep_picture"]
    with closing(sqlite3.connect(Path(there["VAR_DIR"]) / "files.sqlite3")) as files:
        ((name, picture),) = files.execute("SELECT digest, data FROM files_storedpicture").fetchall()
    assert name == digest == hashlib.sha256(picture).hexdigest()


def test_the_restored_event_says_so_in_its_logbook(backup: Path, tmp_path: Path) -> None:
    there = restored(backup, tmp_path / "again")
    last = manage(there, "export", "ledegem", "--format", "logbook").splitlines()
    assert any('"act\\":\\"say_restored' in line for line in last)
