"""Database triggers that prevent changing, deleting or replacing sealed lines: of logbooks and of registers.

A migration that recreates a table drops its triggers silently, so our `migrate` recreates them after every migration,
and `verify` fails if they are missing. They are also the only ones that a restored database may bring.
"""

from collections.abc import Iterable

from django.db import connection

# The tables of lines with the key of whose they are, by the beginning of their triggers' names.
TABLES = {
    "logbook": ("tournament_logentry", "event_id"),
    "register": ("tournament_registerline", "organisation_id"),
}
REFUSE = "BEGIN SELECT RAISE(ABORT, 'the logbook is append-only'); END"
SQLITE = {
    f"{kind}_no_{change}": f"CREATE TRIGGER {kind}_no_{change} BEFORE {change.upper()} ON {table} {REFUSE}"
    for kind, (table, _owner) in TABLES.items()
    for change in ("update", "delete")
} | {
    # INSERT OR REPLACE deletes a conflicting line without firing the DELETE trigger.
    f"{kind}_no_replace": f"""CREATE TRIGGER {kind}_no_replace BEFORE INSERT ON {table}
        WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id OR ({owner} = NEW.{owner} AND sequence = NEW.sequence))
        {REFUSE}"""  # noqa: S608 - all of it is our own
    for kind, (table, owner) in TABLES.items()
}
SQLITE_STANDING = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
# What else a schema of ours consists of. It does nothing by itself, as a trigger, a view or a virtual table does.
SQLITE_ORDINARY = ("CREATE TABLE ", "CREATE INDEX ", "CREATE UNIQUE INDEX ")

POSTGRES_FUNCTION = """CREATE OR REPLACE FUNCTION logbook_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the logbook is append-only'; END $$"""
# OR REPLACE also enables a trigger that was disabled.
POSTGRES = {
    f"{kind}_no_change": f"""CREATE OR REPLACE TRIGGER {kind}_no_change BEFORE DELETE OR UPDATE ON {table}
        FOR EACH ROW EXECUTE FUNCTION logbook_refuse()"""
    for kind, (table, _owner) in TABLES.items()
} | {
    f"{kind}_no_truncate": f"""CREATE OR REPLACE TRIGGER {kind}_no_truncate BEFORE TRUNCATE ON {table}
        FOR EACH STATEMENT EXECUTE FUNCTION logbook_refuse()"""
    for kind, (table, _owner) in TABLES.items()
}
POSTGRES_STANDING = """SELECT tgname FROM pg_trigger
    WHERE tgrelid = to_regclass(%s) AND NOT tgisinternal AND tgenabled <> 'D'"""


def lay() -> None:
    """Creates the triggers that are missing, on the tables that exist: an older release had not all of them."""
    statements, tables = _statements(), connection.introspection.table_names()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRES_FUNCTION)
        for name in missing():
            if table_of(name) in tables:
                cursor.execute(statements[name])


def missing() -> list[str]:
    """The names of the triggers that are missing or disabled."""
    return sorted(_statements().keys() - standing())


def standing() -> set[str]:
    """The names of the triggers on the tables of lines."""
    query = POSTGRES_STANDING if connection.vendor == "postgresql" else SQLITE_STANDING
    names: set[str] = set()
    with connection.cursor() as cursor:
        for table, _owner in TABLES.values():
            cursor.execute(query, [table])
            names |= {name for (name,) in cursor.fetchall()}
    return names


def table_of(trigger: str) -> str:
    """The table that one of our triggers guards."""
    return TABLES[trigger.partition("_")[0]][0]


def foreign(schema: Iterable[str]) -> list[str]:
    """The statements in the schema of an SQLite database that are neither ordinary nor the triggers of lines.

    What counts are a statement's own words, and not the kind and the name that a schema has beside it.
    """
    return [statement for statement in schema if not statement.startswith(SQLITE_ORDINARY) and not is_own(statement)]


def is_own(statement: str) -> bool:
    """Whether a statement is one of those that guard lines, as SQLite keeps it or as pg_dump writes it."""
    own = (*SQLITE.values(), *POSTGRES.values(), POSTGRES_FUNCTION)
    return _words(statement.replace(" public.", " ")) in map(_words, own)


def _words(statement: str) -> str:
    return " ".join(statement.replace("CREATE OR REPLACE ", "CREATE ", 1).split())


def _statements() -> dict[str, str]:
    return POSTGRES if connection.vendor == "postgresql" else SQLITE
