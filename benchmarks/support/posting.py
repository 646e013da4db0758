"""Halls to post deals in, and processes of phones that post them.

Importing it sets Django up on an empty database that is thrown away at the end (`benchmarks.support.place`).
"""

from collections.abc import Iterable

from benchmarks.support import place  # noqa: F401
from benchmarks.support.posts import PROCESSES, PostTimings, post_deals
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

TABLES, DEALS = 600, 16
RESULT = {"contract": "PC8", "declarers": [1, 3], "tricks": 9}
BY = "system"


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
    shares = [tables[at::processes] for at in range(processes)]
    return post_deals(url, shares, seconds, DEALS, processes / rate if rate else 0.0)


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
