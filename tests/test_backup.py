"""A backup made while the hall writes: it opens, proves itself, and holds every deal that was answered before."""

import json
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from tests import postgres
from tests.browser.server import MANAGE, Server, environment_for, manage, serving
from tests.captains import WRITTEN, Sheet, seat, tricks, wait_for_answers, writing

pytestmark = pytest.mark.long

DEALS = 90


def backed_up(environment: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """The command, with what it said and how it ended."""
    call = [*MANAGE, "backup", str(folder)]
    return subprocess.run(call, env=environment, capture_output=True, text=True, check=False)


def seal_in(done: subprocess.CompletedProcess[str]) -> str:
    """The seal of the event that a backup told."""
    return next(line.removeprefix("ledegem: ") for line in done.stdout.splitlines() if line.startswith("ledegem: "))


def written(environment: dict[str, str]) -> list[dict[int, int]]:
    """Per table the tricks of each deal, by the file of the event."""
    tables = json.loads(manage(environment, "export", "ledegem"))["rounds"][0]["tables"]
    return [{deal["number"]: deal["result"]["tricks"] for deal in table["deals"]} for table in tables]


@pytest.mark.long
def test_a_backup_of_a_hall_that_writes_holds_every_answered_deal(server: Server, tmp_path: Path) -> None:
    sheets = [Sheet(captain) for captain in seat(server, players=32, deals=DEALS)]
    made = []
    with writing(sheets, lambda sheet: sheet.write_on(server.url, DEALS)):
        for count in (20, 60, 120):
            wait_for_answers(sheets, count)
            answered = [set(sheet.answered) for sheet in sheets]
            made.append((answered, tmp_path / str(count), backed_up(server.environment, tmp_path / str(count))))
    assert sum(len(sheet.answered) for sheet in sheets) == 8 * DEALS
    for answered, folder, done in made:
        assert done.returncode == 0, done.stderr
        # The file by itself, without a log beside it, and nobody but its owner reads any of it.
        keys = {path.name for path in Path(server.environment["VAR_DIR"]).glob("*.key")}
        assert {path.name for path in folder.iterdir()} == keys | {"troel.sqlite3"} >= {"link.key"}
        assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        there = environment_for(folder)
        proved = manage(there, "verify", "ledegem", "--against", seal_in(done))
        assert "up to there nothing was changed or cut off" in proved
        for known, deals in zip(answered, written(there), strict=True):
            assert known <= set(deals)
            assert deals == {number: tricks(number) for number in deals}
    # What is served from a backup goes on where it ended, under the same links.
    _answered, folder, _done = made[0]
    with serving(folder) as again:
        for sheet, deals in zip(sheets, written(again.environment), strict=True):
            assert sheet.captain.again(again.url).write(len(deals) + 1, "after-the-fire") == WRITTEN


def test_the_file_alone_copied_beside_it_may_lack_deals_and_the_seal_shows_it(server: Server, tmp_path: Path) -> None:
    sheets = [Sheet(captain) for captain in seat(server, players=8, deals=8)]
    for sheet in sheets:
        sheet.write_on(server.url, 8)
    done = backed_up(server.environment, tmp_path / "whole")
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.copy(Path(server.environment["VAR_DIR"]) / "troel.sqlite3", alone)
    call = [*MANAGE, "verify", "ledegem", "--against", seal_in(done)]
    found = subprocess.run(call, env=environment_for(alone), capture_output=True, text=True, check=False)
    assert found.returncode == 1, found.stdout
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize("place", ["there", "no/such/folder"])
def test_a_place_where_no_backup_can_be_is_refused(empty_database: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "there").mkdir()
    done = backed_up(environment_for(empty_database), tmp_path / place)
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: ") and len(done.stderr.splitlines()) == 1
    assert list(tmp_path.rglob("*")) == [tmp_path / "there"]


def test_a_damaged_database_is_not_backed_up(empty_database: Path, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    folder.mkdir()
    whole = (empty_database / "troel.sqlite3").read_bytes()
    (folder / "troel.sqlite3").write_bytes(whole[:20480] + bytes(4096) + whole[24576:])
    done = backed_up(environment_for(folder), tmp_path / "copy")
    assert done.returncode == 1
    assert "cannot be made" in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "copy").exists() and not (tmp_path / "copy.part").exists()


@pytest.mark.long
@pytest.mark.skipif(not postgres.programs(), reason="PostgreSQL is not installed")
def test_on_postgresql_it_names_the_tools_that_do_it(tmp_path: Path) -> None:
    with postgres.running() as running:
        done = backed_up(environment_for(tmp_path, database=running.create("hall")), tmp_path / "copy")
    assert done.returncode == 1
    assert "pg_dump" in done.stderr and len(done.stderr.splitlines()) == 1
