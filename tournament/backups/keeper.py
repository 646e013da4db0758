"""Making one backup in the named folder: what the process does that the server starts for it.

Only this process touches the folder, so that a stick that hangs holds up nothing else.
"""

import contextlib
import errno
import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tournament import links
from tournament.backups import archive, place
from tournament.backups.archive import BrokenBackupError
from tournament.backups.dumps import DumpError
from tournament.backups.place import BackupFault, BackupStatus, NamedFolder
from tournament.models import Round

# How many of the newest files are kept, and of how many of the days before them the last one.
NEWEST, DAYS = 24, 14
# How many are kept where there is no room for more.
FEWEST = 3
# How many of the newest hold the pictures of sheets too: a thousand are 0.3 GB, which each file would hold again.
WHOLE = 3
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)
GONE = (errno.ENOENT, errno.ENOTDIR, errno.ENODEV, errno.ENXIO, errno.ESTALE)
# What whoever finds the stick reads; it also tells this stick from another.
MARKER = """Backups of Troel, tournament software for colour whist.

Whoever holds these files can read the names of all players, open every table's link, and compute draws that are
not published yet. Keep them as you keep the laptop.

Back-ups van Troel: bewaar ze zo goed als de laptop zelf. / Sauvegardes de Troel : à garder comme l'ordinateur même.

To go on from one of them on another machine: start Troel there and open the link that it prints; that page goes on from
a backup too. By a command: troel restore FILE (in a folder of Troel’s source: .venv/bin/python manage.py restore FILE)
"""


class BackupError(Exception):
    """There is no new backup, for a reason that people can do something about."""

    def __init__(self, fault: BackupFault, reason: str = "") -> None:
        super().__init__(fault, reason)
        self.fault = fault
        self.reason = reason


def keep() -> BackupStatus | None:
    """Makes a backup in the named folder unless the newest there still holds everything; tells how that went.

    None if no folder is named, if another process is at it, or if the folder is another server's and not also here.
    """
    named = place.read_folder()
    with place.alone() as alone:
        if not named or not alone or not _may_use(named):
            return None
        before = place.store_status(place.read_status(named), begun=time.time())
        try:
            return place.store_status(_make(named, before), tried=time.time(), fault="", reason="")
        except BackupError as error:
            return place.store_status(
                place.read_status(named), tried=time.time(), fault=error.fault, reason=error.reason
            )


def closed_rounds() -> str:
    """A mark of the rounds that are closed: another one is a reason for a backup."""
    keys = Round.objects.filter(closed=True).order_by("pk").values_list("pk", flat=True)
    return hashlib.sha256(repr(list(keys)).encode()).hexdigest()[:16]


def _make(named_folder: NamedFolder, status: BackupStatus) -> BackupStatus:
    folder = Path(named_folder.folder)
    try:
        _require_place(folder, new=not status.last)
    except OSError as fault:
        raise _backup_error(fault) from fault
    begun, rounds = time.time(), closed_rounds()
    with _snapshot() as (files, manifest):
        try:
            if manifest.mark == status.digest and (folder / status.file).is_file():
                return replace(status, last=begun, rounds=rounds)
            file = folder / f"{_prefix()}{timezone.localtime():%Y-%m-%d-%H%M%S}.zip"
            _pack(files, manifest, file)
            _prune(folder, NEWEST)
            _thin(folder, WHOLE)
            disk = os.statvfs(folder)
            return replace(
                status,
                last=begun,
                file=file.name,
                size=file.stat().st_size,
                seconds=round(time.time() - begun, 1),
                digest=manifest.mark,
                rounds=rounds,
                file_count=len(_files(folder)),
                free=disk.f_bavail * disk.f_frsize,
                same_disk=not place.machine() and folder.stat().st_dev == Path(settings.VAR_DIR).stat().st_dev,
            )
        except OSError as fault:
            raise _backup_error(fault) from fault
        except BrokenBackupError as fault:
            raise BackupError(BackupFault.UNSOUND, str(fault)) from fault


