"""What many tests begin with: made by its acts the first time, and from then on laid down again, row by row.

    @laid_again
    def event(players: int = 8) -> Event: …

Only into a database that is still empty, so that the rows keep their keys; anywhere else it is made anew. So
a function that is laid again depends on nothing but its arguments: not on the key of the installation, on no clock.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, router, transaction
from django.utils.translation import get_language

from tournament.models import Event

P = ParamSpec("P")
# By table: the names of the columns, and the rows. Named, since a test of migrations may leave them in another order.
Rows = dict[str, tuple[Sequence[str], Sequence[Sequence[Any]]]]

# What a migrated database holds by itself.
GIVEN = ("django_content_type", "auth_permission")

_kept: dict[object, Rows] = {}


def laid_again(make: Callable[P, Event]) -> Callable[P, Event]:
    """`make`, of which the rows are kept per process, by its arguments and the language."""

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> Event:
        if connection.vendor != "sqlite" or not nothing_stands():
            return make(*args, **kwargs)
        key = key_of(make, *args, **kwargs)
        if key not in _kept:
            event = make(*args, **kwargs)
            _kept[key] = rows()
            return event
        lay(_kept[key])
        return Event.objects.get()

    return made


def key_of(make: Callable[..., Event], *args: Any, **kwargs: Any) -> object:
    """What an event is kept under: the same however its arguments are given, a default included."""
    given = signature(make).bind(*args, **kwargs)
    given.apply_defaults()
    return (make, repr(given.arguments), get_language())


def forget() -> None:
    """Drops what was kept: it was made of rule sets that others do not have."""
    _kept.clear()


def nothing_stands() -> bool:
    """Whether the database is as migrations leave it."""
    anything = " OR ".join(f"EXISTS (SELECT 1 FROM {table})" for table in _tables())
    with connection.cursor() as cursor:
        return not cursor.execute(f"SELECT {anything}").fetchone()[0]


def rows() -> Rows:
    """Every row in the database, by table."""
    with connection.cursor() as cursor:
        every = {table: _table_rows(cursor, table) for table in _tables()}
    return {table: (columns, lines) for table, (columns, lines) in every.items() if lines}


def lay(kept: Rows) -> None:
    """Puts rows into an empty database."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table, (columns, lines) in kept.items():
            names, places = ", ".join(f'"{column}"' for column in columns), ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", lines)


def _table_rows(cursor: Any, table: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
    cursor.execute(f"SELECT * FROM {table}")
    return [column[0] for column in cursor.description], cursor.fetchall()


def _tables() -> list[str]:
    every = [
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if router.allow_migrate_model(DEFAULT_DB_ALIAS, model)
    ]
    return [table for table in every if table not in GIVEN]
