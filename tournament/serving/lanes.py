"""Lanes: threads for one kind of request each, first come first served within a lane.

What a table or the desk writes never waits behind spectators, nor behind passwords that are being checked.
"""

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

from tournament.site.uploads import STAFF_PATH

T = TypeVar("T")
Gone = Callable[[], asyncio.Future[None]]

# How long (s) a page lets the tables go first before it begins anyway.
GIVES_WAY = 0.1
# What the desk writes at a table or at the door.
DESK = re.compile(rf"{STAFF_PATH}[^/]+/(rounds/\d+/tables|attendance)/")
# Where players sign, and get the link to write with.
PLAYERS = ("/p/", "/r/")
SIGN_IN = ("/sign-in/", "/password/", "/first-organiser/", "/invitation/")
LOOKS = ("GET", "HEAD")


class SenderGoneError(Exception):
    """The sender is gone, and the work was not begun."""


class Lane:
    """A number of threads, and the requests that wait for them. Only to be used from the event loop."""

    def __init__(self, name: str, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._threads = threads
        self._inside = 0
        self.idle = Event()
        self.idle.set()

    @property
    def full(self) -> bool:
        """Whether the next request would have to wait."""
        return self._inside >= self._threads

    async def run(self, work: Callable[[], T], gone: Gone | None = None) -> T:
        """What `work` returns, done in its turn. Raises SenderGoneError if `gone` completes before it begins."""
        watch = gone() if gone and self.full else None
        self._enter(1)
        try:
            turn = self._pool.submit(work)
            if watch:
                watch.add_done_callback(lambda _done: turn.cancel())  # does nothing once it has begun
            return await asyncio.wrap_future(turn)
        except asyncio.CancelledError:
            if watch and watch.done():
                raise SenderGoneError from None
            raise
        finally:
            self._enter(-1)
            if watch:
                watch.cancel()

    def _enter(self, more: int) -> None:
        self._inside += more
        if self._inside:
            self.idle.clear()
        else:
            self.idle.set()


# One thread: an event is written to by one act at a time, and a second thread would read what then changes under it.
TABLES = Lane("tables", 1)
STAFF = Lane("staff", 2)
SIGNING_IN = Lane("sign-in", 1)
FILES = Lane("files", 1)
# Reads what is new for the open pages at tables.
NEWS = Lane("news", 1)
# Looks up who sends a long form or a file, before it is received.
DOOR = Lane("door", 1)
# The second answers others while the first is busy with a long page.
PAGES = Lane("pages", 2)


def lane_of(method: str, path: str) -> Lane:
    """The lane in which a request waits for its turn."""
    if path.startswith("/t/") or (method not in LOOKS and (DESK.match(path) or path.startswith(PLAYERS))):
        return TABLES
    if path.startswith(STAFF_PATH):
        return STAFF
    if path.startswith(SIGN_IN):
        return SIGNING_IN
    return FILES if path.startswith("/static/") else PAGES


def may_be_skipped(method: str, lane: Lane) -> bool:
    """Whether a request can be dropped once its sender is gone. What somebody wrote is done, answered or not."""
    return method in LOOKS or lane is SIGNING_IN


def would_wait() -> bool:
    """Whether a page requested now would not be begun at once."""
    return PAGES.full or not TABLES.idle.is_set()


def give_way() -> None:
    """Called in a page's thread before it begins: lets the tables go first, for a while."""
    TABLES.idle.wait(GIVES_WAY)
