"""The rows of a captain's deals written by hand, with the library alone: what a post reads, and what it writes.

Each deal is one transaction, on disk before the next one begins (`synchronous=FULL`), as the server has it.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from itertools import product

from benchmarks.support import place
from benchmarks.support.posting import BY, DEALS, RESULT

# isort: split
# The place has set Django up, which these need.
from django.db import connection

from scoring import sealing
from tournament.models import Event
from tournament.site.environment import SQLITE_OPTIONS

LINK = """SELECT * FROM tournament_table JOIN tournament_round AS r ON r.id = round_id
       JOIN tournament_event AS e ON e.id = r.event_id WHERE tournament_table.id = :table"""
READ = (
    "SELECT revision, seal FROM tournament_event WHERE id = :event",
    "SELECT * FROM tournament_deal WHERE table_id = :table",
    "SELECT * FROM tournament_decision WHERE table_id = :table AND NOT cancelled",
    """SELECT position, from_deal, e.number FROM tournament_seat JOIN tournament_entry AS e ON e.id = entry_id
       WHERE table_id = :table""",
)
WRITE = (
    """INSERT INTO tournament_logentry (event_id, sequence, at, by, act, version, text, previous, hash)
       VALUES (:event, :sequence, :at, :by, 'record_deal', 1, :text, :previous, :hash)""",
    """INSERT INTO tournament_deal (table_id, number, result, passes, misdeals, version, corrected_because)
       VALUES (:table, :number, :result, 0, 0, 1, '')""",
    """INSERT INTO tournament_submission (key, digest, table_id, answer, at, wiped)
       VALUES (:key, '', :table, :result, :at, 0)""",
    "UPDATE tournament_table SET revision = revision + 1 WHERE id = :table",
    "UPDATE tournament_event SET revision = :sequence, seal = :hash WHERE id = :event",
)


def by_hand(event: Event) -> Iterator[Callable[[], object]]:
    """The deals of an event's tables, in turn at every table; each is written when it is called."""
    connection.close()
    database = sqlite3.connect(place.DATABASE, isolation_level=None)
    database.executescript(str(SQLITE_OPTIONS["init_command"]))
    mine = "SELECT t.id FROM tournament_table AS t JOIN tournament_round AS r ON r.id = round_id WHERE event_id = ?"
    tables = [pk for (pk,) in database.execute(mine, [event.pk])]
    for number, table in product(range(1, DEALS + 1), tables):
        yield lambda table=table, number=number: written(database, event.pk, table, number)  # type: ignore[misc]


def written(database: sqlite3.Connection, event: int, table: int, number: int) -> None:
    """One deal in one transaction."""
    facts = {"round": 1, "table": table, "number": number, "result": RESULT, "version": 1, "jury": None}
    known = {"event": event, "table": table, "number": number, "by": BY, "key": f"bench-{table}-{number}"}
    known |= {"at": "2026-03-14 14:00:00.000000", "result": json.dumps(RESULT)}
    database.execute(LINK, known).fetchall()
    database.execute("BEGIN IMMEDIATE")
    ((last, previous),), *_rest = [database.execute(query, known).fetchall() for query in READ]
    text = sealing.canonical({"act": "record_deal", "sequence": last + 1, "facts": {**facts, "key": known["key"]}})
    known |= {"sequence": last + 1, "text": text, "previous": previous, "hash": sealing.chained(previous, text)}
    for change in WRITE:
        database.execute(change, known)
    database.execute("COMMIT")
