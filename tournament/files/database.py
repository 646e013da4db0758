"""Where the rows of this app are: on SQLite in a file of their own, on PostgreSQL beside all others.

SQLite admits one writer per file at a time: a captain who writes a deal must not wait for a paper of 40 MB. Names are
to be gone from the disk once they are removed: both files overwrite what is deleted (`secure_delete`), and
`empty_log` does so for what lies beside them.
"""

import time
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections

from tournament.site import schema

OWN = "files"
# How long (ms) the emptying of a log waits for those who still read what is in it.
PATIENCE_MS = 1000


class Router:
    """Sends the rows of this app to their database, and keeps all others out of it."""

    def db_for_read(self, model: Any, **_hints: Any) -> str | None:
        """The database of a model's rows; None where Django decides."""
        return alias() if model._meta.app_label == OWN else None

    db_for_write = db_for_read

    def allow_migrate(self, db: str, app_label: str, **_hints: Any) -> bool:
        """Whether the tables of an app belong into a database."""
        return db == (alias() if app_label == OWN else DEFAULT_DB_ALIAS)


def alias() -> str:
    """The name of their database in Django's settings."""
    return OWN if OWN in settings.DATABASES else DEFAULT_DB_ALIAS


def make_tables() -> None:
    """Brings the tables up to date where they are in a file of their own, and are not."""
    if missing_tables():
        call_command(migrate.Command(), OWN, database=OWN, verbosity=0, interactive=False)


def missing_tables() -> list[str]:
    """The migrations that they lack there, by app and number."""
    if alias() != OWN:
        return []
    return [name for name in schema.missing_migrations(schema.applied_migrations(OWN)) if name.startswith(f"{OWN}.")]


def clock() -> float:
    """Seconds since 1970, by a clock that all servers share: on PostgreSQL its own."""
    connection = connections[alias()]
    if connection.vendor != "postgresql":
        return time.time()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
        at: float = cursor.fetchone()[0]
        return at


def relax() -> None:
    """For this process, what it writes here need not outlive a power cut: a paper is made again."""
    connection = connections[alias()]
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=NORMAL")


def empty_log() -> None:
    """Leaves nothing of what was deleted in the write-ahead logs of SQLite; who still reads keeps it for the moment."""
    for connection in connections.all():
        if connection.vendor != "sqlite" or connection.in_atomic_block:
            continue
        with connection.cursor() as cursor:
            patience = cursor.execute("PRAGMA busy_timeout").fetchone()[0]
            try:
                cursor.execute(f"PRAGMA busy_timeout={PATIENCE_MS}")
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            except OperationalError:
                # A writer is at it: the log is overwritten by what comes after.
                continue
            finally:
                cursor.execute(f"PRAGMA busy_timeout={patience}")
