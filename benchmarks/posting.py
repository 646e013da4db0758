"""How many deals a second can be written, and how long a captain waits, beside what the database could do alone.

    make setup && .venv/bin/python benchmarks/posting.py [--seconds 10]

Four processes of phones send deals over the loopback to a real server on SQLite, every transaction safe on disk before
it is answered. In the same run: the act alone, without a server; and the same rows written by hand with `sqlite3`,
which is the limit of disk and library. Phones and server share the cores of this machine.

Last what a post costs Django: how many queries, and the processor time of this process, which waits for nobody.
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
from statistics import median, quantiles
from urllib.parse import urlencode

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import place
from tests import cast
from tests.captains import WRITTEN

# isort: split
# The place has set Django up, which all of these need.
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring import load
from tournament import guards, links
from tournament.acts import logbook
from tournament.acts.deals import record_deal
from tournament.acts.events import Plan, change_state, make_event
from tournament.acts.registration import Person, add_entries
from tournament.acts.rounds import publish_round
from tournament.exchange import logbook_file
from tournament.models import Event, LogEntry, Table
from tournament.reading import sheets
from tournament.site.environment import SQLITE_OPTIONS

PROCESSES = 4
TABLES, DEALS = 600, 16
ALONE = 400  # deals written without a server
POSTS, WARM = 40, 20
RESULT = {"contract": "PC8", "declarers": [1, 3], "tricks": 9}
BY = "system"


def main() -> int:
    """Prints the table; the exit status is 1 when an answer was no 303, or a deal is not in the logbook."""
    seconds = begin(__doc__, f"SQLite {sqlite3.sqlite_version}")
    show("the same rows by hand, one writer", alone(by_hand(hall("by-hand"))))
    show("the act record_deal, without a server", alone(by_act(hall("by-act"))))
    status = over_the_wire(hall("by-post"), seconds)
    queries, processor = by_form(hall("by-form"))
    print(f"a post in this process: {queries} queries, {processor:.2f} ms of processor time, half of {POSTS} less")
    return status


def begin(doc: str | None, beside: str) -> float:
    """How many seconds the phones send, as was asked; lays the guards and prints the head of the table."""
    parser = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="how long the phones send; default %(default)s")
    seconds: float = parser.parse_args().seconds
    guards.lay()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {beside}")
    print(f"{'':44}{'a second':>10}{'p50 ms':>10}{'p99 ms':>10}")
    return seconds


def over_the_wire(event: Event, seconds: float) -> int:
    """What the phones measured; then the proof that nothing is missing."""
    before = LogEntry.objects.filter(event=event).count()
    with place.serving() as port:
        told = posted(event, f"http://127.0.0.1:{port}", seconds)
    show(f"posts of {PROCESSES} processes to the server", told)
    count, refused = (sum(len(each) for each in part) for part in (told.took, told.refused))
    written = logbook_file.verify(Event.objects.get(pk=event.pk)) - before
    print(f"\n{count} posts, {refused} refused, {written} lines in the logbook, every seal holds")
    return 1 if refused or written != count else 0


@dataclass
class Told:
    """Per process: milliseconds of every deal, the statuses that were no 303, and how long it was at work (s)."""

    took: list[list[float]]
    refused: list[list[int]]
    seconds: list[float]


def posted(event: Event, url: str, seconds: float, rate: float = 0.0) -> Told:
    """What each process of phones reports; they share the tables, and send `rate` deals a second if given."""
    tokens = [links.table_token(table) for table in Table.objects.filter(round__event=event)]
    pace = PROCESSES / rate if rate else 0.0
    call = [sys.executable, "-m", "benchmarks.phones", url, str(seconds), str(DEALS), str(pace)]
    phones = []
    for at in range(PROCESSES):
        share = place.FOLDER / f"tokens-{at}.json"
        share.write_text(json.dumps(tokens[at::PROCESSES]))
        with share.open() as file:
            phones.append(subprocess.Popen(call, cwd=place.ROOT, stdin=file, stdout=subprocess.PIPE))
    told = [json.loads(process.communicate()[0]) for process in phones]
    return Told(*([each[name] for each in told] for name in ("took", "refused", "seconds")))


def by_act(event: Event) -> Iterator[Callable[[], object]]:
    """Deals to be written by the act, in turn at every table."""
    tables = list(Table.objects.filter(round__event=event).select_related("round__event"))
    for number, table in product(range(1, DEALS + 1), tables):
        key = f"bench-{table.pk}-{number}"
        yield lambda table=table, number=number, key=key: record_deal(table, BY, number, RESULT, key=key)  # type: ignore[misc]


def by_form(event: Event) -> tuple[int, float]:
    """How many queries a post of a captain costs, and how many milliseconds of processor time in the median."""
    phone = Client(enforce_csrf_checks=True, headers={"host": f"127.0.0.1:{place.PORT}"})
    choices = {"contract": RESULT["contract"], "who": RESULT["declarers"], "tricks": RESULT["tricks"], "version": 0}
    seen = json.dumps(RESULT, separators=(",", ":"))

    def post(table: Table) -> float:
        form = {**choices, "seen": seen, "seats": sheets.sheet(table).seats, "key": f"bench-{table.pk}"}
        address, body = f"/t/{links.table_token(table)}/deal/1/", urlencode(form, doseq=True)
        before = time.process_time()
        answer = phone.post(address, body, "application/x-www-form-urlencoded")
        took = (time.process_time() - before) * 1000
        return took if answer.status_code == WRITTEN else sys.exit(f"A post was answered {answer.status_code}.")

    first, *tables = Table.objects.filter(round__event=event)[: 1 + WARM + POSTS]
    with CaptureQueriesContext(connection) as asked:
        post(first)
    # What it costs to look up who sits there is not the post's.
    return len(asked) - 1, median([post(table) for table in tables][WARM:])


def by_hand(event: Event) -> Iterator[Callable[[], object]]:
    """The rows of such deals written with the library alone: what the act reads, and what it writes."""
    connection.close()
    database = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    database.executescript(str(SQLITE_OPTIONS["init_command"]))
    tables = [pk for (pk,) in database.execute("SELECT id FROM tournament_table ORDER BY id")]
    for number, table in product(range(1, DEALS + 1), tables):
        yield lambda table=table, number=number: written(database, event.pk, table, number)  # type: ignore[misc]


READ = (
    "SELECT * FROM tournament_event WHERE id = :event",
    "SELECT * FROM tournament_submission WHERE table_id = :table AND key = :key",
    "SELECT * FROM tournament_table JOIN tournament_round AS r ON r.id = round_id WHERE tournament_table.id = :table",
    "SELECT * FROM tournament_deal WHERE table_id = :table AND number = :number",
    "SELECT position FROM tournament_seat WHERE table_id = :table AND from_deal = 1 ORDER BY position",
    "SELECT * FROM tournament_decision WHERE table_id = :table AND deal = :number AND NOT cancelled",
)
LAST = "SELECT sequence, hash FROM tournament_logentry WHERE event_id = :event ORDER BY sequence DESC LIMIT 1"
WRITE = (
    """INSERT INTO tournament_logentry (event_id, sequence, at, by, act, version, text, previous, hash)
       VALUES (:event, :sequence, :at, :by, 'record_deal', 1, :text, :previous, :hash)""",
    """INSERT INTO tournament_deal (table_id, number, result, passes, misdeals, version, corrected_because)
       VALUES (:table, :number, :result, 0, 0, 1, '')""",
    """INSERT INTO tournament_submission (key, digest, table_id, answer, at, wiped)
       VALUES (:key, '', :table, :result, :at, 0)""",
    "UPDATE tournament_table SET revision = revision + 1 WHERE id = :table",
    "UPDATE tournament_event SET revision = :sequence WHERE id = :event",
)


def written(database: sqlite3.Connection, event: int, table: int, number: int) -> None:
    """One deal in one transaction."""
    facts = {"round": 1, "table": table, "number": number, "result": RESULT, "version": 1, "jury": None}
    known = {"event": event, "table": table, "number": number, "by": BY, "key": f"bench-{table}-{number}"}
    known |= {"at": "2026-03-14 14:00:00.000000", "result": json.dumps(RESULT)}
    database.execute("BEGIN IMMEDIATE")
    for query in READ:
        database.execute(query, known).fetchall()
    last, previous = database.execute(LAST, known).fetchone()
    text = logbook.canonical({"act": "record_deal", "sequence": last + 1, "facts": {**facts, "key": known["key"]}})
    known |= {"sequence": last + 1, "text": text, "previous": previous, "hash": logbook.chained(previous, text)}
    for change in WRITE:
        database.execute(change, known)
    database.execute("COMMIT")


def hall(slug: str, tables: int = TABLES) -> Event:
    """An event with every table seated and no deal written."""
    plan = Plan(slug, load("iwwa-2025").to_dict(), planned_rounds=1, deals_per_round=DEALS)
    event = make_event(BY, slug, plan)
    change_state(event, BY, Event.State.LIVE)
    people = add_entries(event, BY, [Person(f"Player {number}") for number in range(1, 4 * tables + 1)])
    numbers = [entry.number for entry in people]
    publish_round(cast.given_round(event, [numbers[at : at + 4] for at in range(0, len(numbers), 4)]), BY)
    return event


def alone(acts: Iterator[Callable[[], object]]) -> Told:
    """The first acts, one after the other in this process."""
    took, begun = [], time.perf_counter()
    for act in islice(acts, ALONE):
        before = time.perf_counter()
        act()
        took.append((time.perf_counter() - before) * 1000)
    return Told([took], [[]], [time.perf_counter() - begun])


def show(what: str, told: Told) -> None:
    """One line of the table."""
    rate = sum(len(took) / seconds for took, seconds in zip(told.took, told.seconds, strict=True))
    took = [each for one in told.took for each in one]
    print(f"{what:44}{rate:10.0f}{median(took):10.2f}{quantiles(took, n=100)[98]:10.2f}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
