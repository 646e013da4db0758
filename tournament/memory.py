"""An empty database in memory in place of the real one; and reading the real one as of one moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, connections, router, transaction
from django.db.utils import load_backend

ENGINE = "django.db.backends.sqlite3"
_held: ContextVar[bool] = ContextVar("one_moment", default=False)


@contextmanager
def empty_database() -> Iterator[None]:
    """Inside the block, this thread and no other uses an empty SQLite database in memory.

    The real database, of whatever kind, is not written, read or locked. Caches keyed by primary key (`ranking.live`)
    must not be used inside.
    """
    settings = connections.configure_settings({DEFAULT_DB_ALIAS: {"ENGINE": ENGINE, "NAME": ":memory:"}})
    memory = load_backend(ENGINE).DatabaseWrapper(settings[DEFAULT_DB_ALIAS], DEFAULT_DB_ALIAS)
    real = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = memory
    try:
        with memory.schema_editor() as editor:
            for model in apps.get_models():
                if router.allow_migrate_model(DEFAULT_DB_ALIAS, model):
                    editor.create_model(model)
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = real
        # Django's own close() keeps a database in memory open, for tests.
        memory.connection.close()


@contextmanager
def one_moment() -> Iterator[None]:
    """Inside the block, everything is read as of one moment, without making writers wait."""
    token = _held.set(True)
    try:
        yield from _at_one_moment()
    finally:
        _held.reset(token)


def is_held() -> bool:
    """Whether what is read now is as of an earlier moment: nobody may take it for news."""
    return _held.get()


def _at_one_moment() -> Iterator[None]:
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # Not `atomic`, which takes the only write lock.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
