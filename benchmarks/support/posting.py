"""Halls to post deals in, processes of phones that post them, and what these tell.

Importing it sets Django up on an empty database that is thrown away at the end (`benchmarks.support.place`).
"""

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median, quantiles

from benchmarks.support import place
from tests.support.events import cast

# isort: split
# The place has set Django up, which all of these need.
from scoring import load
from tournament import links
from tournament.acts.event.events import EventPlan, change_state, make_event
from tournament.acts.people.registration import Entrant, add_entries
from tournament.acts.rounds.rounds import publish_round
from tournament.models import Event, Table
from tournament.reading.table.sheets import sheet

PROCESSES = 4
TABLES, DEALS = 600, 16
RESULT = {"contract": "PC8", "declarers": [1, 3], "tricks": 9}
BY = "system"
HEAD = f"{'':44}{'a second':>10}{'p50 ms':>10}{'p99 ms':>10}"


@dataclass
class PostTimings:
    """Per process: milliseconds of every deal, the statuses that were no 303, and how long it was at work (s)."""

    took: list[list[float]]
    refused: list[list[int]]
    seconds: list[float]


def posted(
    event: Event,
    url: str,
    seconds: float,
    rate: float = 0.0,
    *,
    beside: Iterable[Event] = (),
    processes: int = PROCESSES,
) -> PostTimings:
    """What each process of phones tells, with the tables shared out among them; so many deals a second where told.

    Other events are played `beside` it, table by table in turn.
    """
    tables = [table for tables in zip(*map(opened, (event, *beside)), strict=True) for table in tables]
    pace = processes / rate if rate else 0.0
    call = [sys.executable, "-m", "benchmarks.support.phones", url, str(seconds), str(DEALS), str(pace)]
    phones = []
    for at in range(processes):
        share = place.FOLDER / f"tables-{at}.json"
        share.write_text(json.dumps(tables[at::processes]))
        with share.open() as file:
            phones.append(subprocess.Popen(call, cwd=place.ROOT, stdin=file, stdout=subprocess.PIPE))
    timings = [json.loads(process.communicate()[0]) for process in phones]
    return PostTimings(*([each[name] for each in timings] for name in ("took", "refused", "seconds")))


def opened(event: Event) -> list[tuple[str, str]]:
    """What the phone of each table has: its token, and who sits there."""
    rows = Table.objects.filter(round__event=event).select_related("round__event")
    return [(links.table_token(row), sheet(row).seats) for row in rows]


def hall(slug: str, tables: int = TABLES) -> Event:
    """An event with every table seated and no deal written."""
    plan = EventPlan(slug, load("iwwa-2025").to_dict(), planned_rounds=1, deals_per_round=DEALS)
    event = make_event(BY, slug, plan)
    change_state(event, BY, Event.State.LIVE)
    people = add_entries(event, BY, [Entrant(f"Player {number}") for number in range(1, 4 * tables + 1)])
    numbers = [entry.number for entry in people]
    publish_round(cast.given_round(event, [numbers[at : at + 4] for at in range(0, len(numbers), 4)]), BY)
    return event


def show(what: str, timings: PostTimings) -> None:
    """One line of the table."""
    took = [each for durations in timings.took for each in durations]
    print(f"{what:44}{times(timings):10.0f}{median(took):10.2f}{p99(timings):10.2f}", flush=True)


def times(timings: PostTimings) -> float:
    """How many a second."""
    return sum(len(took) / seconds for took, seconds in zip(timings.took, timings.seconds, strict=True))


def p99(timings: PostTimings) -> float:
    """How long (ms) one in a hundred waited at least."""
    return quantiles([each for durations in timings.took for each in durations], n=100)[98]


def refused(*tellings: PostTimings) -> int:
    """How many posts were not taken."""
    return sum(len(each) for timings in tellings for each in timings.refused)
