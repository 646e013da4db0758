"""When a backup is due, the server starts a process for it: every quarter of an hour, and when a round is closed."""

import logging
import time
from subprocess import DEVNULL, Popen
from threading import Lock, Thread

from django.conf import settings
from django.db import DatabaseError, connection

from tournament.backups import keeper, place
from tournament.backups.place import Fault, Told
from tournament.site import children

LOOKS_EVERY = 5.0
NICENESS = 10

_log = logging.getLogger(__name__)
_one_at_a_time = Lock()
_child: "Popen[bytes] | None" = None


def turn_on() -> None:
    """From now on a thread of the server looks whether a backup is due."""
    Thread(target=_watch, name="backups", daemon=True).start()


def start() -> None:
    """Starts a backup now, unless one is being made. Raises OSError if no process can be started."""
    global _child
    with _one_at_a_time:
        if _child and _child.poll() is None:
            return
        if here := place.named():
            place.tell(place.told(here), begun=time.time())
        call = [str(settings.BASE_DIR / "manage.py"), "backup"]
        _child = children.started(call, NICENESS, {}, stdin=DEVNULL, stdout=DEVNULL)


def due(told: Told, rounds: str, now: float) -> bool:
    """Whether it is time: after a quarter of an hour, when a round was closed, soon after a failure, and at first."""
    pause = place.AGAIN if told.fault else place.EVERY
    return not told.tried or not 0 <= now - told.tried < pause or (not told.fault and rounds != told.rounds)


def _watch() -> None:
    while True:
        time.sleep(LOOKS_EVERY)
        try:
            look()
        except (OSError, DatabaseError) as fault:
            _log.error("Backups cannot be looked after. (%s)", fault, exc_info=fault)
        finally:
            connection.close()


def look() -> None:
    """Starts a backup if one is due, and ends one that hangs."""
    here = place.named()
    if here is None or connection.vendor != "sqlite":
        return
    told = place.told(here)
    if place.at_work():
        _end_if_it_hangs(told)
    elif due(told, keeper.closed_rounds(), time.time()):
        start()


def _end_if_it_hangs(told: Told) -> None:
    """A process that waits for a broken disk may not even end; but then the page says why there is no new backup."""
    if time.time() - told.begun > place.LONGEST and told.fault != Fault.SLOW:
        if _child:
            _child.kill()
        place.tell(told, tried=time.time(), fault=Fault.SLOW, reason="")
