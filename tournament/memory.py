"""An empty database in memory, in the place of the real one: what is done there touches nothing that is kept."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.utils import load_backend

ENGINE = "django.db.backends.sqlite3"


@contextmanager
def empty_database() -> Iterator[None]:
    """Until the end of the block this thread, and no other, works on an empty SQLite database in memory.

    Whatever the real database is, it is not written to, not read and not locked. What is kept under primary keys beside
    a database (`reading.live`) must not be asked for inside.
    """
    settings = connections.configure_settings({DEFAULT_DB_ALIAS: {"ENGINE": ENGINE, "NAME": ":memory:"}})
    memory = load_backend(ENGINE).DatabaseWrapper(settings[DEFAULT_DB_ALIAS], DEFAULT_DB_ALIAS)
    real = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = memory
    try:
        with memory.schema_editor() as editor:
            for model in apps.get_models():
                editor.create_model(model)
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = real
        # Django's own close() keeps a database in memory, for tests.
        memory.connection.close()


@contextmanager
def one_moment() -> Iterator[None]:
    """Inside, everything is read as it was at one moment, and nobody who writes meanwhile waits for it."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # Not `atomic`, which takes the one lock for writing.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
