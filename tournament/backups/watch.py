"""When a backup is due, the server starts a process for it: every quarter of an hour, and when a round is closed."""

import logging
import time
from subprocess import DEVNULL, Popen
from threading import Lock, Thread

from django.db import Error, connection

from tournament.backups import keeper, place
from tournament.backups.place import BackupFault, BackupStatus, NamedFolder
from tournament.site import children, release

LOOKS_EVERY = 5.0
# How long (s) this server waits before it tries again, if another one should have made the backup by then.
TRIES_EVERY = 60.0
NICENESS = 10

_log = logging.getLogger(__name__)
_one_at_a_time = Lock()
_child: "Popen[bytes] | None" = None
_tried = -TRIES_EVERY


def turn_on() -> None:
    """From now on a thread of the server looks whether a backup is due."""
    Thread(target=_watch, name="backups", daemon=True).start()


def start() -> None:
    """Starts a backup now, unless one is being made. Raises OSError if no process can be started."""
    global _child
    with _one_at_a_time:
        if _child and _child.poll() is None:
            return
        if folder := place.read_folder():
            place.store_status(place.read_status(folder), begun=time.time())
        _child = children.start_child([*release.PROGRAM, "backup"], NICENESS, {}, stdin=DEVNULL, stdout=DEVNULL)


def due(status: BackupStatus, rounds_token: str, at: float) -> bool:
    """Whether it is time: after a quarter of an hour, when a round was closed, soon after a failure, and at first."""
    pause = place.AGAIN if status.fault else place.EVERY
    return (
        not status.tried or not 0 <= at - status.tried < pause or (not status.fault and rounds_token != status.rounds)
    )


def _watch() -> None:
    while True:
        time.sleep(LOOKS_EVERY)
        try:
            look()
        except (OSError, Error) as fault:
            _log.error("Backups cannot be looked after. (%s)", fault, exc_info=fault)
        finally:
            connection.close()


def look() -> None:
    """Starts a backup if one is due, and ends one that hangs."""
    folder = place.read_folder()
    if folder is None:
        return
    status = place.read_status(folder)
    if place.at_work():
        _end_if_it_hangs(status)
    elif due(status, keeper.closed_rounds(), time.time()) and _may_try(folder):
        start()


def _may_try(folder: NamedFolder) -> bool:
    """Whether this server tries to make a backup that is due. One whose folder it may not have is tried seldom."""
    global _tried
    if folder.elsewhere:
        if time.monotonic() - _tried < TRIES_EVERY:
            return False
        _tried = time.monotonic()
    return True


def _end_if_it_hangs(status: BackupStatus) -> None:
    """A process that waits for a broken disk may not even end; but then the page says why there is no new backup."""
    if time.time() - status.begun > place.MAX_SECONDS and status.fault != BackupFault.SLOW:
        if _child:
            _child.kill()
        place.store_status(status, tried=time.time(), fault=BackupFault.SLOW, reason="")
