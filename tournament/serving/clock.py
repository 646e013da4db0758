"""The clock of the server: what is due is done by a thread, at its start, and before anything is written; never by a
page that is only looked at.

A form waits for what is due in its own event. For everything else it wakes the thread, unless nobody knows which event
it is about.
"""

import logging
from datetime import UTC, datetime
from threading import Event, Lock, Thread

from django.db import Error, connections
from django.utils import timezone

from tournament.acts.register import due

LOOKS_EVERY = 5.0

_log = logging.getLogger(__name__)
_one_at_a_time = Lock()
_awake = Event()
# Before this moment nothing is due; until the clock is turned on, nothing ever is.
_next = datetime.max.replace(tzinfo=UTC)


def turn_on() -> None:
    """From now on a thread of the server does what is due."""
    global _next
    _next = timezone.now()
    Thread(target=_watch, name="clock", daemon=True).start()


def look(event: int | None = None) -> None:
    """Does what is due now, if anything is, in the event with this key or in all. What fails is logged, tried again."""
    at = timezone.now()
    if at < _next:
        return
    if event is None:
        _look_at_all()
    else:
        _awake.set()
        _carry_out(at, event)


def _look_at_all() -> None:
    global _next
    with _one_at_a_time:
        at = timezone.now()
        if at >= _next:
            _next = _carry_out(at)  # only now: whoever looks meanwhile waits, or does it too


def _carry_out(at: datetime, event: int | None = None) -> datetime:
    """The next moment at which something may be due."""
    try:
        return due.carry_out(at, event)
    except Error as fault:
        _log.error("What is due cannot be done. (%s)", fault, exc_info=fault)
        return at + due.LOOKS_EVERY


def _watch() -> None:
    while True:
        look()
        connections.close_all()
        _awake.wait(LOOKS_EVERY)
        _awake.clear()
