"""The child process that makes a file: how it is started, how one knows that it lives, how it is ended.

Nothing is remembered here that a restart of the server could lose. A child holds a lock on its own standard error, so
whether it lives is asked of the system, and its number is trusted only while it does.
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

# In the folder of an errand: what the child says, its number and when it began, what it makes.
TOLD, STARTED, MADE = "told", "started.json", "made"
NICENESS = 19

# Kept for nothing but to let the system forget them once they have ended.
_children: list["subprocess.Popen[bytes]"] = []


def start(folder: Path, call: Sequence[str]) -> None:
    """Starts `manage.py` with these words; its file becomes `folder/made`. OSError where that cannot be.

    The server's own memory is not copied (CPython starts it by vfork), and none of the server's files are handed on:
    a child that kept the port open would stand in the way of the next start.
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
    """Whether the child that was started for a folder is still at work."""
    try:
        with (folder / TOLD).open("rb") as told:
            fcntl.flock(told, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False


def age(folder: Path) -> float:
    """For how many seconds the child has been at work; none before it began."""
    return max(0.0, time.time() - float(_started(folder).get("at", time.time())))


def end(folder: Path) -> None:
    """Ends a child that lives, by its number; whoever asks has just seen that it does."""
    process = _started(folder).get("process")
    if process and lives(folder):
        os.kill(int(process), signal.SIGKILL)


def bury() -> None:
    """Lets the system forget children that have ended."""
    _children[:] = [process for process in _children if process.poll() is None]


def _started(folder: Path) -> Mapping[str, Any]:
    try:
        told: Mapping[str, Any] = json.loads((folder / STARTED).read_text())
    except (FileNotFoundError, ValueError):  # not yet, or just being written
        return {}
    return told


def _environment(folder: Path) -> dict[str, str]:
    """The server's own environment, with what it made of it: the same database, keys, and addresses in every link."""
    return os.environ | {
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "DATABASE_URL": environment.database_url(connection.settings_dict),
        "VAR_DIR": str(settings.VAR_DIR),
        "BASE_URL": settings.BASE_URL,
        "PYTHONUTF8": "1",
        # What the press leaves behind when it is ended goes with the errand.
        "TMPDIR": str(folder),
    }
