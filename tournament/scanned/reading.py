"""The child process that reads pictures of sheets: started like the press, with a bound on its time and memory.

What a stranger's file can do to a decoder stays in a process that is told neither keys nor database, and is bounded.
"""

import json
import resource
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from django.utils.translation import gettext_lazy as _

from tournament.refusal import Refusal
from tournament.scanned.book import Book
from tournament.site import children

MODULE = "tournament.scan.reader"
NEEDED = ("cv2", "numpy", "zxingcpp", "pypdfium2")
NICENESS = 19
MOST_SECONDS = 900
MOST_MEMORY = 3 * 2**30
# OpenCV reads this once, when it is loaded, and from then on refuses a larger picture after its header.
LIMITS = {"OPENCV_IO_MAX_IMAGE_PIXELS": str(120_000_000)}
UNAVAILABLE = 503

Json = dict[str, Any]


def require_installed() -> None:
    """Refuses where the packages that read pictures were not installed."""
    if not all(map(find_spec, NEEDED)):
        raise Refusal(
            _("This installation cannot read sheets. Ask the person who looks after it for “make setup READING=1”."),
            UNAVAILABLE,
        )


def read(files: Sequence[Path], out: Path, book: Book, told: Callable[[Json], None]) -> None:
    """Has files read, and tells each page as soon as it is: the reader's answer, and under `place` which sheet it is.

    The pictures are written to `out`. Raises Refusal where this cannot be done here or takes too long.
    """
    require_installed()
    request = {"files": [str(file) for file in files], "out": str(out), "book": book.request}
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as complaints:
        asked.write(json.dumps(request).encode())
        asked.seek(0)
        streams = {"stdin": asked, "stdout": subprocess.PIPE, "stderr": complaints}
        with children.started(["-m", MODULE], NICENESS, None, LIMITS, **streams) as child:
            _bound(child.pid)
            late = threading.Timer(MOST_SECONDS, child.kill)
            late.start()
            try:
                _tell(child.stdout, book, told)
            except BaseException:
                child.kill()
                raise
            finally:
                late.cancel()
        _require_done(child.returncode, complaints)


def _bound(process: int) -> None:
    """Bounds the memory of a child, whatever it does about that itself."""
    if hasattr(resource, "prlimit"):
        resource.prlimit(process, resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _tell(answers: IO[bytes] | None, book: Book, told: Callable[[Json], None]) -> None:
    for line in answers or ():
        page: Json = json.loads(line)
        place = book.places.get(page["payload"])
        told({**page, "place": asdict(place) if place else None})


def _require_done(status: int, complaints: IO[bytes]) -> None:
    if status == 0:
        return
    complaints.seek(0)
    sys.stderr.write(complaints.read()[-4000:].decode(errors="replace"))
    sentence = _("Reading was stopped: it took too long, or too much memory. Try again with fewer pages.")
    raise Refusal(sentence, UNAVAILABLE)
