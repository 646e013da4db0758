"""What a hall on SQLite pays for an upgrade: deals beside those of the release before this one, in one run by turns.

    make setup && .venv/bin/python benchmarks/setup/upgraded.py [--seconds 10] [--turns 5]

The release before makes an event of 400 players; it serves that, and ours a copy of its database. Two processes of
phones send deal after deal, as many as they can, to one of the servers and then to the other. Shown are the medians:
deals a second, how long one waits, processor time of the server and its children per deal; and their start and memory.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.support.releases import Manage, servers
from tests.browser.support.server import ROOT, Server
from tests.upgrades.previous import SEAT

PLAYERS, DEALS, PHONES = 400, 60, 2
TICKS, PAGE = os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")


def main() -> int:
    """Prints the table; the exit status is 1 when a deal was refused."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="of each turn; default %(default)s")
    parser.add_argument("--turns", type=int, default=5, help="of each release; default %(default)s")
    options = parser.parse_args()
    tables: list[list[Any]] = []

    def fill(manage: Manage) -> None:
        code = SEAT.format(players=PLAYERS, deals=DEALS)
        tables.extend(json.loads(manage("shell", "--no-imports", "--command", code)))

    refused = 0
    with servers(fill, beside=True) as (running, seconds):
        halls = {release: [[*table, 1] for table in tables] for release in running}
        turns: dict[str, list[tuple[float, ...]]] = {release: [] for release in running}
        for _ in range(options.turns):
            for release, server in running.items():
                turn, failures = posted(server, halls[release], options.seconds)
                turns[release].append(turn)
                refused += failures
        print(f"{'':10}{'a second':>10}{'p50 ms':>8}{'p99 ms':>8}{'processor ms':>14}{'start s':>9}{'MB':>6}")
        for release, server in running.items():
            rate, middle, late, worked = (median(column) for column in zip(*turns[release], strict=True))
            megabytes = sum(resident for _worked, resident in processes(server)) / 1e6
            print(
                f"{release:10}{rate:10.0f}{middle:8.1f}{late:8.1f}{worked:14.2f}{seconds[release]:9.1f}{megabytes:6.0f}"
            )
    print(f"{refused} deals refused, load {os.getloadavg()[0]:.1f}")
    return int(refused > 0)


def posted(server: Server, tables: list[list[Any]], seconds: float) -> tuple[tuple[float, ...], int]:
    """Deals a second, p50 and p99 (ms), processor time of a deal (ms); and how many were refused."""
    before = sum(worked for worked, _resident in processes(server))
    call = [sys.executable, "-m", "benchmarks.support.phones", server.url, str(seconds), str(DEALS)]
    shares = [tables[at::PHONES] for at in range(PHONES)]
    phones = [subprocess.Popen(call, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in shares]
    for phone, share in zip(phones, shares, strict=True):
        assert phone.stdin
        phone.stdin.write(json.dumps(share).encode())
        phone.stdin.close()
    reports = [json.loads(phone.stdout.read()) for phone in phones if phone.stdout]
    for phone in phones:
        phone.wait()
    for share, report in zip(shares, reports, strict=True):
        for at in range(len(report["took"])):
            share[at % len(share)][2] += 1
    took = sorted(wait for report in reports for wait in report["took"])
    worked = sum(worked for worked, _resident in processes(server)) - before
    rate = sum(len(report["took"]) / report["seconds"] for report in reports)
    refused = sum(len(report["refused"]) for report in reports)
    return (rate, median(took), took[len(took) * 99 // 100], worked / len(took) * 1000), refused


def processes(server: Server) -> list[tuple[float, int]]:
    """Seconds of processor time and bytes of memory of each process of a server's session."""
    figures = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # It ended meanwhile.
        if int(fields[3]) == server.process.pid:
            figures.append(((int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * PAGE))
    return figures


if __name__ == "__main__":
    sys.exit(main())
