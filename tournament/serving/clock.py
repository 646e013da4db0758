"""The clock of the server: what is due is done by a thread, at its start, and before anything is written; never by a
page that is only looked at.
"""

import logging
import time
from datetime import UTC, datetime
from threading import Lock, Thread

from django.db import Error, connections
from django.utils import timezone

from tournament.acts.register import due

LOOKS_EVERY = 5.0

_log = logging.getLogger(__name__)
_one_at_a_time = Lock()
# Before this moment nothing is due; until the clock is turned on, nothing ever is.
_next = datetime.max.replace(tzinfo=UTC)


def turn_on() -> None:
    """From now on a thread of the server does what is due."""
    global _next
    _next = timezone.now()
    Thread(target=_watch, name="clock", daemon=True).start()


def look() -> None:
    """Does what is due now, if anything is. What fails is logged, and tried again."""
    global _next
    with _one_at_a_time:
        at = timezone.now()
        if at < _next:
            return
        _next = at + due.LOOKS_EVERY
        try:
            _next = due.carry_out(at)
        except Error as fault:
            _log.error("What is due cannot be done. (%s)", fault, exc_info=fault)


def _watch() -> None:
    while True:
        look()
        connections.close_all()
        time.sleep(LOOKS_EVERY)
