"""The child process that reads pictures of sheets: started like the press, with a bound on its time and memory.

What a stranger's file can do to a decoder stays in a process that is told neither keys nor database, and is bounded.
"""

import json
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from django.utils.translation import gettext_lazy as _

from tournament.errors import UserError
from tournament.scan import bounds
from tournament.sheet_reading.expected_sheets import Book
from tournament.site import children

MODULE = "tournament.scan.reader"
NEEDED = ("cv2", "numpy", "zxingcpp", "pypdfium2")
NICENESS = 19
# By the clock, for a whole batch.
MAX_SECONDS = 900
UNAVAILABLE = 503

Json = dict[str, Any]
# What is said of a file in place of the child that it ended.
STOPPED: Json = {
    "payload": "",
    "refused": "stopped",
    "marked": [],
    "doubtful": [],
    "cuts": [],
    "picture": "",
    "scale": 0,
    "rows_at": [],
    "seconds": 0.0,
}


def require_installed() -> None:
    """Refuses where the packages that read pictures were not installed."""
    if not all(map(find_spec, NEEDED)):
        raise UserError(
            _("This installation cannot read sheets. Ask the person who looks after it for “make setup READING=1”."),
            UNAVAILABLE,
        )


def read(files: Sequence[Path], out: Path, book: Book, report: Callable[[Json], None]) -> None:
    """Has files read, and tells each page as soon as it is: the reader's answer, and under `place` which sheet it is.

    The pictures are written to `out`. A file that ends the child loses its remaining pages, and a new child reads the
    next files. Raises UserError where this cannot be done here or takes too long.
    """
    require_installed()
    end, at = time.monotonic() + MAX_SECONDS, 0
    while at < len(files):
        done = _Done(book, report)
        request = {
            "files": [str(file) for file in files[at:]],
            "out": str(out),
            "first": at + 1,
            "book": book.reader_input,
        }
        if not _run_child(request, done, end):
            return
        at += done.stop([str(file) for file in files[at:]])


class _Done:
    """What one child has answered, told on."""

    def __init__(self, book: Book, report: Callable[[Json], None]) -> None:
        self._book, self._told = book, report
        self._last: Json = {"file": "", "page": 0, "pages": 0}

    def tell(self, answers: IO[bytes] | None) -> None:
        for line in answers or ():
            self._last = json.loads(line)
            place = self._book.sheet_places.get(self._last["payload"])
            self._told({**self._last, "place": asdict(place) if place else None})

    def stop(self, paths: list[str]) -> int:
        """Tells that the file was stopped at which the child ended; how many of its files are done with that."""
        last = self._last
        begun = paths.index(last["file"]) if last["file"] in paths else -1
        whole = begun < 0 or last["page"] in (0, last["pages"])
        at = begun + 1 if whole else begun
        if at < len(paths):
            page, pages = (1, 1) if whole else (last["page"] + 1, last["page"] + 1)
            self._told({**STOPPED, "file": paths[at], "page": page, "pages": pages, "place": None})
        return at + 1


def _run_child(task: Json, done: _Done, end: float) -> bool:
    """Has one child read; whether a file killed it. Raises UserError if it could not begin, or the time is over."""
    with tempfile.TemporaryFile() as request_file, tempfile.TemporaryFile() as complaints:
        request_file.write(json.dumps(task).encode())
        request_file.seek(0)
        streams = {"stdin": request_file, "stdout": subprocess.PIPE, "stderr": complaints}
        with children.start_child(["-m", MODULE], NICENESS, None, bounds.VARIABLES, **streams) as child:
            _bound(child.pid)
            late = threading.Timer(max(0.0, end - time.monotonic()), child.kill)
            late.start()
            try:
                done.tell(child.stdout)
            except BaseException:
                child.kill()
                raise
            finally:
                late.cancel()
        return _ended(child.returncode, complaints, time.monotonic() >= end)


def _bound(process: int) -> None:
    """Bounds the memory of a child, whatever it does about that itself."""
    if hasattr(resource, "prlimit"):
        resource.prlimit(process, resource.RLIMIT_AS, (bounds.LIMITS[resource.RLIMIT_AS],) * 2)


def _ended(status: int, complaints: IO[bytes], late: bool) -> bool:
    if status == 0:
        return False
    complaints.seek(0)
    sys.stderr.write(complaints.read()[-4000:].decode(errors="replace"))
    if status < 0 and not late:
        return True
    sentence = _("Reading was stopped: it took too long, or too much memory. Try again with fewer pages.")
    raise UserError(sentence, UNAVAILABLE)
