"""The folder for backups that was named on this installation, and what became of the last backup there.

On SQLite both are files in `var/`, not rows: another machine that goes on from a backup has other folders. On
PostgreSQL they are rows, which all servers share and no backup holds. Reading them never touches the folder itself,
which may be a USB stick that is slow or gone.
"""

import fcntl
import json
import os
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.errors import UserError
from tournament.models import BackupNote

EVERY = 15 * 60.0
# How long (s) after a failure it is tried again, and how long one backup may take.
AGAIN, MAX_SECONDS = 60.0, 10 * 60.0
# How long (s) a process may take to start, how long one backup before the page says so, and how old one may be.
STARTS = 15.0
SLOW, LATE = 60.0, EVERY + 5 * 60.0
NAMED, TOLD, LOCK = "named.json", "told.json", "lock"
# Backups beside them, on the machine's own disk.
BEFORE_UPGRADE = "before-upgrade-*.zip"
# How long the beginning is that the names of an installation's files have in common.
PREFIX = len("troel-000000-")
# Held on PostgreSQL by the session that makes a backup: one at a time on all servers.
ADVISORY_LOCK = 0x54726F656C42
LOCKED = """SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON database = pg_database.oid
    WHERE locktype = 'advisory' AND datname = current_database() AND (classid::bigint << 32) + objid::bigint = %s)"""
MAX_LETTERS = 1000
# What is mounted, and where desks and servers mount sticks; the name of a folder where there is none.
MOUNTS, STICKS, AT_HOME = Path("/proc/self/mounts"), ("/media/", "/run/media/", "/mnt/"), "troel-backups"
OCTAL = re.compile(r"\\([0-7]{3})")
# Fields of the status that its file has under another name.
STORED_AS = {"file_count": "kept"}


class BackupFault(StrEnum):
    """Why there is no new backup."""

    GONE = "gone"
    OTHER_DISK = "other disk"
    OWN = "own"
    FULL = "full"
    FULL_HERE = "full here"
    READ_ONLY = "read-only"
    SLOW = "slow"
    UNSOUND = "unsound"
    DAMAGED = "damaged"
    TOOLS = "tools"
    FAILED = "failed"


SENTENCES = {
    BackupFault.GONE: _("The folder is not there: is the stick in the machine?"),
    BackupFault.OTHER_DISK: _(
        "The folder is not the one that was named: another stick? Save the folder again to use it."
    ),
    BackupFault.OWN: _("The folder is one of Troel’s own. Choose one on a stick."),
    BackupFault.FULL: _("There is no room left in the folder."),
    BackupFault.FULL_HERE: _("The disk of this machine is full."),
    BackupFault.READ_ONLY: _("Nothing can be written in the folder."),
    BackupFault.SLOW: _("Writing took too long and was stopped: try another stick."),
    BackupFault.UNSOUND: _("What was written could not be read back: try another stick."),
    BackupFault.DAMAGED: _("The database itself is damaged."),
    BackupFault.TOOLS: _(
        "A program of PostgreSQL is missing on this machine, failed, or is older than the server of the database."
    ),
    BackupFault.FAILED: _("Writing failed."),
}


@dataclass(frozen=True)
class NamedFolder:
    """A folder that was named, when (seconds since 1970), and on which machine; "" where there is one machine only."""

    folder: str
    at: float
    machine: str = ""

    @property
    def elsewhere(self) -> bool:
        """Whether it was named on another machine, which may be the only one that has it."""
        return self.machine not in ("", machine())


