"""The tables and the releases: the migrations that a database lacks, and those that a newer Troel gave it.

A release only adds to the tables, so that the one before it can go on writing while servers are replaced one by one;
what it no longer needs goes with the release after it.
"""

import fcntl
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

# A number that nothing else on the database takes a lock under.
ADVISORY_LOCK = 0x54726F656C
PAUSE = 0.2
LOCK = "migrate.lock"
# An app and a migration of it.
Name = tuple[str, str]


def applied_migrations(alias: str = DEFAULT_DB_ALIAS) -> set[Name]:
    """The migrations that a database of this process has."""
    return set(MigrationRecorder(connections[alias]).applied_migrations())


def missing_migrations(applied: Iterable[Name]) -> list[str]:
    """The migrations of this release that are not among those applied, by app and number."""
    return _written(_own_migrations() - set(applied))


def newer_migrations(applied: Iterable[Name]) -> list[str]:
    """Those of the migrations applied that this release does not have: a newer one made them.

    What apps left behind that are not installed is no concern of this release.
    """
    own = _own_migrations()
    apps = {app for app, _name in own}
    return _written({(app, name) for app, name in applied if app in apps} - own)


@cache
def _own_migrations() -> frozenset[Name]:
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    return frozenset(loader.disk_migrations)


def _written(migrations: Iterable[Name]) -> list[str]:
    return [f"{app}.{name}" for app, name in sorted(migrations)]


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Inside the block no other process changes the tables of this database; waits until that is so."""
    if connection.vendor == "postgresql":
        yield from _advisory_lock()
        return
    with (Path(settings.VAR_DIR) / LOCK).open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _advisory_lock() -> Iterator[None]:
    """The lock of the session, which ends with it. It is asked for again and again, as no statement may wait long."""
    with connection.cursor() as cursor:
        while not cursor.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY_LOCK]).fetchone()[0]:
            time.sleep(PAUSE)
    try:
        yield
    finally:
        with suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [ADVISORY_LOCK])
