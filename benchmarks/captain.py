"""What a captain's post costs: how many a second, how long one waits, and what the time is spent on.

    make setup && .venv/bin/python benchmarks/captain.py [--seconds 10]

Four processes of phones send deals over the loopback to a real server on SQLite, every transaction safe on disk before
it is answered: as many as it takes, then 62 a second, then one from each of 250 tables within 0.2 s, then 62 a second
while a PDF is made and 1,000 people have the ranking open. In the same run, the same rows written by hand with
`sqlite3`, which is the limit of disk and library. Phones, viewers and server share the cores of this machine.

What a post costs is counted in queries and in processor time of this process, which waits for nobody.
"""

import argparse
import json
import os
import platform
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
# The place has set Django up, which all of these need.
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.jobs import Organiser
from benchmarks.support.posting import BY, DEALS, RESULT, hall, opened, posted
from benchmarks.support.posts import HEAD, PostTimings, p99, refused, show, times
from benchmarks.support.rows import by_hand
from benchmarks.viewers import crowd
from tests.support.servers.captains import WRITTEN, Captain
from tournament import guards
from tournament.acts.table.deals import record_deal
from tournament.exchange.logbook import logbook_file
from tournament.models import Event, LogEntry, Table
from tournament.site import process

TABLES = 250
RATE, BURST_SECONDS, VIEWERS = 62.0, 0.2, 1000
ALONE, WARM = 400, 50  # deals written without a server; of which so many are not counted
WARM_UP = 3.0


@dataclass(frozen=True)
class Target:
    """What is wanted of a figure, and what was measured; `least`: it must be at least so much."""

    what: str
    goal: float
    measured: float
    least: bool = False

    @property
    def met(self) -> bool:
        """Whether it is as wanted."""
        return self.measured >= self.goal if self.least else self.measured <= self.goal


def main() -> int:
    """Prints the tables; the exit status is 1 when a target is missed, a post was refused, or a deal is missing."""
    seconds = _seconds()
    guards.lay()
    process.tune()  # as the server does
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, SQLite {sqlite3.sqlite_version}\n{HEAD}")
    rows, rows_cost = alone(by_hand(hall("rows", TABLES)))
    show("the same rows by hand, synchronous=FULL", rows)
    acts, act_cost = alone(by_act(hall("acts", TABLES)))
    show("the act record_deal, without a server", acts)
    wire, missing = over_the_wire(seconds)
    post_cost, queries = by_form(hall("forms", TABLES))
    spent(rows_cost, act_cost, post_cost)
    return show_targets([*wire_targets(rows, wire), *cost_targets(queries, post_cost)]) or missing


def over_the_wire(seconds: float) -> tuple[dict[str, PostTimings], int]:
    """What the phones measured, part by part; and whether anything was refused, or is not in the logbook."""
    events = {name: hall(name, TABLES) for name in ("warm", "full", "calm", "burst", "busy")}
    before = LogEntry.objects.filter(act="record_deal").count()
    timings: dict[str, PostTimings] = {}
    with place.serving() as port:
        url = f"http://127.0.0.1:{port}"
        timings["warm"] = posted(events["warm"], url, WARM_UP)
        timings["full"] = posted(events["full"], url, seconds)
        show("posts, as many as the server takes", timings["full"])
        timings["calm"] = posted(events["calm"], url, seconds, RATE)
        show(f"{RATE:.0f} posts a second", timings["calm"])
        timings["burst"] = burst(events["burst"], url)
        show(f"{TABLES} posts within {BURST_SECONDS} s", timings["burst"])
        timings["busy"] = busy(events["busy"], url, port, seconds)
        show(f"{RATE:.0f} a second, a PDF, {VIEWERS:,} viewers", timings["busy"])
    sent = sum(len(each) for measured in timings.values() for each in measured.took)
    written = LogEntry.objects.filter(act="record_deal").count() - before
    seals = all(logbook_file.verify(Event.objects.get(pk=event.pk)) for event in events.values())
    print(f"\n{sent} posts, {refused(*timings.values())} refused, {written} lines in the logbooks, every seal holds")
    return timings, int(bool(refused(*timings.values())) or written != sent or not seals)


def burst(event: Event, url: str) -> PostTimings:
    """What the phones of all tables tell that send their first deal within a moment."""
    call = [sys.executable, "-m", "benchmarks.support.burst", url, str(BURST_SECONDS)]
    tables = json.dumps(opened(event)).encode()
    done = subprocess.run(call, cwd=place.ROOT, input=tables, stdout=subprocess.PIPE, check=True)
    measured = json.loads(done.stdout)
    return PostTimings([measured["took"]], [measured["refused"]], [measured["seconds"]])


