"""The server's process: how Python shares out its time, and that it ends with the server that started it."""

import gc
import multiprocessing
import os
import signal
import sys
from multiprocessing.process import BaseProcess
from threading import Thread

from django.urls import get_resolver

# Python lets a thread compute so long (s) before another may. An act asks the database fifteen times, and would wait
# so long after each of them while a page is being rendered: with Python's own 5 ms that is longer than the act takes.
TURN = 0.0002
# Python looks for unreachable cycles after so many new objects, and then among older ones every so many times. All
# threads stand still meanwhile: looking through everything takes 150 ms, which Python's own figures do twice a second.
COLLECTED_AFTER = (20_000, 10, 100)


def tune() -> None:
    """Has threads change often, and what was loaded at the start left out of the search for cycles."""
    sys.setswitchinterval(TURN)
    _ = get_resolver().url_patterns  # loads all pages, which then belong to the start
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


def end_with_server() -> None:
    """Ends this process when the server is killed outright: it cannot stop its worker, which would hold the port."""
    server = multiprocessing.parent_process()
    if server:
        Thread(target=_end_with, args=[server], name="end-with-server", daemon=True).start()


def _end_with(server: BaseProcess) -> None:
    """Waits until the server's own process is gone, and stops this one as that would have done."""
    server.join()
    os.kill(os.getpid(), signal.SIGTERM)
