"""What the organiser does before a row is played, in a process on a server's database.

Run through `manage.py shell`; each function prints as JSON what the row needs to know.
"""

import json
import sys
from collections.abc import Sequence

from tests.support.events import cast
from tournament import links
from tournament.acts.event import events
from tournament.acts.rounds import rounds
from tournament.models import Event, Table
from tournament.reading.table.sheets import sheet


def seat(slugs: Sequence[str], tables: int, deals: int, **changes: object) -> None:
    """Events of one published round; prints by slug the token, the seats and the reading token of each table."""
    found = {}
    for slug in slugs:
        made = cast.event(4 * tables, slug, present=False, deals_per_round=deals, **changes)
        events.change_state(made, "system", Event.State.LIVE)
        seats = [[4 * at + 1, 4 * at + 2, 4 * at + 3, 4 * at + 4] for at in range(tables)]
        rounds.publish_round(cast.given_round(made, seats), "system")
        rows = Table.objects.filter(round__event=made).select_related("round__event").order_by("number")
        found[slug] = [[links.table_token(row), sheet(row).seats, links.reading_token(row)] for row in rows]
    json.dump(found, sys.stdout)


def wrong_pin(slug: str) -> None:
    """Prints four digits that are the PIN of nobody in an event."""
    known = {links.pin(entry) for entry in Event.objects.get(slug=slug).entries.all()}
    json.dump(next(f"{number:04}" for number in range(9999) if f"{number:04}" not in known), sys.stdout)


def close(slug: str) -> None:
    """Ends the round as it is, and the event."""
    event = Event.objects.get(slug=slug)
    rounds.close_round(cast.round_of(event), "system", "It is late.")
    events.change_state(cast.fresh(event), "system", Event.State.CLOSED)
    json.dump("closed", sys.stdout)
