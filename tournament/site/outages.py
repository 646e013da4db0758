"""Faults of the machine, as opposed to our bugs: a disk that is full or read-only, an unreachable database."""

import errno
import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from django.conf import settings

# An outage is over when it has not been met for this long (s).
OVER_AFTER = 60.0
# With less free space than this (bytes), "disk I/O error" means that the disk is full.
LITTLE_ROOM = 256 * 1024


class Outage(Enum):
    """What is wrong with the machine, as the log and the command line say it."""

    FULL = "The disk is full: nothing can be written until there is room."
    READ_ONLY = "What Troel keeps cannot be written."
    AWAY = "The database cannot be reached."
    BUSY = "The database is too busy."


SQLITE = {
    sqlite3.SQLITE_FULL: Outage.FULL,
    sqlite3.SQLITE_READONLY: Outage.READ_ONLY,
    sqlite3.SQLITE_PERM: Outage.READ_ONLY,
    sqlite3.SQLITE_IOERR: Outage.AWAY,
    sqlite3.SQLITE_CANTOPEN: Outage.AWAY,
    sqlite3.SQLITE_BUSY: Outage.BUSY,
    sqlite3.SQLITE_LOCKED: Outage.BUSY,
}
# By how a code of PostgreSQL begins; the first counts. https://www.postgresql.org/docs/15/errcodes-appendix.html
POSTGRES = {
    "53100": Outage.FULL,
    "53": Outage.BUSY,  # no memory, no connections left
    "25006": Outage.READ_ONLY,  # a standby, or a primary that became one
    "25P03": Outage.BUSY,  # a transaction that took too long between two statements
    "40": Outage.BUSY,  # two transactions in each other's way
    "55": Outage.BUSY,  # waited too long for a lock
    "57014": Outage.BUSY,  # took too long
    "57": Outage.AWAY,  # stopped, starting, crashed
    "58": Outage.AWAY,  # its disk
    "08": Outage.AWAY,
}
SYSTEM = {
    errno.ENOSPC: Outage.FULL,
    errno.EDQUOT: Outage.FULL,
    errno.EFBIG: Outage.FULL,
    errno.EROFS: Outage.READ_ONLY,
    errno.EACCES: Outage.READ_ONLY,
}

_heard: dict[Outage, float] = {}
_log = logging.getLogger(__name__)


def outage(error: BaseException | None) -> Outage | None:
    """The outage that a fault comes from; None if it is a bug of ours."""
    return next((kind for link in _chain(error) if (kind := _of(link))), None)


def heard(outage: Outage) -> bool:
    """Records that an outage was met; returns whether it is a new one."""
    at = time.monotonic()
    new = at - _heard.get(outage, -OVER_AFTER) >= OVER_AFTER
    _heard[outage] = at
    return new


def lately() -> bool:
    """Whether there was an outage a moment ago, so that SQLite may have opened the database as it was then."""
    return any(time.monotonic() - at < OVER_AFTER for at in _heard.values())


def opened(connection: Any, **_more: object) -> None:
    """Records an outage when a database is opened that cannot be written, though nothing has failed so far.

    SQLite decides whether it may write a file when it opens it: reading goes on working as long as it stays open.
    """
    if connection.vendor != "sqlite":
        return
    file = Path(connection.settings_dict["NAME"])
    if file.is_file() and not os.access(file, os.W_OK) and heard(Outage.READ_ONLY):
        _log.warning(Outage.READ_ONLY.value)


class OncePerOutage(logging.Filter):
    """Logs one line per outage, without a traceback: every request meets it, and none is the cause."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written."""
        kind = outage(record.exc_info[1]) if record.exc_info else None
        if kind is None:
            return True
        reason = " ".join(str(record.exc_info[1]).split())  # type: ignore[index]
        record.msg, record.args = f"{kind.value} (%s)", (reason,)
        record.exc_info = None
        return heard(kind)


def _of(error: BaseException) -> Outage | None:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return Outage.FULL if code == sqlite3.SQLITE_IOERR and _little_room() else SQLITE.get(code)
    if state := getattr(error, "sqlstate", None):
        return next((kind for beginning, kind in POSTGRES.items() if state.startswith(beginning)), None)
    if any(kind.__module__.startswith("psycopg") and kind.__name__ == "OperationalError" for kind in type(error).mro()):
        return Outage.AWAY  # no connection to the server (time-outs are a class below), so there is no code from it
    return SYSTEM.get(error.errno or 0) if isinstance(error, OSError) else None


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """A fault and its causes: Django wraps the database's exceptions in its own, or raises its own instead.

    The latter is so for sessions: one that cannot be stored counts as one that was deleted meanwhile.
    """
    while error:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _little_room() -> bool:
    try:
        disk = os.statvfs(Path(settings.DATABASES["default"]["NAME"]).parent)
    except OSError:
        return False
    return disk.f_bavail * disk.f_frsize < LITTLE_ROOM
