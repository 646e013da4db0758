"""The fast tests make their tables from the models (`make test`); here migrations are shown to lead to the same."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections

from tournament.files.database import OWN
from tournament.memory import empty_database as tables_of_the_models

Table = tuple[set[tuple[Any, ...]], set[tuple[Any, ...]]]
DJANGOS = {"django_migrations", "sqlite_sequence"}


def tables(cursor: Any) -> dict[str, Table]:
    """Every table with its columns (type, whether it may be empty, key) and the columns of its indexes."""

    def rows(statement: str) -> list[Any]:
        return list(cursor.execute(statement).fetchall())

    found = {}
    for (name,) in rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
        columns = {(row[1], row[2], row[3], row[5]) for row in rows(f"PRAGMA table_info({name})")}
        indexes = rows(f"PRAGMA index_list({name})")
        found[name] = (columns, {(row[2], *(at[2] for at in rows(f"PRAGMA index_info({row[1]})"))) for row in indexes})
    return {name: found[name] for name in found.keys() - DJANGOS}


@pytest.mark.django_db
def test_no_migration_is_missing(settings: Any) -> None:
    settings.MIGRATION_MODULES = {}
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


@pytest.mark.long
@pytest.mark.django_db
def test_migrations_make_the_tables_of_the_models(empty_database: Path) -> None:
    with tables_of_the_models(), connection.cursor() as cursor:
        main = tables(cursor)
    with connections[OWN].cursor() as cursor:
        files = tables(cursor)
    assert (len(main) > 20, len(files)) == (True, 5)
    for name, expected in (("troel", main), ("files", files)):
        with closing(sqlite3.connect(empty_database / f"{name}.sqlite3")) as migrated:
            assert tables(migrated.cursor()) == expected
