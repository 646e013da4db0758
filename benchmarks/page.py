"""What the page costs that a captain gets after a post, beside the post itself: wanted at most 1.5 times as long.

    make setup && .venv/bin/python benchmarks/page.py [--postgres] [--tables 60]

Every table writes deal after deal, and each post is followed by the page that it leads to, as a phone asks for it. Once
in this process, where processor time is counted, which waits for nobody; once over the loopback to a real server, with
every transaction safe on disk before it is answered.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
# The place has set Django up, which all of these need.
from django.db import connection
from django.test import Client

from benchmarks.support.posting import DEALS, hall, opened
from tests.support.servers.captains import WRITTEN, Captain
from tournament import guards
from tournament.models import Event
from tournament.site import process

HEADERS = {"Accept-Encoding": "gzip", "Accept-Language": "nl"}
GOAL, WARM = 1.5, 1  # deals of every table that are not counted

# Sends a form or, without one, asks for a page: status and where it leads.
Ask = Callable[[str, bytes | None], tuple[int, str]]


def main() -> int:
    """Prints the table; the exit status is 1 when the page takes longer than wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL cluster of its own")
    parser.add_argument("--tables", type=int, default=60, help="how many write; default %(default)s")
    tables = parser.parse_args().tables
    guards.lay()
    process.tune()
    print(f"{connection.vendor}, load {os.getloadavg()[0]:.1f}\n{'':32}{'post ms':>10}{'page ms':>10}{'times':>8}")
    ratios = [
        show("processor time, in this process", asked(hall("here", tables), in_process(), time.process_time)),
        show("the same by the clock", asked(hall("clock", tables), in_process(), time.perf_counter)),
    ]
    with place.serving() as port:
        ask = over_the_wire(port)
        ratios.append(show("over the loopback, by the clock", asked(hall("wire", tables), ask, time.perf_counter)))
    return int(max(ratios) > GOAL)


def asked(event: Event, ask: Ask, clock: Callable[[], float]) -> list[tuple[float, float]]:
    """The milliseconds of each post, and of the page after it."""
    tables, timings = opened(event), []
    for number in range(1, DEALS + 1):
        for token, seats in tables:
            path, body = Captain("", token, seats).deal(number, f"{token[:20]}-{number}")
            begun = clock()
            status, goal = ask(path, body)
            answered = clock()
            seen, _ = ask(goal.split("#")[0], None)
            ended = clock()
            if (status, seen) != (WRITTEN, 200):
                sys.exit(f"A post was answered {status}, its page {seen}.")
            if number > WARM:
                timings.append(((answered - begun) * 1000, (ended - answered) * 1000))
    return timings


def in_process() -> Ask:
    """Asks Django itself."""
    phone = Client(enforce_csrf_checks=True, headers={"host": f"127.0.0.1:{place.PORT}", **HEADERS})

    def ask(path: str, body: bytes | None) -> tuple[int, str]:
        response = phone.generic("GET" if body is None else "POST", path, body or b"", Captain.FORM)
        return response.status_code, response.headers.get("Location", "")

    return ask


def over_the_wire(port: int) -> Ask:
    """Asks a server over one connection."""
    line = HTTPConnection("127.0.0.1", port)

    def ask(path: str, body: bytes | None) -> tuple[int, str]:
        form = {} if body is None else {"Content-Type": Captain.FORM}
        line.request("GET" if body is None else "POST", path, body, {**HEADERS, **form})
        response = line.getresponse()
        response.read()
        return response.status, response.headers.get("Location", "")

    return ask


def show(what: str, timings: list[tuple[float, float]]) -> float:
    """One line of the table; how many times as long the page takes as the post, in the median."""
    post, page = (median(column) for column in zip(*timings, strict=True))
    print(f"{what:32}{post:10.2f}{page:10.2f}{page / post:8.2f}", flush=True)
    return page / post


if __name__ == "__main__":
    sys.exit(main())