@dataclass(frozen=True)
class BackupStatus:
    """What the keeper told of its work in one named folder. Times are seconds since 1970, 0 for never.

    `last` is when the database was as the newest file holds it, `digest` that of its database, `rounds` the mark of the
    closed rounds then; `file_count` is how many files are there, `free` how many bytes.
    """

    named: float = 0.0
    begun: float = 0.0
    tried: float = 0.0
    last: float = 0.0
    file: str = ""
    size: int = 0
    seconds: float = 0.0
    digest: str = ""
    rounds: str = ""
    file_count: int = 0
    free: int = 0
    same_disk: bool = False
    fault: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Backups:
    """How the backups are, for the staff to see; all sentences are in the visitor's language.

    `machine` is the one whose folder it is, if there are several.
    """

    folder: str
    machine: str
    status: BackupStatus
    at_work: bool
    at: float

    @property
    def last(self) -> datetime | None:
        """The moment that the newest backup holds; None if there is none in this folder."""
        return datetime.fromtimestamp(self.status.last, UTC) if self.status.last else None

    @property
    def minutes(self) -> int:
        """The age of the newest backup."""
        return max(0, int(self.at - self.status.last) // 60)

    @property
    def slow(self) -> bool:
        """Whether one is being written for longer than it should take."""
        return self.at_work and self.at - self.status.begun > SLOW

    @property
    def late(self) -> bool:
        """Whether the newest is older than it may be, or whether there is none, though there was time to make it."""
        since = self.status.last or self.status.named
        return bool(self.folder) and bool(since) and self.at - since > LATE

    @property
    def fault(self) -> "str | Promise":
        """Why the last try failed; "" if it did not."""
        return SENTENCES[BackupFault(self.status.fault)] if self.status.fault else ""

    @property
    def alarming(self) -> bool:
        """Whether somebody must look after it now."""
        return bool(self.status.fault) or self.late or self.slow


def backups() -> Backups:
    """How the backups of this installation are. Reads two small files or rows, and no other disk."""
    folder = read_folder()
    return Backups(
        folder=folder.folder if folder else "",
        machine=folder.machine if folder else "",
        status=read_status(folder) if folder else BackupStatus(),
        at_work=at_work() or _just_begun(folder),
        at=time.time(),
    )


def store_folder(folder: str) -> None:
    """From now on backups go to this folder; "" ends them. Whether it can be written, the keeper finds out.

    Refused (422) as `require_folder` says.
    """
    path = require_folder(folder)
    _write(NAMED, asdict(NamedFolder(str(path) if folder else "", time.time(), machine())))


def propose_folder(mounts: Path = MOUNTS, sticks: tuple[str, ...] = STICKS) -> str:
    """Where backups would go: to the first stick that is in, as `mounts` of Linux says, or else to a folder at home.

    "" if none of them can be written.
    """
    folders = []
    with suppress(OSError):
        # A space in a name is written as \040.
        names = [OCTAL.sub(lambda sign: chr(int(sign[1], 8)), line.split()[1]) for line in mounts.open()]
        folders = [(Path(name), Path(name)) for name in names if name.startswith(sticks)]
    for folder, parent in (*folders, (Path(settings.HOME, AT_HOME), Path(settings.HOME))):
        if os.access(parent, os.W_OK | os.X_OK) and not inside_own(folder):
            return str(folder)
    return ""


def make_folder(folder: str, proposed: str) -> None:
    """Sees to it that backups can go to a folder; of those that are not there, only the proposed one is made.

    Refused (422) with what is wrong with it.
    """
    path = require_folder(folder)
    with suppress(OSError):
        if folder == proposed:
            path.mkdir(0o700, exist_ok=True)
    if fault := folder_fault(path):
        raise UserError(SENTENCES[fault], 422)


def folder_fault(folder: Path) -> BackupFault | None:
    """What keeps backups out of a folder, as far as looking at it tells; None if nothing does."""
    if not folder.is_dir():
        return BackupFault.GONE
    return None if os.access(folder, os.W_OK | os.X_OK) else BackupFault.READ_ONLY


def require_folder(folder: str) -> Path:
    """The folder as a path. Refused (422) if it is not an absolute path, or one of Troel's own folders."""
    path = Path(folder)
    if folder and (not path.is_absolute() or "\0" in folder or ".." in path.parts or len(folder) > MAX_LETTERS):
        raise UserError(_("Give the whole path of a folder, from the root: /media/…"), 422)
    if folder and inside_own(path):
        raise UserError(SENTENCES[BackupFault.OWN], 422)
    return path


def machine() -> str:
    """The name of this machine where several work on one database; "" on SQLite."""
    return socket.gethostname() if is_shared() else ""


def inside_own(path: Path) -> bool:
    """Whether a path is in a folder whose files Troel serves, or in that which a backup is to replace."""
    own = (Path(settings.VAR_DIR), Path(settings.STATIC_ROOT), Path(settings.BASE_DIR))
    return any(path.is_relative_to(folder) for folder in own) or len(path.parts) < 2


def read_folder() -> NamedFolder | None:
    """The folder that was named; None if there is none."""
    stored = _read(NAMED)
    if not stored.get("folder"):
        return None
    return NamedFolder(str(stored["folder"]), float(stored["at"]), str(stored.get("machine", "")))


def read_status(folder: NamedFolder) -> BackupStatus:
    """What was told of a folder since it was named."""
    names = {stored: name for name, stored in STORED_AS.items()}
    fields = {names.get(key, key): value for key, value in _read(TOLD).items()}
    stored = {name: value for name, value in fields.items() if name in BackupStatus.__dataclass_fields__}
    return BackupStatus(**stored) if stored.get("named") == folder.at else BackupStatus(named=folder.at)


def older_backups() -> list[str]:
    """The backups that were made here so far, as paths: those in the named folder under one pattern.

    Only this machine's own disk is looked at.
    """
    folder = read_folder()
    status = read_status(folder) if folder else BackupStatus()
    in_folder = [f"{folder.folder}/{status.file[:PREFIX]}*.zip"] if folder and status.file else []
    return [*in_folder, *map(str, sorted(status_folder().glob(BEFORE_UPGRADE)))]


def store_status(status: BackupStatus, **news: Any) -> BackupStatus:
    """Stores what is new."""
    changed = replace(status, **news)
    _write(TOLD, {STORED_AS.get(name, name): value for name, value in asdict(changed).items()})
    return changed


def _just_begun(folder: NamedFolder | None) -> bool:
    """Whether a process was started that may not be at work yet."""
    news = read_status(folder) if folder else BackupStatus()
    return news.tried < news.begun and time.time() - news.begun < STARTS


def at_work() -> bool:
    """Whether a keeper is at work: it holds a lock for as long as it lives."""
    if is_shared():
        with connection.cursor() as cursor:
            cursor.execute(LOCKED, [ADVISORY_LOCK])
            return bool(cursor.fetchone()[0])
    try:
        with (status_folder() / LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


@contextmanager
def alone() -> Iterator[bool]:
    """Whether no other process is making a backup, on any server; none can begin until the end of the block."""
    if is_shared():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY_LOCK])
            (alone,) = cursor.fetchone()
            try:
                yield alone
            finally:
                # With the connection its lock has gone too.
                with suppress(Error):
                    cursor.execute("SELECT pg_advisory_unlock(%s) WHERE %s", [ADVISORY_LOCK, alone])
        return
    status_folder().mkdir(0o700, exist_ok=True)
    with (status_folder() / LOCK).open("wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def status_folder() -> Path:
    """The folder of these files."""
    return Path(settings.VAR_DIR) / "backups"


def is_shared() -> bool:
    """Whether several servers may work on the database."""
    return connection.vendor == "postgresql"


def _read(name: str) -> dict[str, Any]:
    if is_shared():
        return BackupNote.objects.filter(name=name).values_list("content", flat=True).first() or {}
    try:
        content = json.loads((status_folder() / name).read_text())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _write(name: str, value: dict[str, Any]) -> None:
    if is_shared():
        BackupNote.objects.update_or_create(name=name, defaults={"content": value})
        return
    status_folder().mkdir(0o700, exist_ok=True)
    draft = status_folder() / f"{name}.part"
    draft.write_text(json.dumps(value))
    draft.replace(status_folder() / name)
