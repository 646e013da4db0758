"""A primary that Patroni chooses, with the configuration of the guide: docs/examples/patroni.yml."""

import json
import os
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.browser.support.server import ROOT, free_port
from tests.failover.installation import descendants, nodes
from tests.failover.judge import judged
from tests.failover.phones import confirmations, counted, phones, silence, writing
from tests.failover.row import Figure, Place, at_most, exactly
from tests.support.servers import postgres
from tests.support.servers.waiting import eventually

CONFIGURATION = ROOT / "docs" / "examples" / "patroni.yml"
# Patroni waits 20 s for a leader that says nothing; then it chooses, and the servers find the new primary.
MOST_SILENCE = 35.0
SLUGS = ("aalst", "brugge")
PAUSE = 0.5


@dataclass
class Machine:
    """A machine with Patroni and the PostgreSQL that it starts."""

    name: str
    folder: Path
    etcd: int
    port: int = field(default_factory=free_port)
    api: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts Patroni, which does the rest."""
        self.folder.mkdir(exist_ok=True)
        settings = CONFIGURATION.read_text()
        for example, own in (
            ("name: node1", f"name: {self.name}"),
            ("10.0.0.31:2379,10.0.0.32:2379,10.0.0.33:2379", f"127.0.0.1:{self.etcd}"),
            ("10.0.0.21:8008", f"127.0.0.1:{self.api}"),
            ("10.0.0.21:5432", f"127.0.0.1:{self.port}"),
            ("10.0.0.0/24", "127.0.0.1/32"),
            ("/var/lib/postgresql/15/troel", f"{self.folder}/data"),
            ("/usr/lib/postgresql/15/bin", str(postgres.programs())),
        ):
            assert example in settings, f"The example has no {example} any more."
            settings = settings.replace(example, own)
        file = self.folder / "patroni.yml"
        file.write_text(settings)
        for path in (self.folder, file):
            postgres.hand_over(path)
        call = [program("patroni"), str(file)]
        more = {"env": os.environ | {"HOME": str(self.folder)}, **postgres.as_account(self.folder)}
        with (self.folder / "patroni.log").open("ab") as log:
            self.process = subprocess.Popen(call, stdout=log, stderr=log, start_new_session=True, **more)

    def kill(self) -> None:
        """The machine is gone."""
        if self.process:
            for process in (self.process.pid, *descendants(self.process.pid), *self._backends()):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def _backends(self) -> list[int]:
        """PostgreSQL, which Patroni starts apart from itself, and its processes."""
        file = self.folder / "data" / "postmaster.pid"
        if not file.exists():
            return []
        first = int(file.read_text().split()[0])
        return [first, *descendants(first)]

    def is_leader(self) -> bool:
        """Whether Patroni says that PostgreSQL here is the primary."""
        return self._says("primary")

    def _says(self, path: str) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.api}/{path}", timeout=2) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.HTTPError):
            return False

    def standbys(self) -> int:
        """How many standbys follow, of those that may be promoted."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.api}/patroni", timeout=2) as answer:
            told = json.load(answer)
        return sum(row.get("sync_state") in ("sync", "quorum") for row in told.get("replication", []))


def program(name: str) -> str:
    """A program of the chooser's: on the path, or in the folders of CHOOSER."""
    path = found(name)
    assert path, f"{name} is not installed"
    return path


def found(name: str) -> str | None:
    """Where a program is; None if it is not installed."""
    return shutil.which(name, path=os.pathsep.join((os.environ.get("CHOOSER", ""), os.environ["PATH"], "/usr/sbin")))


@contextmanager
def chosen(count: int = 3) -> Iterator[list[Machine]]:
    """So many machines with Patroni and an etcd; one of them leads, the others follow."""
    with ExitStack() as around:
        folder = around.enter_context(postgres.own_folder())
        client, peer = free_port(), free_port()
        here = f"http://127.0.0.1:{client}", f"http://127.0.0.1:{peer}"
        words = ["--listen-client-urls", here[0], "--advertise-client-urls", here[0], "--listen-peer-urls", here[1]]
        words += ["--initial-advertise-peer-urls", here[1], "--initial-cluster", f"default={here[1]}"]
        log = around.enter_context((folder / "etcd.log").open("wb"))
        etcd = subprocess.Popen(
            [program("etcd"), "--data-dir", str(folder / "etcd"), *words], stdout=log, stderr=log, cwd=folder
        )
        around.callback(etcd.wait)
        around.callback(etcd.kill)
        machines = [Machine(f"node{number}", folder / f"node{number}", client) for number in range(1, count + 1)]
        for machine in machines:
            around.callback(machine.kill)
            machine.start()
        eventually(lambda: leader(machines) is not None and _followed(machines, count - 1), 120)
        yield machines


def leader(machines: list[Machine]) -> Machine | None:
    """The machine that leads; None if none does."""
    return next((machine for machine in machines if machine.process and machine.is_leader()), None)


def _followed(machines: list[Machine], count: int) -> bool:
    first = leader(machines)
    return first is not None and first.standbys() >= count


def chooser(place: Place) -> Iterator[Figure]:
    """Patroni's primary is killed with its machine; a standby is chosen; the machine comes back by itself."""
    deals = 100
    with chosen() as machines:
        first = leader(machines)
        assert first
        account = "postgres:choose-one"
        with psycopg.connect(f"postgres://{account}@127.0.0.1:{first.port}/postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE troel")
        hosts = ",".join(f"127.0.0.1:{machine.port}" for machine in machines)
        with nodes(place.folder, f"postgres://{account}@{hosts}/troel") as (a, b):
            crews = phones(a.organise(f"seat({SLUGS!r}, 5, {deals})"), [a.url, b.url], place.seed)
            crew = [phone for tables in crews.values() for phone in tables]
            with writing(crew, deals, PAUSE) as stop:
                eventually(lambda: len(confirmations(crew)) >= 2 * len(crew), 60)
                at = time.monotonic()
                first.kill()
                eventually(lambda: any(heard > at + 2 for heard in confirmations(crew)), 120)
                yield at_most(
                    "the primary's machine killed: silence", silence(crew, at, time.monotonic()), MOST_SILENCE
                )
                first.start()
                eventually(lambda: _followed(machines, 2), 120)
                yield at_most("… and back as a standby after", time.monotonic() - at, 120.0)
                time.sleep(3)
                stop.set()
            yield exactly(f"answers of 500 among {counted(crew).total():,}", counted(crew)[500], 0)
            yield from judged(b, crews)
