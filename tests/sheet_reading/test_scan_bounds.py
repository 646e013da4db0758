"""Files that would keep the reader of sheets busy: a picture of many passes, a page that draws itself without end."""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pikepdf
import pytest

from tests.browser.support.server import ROOT
from tests.support.servers.waiting import PATIENCE
from tournament.scan import bounds
from tournament.scan.bounds import MAX_PIXELS
from tournament.scan.pages import PageError, pages
from tournament.sheet_reading import reading_process
from tournament.site import children

# The reader as it is, but that loses its patience sooner.
HASTY = """
from tournament.scan import reader
reader.STUCK_SECONDS = 1
raise SystemExit(reader.main())
"""


def of_many_drawings(path: Path, levels: int) -> None:
    """A PDF of some kilobytes whose page draws a form that draws the next one twice, and so on."""
    with pikepdf.new() as document:
        page = document.add_blank_page()
        inner = document.make_stream(b"0 0 500 800 re f", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form)
        inner.BBox = [0, 0, 595, 842]
        for _level in range(levels):
            outer = document.make_stream(b"/F Do /F Do", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form)
            outer.BBox, outer.Resources = [0, 0, 595, 842], {"/XObject": {"/F": inner}}
            inner = outer
        page.Resources = pikepdf.Dictionary({"/XObject": {"/F": inner}})
        page.Contents = document.make_stream(b"/F Do")
        document.save(path)


def test_a_picture_that_goes_over_its_pixels_without_end_is_refused_by_its_passes(tmp_path: Path) -> None:
    """No alarm reaches a decoder at work: two megabytes of this kept it busy for minutes."""
    path = tmp_path / "passes.jpg"
    content = cv2.imencode(".jpg", np.zeros((64, 64), np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    last = content.rindex(b"\xff\xda")
    path.write_bytes(content[:last] + content[last:-2] * 70 + content[-2:])
    with pytest.raises(PageError, match="unreadable file"):
        pages(path)
    path.write_bytes(content)
    assert len(pages(path)) == 1


@pytest.mark.long
def test_a_page_that_is_drawn_without_end_ends_the_reader(tmp_path: Path) -> None:
    path = tmp_path / "drawings.pdf"
    of_many_drawings(path, 24)
    request = json.dumps({"files": [str(path)], "out": str(tmp_path), "book": {"forms": [], "sheets": {}}})
    call = [sys.executable, "-c", HASTY]
    done = subprocess.run(call, input=request, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGALRM, "")
    assert "_drawn" in done.stderr


# As the server has files read: the child is started by the server's own function, with the server's environment.
AS_SERVED = """
import json, resource, sys
from pathlib import Path
import django
django.setup()
from tournament.sheet_reading import reading_process
from tournament.sheet_reading.expected_sheets import Book
pages = []
reading_process.read([Path(sys.argv[1])], Path(sys.argv[2]), Book({"forms": [], "sheets": {}}, {}), pages.append)
most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps([[page["refused"] for page in pages], most]))
"""
MOST_KIB = 512 * 1024


def white(path: Path, side: int) -> None:
    """A square PNG of one bit per pixel, all white."""
    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\xff" * ((side + 7) // 8)) * side)
    parts = ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in parts
        )
    )


@pytest.mark.long
def test_the_reader_that_the_server_starts_decodes_no_picture_above_its_pixels(tmp_path: Path) -> None:
    """Whoever sets the limit after OpenCV is loaded sets nothing: some hundred kilobytes took gigabytes."""
    path, side = tmp_path / "white.png", 20_000
    white(path, side)
    assert side * side > MAX_PIXELS and path.stat().st_size < 300_000
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tournament.settings", "VAR_DIR": str(tmp_path)}
    call = [sys.executable, "-c", AS_SERVED, str(path), str(tmp_path)]
    done = subprocess.run(
        call, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=10 * PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    refused, most = json.loads(done.stdout.splitlines()[-1])
    assert refused == ["too large"]
    assert most < MOST_KIB


# The reader's own limit, with an act in place of a page: one that only waits, as on a busy machine, and one that works.
TIMED = """
import signal, time
from tournament.scan import reader
reader.MAX_SECONDS = 1
signal.signal(signal.SIGPROF, reader._late)
def work():
    while True:
        pass
print(reader._in_time(lambda: time.sleep(2) or "done"), reader._in_time(work).code, sep="; ")
"""


@pytest.mark.long
def test_a_page_is_timed_by_the_processor_and_not_by_the_clock() -> None:
    """Under load most good pages took too long by the clock."""
    call = [sys.executable, "-c", TIMED]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, timeout=10 * PATIENCE, check=False)
    assert done.stdout.strip() == "done; too long", done.stderr


