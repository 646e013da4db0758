"""The server's process: how Python divides its time among threads, and ending with the server that started it."""

import gc
import multiprocessing
import os
import signal
import sys
import time
from multiprocessing.process import BaseProcess
from threading import Thread

from django.conf import settings
from django.db import connections
from django.urls import get_resolver
from django.utils import timezone

from tournament.site import environment
from tournament.site.addresses import url_of
from tournament.site.environment import MachineChoices

# How long (s) Python lets a thread run before another may. An act queries the database nine times, and could wait
# this long after each query while a page is rendered: with Python's default of 5 ms the waits take longer than the act.
TURN = 0.0002
# After how many new objects Python searches for unreachable cycles, and how often among older ones. A full search stops
# all threads for 150 ms, and with Python’s defaults there are two a second. Seldomer than this, a hundred pages of 320
# names leave 400 MB behind before it begins.
COLLECTED_AFTER = (20_000, 10, 10)


def tune() -> None:
    """Makes threads switch often, and excludes what was loaded at the start from the search for cycles.

    What pages ask of PostgreSQL is bounded from here on.
    """
    environment.limit_pages(connections.settings.values())
    sys.setswitchinterval(TURN)
    _ = get_resolver().url_patterns  # loads all pages, which then belong to the start
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


def end_with_server() -> bool:
    """Ends this process when the server is killed outright: it could not stop its worker, which would hold the port.

    Returns whether this is a server's process at all.
    """
    server = multiprocessing.parent_process()
    if server:
        Thread(target=_end_with, args=[server], name="end-with-server", daemon=True).start()
    return server is not None


def adopt_choices(choices: MachineChoices) -> None:
    """Lets this process go by what was chosen for the machine, as it will be read when the next one starts."""
    settings.CHOICES = choices
    if choices.host in settings.OWN_ADDRESSES and not os.environ.get("BASE_URL"):
        settings.BASE_URL = url_of(choices.host, settings.LISTEN.port)
    if choices.zone and not os.environ.get("TIME_ZONE"):
        settings.TIME_ZONE = os.environ["TZ"] = choices.zone
        time.tzset()
        timezone.get_default_timezone.cache_clear()  # type: ignore[attr-defined]


def start_again() -> None:
    """Lets the server replace this process once it has answered: what it read at its start has changed."""
    server = multiprocessing.parent_process()
    if server and server.pid:
        os.kill(server.pid, signal.SIGHUP)


def _end_with(server: BaseProcess) -> None:
    """Waits until the server's own process is gone, and stops this one as the server would have done."""
    server.join()
    os.kill(os.getpid(), signal.SIGTERM)
