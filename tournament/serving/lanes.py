"""Lanes: threads for one kind of request each, first come first served within a lane.

What a table or the desk writes never waits behind spectators, nor behind passwords that are being checked; and whoever
looks at a table never waits behind what is written.
"""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

from django.conf import settings

from tournament.site.uploads import STAFF_PATH

T = TypeVar("T")
Gone = Callable[[], asyncio.Future[None]]

# How long (s) a page lets the tables go first before it begins anyway.
GIVES_WAY = 0.1
# How long (s) a request waits for its turn at most: to look at a table, to write at one, for anything else. A phone
# gives a deal 20 s.
LOOKS_WAIT, WRITES_WAIT, WAIT = 5.0, 10.0, 20.0
# How many acts at tables of different events are under way at once where the database takes them
# (`benchmarks/events.py`).
WRITERS = 4
# What the desk writes at a table or at the door.
DESK = re.compile(rf"{STAFF_PATH}[^/]+/(rounds/\d+/tables|attendance)/")
# What is behind a link: tables, and where players follow them, sign, and get the link to write with.
LINKS = ("/t/", "/p/", "/r/")
# What a child process renders for everybody. Who waits for it keeps nobody waiting who looks at another page.
BOARDS_AT = re.compile(
    r"/(api/1/events/[^/]+|embed|cards)/.+|/e/[^/]+/(rows/|hall/|seating/.*)?|/o/[^/]+/[^/]+/(evenings/|presences/)?"
)
SIGN_IN = ("/sign-in/", "/password/", "/first-organiser/", "/invitation/")
LOOKS = ("GET", "HEAD")


class SenderGoneError(Exception):
    """The sender is gone, and the work was not begun."""


class TurnError(Exception):
    """The work waited too long for its turn, and was not begun."""


class Lane:
    """A number of threads, and the requests that wait for them. Only to be used from the event loop.

    Work waits `patience` seconds for its turn at most. In a lane that is `in_order`, work about the same subject is
    done one after the other, in the order in which it came.
    """

    def __init__(self, name: str, threads: int, patience: float = WAIT, *, in_order: bool = False) -> None:
        workers = [1] * threads if in_order else [threads]
        self._pools = [ThreadPoolExecutor(count, f"{name}-{at}") for at, count in enumerate(workers)]
        self._patience = patience
        self._inside: Counter[int] = Counter()
        # Where what is under way about a subject is done, and how much of it there is.
        self._subjects: dict[int | None, tuple[int, int]] = {}
        # When (monotonic) each request came in that is still there.
        self._came: dict[object, float] = {}
        self.name = name
        self.threads = threads
        self.idle = Event()
        self.idle.set()

    @property
    def depth(self) -> int:
        """How many requests are in it, at work or waiting."""
        return len(self._came)

    @property
    def age(self) -> float:
        """How long (s) the oldest of them is there."""
        at = time.monotonic()
        return at - min(self._came.values(), default=at)

    @property
    def full(self) -> bool:
        """Whether the next request would have to wait."""
        return self._inside.total() >= self.threads

    async def run(self, work: Callable[[], T], gone: Gone | None = None, subject: int | None = None) -> T:
        """What `work` returns, done in its turn.

        Raises SenderGoneError if `gone` completes before it begins, TurnError if its turn does not come in time.
        """
        watch = gone() if gone and self.full else None
        at = self._enter(subject)
        ticket, late = object(), False
        self._came[ticket] = time.monotonic()

        def give_up() -> None:
            nonlocal late
            late = turn.cancel()  # False once it has begun

        timer = asyncio.get_running_loop().call_later(self._patience, give_up)
        try:
            turn = self._pools[at].submit(work)
            if watch:
                watch.add_done_callback(lambda _done: turn.cancel())  # does nothing once it has begun
            return await asyncio.wrap_future(turn)
        except asyncio.CancelledError:
            if late:
                raise TurnError from None
            if watch and watch.done():
                raise SenderGoneError from None
            raise
        finally:
            timer.cancel()
            del self._came[ticket]
            self._leave(at, subject)
            if watch:
                watch.cancel()

    def _enter(self, subject: int | None) -> int:
        """The pool that does the work: the one that is busy with its subject, or else the one with the least to do."""
        least = min(range(len(self._pools)), key=self._inside.__getitem__)
        at, count = self._subjects.get(subject, (least, 0))
        self._subjects[subject] = at, count + 1
        self._inside[at] += 1
        self.idle.clear()
        return at

    def _leave(self, at: int, subject: int | None) -> None:
        _, count = self._subjects.pop(subject)
        if count > 1:
            self._subjects[subject] = at, count - 1
        self._inside[at] -= 1
        if not self._inside.total():
            self.idle.set()


# An event is written to by one act at a time, and a second thread would read what then changes under it. SQLite admits
# one writer at a time anyway.
_writers = WRITERS if settings.DATABASES["default"]["ENGINE"].endswith("postgresql") else 1
TABLES = Lane("tables", _writers, WRITES_WAIT, in_order=True)
# Each look reads the database as of one moment (`memory.one_moment`), so it never sees half of an act.
LOOKING = Lane("looks", 2, LOOKS_WAIT)
STAFF = Lane("staff", 2)
SIGNING_IN = Lane("sign-in", 1)
FILES = Lane("files", 1)
# Reads what is new for the open pages at tables.
NEWS = Lane("news", 1)
# Looks up who sends a long form or a file, before it is received.
DOOR = Lane("door", 1)
# The second answers others while the first is busy with a long page.
PAGES = Lane("pages", 2)
BOARDS = Lane("boards", 2)
# Asks the database how it is, for those who keep the server.
HEALTH = Lane("health", 1)
PUBLIC = (PAGES, BOARDS)
ALL = (TABLES, LOOKING, STAFF, SIGNING_IN, FILES, NEWS, DOOR, *PUBLIC, HEALTH)


def lane_of(method: str, path: str) -> Lane:
    """The lane in which a request waits for its turn."""
    if path.startswith(LINKS):
        return LOOKING if method in LOOKS else TABLES
    if method not in LOOKS and DESK.match(path):
        return TABLES
    if path.startswith(STAFF_PATH):
        return STAFF
    if path.startswith(SIGN_IN):
        return SIGNING_IN
    if path.startswith("/static/"):
        return FILES
    return BOARDS if BOARDS_AT.fullmatch(path) else PAGES


def may_be_skipped(method: str, lane: Lane) -> bool:
    """Whether a request can be dropped once its sender is gone. What somebody wrote is done, answered or not."""
    return method in LOOKS or lane is SIGNING_IN


def would_wait(lane: Lane) -> bool:
    """Whether a page requested now would not be begun at once in its lane."""
    return lane.full or not TABLES.idle.is_set()


def give_way() -> None:
    """Called in a page's thread before it begins: lets the tables go first, for a while."""
    TABLES.idle.wait(GIVES_WAY)