# As the server has files read, by a reader whose first file kills it in its second page.
HARMED = """
import json, sys
from pathlib import Path
import django
django.setup()
from tournament.sheet_reading import reading_process
from tournament.sheet_reading.expected_sheets import Book
real = reading_process.children.start_child
reading_process.children.start_child = lambda words, *rest, **more: real([sys.argv[1]], *rest, **more)
pages = []
files = [Path(name) for name in ("bad.pdf", "good.pdf", "bad.pdf-2", "last.pdf")]
reading_process.read(files, Path(sys.argv[2]), Book({"forms": [], "sheets": {}}, {}), pages.append)
print(json.dumps([[page["file"], page["page"], page["refused"]] for page in pages]))
"""
DYING = """
import json, os, signal, sys
for path in json.load(sys.stdin)["files"]:
    for page in (1, 2):
        if "bad" in path and page == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        print(json.dumps({"file": path, "page": page, "pages": 2, "payload": "", "refused": ""}), flush=True)
"""


@pytest.mark.long
def test_a_file_that_ends_the_reader_costs_itself_and_not_the_batch(tmp_path: Path) -> None:
    (tmp_path / "dying.py").write_text(DYING)
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tournament.settings", "VAR_DIR": str(tmp_path)}
    call = [sys.executable, "-c", HARMED, str(tmp_path / "dying.py"), str(tmp_path)]
    done = subprocess.run(
        call, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=10 * PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == [
        ["bad.pdf", 1, ""],
        ["bad.pdf", 2, "stopped"],
        ["good.pdf", 1, ""],
        ["good.pdf", 2, ""],
        ["bad.pdf-2", 1, ""],
        ["bad.pdf-2", 2, "stopped"],
        ["last.pdf", 1, ""],
        ["last.pdf", 2, ""],
    ]


# Inside the child, as the server starts it: what each act meets; last the one that leaves no room for open files.
INSIDE = """
import cv2, json, os, resource, socket, sys
from pathlib import Path
from tournament.scan import bounds
given, out, key, port = sys.argv[1:]
missing = bounds.confine([Path(given)], Path(out))
def met(act):
    try:
        return act() and ""
    except (OSError, MemoryError) as error:
        return type(error).__name__
print(json.dumps({
    "missing": missing,
    "given": open(given).read(),
    "pixels": os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"],
    "limits": all(resource.getrlimit(limit) == (most, most) for limit, most in bounds.LIMITS.items()),
    "memory": met(lambda: bytearray(4 * 2**30)),
    "written": os.write(os.open(out + "/long", os.O_CREAT | os.O_WRONLY), b"x" * 300_001),
    "network": met(lambda: socket.create_connection(("127.0.0.1", int(port)))),
    "key": met(lambda: open(key)),
    "elsewhere": met(lambda: open(key + ".new", "w")),
    "program": met(lambda: os.execv("/bin/true", ["true"])),
    "process": met(lambda: os.fork() or os._exit(0)),
    "opened": met(lambda: [os.dup(0) for _ in range(17)]),
}))
"""


@pytest.fixture
def inside(tmp_path: Path) -> dict[str, Any]:
    """What the acts of INSIDE met."""
    given, out, key = tmp_path / "given.pdf", tmp_path / "out", tmp_path / "link.key"
    given.write_text("given")
    key.write_text("secret")
    out.mkdir()
    with socket.create_server(("127.0.0.1", 0)) as door:
        words = ["-c", INSIDE, str(given), str(out), str(key), str(door.getsockname()[1])]
        with children.start_child(
            words, reading_process.NICENESS, None, bounds.VARIABLES, stdout=subprocess.PIPE
        ) as child:
            assert child.stdout is not None
            told: dict[str, Any] = json.loads(child.stdout.read())
    return told


def test_the_reader_is_bounded_on_every_system(inside: dict[str, Any]) -> None:
    assert inside["limits"] and inside["given"] == "given" and inside["pixels"] == str(MAX_PIXELS)
    assert (inside["memory"], inside["opened"], inside["written"]) == ("MemoryError", "OSError", 300_000)


@pytest.mark.parametrize(
    ("name", "acts"),
    [
        (bounds.NETWORK, {"network": "OSError"}),
        (bounds.FILES, dict.fromkeys(("key", "elsewhere", "program"), "PermissionError")),
        (bounds.PROCESSES, {"process": "BlockingIOError"}),
    ],
)
def test_the_reader_is_shut_off_where_the_kernel_can(name: str, acts: dict[str, str], inside: dict[str, Any]) -> None:
    if name in inside["missing"]:
        pytest.skip(f"this kernel does not shut a process of this user off from {name}")
    assert {act: inside[act] for act in acts} == acts
