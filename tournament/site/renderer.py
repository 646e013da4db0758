"""A child process that renders public pages, so that the server's interpreter is free for what the tables write.

It calls one function at a time and sends back what that returns. It ends with the server, however that ends; when the
child itself ends or hangs, another is started. Until that is ready, the server does the work itself.
"""

import logging
import os
import signal
import time
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from subprocess import DEVNULL, Popen
from threading import Lock
from typing import TypeVar

import django
from django.db import close_old_connections, connection, connections

from tournament.site import children, process

T = TypeVar("T")

NICENESS = 10
# How long (s) one call may take, and how long after one child was started the next may be.
MAX_SECONDS = 30
START_EVERY = 10.0

_log = logging.getLogger("tournament.site.renderer")  # not __name__, which is __main__ in the child


class Renderer:
    """The server's end: the child, and the line on which it is asked."""

    def __init__(self) -> None:
        self._one_at_a_time = Lock()
        self._child: Popen[bytes] | None = None
        self._line: Connection
        self._started = -START_EVERY
        self._ready = False

    def call(self, work: Callable[..., T], *arguments: object) -> T | None:
        """What `work`, a function of a module, returns; None if the child is not ready, or could not do it."""
        with self._one_at_a_time:
            try:
                return self._request(work, *arguments) if self._is_ready() else None
            except (OSError, EOFError) as fault:
                _log.error("The process that renders pages is gone; another will be started. (%r)", fault)
                self.end()
                return None

    def end(self) -> None:
        """Ends the child, if there is one."""
        if self._child:
            self._line.close()
            self._child.kill()
            self._child.wait()
        self._child, self._ready = None, False

    def renew(self) -> None:
        """Ends the child between two calls: the next one has the settings of that moment."""
        with self._one_at_a_time:
            self.end()

    def _request(self, work: Callable[..., T], *arguments: object) -> T | None:
        self._line.send((work, arguments))
        if not self._line.poll(MAX_SECONDS):
            raise TimeoutError
        answer: T | None = self._line.recv()
        return answer

    def _is_ready(self) -> bool:
        """Whether the child can be asked. Starts it if there is none; that takes a second or more."""
        if self._child is None:
            self._start()
        elif not self._ready and self._line.poll():
            self._ready = self._line.recv()
        return self._ready

    def _start(self) -> None:
        if time.monotonic() - self._started < START_EVERY:
            return
        self._started = time.monotonic()
        self._line, theirs = Pipe()
        with theirs:
            call = ("-m", "tournament.site.renderer")
            self._child = children.start_child(call, NICENESS, {}, stdin=theirs.fileno(), stdout=DEVNULL)


_renderer: Renderer | None = None


def turn_on() -> None:
    """From now on `call` uses a child process, which is started now and ended before this process ends."""
    global _renderer
    _renderer = Renderer()
    _renderer.call(os.getpid)
    Finalize(None, _renderer.end, exitpriority=0)  # not `atexit`, of which a worker of multiprocessing knows nothing


def call(work: Callable[..., T], *arguments: object) -> T | None:
    """What `work`, a function of a module, returns in the child; None where the caller has to do it."""
    return _renderer.call(work, *arguments) if _renderer else None


def renew() -> None:
    """Lets another child answer from now on, which has the settings of that moment."""
    if _renderer:
        _renderer.renew()


def main() -> None:
    """The child: does what it is asked until the server closes the line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches it too, but is for the server
    django.setup()
    process.tune()
    line = Connection(os.dup(0))
    try:
        line.send(True)
        while True:
            work, arguments = line.recv()
            signal.alarm(MAX_SECONDS)  # if the server is gone by then, nobody else ends work that hangs
            line.send(_done(work, *arguments))
            signal.alarm(0)
    except (EOFError, OSError):
        return


def _done(work: Callable[..., T], *arguments: object) -> T | None:
    """What `work` returns; None if it fails: the server then does it itself, and reports the fault if it meets it too.

    A connection to PostgreSQL stays open, as in the server's threads, and is tried before it is used: another takes
    half as long as a page. No file stays open, so that one that was away or was moved is found again.
    """
    try:
        close_old_connections()
        return work(*arguments)
    except Exception as fault:
        _log.warning("The process that renders pages failed: %r", fault)
        connections.close_all()
        return None
    finally:
        if connection.vendor == "sqlite":
            connections.close_all()


if __name__ == "__main__":
    main()
