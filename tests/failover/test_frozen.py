"""A primary that is frozen until another took its place: the servers write on, and take nothing from it afterwards."""

import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.browser.support.server import MANAGE, Server, environment_for, manage, serving
from tests.support.servers import postgres, standbys, witness
from tests.support.servers.captains import WRITTEN, Captain, seat, tricks
from tests.support.servers.standbys import Cluster
from tests.support.servers.waiting import eventually
from tournament.rehearse.wire import NoAnswerError

pytestmark = [pytest.mark.long, postgres.NEEDED]

# How long (s) the primary stays frozen before and after the promotion, and how long everybody goes on after the thaw.
SILENT, PROMOTED, THAWED = 5, 15, 10
# How long (s) nothing may be written: the deadline of what hung, an attempt at each host, and the phone's pause.
MOST_SILENCE = 15
MOST_DEALS = 100


@dataclass
class Deals:
    """What one captain was answered: the statuses, how many deals were confirmed, and the longest pause between (s)."""

    captain: Captain
    statuses: set[int] = field(default_factory=set)
    written: int = 0
    silence: float = 0.0

    def write_on(self, over: Event) -> None:
        """Deal after deal, each again until it is confirmed."""
        last = time.monotonic()
        while not over.is_set() and self.written < MOST_DEALS:
            number = self.written + 1
            try:
                status = self.captain.write(number, f"{self.captain.token[:20]}-{number}", tricks(number))
            except NoAnswerError:
                status = 0
            self.statuses.add(status)
            self.silence = max(self.silence, time.monotonic() - last)
            if status == WRITTEN:
                self.written = number
                last = time.monotonic()
            time.sleep(0.4)


def look(server: Server, path: str) -> int:
    """The status of a page."""
    try:
        with urllib.request.urlopen(server.url + path, timeout=60) as page:
            return int(page.status)
    except urllib.error.HTTPError as refused:
        return refused.code


@dataclass
class Hall:
    """A hall with two servers on one cluster, through a freeze."""

    cluster: Cluster
    folder: Path
    fence: bool
    statuses: set[int] = field(default_factory=set)
    thawed_at: float = 0.0

    def play(self) -> list[Deals]:
        """Captains write through the first server; the second only answers before the freeze and after the thaw."""
        with ExitStack() as servers:
            busy = self._start(servers, "busy")
            deals = [Deals(captain) for captain in seat(busy, players=16, deals=MOST_DEALS)]
            idle = self._start(servers, "idle")
            looks = [f"/t/{deals[0].captain.token}/", "/e/ledegem/", "/sign-in/"]
            over = Event()
            with ThreadPoolExecutor() as pool:
                work = [pool.submit(one.write_on, over) for one in deals]
                self._look(idle, looks)
                self._freeze_and_thaw(busy, looks)
                late = self._start(servers, "late")
                for _ in range(THAWED):
                    for server in (busy, idle, late):
                        self._look(server, looks)
                    time.sleep(1)
                over.set()
                for written in work:
                    written.result()
            assert "every seal holds" in busy.manage("verify")
        return deals

    def _freeze_and_thaw(self, busy: Server, looks: list[str]) -> None:
        old = self.cluster.primary
        old.freeze()
        time.sleep(SILENT)
        self.cluster.promote(self.cluster.standbys[0])
        latest = time.monotonic() + PROMOTED
        while time.monotonic() < latest:
            self._look(busy, looks)
            time.sleep(0.5)
        self.thawed_at = time.time()
        old.thaw()

    def _look(self, server: Server, looks: list[str]) -> None:
        self.statuses |= {look(server, path) for path in looks}

    def _start(self, servers: ExitStack, name: str) -> Server:
        folder = self.folder / name
        folder.mkdir()
        for key in self.folder.glob("busy/*.key"):
            (folder / key.name).write_bytes(key.read_bytes())
        url = self.cluster.url("hall")
        return servers.enter_context(serving(folder, database=url, through=witness.through(fence=self.fence)))

    def from_old(self, port: int) -> int:
        """How many answers the servers took from the server at a port after the thaw."""
        notes = [note for name in ("busy", "idle", "late") for note in witness.notes(self.folder / name)]
        assert [note for note in notes if note.page and note.at > self.thawed_at]
        return sum(note.port == port for note in notes if note.at > self.thawed_at)


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """A primary with a synchronous standby, and an empty database `hall`."""
    with standbys.replicated() as cluster:
        cluster.create("hall")
        yield cluster


def test_nothing_is_taken_from_a_primary_that_was_frozen_while_another_took_its_place(
    cluster: Cluster, tmp_path: Path
) -> None:
    hall, old = Hall(cluster, tmp_path, fence=True), cluster.primary.port
    deals = hall.play()
    assert hall.from_old(old) == 0
    assert hall.statuses <= {200, 302, 503} and all(one.statuses <= {WRITTEN, 503} for one in deals)
    assert max(one.silence for one in deals) < MOST_SILENCE
    with cluster.primary.connect("hall") as connection:
        rows = connection.execute("SELECT count(*) FROM tournament_deal").fetchone()
    assert rows and sum(one.written for one in deals) <= rows[0] <= sum(one.written + 1 for one in deals)


def test_without_the_fence_it_would_be(cluster: Cluster, tmp_path: Path) -> None:
    hall, old = Hall(cluster, tmp_path, fence=False), cluster.primary.port
    hall.play()
    assert hall.from_old(old) > 0


STANDBY_FIRST = """
import sys
from django.db import OperationalError, close_old_connections, connection
from tournament.models import Event
from tournament.site.postgresql.fence import Primary, fence

def goes() -> str:
    close_old_connections()
    try:
        return str(Event.objects.count())
    except OperationalError:
        return "refused"

connection.settings_dict["CONN_MAX_AGE"] = None
print(goes(), connection.connection.fenced, flush=True)
for _line in sys.stdin:
    backend = connection.connection.info.backend_pid
    print(goes(), connection.connection.fenced, connection.connection.info.backend_pid == backend, flush=True)
    break
met = connection.connection.identify()
fence.meet(Primary(met.cluster, met.timeline + 1))
print(goes(), flush=True)
"""


def test_a_connection_to_a_standby_that_is_promoted_is_fenced_like_any_other(tmp_path: Path) -> None:
    with standbys.replicated() as cluster:
        cluster.create("hall")
        (standby,) = cluster.standbys
        options = "?target_session_attrs=any"
        there = environment_for(tmp_path, database=f"{standby.url('hall')}{options}")
        manage(environment_for(tmp_path, database=cluster.primary.url("hall")), "migrate", "--no-backup")
        with cluster.primary.connect() as connection:
            target = connection.execute("SELECT pg_current_wal_lsn()").fetchone()[0]  # type: ignore[index]
        with standby.connect() as connection:
            eventually(lambda: _replayed(connection, target))
        call = [*MANAGE, "shell", "--no-imports", "--command", STANDBY_FIRST]
        with subprocess.Popen(call, env=there, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin and process.stdout
            assert process.stdout.readline() == "0 False\n"
            cluster.promote(standby)
            process.stdin.write("\n")
            process.stdin.close()
            assert process.stdout.readline() == "0 True True\n"
            assert process.stdout.readline() == "refused\n"


def _replayed(connection: Any, target: str) -> bool:
    return bool(connection.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [target]).fetchone()[0])
