"""What the organiser does between the rounds, in a process of their own on the server's database.

Run through `manage.py shell`; each function prints as JSON what the captains are given.
"""

import json
import sys
from random import Random

from tests.support.events import cast
from tournament import links
from tournament.acts.event import events
from tournament.acts.rounds import rounds
from tournament.models import Event, Round, Table
from tournament.reading.table.sheets import sheet

BY = "system"
SLUG = "chaos"


def begin(tables: int, planned: int, deals: int) -> None:
    """A live event for so many tables."""
    made = cast.event(4 * tables, SLUG, present=False, planned_rounds=planned, deals_per_round=deals)
    events.change_state(made, BY, Event.State.LIVE)


def next_round(seed: str) -> None:
    """Ends the last round and opens another; prints token, seats and revision of its tables."""
    event = Event.objects.get(slug=SLUG)
    end_round()
    people = list(event.entries.order_by("number").values_list("number", flat=True))
    Random(seed).shuffle(people)
    made = cast.given_round(event, [people[at : at + 4] for at in range(0, len(people), 4)])
    rounds.publish_round(made, BY)
    rows = Table.objects.filter(round=made).select_related("round__event").order_by("number")
    json.dump([[links.table_token(row), sheet(row).seats, row.revision] for row in rows], sys.stdout)


def end_round() -> None:
    """Closes the last round: every table has closed."""
    last = Round.objects.filter(event__slug=SLUG).select_related("event").order_by("number").last()
    if last:
        rounds.close_round(last, BY)