def busy(event: Event, url: str, port: int, seconds: float) -> PostTimings:
    """What the phones tell while the organiser prints and people look at the ranking."""
    viewers = crowd(url, f"/e/{event.slug}/", seconds + 2, VIEWERS)
    organiser = Organiser(event, port, "sheets")
    organiser.start()
    timings = posted(event, url, seconds, RATE)
    organiser.join()
    seen = json.loads(viewers.communicate()[0])
    print(f"meanwhile {len(seen['took']) / seen['seconds']:.0f} looks at the ranking a second, {seen['failed']} failed")
    print(f"and a PDF of {organiser.size:,} bytes, after {organiser.took:.0f} s")
    return timings


# --- What one post costs ------------------------------------------------------------------------------------------


def alone(acts: Iterator[Callable[[], object]]) -> tuple[PostTimings, float]:
    """The first acts, one after the other in this process; and the milliseconds of processor time of one."""
    took, cost, begun = [], [], time.perf_counter()
    for act in islice(acts, ALONE):
        before, worked = time.perf_counter(), time.process_time()
        act()
        took.append((time.perf_counter() - before) * 1000)
        cost.append((time.process_time() - worked) * 1000)
    return PostTimings([took], [[]], [time.perf_counter() - begun]), median(cost[WARM:])


def by_act(event: Event) -> Iterator[Callable[[], object]]:
    """Deals to be written by the act, in turn at every table."""
    tables = list(Table.objects.filter(round__event=event).select_related("round__event"))
    for number, table in product(range(1, DEALS + 1), tables):
        key = f"bench-{table.pk}-{number}"
        yield lambda table=table, number=number, key=key: record_deal(table, BY, number, RESULT, key=key)  # type: ignore[misc]


def by_form(event: Event) -> tuple[float, int]:
    """The milliseconds of processor time of a captain's post, in the median, and how many queries it asks."""
    phone = Client(enforce_csrf_checks=True, headers={"host": f"127.0.0.1:{place.PORT}"})
    posts = (Captain("", token, seats).deal(1, "form") for token, seats in opened(event))

    def post() -> None:
        status = phone.generic("POST", *next(posts), Captain.FORM).status_code
        if status != WRITTEN:
            sys.exit(f"A post was answered {status}.")

    post()
    with CaptureQueriesContext(connection) as captured:
        post()
    queries = len(captured)
    return alone(post for _ in range(TABLES - 2))[1], queries


def spent(rows: float, act: float, post: float) -> None:
    """What the processor time of a post is spent on, in milliseconds."""
    print(f"\n{'processor time of a post':44}{post:10.2f} ms")
    print(f"{'  the statements themselves, as by hand':44}{rows:10.2f}")
    print(f"{'  asking through Django, checking, sealing':44}{act - rows:10.2f}")
    print(f"{'  link, form, rules, and the frame of a page':44}{post - act:10.2f}")


# --- What is wanted -----------------------------------------------------------------------------------------------


def wire_targets(rows: PostTimings, wire: dict[str, PostTimings]) -> list[Target]:
    """What is wanted of rates and of waiting."""
    return [
        Target("posts as a share of the rows by hand", 1 / 15, times(wire["full"]) / times(rows), least=True),
        Target(f"p99 at {RATE:.0f} a second (ms)", 50, p99(wire["calm"])),
        Target(f"p99 of {TABLES} in {BURST_SECONDS} s (ms)", 150, p99(wire["burst"])),
        Target("p99 with PDF and viewers, times as long", 2, p99(wire["busy"]) / p99(wire["calm"])),
    ]


def cost_targets(queries: int, cost: float) -> list[Target]:
    """What is wanted of one post."""
    return [Target("queries, with BEGIN and COMMIT", 10, queries), Target("processor time (ms)", 5, cost)]


def show_targets(targets: list[Target]) -> int:
    """Prints what was wanted and measured; 1 when a target is missed."""
    print(f"\n{'':44}{'wanted':>10}{'measured':>10}")
    for target in targets:
        print(f"{target.what:44}{target.goal:10.3g}{target.measured:10.3g}  {'' if target.met else 'missed'}")
    return int(not all(target.met for target in targets))


def _seconds() -> float:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each part takes; default %(default)s")
    seconds: float = parser.parse_args().seconds
    return seconds


if __name__ == "__main__":
    sys.exit(main())
