"""Where the desk's pages of the tables are, and a line as it is typed there."""

from tournament.models import Event, Table

LINE = {"deal": "1", "contract": "pc9", "who": "13", "tricks": "10", "versions": "0,0,0,0"}


def at(table: Table, rest: str = "") -> str:
    """An address about a table."""
    return f"/staff/{table.round.event.slug}/rounds/{table.round.number}/tables/{table.number}/{rest}"


def overview(event: Event, rest: str = "") -> str:
    """An address about all tables of the first round."""
    return f"/staff/{event.slug}/rounds/1/tables/{rest}"
