"""Nothing is lost: servers are killed in the midst of a stream of deals, and every deal they answered is there."""

import json
import os
import shutil
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests.browser.support.server import Server, environment_for, manage_all, serving
from tests.support.servers import postgres
from tests.support.servers.captains import PATIENCE, Sheet, seat, tricks, wait_for_answers, writing

PLAYERS, DEALS = 32, 100
KILLED_AFTER = (40, 60, 90)  # answers


@dataclass
class Hall:
    """An installation without a running server: its folder, its DATABASE_URL, what its captains know."""

    folder: Path
    database: str
    sheets: list[Sheet]

    def write_until_killed(self, count: int) -> None:
        """A server that is killed after this many answers; first its captains send again what had none."""
        with serving(self.folder, database=self.database, up_to_date=not self.database) as server:
            self.send_again(server)
            count += sum(len(sheet.answered) for sheet in self.sheets)
            with writing(self.sheets, lambda sheet: sheet.write_on(server.url, DEALS)):
                wait_for_answers(self.sheets, count)
                server.kill()

    def send_again(self, server: Server) -> None:
        """Every captain sends again what was not answered."""
        for sheet in self.sheets:
            sheet.send_again(server.url)

    def check(self, copy: str) -> None:
        """Every answered deal is there as it was sent, beside it at most the one that was not; and the logbook agrees.

        `copy` is the address under which the logbook is replayed.
        """
        for sheet, deals in zip(self.sheets, self._written(copy), strict=True):
            assert set(deals) - {sheet.unanswered} == set(sheet.answered)
            assert deals == {number: tricks(number) for number in deals}

    def _written(self, copy: str) -> list[dict[int, int]]:
        """Per table the tricks of each deal."""
        file = self.folder / copy
        printed = manage_all(
            environment_for(self.folder, database=self.database),
            ("verify", "ledegem"),
            ("export", "ledegem", "--format", "logbook", "-o", str(file)),
            ("replay", str(file), "--slug", copy),
            ("export", "ledegem", "-o", f"{file}-first.json"),
            ("export", copy, "-o", f"{file}-again.json"),
        )
        assert "every seal holds" in printed
        first, again = (json.loads(Path(f"{file}-{export}.json").read_text()) for export in ("first", "again"))
        assert again.pop("event") == first.pop("event") | {"slug": copy}
        assert again == first
        tables = first["rounds"][0]["tables"]
        return [{deal["number"]: deal["result"]["tricks"] for deal in table["deals"]} for table in tables]


@pytest.fixture
def folder(empty_database: Path, tmp_path: Path) -> Path:
    """The folder of an installation nobody has used yet."""
    return Path(shutil.copytree(empty_database, tmp_path / "var"))


def killed_three_times(folder: Path, database: str) -> None:
    """The proof, on the database in the folder or on another one."""
    with serving(folder, database=database, up_to_date=not database) as server:
        hall = Hall(folder, database, [Sheet(captain) for captain in seat(server, PLAYERS, DEALS)])
    in_flight = 0
    for turn, count in enumerate(KILLED_AFTER):
        hall.write_until_killed(count)
        in_flight += sum(sheet.unanswered is not None for sheet in hall.sheets)
        hall.check(f"killed-{turn}")
    assert in_flight, "no deal was under way when the server was killed"
    with serving(folder, database=database, up_to_date=not database) as server:
        hall.send_again(server)
    hall.check("at-last")


@pytest.mark.long
def test_what_was_answered_outlives_a_kill_and_what_was_not_is_written_once(folder: Path) -> None:
    killed_three_times(folder, "")


@pytest.mark.nightly
@postgres.NEEDED
def test_the_same_on_postgresql(folder: Path) -> None:
    with postgres.running() as running:
        killed_three_times(folder, running.create("hall"))


@pytest.mark.long
def test_phones_that_insist_write_each_deal_once_while_the_worker_is_killed(folder: Path) -> None:
    with serving(folder) as server:
        hall = Hall(folder, "", [Sheet(captain) for captain in seat(server, PLAYERS, DEALS)])
        with writing(hall.sheets, lambda sheet: sheet.insist(server.url, 30)):
            wait_for_answers(hall.sheets, 60)
            os.kill(worker(server), signal.SIGKILL)
        hall.check("again")
        assert [len(sheet.answered) for sheet in hall.sheets] == [30] * 8


@pytest.mark.long
def test_a_killed_server_can_be_started_again_where_it_was(folder: Path) -> None:
    with serving(folder) as server:
        sheet = Sheet(seat(server, 8, 4)[0])
        phone = sheet.captain.again(server.url)  # its connection stays open
        sheet.send(1, phone)
        left_behind = worker(server)
        server.process.kill()
        server.process.wait()
        wait_until_gone(left_behind)
    with serving(folder, port=urlsplit(server.url).port or 0) as again:
        assert again.url == server.url
        sheet.send(2, sheet.captain.again(again.url))


@pytest.mark.long
def test_a_worker_that_does_not_listen_is_ended_with_its_server(folder: Path) -> None:
    with serving(folder) as server:
        deaf = worker(server)
        os.kill(deaf, signal.SIGSTOP)
        server.process.terminate()
        wait_until_gone(deaf)


def worker(server: Server) -> int:
    """The process that answers for a server."""
    pid = server.process.pid
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(child)


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < deadline, "the worker outlives its server"
        time.sleep(0.05)


@pytest.mark.django_db
def test_a_committed_deal_is_on_the_disk_before_it_is_answered() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL does so by itself")
    with connection.cursor() as cursor:
        told = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
    assert told == {"journal_mode": "wal", "synchronous": 2}  # 2 is FULL: a power cut takes nothing that was committed
