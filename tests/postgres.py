"""A PostgreSQL server of the tests' own: in a temporary folder, on a free port of the loopback, gone afterwards."""

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from tests.browser.server import free_port

ACCOUNT = "postgres"  # as Debian's package names the account its server runs under
USER = "troel"
START_SECONDS = 30
STOP_SECONDS = 20


@dataclass(frozen=True)
class Postgres:
    """A running server: its port, and the password of its one user."""

    port: int
    password: str

    def url(self, database: str = "postgres") -> str:
        """What DATABASE_URL says for a database of this server."""
        return f"postgres://{USER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def create(self, database: str) -> str:
        """Makes an empty database; its DATABASE_URL."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{database}"')
        return self.url(database)


def programs() -> Path | None:
    """The folder of the newest PostgreSQL installed by Debian, or of the one on the path; None where there is none."""
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    found = max(installed, key=lambda path: float(path.parts[-3]), default=None) or shutil.which("initdb")
    return Path(found).parent if found else None


@contextmanager
def running() -> Iterator[Postgres]:
    """A server with an empty cluster, until the end of the block."""
    folder = Path(tempfile.mkdtemp(prefix="troel-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, ACCOUNT, ACCOUNT)
        postgres = Postgres(free_port(), secrets.token_urlsafe(16))
        _make_cluster(folder, postgres.password)
        with _started(folder, postgres):
            yield postgres
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _started(folder: Path, postgres: Postgres) -> Iterator[None]:
    # Nothing here outlives the test, so nothing needs to survive a power cut.
    options = ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "unix_socket_directories="]
    log = folder / "server.log"
    with log.open("wb") as output:
        call = [_program("postgres"), "-D", str(folder / "data"), "-p", str(postgres.port), *options]
        process = subprocess.Popen(call, stdout=output, stderr=subprocess.STDOUT, **_as_nobody_special(folder))
    try:
        _wait_for(postgres, process, log)
        yield
    finally:
        process.send_signal(signal.SIGINT)  # stop now, whoever is still connected
        process.wait(STOP_SECONDS)


def _make_cluster(folder: Path, password: str) -> None:
    secret = folder / "password"
    secret.write_text(password)
    # Belgian collation, as a hall's own server may have it: an order that only holds for bytes shows itself.
    language = ["--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=nl-BE"]
    access = [f"--username={USER}", "--auth=scram-sha-256", f"--pwfile={secret}"]
    call = [_program("initdb"), f"--pgdata={folder / 'data'}", "--no-sync", *language, *access]
    made = subprocess.run(call, capture_output=True, text=True, check=False, **_as_nobody_special(folder))
    assert made.returncode == 0, made.stderr


def _program(name: str) -> str:
    folder = programs()
    assert folder, "PostgreSQL is not installed."
    return str(folder / name)


def _as_nobody_special(folder: Path) -> dict[str, Any]:
    """How to start a program of PostgreSQL: it refuses to run as root."""
    account = {"user": ACCOUNT, "group": ACCOUNT, "extra_groups": []} if os.geteuid() == 0 else {}
    return {"cwd": folder, **account}


def _wait_for(postgres: Postgres, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text()
        try:
            psycopg.connect(postgres.url(), connect_timeout=2).close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"PostgreSQL does not answer: {log.read_text()}")
