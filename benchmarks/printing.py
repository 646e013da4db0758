"""What printing costs, beside the same papers drawn by hand with reportlab in the same run.

    make tools && .venv/bin/python benchmarks/printing.py

1,000 players: the 250 score sheets of a round and 1,000 slips, each with a QR code, and the ranking. Every drawing is a
process of its own (drawing.py); the time is what the processor worked from the first import of the library to the
finished bytes, reading the database included, and the memory is the most the process ever held. Wanted: sheets within
3 times reportlab and under 200 MB.
"""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import place

# isort: split
# The place has set Django up, which this needs.
from benchmarks import hall

PLAYERS = 1_000
RUNS = 3
MOST_TIMES = 3.0
MOST_MB = 200
PAPERS = ("sheets", "slips", "ranking")
DRAWERS = ("troel", "reportlab")


def main() -> int:
    """Prints a line per paper; the exit status is 1 when the sheets cost more than wanted."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; median of {RUNS} runs")
    hall.make(PLAYERS)
    found = {paper: {drawer: _measured(drawer, paper) for drawer in DRAWERS} for paper in PAPERS}
    print(f"{'':10}{'troel':>24}{'reportlab':>24}{'times':>8}")
    for paper, by in found.items():
        told = "".join(f"{one['s']:8.2f} s{one['MB']:6.0f} MB{one['kB']:5.0f} kB" for one in by.values())
        print(f"{paper:10}{told}{by['troel']['s'] / by['reportlab']['s']:8.1f}")
    ours, theirs = found["sheets"]["troel"], found["sheets"]["reportlab"]
    return 0 if ours["s"] <= MOST_TIMES * theirs["s"] and ours["MB"] < MOST_MB else 1


def _measured(drawer: str, paper: str) -> dict[str, float]:
    """Seconds, megabytes held at most, and kilobytes of PDF: the run with the median of the seconds."""
    call = [sys.executable, str(place.ROOT / "benchmarks" / "drawing.py"), drawer, paper]
    runs = [json.loads(subprocess.run(call, check=True, stdout=subprocess.PIPE).stdout) for _run in range(RUNS)]
    middle = median(run["s"] for run in runs)
    return next(run for run in runs if run["s"] == middle)


if __name__ == "__main__":
    sys.exit(main())
