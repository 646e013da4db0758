"""The servers of an installation: each with a folder and a port of its own, all with the same keys on one database."""

import json
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.browser.support.server import Server, environment_for, free_port, manage, serving
from tests.support.servers import postgres
from tournament.rehearse.visitor import Visitor

# The same on every server, as the guide for the keeper says (docs/running.md).
KEYS = {"secret.key": "s" * 60, "link.key": "k" * 60}
# Visitors come from the addresses that the harness names.
TRUSTED = "TRUSTED_PROXIES=127.0.0.1"
PASSWORD = "vier azen en een joker"


@dataclass
class Node:
    """A server of Troel: started, killed, and started again where it was. `more` are further words for `env`."""

    folder: Path
    database: str
    more: Sequence[str] = ()
    port: int = field(default_factory=free_port)
    server: Server | None = None
    _life: ExitStack = field(default_factory=ExitStack)

    def __post_init__(self) -> None:
        self.folder.mkdir(exist_ok=True)
        for name, key in KEYS.items():
            (self.folder / name).write_text(key)
            (self.folder / name).chmod(0o600)

    @property
    def url(self) -> str:
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """What a command on this machine is told."""
        return environment_for(self.folder, self.port, self.database)

    def start(self, *, up_to_date: bool = False) -> "Node":
        """Returns once it answers. Raises AssertionError with its log if it ends instead."""
        self._life = ExitStack()
        through = ["env", TRUSTED, *self.more]
        begun = serving(self.folder, self.port, self.database, through, up_to_date=up_to_date)
        self.server = self._life.enter_context(begun)
        return self

    def stop(self) -> None:
        """Ends it in good order."""
        self._life.close()
        self.server = None

    def kill(self) -> None:
        """Ends it as when the machine dies: with its worker and every child, in the midst of whatever they do."""
        assert self.server
        family = [self.server.process.pid, *descendants(self.server.process.pid)]
        for process in family:
            os.kill(process, signal.SIGSTOP)  # so that none starts another in between
        for process in family:
            os.kill(process, signal.SIGKILL)
        self.server.process.wait()
        self._life.close()
        self.server = None

    def manage(self, *arguments: str) -> str:
        """What a management command prints; fails as it does."""
        return manage(self.environment, *arguments)

    def organise(self, call: str) -> Any:
        """What a function of `organiser` prints as JSON."""
        code = f"from tests.failover import organiser; organiser.{call}"
        return json.loads(self.manage("shell", "--no-imports", "--command", code))

    def organiser(self, slug: str) -> Visitor:
        """A browser in which the organiser of an event has signed in here."""
        visitor = Visitor(self.url)
        page = visitor.get(f"{self.url}/sign-in/")
        visitor.done(page.form("/sign-in/"), username=f"organiser-of-{slug}", password=PASSWORD)
        return visitor


@contextmanager
def nodes(folder: Path, database: str, count: int = 2, more: Sequence[str] = ()) -> Iterator[list[Node]]:
    """So many servers that answer, on one database; stopped at the end, those that were not killed."""
    rows = [Node(folder / "ABCDE"[at], database, more) for at in range(count)]
    try:
        for row in rows:
            row.start()
        yield rows
    finally:
        for row in rows:
            if row.server:
                row.stop()


@contextmanager
def alone(folder: Path, count: int = 2, more: Sequence[str] = ()) -> Iterator[list[Node]]:
    """Servers on one PostgreSQL without a standby."""
    with postgres.running() as running, nodes(folder, running.create("troel"), count, more) as rows:
        yield rows


def descendants(process: int) -> list[int]:
    """The children of a process, theirs, and so on."""
    parents: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        parents.setdefault(int(words[1]), []).append(int(stat.parent.name))
    found = list(parents.get(process, []))
    for child in found:
        found += parents.get(child, [])
    return found


def there(visitor: Visitor, node: Node) -> Visitor:
    """The same person, asking another server."""
    other = Visitor(node.url)
    other.cookies = visitor.cookies
    return other


def after(seconds: float) -> float:
    """The moment in so many seconds, on the clock that all processes of this machine share."""
    return time.monotonic() + seconds
