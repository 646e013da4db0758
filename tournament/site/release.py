"""The release of Troel that runs: its version, and the commit it was made from, which set-up writes beside the code."""

from pathlib import Path

from tournament import __version__

FILE = Path(__file__).resolve().parents[1] / "commit.txt"


def _commit() -> str:
    try:
        return FILE.read_text().strip()
    except OSError:
        return ""


# "" where the code came without its history.
COMMIT = _commit()
NAME = f"{__version__} ({COMMIT})" if COMMIT else __version__
