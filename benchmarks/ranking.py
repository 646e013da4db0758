"""What a deal costs, and how soon everybody sees it: 1,000 players after 12,000 deals, and ten times both.

    make setup && .venv/bin/python benchmarks/ranking.py [--small]

Wanted: writing a deal costs the same however many were played before; the ranking of 1,000 players is served in less
than 5 ms; a new deal is in it within 2 s, while somebody looks all the time; the ranking from nothing takes at most ten
times as long as scoring its deals, whose results are read already.
"""

import argparse
import http.client
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
# The place has set Django up, which all of these need.
from django.test import Client

from benchmarks.support import hall
from scoring import Result, score
from tournament.acts.table.deals import record_deal
from tournament.models import Deal, Event, Table
from tournament.ranking import facts, live
from tournament.site import process
from tournament.views.public.ranking_board import RANKING

SIZES = (1_000, 10_000)
WRITTEN = 150
REQUESTS = 300
TIMES = 5
NEWS = 6
SERVED_MS = 5.0
SEEN_MS = 2_000.0
# A few milliseconds on a shared machine waver; a cost that grew with the deals would be ten times as high.
GROWTH = 2.0
# Reading the deals, adding up, sorting and naming, beside what turns results into points.
BARE = 10.0
DEAL = {"contract": "PC8", "declarers": [1, 2], "tricks": 9}
HEADERS = {"Accept-Encoding": "gzip", "Accept-Language": "nl"}

FROM_NOTHING = "ranking from nothing (all totals of all tables)"
BESIDE_BARE = "  … times as long as its deals scored"

Found = dict[str, float]


