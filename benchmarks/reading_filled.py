"""How well score sheets are read, and what it costs beside OpenCV's own warp of the same pictures.

    make tools READING=1 && .venv/bin/python benchmarks/reading_filled.py [--rows 5000] [--first 1]

Sheets of five kinds of forms are filled by a program that knows nothing of the reader, and spoiled in eight ways
(tests/filled). A row is accepted if nothing in it is in doubt and its marks are one result; otherwise it is asked. The
thresholds were set on other sheets (reading_thresholds.py). Seconds are those of the processor, in the reader's process
per page; memory is the most that process ever held.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
import cv2
import numpy as np

from tests.filled import blanks, camera, judge, trial
from tests.filled.trial import Trial

ROWS, BATCH = 5_000, 20
MOST_ASKED, MOST_SECONDS = 0.05, 1.0
SPOILED = len(camera.KINDS)
MEASURES = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "tournament.scan.reader"], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
# The page, flat, in as many pixels as the reader's.
FLAT = (2376, 1680)


def main() -> int:
    """Prints a line per kind of spoiling; the exit status is 1 when a row was read wrongly, or too many are asked."""
    parser = argparse.ArgumentParser(description="How well score sheets are read.")
    parser.add_argument("--rows", type=int, default=ROWS, help="how many rows to judge")
    parser.add_argument("--first", type=int, default=trial.JUDGED, help="the number of the first sheet, an odd one")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores")
    tallies: list[tuple[str, judge.Tally]] = []
    warps: list[float] = []
    rows = 0
    for some in _batches(options.first):
        tallies += _judged(some)
        warps += [_warped(sheet_trial) for sheet_trial in some]
        rows = sum(tally.clear + tally.unclear for _name, tally in tallies)
        if rows >= options.rows:
            break
    return 0 if _told(tallies, warps) else 1


def _batches(first: int) -> Iterator[list[Trial]]:
    seeds = count(first, 2)
    while True:
        yield [trial.trial(seed) for seed in islice(seeds, BATCH)]


def _judged(some: list[Trial]) -> list[tuple[str, judge.Tally]]:
    folder = place.FOLDER / "sheets"
    folder.mkdir(exist_ok=True)
    files = [trial.saved(sheet_trial, folder) for sheet_trial in some]
    answers = trial.read(files, folder, trial.book())
    tallies = [
        (
            sheet_trial.spoiled,
            judge.judged(
                answer, sheet_trial.filled, sheet_trial.blank.shape, sheet_trial.blank.rules, sheet_trial.name
            ),
        )
        for sheet_trial, answer in zip(some, answers, strict=True)
    ]
    for path in folder.iterdir():
        path.unlink()
    return tallies


def _warped(sheet_trial: Trial) -> float:
    """Seconds that OpenCV takes to open the picture, find the squares and lay it flat by a homography."""
    begun = time.process_time()
    picture = cv2.imdecode(np.frombuffer(sheet_trial.picture.data, np.uint8), cv2.IMREAD_COLOR)
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, numbers, _ = cv2.aruco.ArucoDetector(known).detectMarkers(picture)
    squares = {square.number: square.corners for square in sheet_trial.blank.shape.fiducials()}
    pairs = [
        (squares[int(number)], four[0])
        for number, four in zip(np.ravel(numbers), corners, strict=True)
        if int(number) in squares
    ]
    page, at = (np.concatenate([pair[side] for pair in pairs]).astype(np.float32) for side in (0, 1))
    plane, _ = cv2.findHomography(at, page * 8, cv2.RANSAC)
    cv2.warpPerspective(picture, plane, FLAT)
    return time.process_time() - begun


def _megabytes() -> float:
    """The most that the reader's process ever held, on one sheet of each kind of spoiling."""
    folder = place.FOLDER / "sheets"
    files = [str(trial.saved(trial.trial(2 * len(blanks.KINDS) * at + trial.JUDGED), folder)) for at in range(SPOILED)]
    request = json.dumps({"files": files, "out": str(folder), "book": trial.book()})
    # By a small process in between: what its child held at most includes, for the kernel, what it held itself before.
    call = [sys.executable, "-c", MEASURES]
    done = subprocess.run(call, input=request, capture_output=True, text=True, check=True, cwd=trial.ROOT)
    return int(done.stdout) / 1024


def _told(tallies: list[tuple[str, judge.Tally]], warps: list[float]) -> bool:
    """Prints the table; says whether it is as wanted."""
    for line in judge.table(tallies):
        print(line)
    whole = judge.Tally()
    for _name, tally in tallies:
        whole += tally
    for wrong in whole.wrong:
        print(f"wrong: {wrong}")
    seconds, warp = whole.seconds / whole.sheets, float(np.mean(warps))
    print(f"a sheet: {seconds:.2f} s; OpenCV's own warp of it: {warp:.2f} s; times {seconds / warp:.1f}")
    print(f"memory: {_megabytes():.0f} MB at most, on one sheet of each kind of spoiling")
    return not whole.wrong and whole.asked <= MOST_ASKED * whole.clear and seconds <= MOST_SECONDS


if __name__ == "__main__":
    sys.exit(main())
