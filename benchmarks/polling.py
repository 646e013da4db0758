"""What it costs that 1,000 pages at tables ask every two seconds whether anything changed.

    make setup && .venv/bin/python benchmarks/polling.py [--seconds 10]

Every player of 250 tables has their own page open: 500 polls a second. First nobody writes, then captains write one
deal a second, as such a hall does: each lets four pages render their sheet anew. Beside it, as the baseline, what a
poll costs that is answered by its view, in the processor time of this process.
"""

import argparse
import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from statistics import median, quantiles
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place
from benchmarks.support.posting import hall, posted

# isort: split
# The place has set Django up, which all of these need.
from tournament import links
from tournament.models import Entry, Event
from tournament.reading.logbook import seals
from tournament.reading.people import player_page
from tournament.serving import wsgi_adapter

TABLES, RATE, ALONE = 250, 1.0, 300
WANTED = 2.0  # milliseconds of processor time: 500 polls a second on one core


def main() -> int:
    """Prints what a poll costs by its view and over the wire; 1 if that is more than wanted, or an answer failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each part takes; default %(default)s")
    seconds: float = parser.parse_args().seconds
    event = hall("polls", TABLES)
    pages = [
        (f"/p/{links.personal_token(entry)}/", seals.sealed(entry.event, player_page.followed(entry).mark))
        for entry in entries(event)
    ]
    print(f"{'a poll answered by its view':44}{by_view(pages):10.2f} ms of processor time")
    with place.serving() as port:
        url = f"http://127.0.0.1:{port}"
        polled(url, pages, 4.0)
        calm = show_part(f"{len(pages):,} pages, nobody writes", polled(url, pages, seconds))
        busy = show_part(f"{len(pages):,} pages, {RATE:.0f} deal a second", polled(url, pages, seconds, event))
    return int(not calm or not busy)


def entries(event: Event) -> list[Entry]:
    """The players."""
    return list(Entry.objects.filter(event=event).select_related("event"))


def by_view(pages: list[tuple[str, str]]) -> float:
    """The milliseconds of processor time of a poll that Django answers, in the median."""
    cost = []
    for path, mark in pages[:ALONE]:
        before = process_time()
        status = wsgi_adapter.answer(scope(path, mark), BytesIO()).status
        cost.append((process_time() - before) * 1000)
        assert status == 204, status
    return median(cost)


def scope(path: str, mark: str) -> dict[str, Any]:
    """A request as the server hands it over."""
    address = ("127.0.0.1", place.PORT)
    headers = {"host": f"127.0.0.1:{place.PORT}", "hx-request": "true", "accept-language": "nl"}
    fields = {
        "server": address,
        "client": address,
        "scheme": "http",
        "http_version": "1.1",
        "method": "GET",
        "path": path,
    }
    header_list = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {**fields, "query_string": f"since={mark}".encode(), "headers": header_list}


def polled(url: str, pages: list[tuple[str, str]], seconds: float, writes: Event | None = None) -> dict[str, Any]:
    """What the pages tell, and the processor time of the server meanwhile; captains write where told."""
    call = [sys.executable, "-m", "benchmarks.support.pollers", url, str(seconds)]
    crowd = subprocess.Popen(call, cwd=place.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert crowd.stdin and crowd.stdout
    crowd.stdin.write(json.dumps(pages))
    crowd.stdin.close()
    crowd.stdout.readline()
    before = place.worked()
    if writes:
        posted(writes, url, seconds, RATE)
    report = json.loads(crowd.stdout.read())
    crowd.wait()
    return {**report, "worked": place.worked() - before}


def show_part(what: str, report: dict[str, Any]) -> bool:
    """Prints one part; whether it is as wanted."""
    took = {int(status): each for status, each in report["took"].items()}
    count, every = sum(map(len, took.values())), [each for durations in took.values() for each in durations]
    cost = report["worked"] / count * 1000
    rate, answers = count / report["seconds"], {status: len(each) for status, each in sorted(took.items())}
    print(f"{what:44}{cost:10.2f} ms of processor time, {rate:.0f} polls a second, answers {answers}")
    print(f"{'':54} p50 {median(every):.1f} ms, p99 {quantiles(every, n=100)[98]:.1f} ms", flush=True)
    return cost <= WANTED and set(took) <= {200, 204}


if __name__ == "__main__":
    sys.exit(main())