@contextmanager
def _snapshot() -> Iterator[tuple[Path, archive.Manifest]]:
    """What is to be kept, made on this machine's own disk: a slow stick makes no reader of the database slow."""
    with contextlib.ExitStack() as stack:
        try:
            taken = stack.enter_context(archive.snapshot())
        except archive.UNMADE as fault:
            raise BackupError(_fault_of(fault), str(fault)) from fault
        yield taken


def _pack(files: Path, manifest: archive.Manifest, file: Path) -> None:
    """Writes the file; where there is no room, older pictures make some, then older files, those of a day last."""
    for part in file.parent.glob(f"{_prefix()}*.part"):
        part.unlink()
    folder = file.parent
    steps = iter((partial(_thin, folder, 1), partial(_prune, folder, FEWEST), partial(_prune, folder, FEWEST, days=0)))
    while True:
        try:
            return archive.pack(files, manifest, file)
        except OSError as fault:
            # Each step is taken once; the next only where there was nothing in this one, or not enough.
            if fault.errno not in FULL or not any(step() for step in steps):
                raise


def _require_place(folder: Path, new: bool) -> None:
    """Marks a folder in which there was no backup yet; later only the marked one is used.

    Raises BackupError or OSError.
    """
    if not folder.is_dir():
        raise BackupError(BackupFault.GONE)
    if place.inside_own(folder.resolve()):
        raise BackupError(BackupFault.OWN)
    marker = _marker(folder)
    if not marker.exists():
        # An unplugged stick leaves its folder, which is then on the machine's own disk.
        if not new:
            raise BackupError(BackupFault.OTHER_DISK)
        marker.write_text(MARKER)


def _may_use(named: NamedFolder) -> bool:
    """Whether this machine has the folder: it was named here, or the marker shows that both have the same."""
    try:
        return not named.elsewhere or _marker(Path(named.folder)).exists()
    except OSError:
        return False


def _marker(folder: Path) -> Path:
    return folder / f"{_prefix()}read-me.txt"


def _thin(folder: Path, whole: int) -> int:
    """Leaves the pictures out of all but so many of the newest files; out of how many. A broken one stays as it is."""
    thinned = 0
    for file in _files(folder)[:-whole]:
        # The newest file is whole whatever becomes of these; the next time it is tried again.
        with contextlib.suppress(OSError, BrokenBackupError):
            thinned += archive.thin(file)
    return thinned


def _prune(folder: Path, count: int, days: int = DAYS) -> int:
    """Deletes all but so many of the newest files, and the last of each of so many days before them; how many went."""
    older = _files(folder)[:-count]
    last = {file.name[:-11]: file for file in older}  # by day, as the names are in order
    spared = list(last.values())[-days:] if days else []
    gone = [file for file in older if file not in spared]
    for file in gone:
        file.unlink()
    return len(gone)


def _files(folder: Path) -> list[Path]:
    """The backups of this installation in a folder, oldest first; others may be there too."""
    return sorted(folder.glob(f"{_prefix()}[0-9]*.zip"))


def _prefix() -> str:
    """How the names of this installation's files begin: it follows from the key, which a restored one has too."""
    return f"troel-{links.token('backups', 0, 1)[2:8]}-"


def _fault_of(failure: Exception) -> BackupFault:
    """Why a snapshot did not come about."""
    if isinstance(failure, BrokenBackupError):
        return BackupFault.DAMAGED
    if isinstance(failure, DumpError):
        return BackupFault.TOOLS
    full = (isinstance(failure, OSError) and failure.errno in FULL) or "disk is full" in str(failure)
    return BackupFault.FULL_HERE if full else BackupFault.FAILED


def _backup_error(error: OSError) -> BackupError:
    kinds = ((FULL, BackupFault.FULL), (READ_ONLY, BackupFault.READ_ONLY), (GONE, BackupFault.GONE))
    return BackupError(next((kind for codes, kind in kinds if error.errno in codes), BackupFault.FAILED), str(error))