def main() -> int:
    """Prints a table for each size; the exit status is 1 when something is slower than wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--small", action="store_true", help="1,000 players only")
    sizes = SIZES[:1] if parser.parse_args().small else SIZES
    process.tune()  # as the process that renders the ranking
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; median, ms")
    return judged([measured(players) for players in sizes])


def measured(players: int) -> Found:
    """The medians (ms) on an event of this size by what was done, printed as they are found."""
    begun = time.perf_counter()
    event = hall.make(players)
    deals = Deal.objects.filter(table__round__event=event, result__isnull=False).count()
    print(f"\n{players:,} players, {deals:,} deals (made in {time.perf_counter() - begun:.0f} s)")
    tables = iter(Table.objects.filter(round__event=event, round__number=hall.ROUNDS).select_related("round__event"))
    figures: Found = {}
    measures = chain(written(tables), rebuilt(event, tables), seen_by_client(event), seen_by_server(event, tables))
    for what, times in measures:
        figures[what] = median(times)
        slowest = f"   p99 {quantiles(times, n=100)[98]:8.2f}" if len(times) >= 100 else ""
        print(f"  {what:52}{figures[what]:9.2f}{slowest}", flush=True)
    return figures


def judged(sizes: list[Found]) -> int:
    """Says what was wanted and what was found; 1 when they differ."""
    first, last = sizes[0], sizes[-1]
    verdicts = {
        f"ranking of 1,000 served in < {SERVED_MS} ms": first["served by the server, compressed"] < SERVED_MS,
        f"a new deal seen within {SEEN_MS / 1000:.0f} s": max(size["from written to seen"] for size in sizes) < SEEN_MS,
        f"ranking from nothing ≤ {BARE:.0f} × its deals scored": max(size[BESIDE_BARE] for size in sizes) <= BARE,
        "a deal costs the same after ten times the deals": last["deal written"] < GROWTH * first["deal written"],
    }
    print()
    for what, good in verdicts.items():
        print(f"  {'yes' if good else 'NO '}  {what}")
    return 0 if all(verdicts.values()) else 1


Times = Iterator[tuple[str, list[float]]]


def written(tables: Iterator[Table]) -> Times:
    """Writing a deal at a table, again and again at another one."""
    yield "deal written", [timed(lambda: write(next(tables))) for _ in range(WRITTEN)]


def rebuilt(event: Event, tables: Iterator[Table]) -> Times:
    """The ranking from nothing, after one more deal, and as bytes."""

    deals = Deal.objects.filter(table__round__event=event, result__isnull=False)
    rules = facts.ruleset(event)
    results = [Result.read(result, rules) for result in deals.values_list("result", flat=True)]

    def scored() -> None:
        for result in results:
            score(result, rules)

    def from_nothing() -> None:
        live.clear_cache()
        live.ranking(event, public=True)

    def after_a_deal() -> float:
        write(next(tables))
        fresh = Event.objects.get(pk=event.pk)
        return timed(lambda: live.ranking(fresh, public=True))

    def as_bytes() -> None:
        RANKING.clear_cache()
        RANKING.edition(Event.objects.get(pk=event.pk), "nl")

    # Seconds of the processor, in turn, which a busy machine hardly changes.
    bare, whole = zip(*((worked(scored), worked(from_nothing)) for _ in range(TIMES)), strict=True)
    yield "its deals scored, and nothing else", list(bare)
    yield FROM_NOTHING, list(whole)
    yield BESIDE_BARE, [one / other for one, other in zip(whole, bare, strict=True)]
    yield "ranking after one more deal", [after_a_deal() for _ in range(TIMES)]
    yield "page and rows rendered and compressed", [timed(as_bytes) for _ in range(TIMES)]


def seen_by_client(event: Event) -> Times:
    """The view and all that Django does around it, without a network."""
    client, address = Client(headers={**HEADERS, "host": "127.0.0.1"}), event.get_absolute_url()
    etag = client.get(address)["ETag"]
    yield "served by the view, compressed", repeated(lambda: client.get(address))
    yield "not modified (304)", repeated(lambda: client.get(address, headers={"if-none-match": etag}))


def seen_by_server(event: Event, tables: Iterator[Table]) -> Times:
    """The same over a connection to a real server; and how long it takes until a deal written elsewhere is seen."""
    with place.serving() as port:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        address = event.get_absolute_url()
        fetch(connection, address)
        yield "served by the server, compressed", repeated(lambda: fetch(connection, address))
        yield "from written to seen", [until_seen(connection, address, next(tables)) for _ in range(NEWS)]


def until_seen(connection: http.client.HTTPConnection, address: str, table: Table) -> float:
    """Milliseconds from when a deal is written until the page has changed; somebody was looking just before."""
    before = fetch(connection, address)
    write(table)
    return timed(lambda: wait_for_other(connection, address, before))


def wait_for_other(connection: http.client.HTTPConnection, address: str, before: bytes) -> None:
    """Looks every 20 ms until there is another page; gives up after ten seconds."""
    for _ in range(500):
        if fetch(connection, address) != before:
            return
        time.sleep(0.02)
    sys.exit("The deal never showed.")


def fetch(connection: http.client.HTTPConnection, address: str) -> bytes:
    """What the server sends for an address."""
    connection.request("GET", address, headers=HEADERS)
    response = connection.getresponse()
    body = response.read()
    if response.status != http.HTTPStatus.OK:
        sys.exit(f"{address} answered {response.status}.")
    return body


def write(table: Table) -> None:
    """The last deal of a table, as its captain sends it."""
    by = f"table:{table.round.number}/{table.number}"
    record_deal(table, by, hall.DEALS, DEAL, key=f"bench-{table.pk}-{hall.DEALS}")


def repeated(act: Callable[[], object]) -> list[float]:
    """Milliseconds of each of many times."""
    return [timed(act) for _ in range(REQUESTS)]


def worked(act: Callable[[], object]) -> float:
    """Milliseconds of processor time an act takes."""
    begun = time.process_time()
    act()
    return (time.process_time() - begun) * 1000


def timed(act: Callable[[], object]) -> float:
    """Milliseconds an act takes."""
    begun = time.perf_counter()
    act()
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    sys.exit(main())
