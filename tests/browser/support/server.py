"""A real server on a database of its own: `manage.py serve`, just as an organiser starts it, or what becomes of it."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MANAGE = [sys.executable, str(ROOT / "manage.py")]
# Long enough for a machine that has a lot else to do.
START_SECONDS = 120
STOP_SECONDS = 60
# The ports that this run of the tests was given.
HELD: list[socket.socket] = []


@dataclass(frozen=True)
class Server:
    """A running server: its address without a slash at the end, the environment that leads to its database, itself."""

    url: str
    environment: dict[str, str]
    process: subprocess.Popen[bytes]

    def manage(self, *arguments: str) -> str:
        """What a management command on this server's database prints; fails as the command does."""
        return manage(self.environment, *arguments)

    def run(self, code: str) -> str:
        """What Python code prints that runs on this server's database."""
        return run(self.environment, code)

    def kill(self) -> None:
        """Ends the server and its worker in the midst of whatever they do, without a warning."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(STOP_SECONDS)


def manage(environment: dict[str, str], *arguments: str) -> str:
    """Run `manage.py` with these arguments and hand back what it prints to standard output."""
    done = subprocess.run([*MANAGE, *arguments], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run(environment: dict[str, str], code: str) -> str:
    """What Python code prints that runs in an installation."""
    return manage(environment, "shell", "--no-imports", "--command", code)


def manage_all(environment: dict[str, str], *commands: Sequence[str]) -> str:
    """What several management commands print, in one process: its start costs more than what they do."""
    code = f"from django.core.management import call_command\nfor words in {commands!r}: call_command(*words)"
    return run(environment, code)


def environment_for(folder: Path, port: int = 0, database: str = "") -> dict[str, str]:
    """The environment of a server whose keys and files are in `folder`, and its database unless that is elsewhere."""
    # The tests' own settings must not leak in: this is the program as it is.
    kept = {name: value for name, value in os.environ.items() if name not in ("DJANGO_SETTINGS_MODULE", "BASE_URL")}
    database = database or f"sqlite:///{folder}/troel.sqlite3"
    return kept | {"VAR_DIR": str(folder), "DATABASE_URL": database, "LISTEN": f"127.0.0.1:{port or free_port()}"}


def free_port() -> int:
    """A port of the loopback that nobody listens on, and that no other run of the tests is given while this one lasts.

    Servers that start at the same moment could share a port, and each then answers half of what the other is asked.
    """
    holder = socket.socket()
    holder.bind(("127.0.0.1", 0))
    # It never listens: with these set, a server may.
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    HELD.append(holder)
    return int(holder.getsockname()[1])


@contextmanager
def serving(
    folder: Path,
    port: int = 0,
    database: str = "",
    through: Sequence[str] = (),
    host: str = "",
    *,
    up_to_date: bool = False,
    program: Sequence[str] = MANAGE,
) -> Iterator[Server]:
    """A server on the database in `folder`, made where there is none, or on another one; stopped at the end.

    `through` is the command that starts it, where it is to be started by another one; `host` the name by which others
    than this machine know it. `up_to_date` says that the database has its tables: then `serve` need not look, which
    takes half of its start. `program` is the `manage.py` of another release, with the Python that runs it.
    """
    environment = environment_for(folder, port, database)
    if host:
        environment["BASE_URL"] = f"http://{host}:{environment['LISTEN'].rpartition(':')[2]}"
    call = _running_server(environment) if up_to_date else [*program, "serve"]
    log = folder / "server.log"
    with log.open("w") as output:
        # A session of its own, so that it can be killed together with its worker, and nothing else.
        process = subprocess.Popen(
            [*through, *call],
            cwd=Path(program[-1]).parent,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    server = Server(f"http://{environment['LISTEN']}", environment, process)
    try:
        wait_for_server(server.url, process, log)
        yield server
    finally:
        process.terminate()
        process.wait(STOP_SECONDS)


def _running_server(environment: dict[str, str]) -> list[str]:
    """The command that `serve` becomes in the end."""
    # Not above: who plays chaos has no settings of Django's.
    from tournament.management.commands.serve import server_call

    environment["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
    host, _, port = environment["LISTEN"].rpartition(":")
    return server_call(host, int(port))


def wait_for_server(url: str, process: subprocess.Popen[bytes], log: Path, seconds: float = START_SECONDS) -> None:
    """Returns once a server answers; fails with its log if it ends, or takes too long."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        assert process.poll() is None, log.read_text()
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except urllib.error.HTTPError:
            return  # an answer, whatever it says
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"No answer from {url}: {log.read_text()}")
