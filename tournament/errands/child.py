"""The child process that makes a file: starting it, checking that it is alive, and ending it.

A restart of the server loses nothing, because no state is kept in memory. A child holds a lock on its own standard
error, so the system knows whether it is alive; its process id is trusted only as long as it is.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from tournament.site import environment

# Files in the folder of an errand: the child's output, its process id and start time, the file it makes.
TOLD, STARTED, MADE = "told", "started.json", "made"
NICENESS = 19

# Kept only to reap them once they have ended.
_children: list["subprocess.Popen[bytes]"] = []


def start(folder: Path, call: Sequence[str]) -> None:
    """Starts `manage.py` with these arguments; it writes `folder/made`. Raises OSError if that is impossible.

    The server's memory is not copied (CPython uses vfork), and the child inherits none of the server's open files: if
    it kept the port open, the server could not be restarted.
    """
    words = [sys.executable, str(settings.BASE_DIR / "manage.py"), *call, "--output", str(folder / MADE)]
    with (folder / TOLD).open("xb") as told:
        fcntl.flock(told, fcntl.LOCK_EX)
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=told,
            env=_environment(folder),
            cwd=settings.BASE_DIR,
            close_fds=True,
        )
    _children.append(process)
    os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
    (folder / STARTED).write_text(json.dumps({"process": process.pid, "at": time.time()}))


def lives(folder: Path) -> bool:
    """Whether the child that was started for a folder is still running."""
    try:
        with (folder / TOLD).open("rb") as told:
            fcntl.flock(told, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False


def age(folder: Path) -> float:
    """How long the child has been running, in seconds; 0 before it starts."""
    return max(0.0, time.time() - float(_started(folder).get("at", time.time())))


def end(folder: Path) -> None:
    """Kills the child by its process id, if it is still alive."""
    process = _started(folder).get("process")
    if process and lives(folder):
        os.kill(int(process), signal.SIGKILL)


def bury() -> None:
    """Reaps children that have ended."""
    _children[:] = [process for process in _children if process.poll() is None]


def _started(folder: Path) -> Mapping[str, Any]:
    try:
        told: Mapping[str, Any] = json.loads((folder / STARTED).read_text())
    except (FileNotFoundError, ValueError):  # not yet, or just being written
        return {}
    return told


def _environment(folder: Path) -> dict[str, str]:
    """The server's environment and effective settings: the same database, keys, and addresses in links."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "DATABASE_URL": environment.database_url(connection.settings_dict),
        "VAR_DIR": str(settings.VAR_DIR),
        "BASE_URL": settings.BASE_URL,
        "PYTHONUTF8": "1",
        # Temporary files that the press leaves when it is killed are deleted with the errand.
        "TMPDIR": str(folder),
    }
