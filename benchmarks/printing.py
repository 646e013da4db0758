"""What printing costs, beside the same papers drawn by hand with reportlab in the same run.

    make tools && .venv/bin/python benchmarks/printing.py

1,000 players: the 250 score sheets of a round and 1,000 slips, each with a QR code, and the ranking. Every drawing is a
process of its own (`support/drawing.py`); the time is what the processor worked from the first import of the library to
the finished bytes, reading the database included, and the memory is the most the process ever held.
"""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
# The place has set Django up, which this needs.
from benchmarks.support import hall

PLAYERS = 1_000
RUNS = 3
# How many times reportlab each paper may cost, and how many megabytes.
MOST = {"sheets": (3, 200), "slips": (2, 200), "ranking": (15, 400)}
DRAWERS = ("troel", "reportlab")


def main() -> int:
    """Prints a line per paper; the exit status is 1 when one costs more than wanted."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; median of {RUNS} runs")
    hall.make(PLAYERS)
    print(f"{'':10}{'troel':>24}{'reportlab':>24}{'times':>8}")
    results = [_kept(paper, *most) for paper, most in MOST.items()]
    return 0 if all(results) else 1


def _kept(paper: str, most_times: float, most_megabytes: float) -> bool:
    """Prints the line of a paper; says whether it costs no more than this."""
    by = {drawer: _measured(drawer, paper) for drawer in DRAWERS}
    times = by["troel"]["s"] / by["reportlab"]["s"]
    cells = "".join(f"{figures['s']:8.2f} s{figures['MB']:6.0f} MB{figures['kB']:5.0f} kB" for figures in by.values())
    print(f"{paper:10}{cells}{times:8.1f}", flush=True)
    return times <= most_times and by["troel"]["MB"] < most_megabytes


def _measured(drawer: str, paper: str) -> dict[str, float]:
    """Seconds, megabytes held at most, and kilobytes of PDF: the run with the median of the seconds."""
    call = [sys.executable, str(place.ROOT / "benchmarks" / "support" / "drawing.py"), drawer, paper]
    runs = [json.loads(subprocess.run(call, check=True, stdout=subprocess.PIPE).stdout) for _run in range(RUNS)]
    middle = median(run["s"] for run in runs)
    return next(run for run in runs if run["s"] == middle)


if __name__ == "__main__":
    sys.exit(main())
