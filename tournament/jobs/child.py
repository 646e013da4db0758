"""The child process that makes a file: starting it, checking that it is alive, and ending it.

A restart of the server loses nothing, because no state is kept in memory. A child holds a lock on its own standard
error, so the system knows whether it is alive; its process id is trusted only as long as it is.
"""

import fcntl
import json
import os
import signal
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

from django.conf import settings

from tournament.site import children

# Files in the folder of a job: the child's output, its process id and start time, the file it makes.
TOLD, STARTED, MADE = "told", "started.json", "made"
NICENESS = 19

# Kept only to reap them once they have ended.
_children: list["Popen[bytes]"] = []


def start(folder: Path, call: Sequence[str]) -> None:
    """Starts `manage.py` with these arguments; it writes `folder/made`. Raises OSError if that is impossible."""
    words = [str(settings.BASE_DIR / "manage.py"), *call, "--output", str(folder / MADE)]
    # Temporary files that the press leaves when it is killed are deleted with the job.
    more = {"TMPDIR": str(folder)}
    with (folder / TOLD).open("xb") as log:
        fcntl.flock(log, fcntl.LOCK_EX)
        process = children.start_child(words, NICENESS, more, stdin=DEVNULL, stdout=DEVNULL, stderr=log)
    _children.append(process)
    (folder / STARTED).write_text(json.dumps({"process": process.pid, "at": time.time()}))


def lives(folder: Path) -> bool:
    """Whether the child that was started for a folder is still running."""
    try:
        with (folder / TOLD).open("rb") as log:
            fcntl.flock(log, fcntl.LOCK_SH | fcntl.LOCK_NB)
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


def reap() -> None:
    """Reaps children that have ended."""
    _children[:] = [process for process in _children if process.poll() is None]


def _started(folder: Path) -> Mapping[str, Any]:
    try:
        started: Mapping[str, Any] = json.loads((folder / STARTED).read_text())
    except (FileNotFoundError, ValueError):  # not yet, or just being written
        return {}
    return started
