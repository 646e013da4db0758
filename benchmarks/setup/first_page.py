"""What `make demo` costs from a fresh clone to the first page, and to the end of what it makes, step by step.

    benchmarks/setup/first_page.py [REVISION …] [--port 8731]

Each revision (default: HEAD) is cloned into a folder of its own, with an empty cache of packages, and `make demo` runs
there; of several, each in the same run. Every line it prints begins a step. Shown are the seconds on the clock and of
the processor, of all its processes together, and the load of the machine. Wanted: 40 s of processor time to the page.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

WANTED_SECONDS = 40.0
PATIENCE_SECONDS = 900
TICKS = os.sysconf("SC_CLK_TCK")
ROOT = Path(__file__).resolve().parents[2]
# Addresses and their codes begin no step.
STEP = re.compile(r"^[A-Z0-9].*")


def main() -> int:
    """Prints a table for each revision; the exit status is 1 when the last one takes longer than is wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("revisions", nargs="*", default=["HEAD"], help="commits or tags; default: HEAD")
    parser.add_argument("--port", type=int, default=8731, help="a free port; default %(default)s")
    options = parser.parse_args()
    seconds = [measure(revision, options.port) for revision in options.revisions]
    return int(seconds[-1] > WANTED_SECONDS)


def measure(revision: str, port: int) -> float:
    """Prints the steps of a revision's demo in a fresh clone; returns the processor's seconds to the first page."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder, "troel")
        subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, clone], check=True)
        subprocess.run(["git", "-C", clone, "checkout", "--quiet", "--detach", _commit(revision)], check=True)
        print(f"{revision}, load {os.getloadavg()[0]:.1f}\n{'clock':>8}{'processor':>11}", flush=True)
        demo = subprocess.Popen(
            ["make", "--no-print-directory", "demo", f"PORT={port}"],
            cwd=clone,
            env=_plain_environment(folder),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            return _followed(demo, port)
        finally:
            os.killpg(demo.pid, signal.SIGTERM)
            demo.wait()


def _plain_environment(folder: str) -> dict[str, str]:
    """Ours, but for what makes Python compile everything at every start, and with an empty cache."""
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return ours | {"UV_CACHE_DIR": str(Path(folder, "cache")), "PYTHONUNBUFFERED": "1"}


def _followed(demo: subprocess.Popen[str], port: int) -> float:
    started = time.monotonic()

    def show(what: str) -> float:
        used = _processor_seconds(demo.pid)
        print(f"{time.monotonic() - started:8.1f}{used:11.1f}  {what}", flush=True)
        return used

    def steps() -> None:
        for line in demo.stdout or ():
            if STEP.match(line):
                show(line.rstrip()[:90])

    reader = threading.Thread(target=steps, daemon=True)
    reader.start()
    while time.monotonic() - started < PATIENCE_SECONDS and demo.poll() is None:
        if _answers(f"http://127.0.0.1:{port}/e/demo/"):
            page = show("— the first page")
            _until_quiet(demo.pid)
            show("— nothing more to do")
            return page
        time.sleep(0.1)
    sys.exit("The demo showed no page.")


def _until_quiet(pid: int) -> None:
    """Waits until the demo has used next to nothing for three seconds."""
    before = -1.0
    while (used := _processor_seconds(pid)) - before > 0.3:
        before = used
        time.sleep(3)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


def _processor_seconds(pid: int) -> float:
    """What a process, its children and those of them that ended have used."""
    return sum(map(_used, _family(pid))) / TICKS


def _family(pid: int) -> Iterator[int]:
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            for child in children.read_text().split():
                yield from _family(int(child))
        except OSError:
            continue


def _used(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(int(field) for field in fields[11:15])


def _commit(revision: str) -> str:
    return subprocess.run(
        ["git", "-C", ROOT, "rev-parse", "--verify", f"{revision}^{{commit}}"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
