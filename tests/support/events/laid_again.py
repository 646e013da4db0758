"""What many tests begin with: made by its acts the first time, and from then on laid down again, row by row.

    @laid_again
    def event(players: int = 8) -> Event: …

What is made is kept by everything that was laid before it since the database was empty, so that the rows keep their
keys: a club, then its members, then its evening. Once a test wrote anything itself, or on another database than
SQLite, it is made anew. So a function that is laid again depends on nothing but its arguments and the database: not on
the key of the installation, on no hour but that of now. It returns rows, or a tuple or list with rows: as the database
has them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, wraps
from inspect import signature
from sys import intern
from typing import Any, NamedTuple, ParamSpec, TypeVar
from unittest import mock

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connection, router, transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import get_language

P = ParamSpec("P")
T = TypeVar("T")
# By table: the names of the columns, and the rows. Named, since a test of migrations may leave them in another order.
Rows = dict[str, tuple[Sequence[str], Sequence[Sequence[Any]]]]

# What a migrated database holds by itself.
GIVEN = ("django_content_type", "auth_permission")
# Tests that wait for minutes take what was made for made at that moment.
MAX_AGE_SECONDS = 30


class Kept(NamedTuple):
    """What was returned, and every row that stood then."""

    returned: Any
    rows: Rows


class Standing(NamedTuple):
    """The calls that made everything in the database, and by what it is known that nothing else was written since."""

    calls: tuple[object, ...]
    mark: object


_kept: dict[tuple[object, ...], Kept] = {}
_standing = Standing((), None)


def laid_again(make: Callable[P, T]) -> Callable[P, T]:
    """`make`, of which the rows are kept per process, by its arguments, the language and what was laid before."""

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> T:
        global _standing
        before = _calls()
        if before is None:
            return make(*args, **kwargs)
        calls = (*before, key_of(make, *args, **kwargs))
        if calls not in _kept:
            returned = make(*args, **kwargs)
            _kept[calls] = Kept(_reference(returned), rows(_kept[before].rows if before else {}))
        else:
            lay(_kept[calls].rows, _kept[before].rows if before else {})
            returned = _read(_kept[calls].returned)
        _standing = Standing(calls, _mark())
        return returned

    return made


def key_of(make: Callable[..., Any], *args: Any, **kwargs: Any) -> object:
    """What a call is kept under: the same however its arguments are given, a default included, for half a minute."""
    given = signature(make).bind(*args, **kwargs)
    given.apply_defaults()
    arguments = {name: _reference(value) for name, value in given.arguments.items()}
    return (make, repr(arguments), get_language(), timezone.now().timestamp() // MAX_AGE_SECONDS)


def forget() -> None:
    """Drops what was kept: it was made of rule sets that others do not have."""
    global _standing
    _kept.clear()
    _standing = Standing((), None)


@contextmanager
def made_anew() -> Iterator[None]:
    """Inside the block nothing is laid again, and nothing asks for the time but what is made."""
    with mock.patch(f"{__name__}._calls", return_value=None):
        yield


def nothing_stands() -> bool:
    """Whether the database is as migrations leave it."""
    anything = " OR ".join(f"EXISTS (SELECT 1 FROM {table})" for table in _tables())
    with connection.cursor() as cursor:
        return not cursor.execute(f"SELECT {anything}").fetchone()[0]


def rows(standing: Rows | None = None) -> Rows:
    """Every row in the database, by table; what stands already takes no memory twice."""
    connection.ensure_connection()
    cursor = connection.connection.cursor()
    every = {table: _table_rows(cursor, table) for table in _tables()}
    standing = standing or {}
    return {table: (names, _shared(lines, standing.get(table))) for table, (names, lines) in every.items() if lines}


def _shared(lines: Sequence[Any], standing: tuple[Sequence[str], Sequence[Any]] | None) -> Sequence[Any]:
    stand = standing[1] if standing else ()
    if lines == stand:
        return stand
    known = {row: row for row in stand}
    return [known.get(row) or tuple(intern(v) if isinstance(v, str) else v for v in row) for row in lines]


def lay(kept: Rows, standing: Rows) -> None:
    """Puts rows into a database in which others stand: those of `kept` without what is in both."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in standing.keys() - kept.keys():
            cursor.execute(f"DELETE FROM {table}")
        for table, (columns, lines) in kept.items():
            stand = standing[table][1] if table in standing else ()
            if stand is lines or stand == lines:
                continue
            if stand and lines[: len(stand)] != stand:
                cursor.execute(f"DELETE FROM {table}")
                stand = ()
            names, places = ", ".join(f'"{column}"' for column in columns), ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", lines[len(stand) :])


def _calls() -> tuple[object, ...] | None:
    """The calls that made everything in the database; None where something else did, or may have."""
    if connection.vendor != "sqlite":
        return None
    if _standing.calls and _standing.calls in _kept and _standing.mark == _mark():
        return _standing.calls
    return () if nothing_stands() else None


def _mark() -> object:
    """The same twice only if no row was written in between, by anybody, nor taken back."""
    with connection.cursor() as cursor:
        others = cursor.execute("PRAGMA data_version").fetchone()
    return (connection.connection, connection.connection.total_changes, others, *connection.atomic_blocks)


def _reference(value: Any) -> Any:
    """A value in which each row is named by its table and key."""
    if isinstance(value, Model):
        return _Row(type(value), value.pk)
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return type(value)(_reference(item) for item in value)
    if isinstance(value, Mapping):
        return {key: _reference(item) for key, item in value.items()}
    return value


def _read(value: Any) -> Any:
    """The opposite."""
    if isinstance(value, _Row):
        return value.model._default_manager.get(pk=value.key)
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return type(value)(_read(item) for item in value)
    if isinstance(value, Mapping):
        return {key: _read(item) for key, item in value.items()}
    return value


class _Row(NamedTuple):
    model: type[Model]
    key: Any


def _table_rows(cursor: Any, table: str) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
    columns = [column[0] for column in cursor.execute(f"SELECT * FROM {table} LIMIT 0").description]
    # With a sign before it a column is read as it is stored, and not as Python's value of its kind.
    stored = ", ".join(f'+"{column}"' for column in columns)
    return columns, cursor.execute(f"SELECT {stored} FROM {table}").fetchall()


@cache
def _tables() -> list[str]:
    every = [
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if router.allow_migrate_model(DEFAULT_DB_ALIAS, model)
    ]
    return [table for table in every if table not in GIVEN]
