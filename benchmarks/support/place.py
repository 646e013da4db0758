"""A place to measure in: importing it sets Django up on an empty database, in a folder thrown away at the end.

The settings are those of an installation: SQLite, WAL, each transaction safe on disk before it is answered. A benchmark
called with `--postgres` has a PostgreSQL cluster of its own, as safe on disk.
"""

import atexit
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import django
from django.core.management import call_command

from benchmarks.support.posts import ROOT, usage

FOLDER = Path(tempfile.mkdtemp(prefix="troel-bench-"))
DATABASE = FOLDER / "troel.sqlite3"
START_SECONDS = 120
ON_POSTGRES = "--postgres" in sys.argv


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _database() -> str:
    """The DATABASE_URL."""
    if not ON_POSTGRES:
        return f"sqlite:///{DATABASE}"
    from tests.support.servers import postgres

    cluster = ExitStack()
    atexit.register(cluster.close)
    return cluster.enter_context(postgres.running(durable=True)).create("troel")


PORT = _free_port()
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "tournament.settings",
    "VAR_DIR": str(FOLDER),
    "DATABASE_URL": _database(),
    "LISTEN": f"127.0.0.1:{PORT}",
    "BASE_URL": "",
    "DEBUG": "",
}
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
django.setup()
call_command("migrate", verbosity=0)


_servers: list[int] = []


def worked() -> float:
    """The seconds of processor time that the server and its children have used so far."""
    return sum(usage(server)[0] for server in _servers)


@contextmanager
def serving(*call: str) -> Iterator[int]:
    """A real server on this database, as `make run` starts it or by another command; its port on the loopback."""
    server = subprocess.Popen([sys.executable, *(call or (ROOT / "manage.py", "serve"))], stdout=subprocess.DEVNULL)
    try:
        _wait_for(server)
        _servers[:] = [server.pid]
        yield PORT
    finally:
        server.terminate()
        server.wait(START_SECONDS)


def _wait_for(server: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", PORT)) == 0:
                return
        time.sleep(0.05)
    sys.exit("The server did not start; run make setup first.")
