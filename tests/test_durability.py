"""Nothing is lost: servers are killed in the midst of a stream of deals, and every deal they answered is there."""

import json
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests.browser.server import Server, environment_for, manage, serving
from tests.captains import WRITTEN, Captain, NoAnswer, seat

PLAYERS, DEALS = 32, 100
KILLED_AFTER = (40, 60, 90)  # answers
PATIENCE = 40  # seconds


@dataclass
class Sheet:
    """What one captain knows: the deals that were answered, and the one he got no answer to."""

    captain: Captain
    answered: list[int] = field(default_factory=list)
    unanswered: int | None = None

    def key(self, number: int) -> str:
        """The key of a deal, the same each time it is sent."""
        return f"{self.captain.token[:20]}-{number}"

    def send(self, number: int, captain: Captain) -> None:
        """Sends a deal; no two deals in a row are alike."""
        assert captain.write(number, self.key(number), tricks=tricks(number)) == WRITTEN
        self.answered.append(number)

    def write_on(self, url: str) -> None:
        """Writes deal after deal until no answer comes."""
        captain = self.captain.again(url)
        for number in range(len(self.answered) + 1, DEALS + 1):
            try:
                self.send(number, captain)
            except NoAnswer:
                self.unanswered = number
                return

    def send_again(self, url: str) -> None:
        """Sends once more what was not answered, under the same key."""
        if self.unanswered:
            self.send(self.unanswered, self.captain.again(url))
        self.unanswered = None

    def insist(self, url: str, until: int) -> None:
        """Writes deals up to a number, each again and again under its key until it is answered, as a phone does."""
        deadline = time.monotonic() + PATIENCE
        while len(self.answered) < until:
            assert time.monotonic() < deadline, "the server did not come back"
            try:
                self.send(len(self.answered) + 1, self.captain.again(url))
            except NoAnswer:
                time.sleep(0.05)


def tricks(number: int) -> int:
    """How many tricks the declarers of a deal win in these tests: 8 to 12."""
    return 8 + number % 5


@pytest.fixture
def folder(empty_database: Path, tmp_path: Path) -> Path:
    """A database of an installation nobody has used yet."""
    return Path(shutil.copytree(empty_database, tmp_path / "var"))


@contextmanager
def writing(sheets: list[Sheet], act: Callable[[Sheet], None]) -> Iterator[None]:
    """All captains at work while the block runs, and until each of them has done."""
    with ThreadPoolExecutor(len(sheets)) as pool:
        work = [pool.submit(act, sheet) for sheet in sheets]
        yield
        for done in work:
            done.result(PATIENCE)


def wait_for_answers(sheets: list[Sheet], count: int) -> None:
    """Until the captains have got so many answers together."""
    deadline = time.monotonic() + PATIENCE
    while sum(len(sheet.answered) for sheet in sheets) < count:
        assert time.monotonic() < deadline, "the stream of deals stopped by itself"
        time.sleep(0.001)


def written(folder: Path, copy: str) -> list[dict[int, int]]:
    """Per table the tricks of each deal in the database, after proving the logbook and replaying it as `copy`."""
    environment, file = environment_for(folder), folder / copy
    assert "every seal holds" in manage(environment, "verify", "ledegem")
    manage(environment, "export", "ledegem", "--format", "logbook", "-o", str(file))
    manage(environment, "replay", str(file), "--slug", copy)
    first, again = (json.loads(manage(environment, "export", slug)) for slug in ("ledegem", copy))
    assert again.pop("event") == first.pop("event") | {"slug": copy}
    assert again == first
    tables = first["rounds"][0]["tables"]
    return [{deal["number"]: deal["result"]["tricks"] for deal in table["deals"]} for table in tables]


def check(sheets: list[Sheet], tables: list[dict[int, int]]) -> None:
    """Every answered deal is there as it was sent; beside them at most the one that was not answered."""
    for sheet, deals in zip(sheets, tables, strict=True):
        assert set(deals) - {sheet.unanswered} == set(sheet.answered)
        assert deals == {number: tricks(number) for number in deals}


@pytest.mark.long
def test_what_was_answered_outlives_a_kill_and_what_was_not_is_written_once(folder: Path) -> None:
    with serving(folder) as server:
        sheets = [Sheet(captain) for captain in seat(server, PLAYERS, DEALS)]
    in_flight = 0
    for turn, count in enumerate(KILLED_AFTER):
        write_until_killed(folder, sheets, count)
        in_flight += sum(sheet.unanswered is not None for sheet in sheets)
        check(sheets, written(folder, f"killed-{turn}"))
    assert in_flight, "no deal was under way when the server was killed"
    with serving(folder) as server:
        send_again(server, sheets)
    check(sheets, written(folder, "at-last"))


def write_until_killed(folder: Path, sheets: list[Sheet], count: int) -> None:
    """A server that is killed when its captains have so many answers more; first they send again what had none."""
    with serving(folder) as server:
        send_again(server, sheets)
        count += sum(len(sheet.answered) for sheet in sheets)
        with writing(sheets, lambda sheet: sheet.write_on(server.url)):
            wait_for_answers(sheets, count)
            server.kill()


def send_again(server: Server, sheets: list[Sheet]) -> None:
    for sheet in sheets:
        sheet.send_again(server.url)


@pytest.mark.long
def test_phones_that_insist_write_each_deal_once_while_the_worker_is_killed(folder: Path) -> None:
    with serving(folder) as server:
        sheets = [Sheet(captain) for captain in seat(server, PLAYERS, DEALS)]
        with writing(sheets, lambda sheet: sheet.insist(server.url, until=30)):
            wait_for_answers(sheets, 60)
            os.kill(worker(server), signal.SIGKILL)
        check(sheets, written(folder, "again"))
        assert [len(sheet.answered) for sheet in sheets] == [30] * 8


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
