"""The release of Troel that runs: its version, and the commit it was made from.

Where the code lies in its history, that says it, also after a pull without set-up; a wheel brings what set-up wrote.
"""

from contextlib import suppress
from pathlib import Path

from tournament import __version__

FILE = Path(__file__).resolve().parents[1] / "commit.txt"
# A wheel has its static files inside, a source tree collects them in var/.
COLLECTED = FILE.with_name("collected")
INSTALLED = COLLECTED.is_dir()
# How a person calls our commands, and the arguments with which Python runs them for us.
COMMAND = "troel" if INSTALLED else "manage.py"
PROGRAM = ("-m", "tournament.management")
# What chooses another port.
PORT = "--listen" if INSTALLED else "PORT"

DIGITS = 12


def to_all(port: int) -> str:
    """What follows the command that starts Troel, so that the whole network can open it."""
    return f"--listen 0.0.0.0:{port}" if INSTALLED else "HOST=0.0.0.0"


def read_commit(history: Path, stored: Path) -> str:
    """The commit that is checked out in a folder `.git`, or else the one in a file; "" if neither says it."""
    with suppress(OSError, ValueError):
        head = (history / "HEAD").read_text().strip()
        kind, _space, name = head.partition(" ")
        if kind == "ref:" and (history / name).exists():
            head = (history / name).read_text().strip()
        elif kind == "ref:":
            packed = (line.split() for line in (history / "packed-refs").read_text().splitlines())
            head = next((line[0] for line in packed if line[1:] == [name]), "")
        if len(head) >= DIGITS and int(head, 16):
            return head[:DIGITS]
    try:
        return stored.read_text().strip()
    except OSError:
        return ""


# "" where the code came without its history.
COMMIT = read_commit(FILE.parents[1] / ".git", FILE)
NAME = f"{__version__} ({COMMIT})" if COMMIT else __version__
