"""What a hall on SQLite pays for an upgrade: deals beside those of the release before this one, in one run by turns.

    make setup && .venv/bin/python benchmarks/setup/upgraded.py [--seconds 2] [--turns 15]

The release before makes an event of 400 players; it serves that, and ours a copy of its database. Two processes of
phones send deal after deal, as many as they can, to one of the servers and then to the other. Shown are the medians:
deals a second, how long one waits, processor time of the server and its children per deal; and their start and memory.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.support.posts import PostTimings, middle, p99, post_deals, refused, times, usage
from benchmarks.support.releases import Manage, servers
from tests.browser.support.server import Server
from tests.upgrades.previous import SEAT

PLAYERS, DEALS, PHONES = 400, 60, 2
SETTLED = 5.0  # s; a server loads what prints while it is first at rest


def main() -> int:
    """Prints the table; the exit status is 1 when a deal was refused."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="of each turn; default %(default)s")
    parser.add_argument("--turns", type=int, default=15, help="of each release; default %(default)s")
    options = parser.parse_args()
    tables: list[list[Any]] = []

    def fill(manage: Manage) -> None:
        code = SEAT.format(players=PLAYERS, deals=DEALS)
        tables.extend(json.loads(manage("shell", "--no-imports", "--command", code)))

    failures = 0
    with servers(fill, beside=True) as (running, seconds):
        halls = {
            release: [[[*table, 1] for table in tables[at::PHONES]] for at in range(PHONES)] for release in running
        }
        turns: dict[str, list[tuple[float, ...]]] = {release: [] for release in running}
        order = list(running)
        time.sleep(SETTLED)
        for release in order:
            posted(running[release], halls[release], options.seconds)
        for _ in range(options.turns):
            order.reverse()  # Who is second finds a warmer machine.
            for release in order:
                timings, worked = posted(running[release], halls[release], options.seconds)
                turns[release].append((times(timings), middle(timings), p99(timings), worked))
                failures += refused(timings)
        print(f"{'':10}{'a second':>10}{'p50 ms':>8}{'p99 ms':>8}{'processor ms':>14}{'start s':>9}{'MB':>6}")
        for release, server in running.items():
            rate, half, late, worked = (median(column) for column in zip(*turns[release], strict=True))
            size = usage(server.process.pid)[1] / 1e6
            print(f"{release:10}{rate:10.0f}{half:8.1f}{late:8.1f}{worked:14.2f}{seconds[release]:9.1f}{size:6.0f}")
    print(f"{failures} deals refused, load {os.getloadavg()[0]:.1f}")
    return int(failures > 0)


def posted(server: Server, shares: list[list[list[Any]]], seconds: float) -> tuple[PostTimings, float]:
    """What the phones tell of one turn, and the processor time (ms) of a deal; a table remembers its next deal."""
    before, _ = usage(server.process.pid)
    timings = post_deals(server.url, shares, seconds, DEALS)
    after, _ = usage(server.process.pid)
    for share, durations in zip(shares, timings.took, strict=True):
        for at in range(len(durations)):
            share[at % len(share)][2] += 1
    return timings, (after - before) * 1000 / sum(map(len, timings.took))


if __name__ == "__main__":
    sys.exit(main())
