"""The child process that makes a file: starting it, checking that it is alive, and ending it.

A restart of the server loses nothing, because no state is kept in memory. A child holds a lock on its own standard
error, so the system knows whether it is alive; its process id is trusted only as long as it is. Its folder is called
after the job and the attempt, and is deleted when it is over.
"""

import fcntl
import json
import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path
from subprocess import DEVNULL, Popen
from typing import Any

from tournament.site import children, release

# Files in the folder of a child: its output, its process id and start time; its own folder for temporary files.
TOLD, STARTED, ASIDE = "told", "started.json", "aside"
NICENESS = 19
# Only this many bytes at the end of a long error report are read.
MAX_LOG_BYTES = 8000

# Kept only to reap them once they have ended.
_children: list["Popen[bytes]"] = []


def start(folder: Path) -> None:
    """Starts the child that does the job after which a new folder is called. Raises OSError if that is impossible."""
    (folder / ASIDE).mkdir(0o700, parents=True)
    words = [*release.PROGRAM, "do-job", str(folder)]
    # Temporary files that the press leaves when it is killed are deleted with the folder.
    more = {"TMPDIR": str(folder / ASIDE)}
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


def log(folder: Path) -> str:
    """The end of what a child wrote that ended by no fault that it knew of; "" if it was interrupted."""
    try:
        with (folder / TOLD).open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - MAX_LOG_BYTES))
            text = file.read().decode(errors="replace").strip()
    except FileNotFoundError:
        return ""
    return "" if text.endswith("KeyboardInterrupt") else text


def reap() -> None:
    """Reaps children that have ended."""
    _children[:] = [process for process in _children if process.poll() is None]


def _started(folder: Path) -> Mapping[str, Any]:
    try:
        started: Mapping[str, Any] = json.loads((folder / STARTED).read_text())
    except (FileNotFoundError, ValueError):  # not yet, or just being written
        return {}
    return started
