"""Deals posted by processes of phones, what they tell, and what the server used for it. Needs no Django."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PROCESSES = 4
HEAD = f"{'':44}{'a second':>10}{'p50 ms':>10}{'p99 ms':>10}"
TICKS, PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")


@dataclass
class PostTimings:
    """Per process: milliseconds of every deal, the statuses that were no 303, and how long it was at work (s)."""

    took: list[list[float]]
    refused: list[list[int]]
    seconds: list[float]


def post_deals(url: str, shares: Sequence[Sequence[Any]], seconds: float, deals: int, pace: float = 0.0) -> PostTimings:
    """Has a process of phones for each share of the tables send so many deals a table, one every `pace` seconds."""
    call = [sys.executable, "-m", "benchmarks.support.phones", url, str(seconds), str(deals), str(pace)]
    phones = [subprocess.Popen(call, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in shares]
    for phone, share in zip(phones, shares, strict=True):
        assert phone.stdin
        with phone.stdin:
            phone.stdin.write(json.dumps(share).encode())
    timings = []
    for phone in phones:
        assert phone.stdout
        timings.append(json.loads(phone.stdout.read()))
        phone.wait()
    return PostTimings(*([each[name] for each in timings] for name in ("took", "refused", "seconds")))


def show(what: str, timings: PostTimings) -> None:
    """One line of the table."""
    print(f"{what:44}{times(timings):10.0f}{middle(timings):10.2f}{p99(timings):10.2f}", flush=True)


def times(timings: PostTimings) -> float:
    """How many a second."""
    return sum(len(took) / seconds for took, seconds in zip(timings.took, timings.seconds, strict=True))


def middle(timings: PostTimings) -> float:
    """How long (ms) one in two waited at least."""
    return median(_durations(timings))


def p99(timings: PostTimings) -> float:
    """How long (ms) one in a hundred waited at least."""
    return quantiles(_durations(timings), n=100)[98]


def refused(*tellings: PostTimings) -> int:
    """How many posts were not taken."""
    return sum(len(each) for timings in tellings for each in timings.refused)


def usage(pid: int) -> tuple[float, int]:
    """Seconds of processor time so far and bytes of memory of a process and its children, ended ones included."""
    rows: dict[int, tuple[int, float, int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # It ended meanwhile.
        seconds = sum(map(int, fields[11:15])) / TICKS
        rows[int(path.parent.name)] = (int(fields[1]), seconds, int(fields[21]) * PAGE)
    family = [pid]
    for process in family:
        family += [child for child, (parent, _, _) in rows.items() if parent == process]
    return sum(rows[each][1] for each in family), sum(rows[each][2] for each in family)


def _durations(timings: PostTimings) -> list[float]:
    return [each for durations in timings.took for each in durations]
