"""A PostgreSQL server of the tests' own: in a temporary folder, on a free port of the loopback, gone afterwards."""

import contextlib
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.browser.support.server import free_port

ACCOUNT = "postgres"  # as Debian's package names the account its server runs under
USER = "troel"
# A server that has run for a while writes its log over older files; a new one would first fill each with zeros.
LOG_WRITTEN_OVER = "wal_init_zero=off"
START_SECONDS = 30
STOP_SECONDS = 20
# The server goes when its line to the tests breaks, so that it does not outlive tests that were killed. It is
# thawed, as what is stopped ends for no such signal.
UNTIL_THE_LINE_BREAKS = '"$@" <&- & read -r _; kill -INT $!; kill -CONT $! $(cat /proc/$!/task/$!/children); wait $!'


@dataclass
class Postgres:
    """A server with a cluster in `folder`, and the password of its one user."""

    folder: Path
    port: int = field(default_factory=free_port)
    password: str = field(default_factory=lambda: secrets.token_urlsafe(16))
    name: str = "node0"
    durable: bool = False
    _process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        """What DATABASE_URL says for a database of this server."""
        return f"postgres://{USER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        """A connection on which each statement stands by itself."""
        return psycopg.connect(self.url(database), autocommit=True, connect_timeout=2)

    def create(self, database: str) -> str:
        """Makes an empty database; its DATABASE_URL."""
        with self.connect() as connection:
            connection.execute(f'CREATE DATABASE "{database}"')
        return self.url(database)

    def start(self) -> None:
        """Returns when the server answers."""
        # Nothing here outlives the test, so nothing needs to survive a power cut.
        fsync = "fsync=on" if self.durable else "fsync=off"
        settings = ("listen_addresses=127.0.0.1", "unix_socket_directories=", fsync, LOG_WRITTEN_OVER)
        options = [word for setting in settings for word in ("-c", setting)]
        server = [program("postgres"), "-D", str(self.data), "-p", str(self.port), *options]
        call = ["/bin/sh", "-c", UNTIL_THE_LINE_BREAKS, "sh", *server]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                call, stdin=subprocess.PIPE, stdout=log, stderr=subprocess.STDOUT, **as_account(self.folder)
            )
        self._wait_for_answer()

    def stop(self) -> None:
        """Stops the server, whoever is still connected."""
        if self._process and self._process.stdin:
            self._process.stdin.close()
            self._process.wait(STOP_SECONDS)
            self._process = None

    def kill(self) -> None:
        """Ends the server and all its processes, frozen or not, as a power cut would; nothing where it does not run."""
        if self._process:
            self._signal(signal.SIGKILL)
            self.stop()

    def freeze(self) -> None:
        """Stops all its processes where they are; the system goes on acknowledging what is sent to them."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets a frozen server go on as if no time had passed."""
        self._signal(signal.SIGCONT)

    @property
    def data(self) -> Path:
        """Where the cluster is."""
        return self.folder / "data"

    @property
    def _log(self) -> Path:
        return self.folder / "server.log"

    def _signal(self, number: signal.Signals) -> None:
        """To the server first, which then starts no other process, and to each of its processes."""
        assert self._process, "It does not run."
        server = _children(self._process.pid)[0]
        os.kill(server, number)
        for process in _children(server):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def _wait_for_answer(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                self.connect().close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return
        raise AssertionError(f"PostgreSQL does not answer: {self._log.read_text()}")


def programs() -> Path | None:
    """The folder of the newest PostgreSQL installed by Debian, or of the one on the path; None where there is none."""
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    found = max(installed, key=lambda path: float(path.parts[-3]), default=None) or shutil.which("initdb")
    return Path(found).parent if found else None


# Of a test that asks for such a server.
NEEDED = pytest.mark.skipif(not programs(), reason="PostgreSQL is not installed")


@contextmanager
def running(*, durable: bool = False) -> Iterator[Postgres]:
    """A server with an empty cluster, until the end of the block; `durable`: what is committed survives a power cut."""
    with own_folder() as folder:
        postgres = Postgres(folder, durable=durable)
        try:
            _make_cluster(folder, postgres.password)
            postgres.start()
            yield postgres
        finally:
            postgres.stop()


@contextmanager
def own_folder() -> Iterator[Path]:
    """A folder of the server's account, until the end of the block."""
    # Not below pytest's own folder, which the server's account may not enter.
    folder = Path(tempfile.mkdtemp(prefix="troel-postgres-"))
    hand_over(folder)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def hand_over(path: Path) -> None:
    """Gives a file or folder to the account that the servers run under."""
    if os.geteuid() == 0:
        shutil.chown(path, ACCOUNT, ACCOUNT)


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def _make_cluster(folder: Path, password: str) -> None:
    secret = folder / "password"
    secret.write_text(password)
    hand_over(secret)
    # Belgian collation, as a hall's own server may have it: an order that only holds for bytes shows itself.
    language = ["--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=nl-BE"]
    access = [f"--username={USER}", "--auth=scram-sha-256", f"--pwfile={secret}"]
    # With checksums a primary that was left behind can be rewound.
    run(folder, "initdb", f"--pgdata={folder / 'data'}", "--no-sync", "--data-checksums", *language, *access)
    # In the file, not on the command line: pg_rewind starts a killed primary by itself once, which must keep it too.
    with (folder / "data" / "postgresql.conf").open("a") as settings:
        settings.write("wal_keep_size = '512MB'\n")


def run(folder: Path, name: str, *arguments: str) -> None:
    """Runs one of PostgreSQL's programs on a cluster in `folder`; fails as it does, with what it says."""
    call = [program(name), *arguments]
    done = subprocess.run(call, capture_output=True, text=True, check=False, **as_account(folder))
    assert done.returncode == 0, done.stderr


def program(name: str) -> str:
    """Where one of PostgreSQL's programs is."""
    folder = programs()
    assert folder, "PostgreSQL is not installed."
    return str(folder / name)


def as_account(folder: Path) -> dict[str, Any]:
    """How to start a program of PostgreSQL: as root it refuses to run."""
    account = {"user": ACCOUNT, "group": ACCOUNT, "extra_groups": []} if os.geteuid() == 0 else {}
    return {"cwd": folder, **account}
