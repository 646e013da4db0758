"""Database triggers that prevent changing, deleting or replacing lines of the logbook.

A migration that recreates a table drops its triggers silently, so our `migrate` recreates them after every migration,
and `verify` fails if they are missing. They are also the only ones that a restored database may bring.
"""

from collections.abc import Iterable

from django.db import connection

TABLE = "tournament_logentry"
REFUSE = "BEGIN SELECT RAISE(ABORT, 'the logbook is append-only'); END"
SQLITE = {
    "logbook_no_update": f"CREATE TRIGGER logbook_no_update BEFORE UPDATE ON {TABLE} {REFUSE}",
    "logbook_no_delete": f"CREATE TRIGGER logbook_no_delete BEFORE DELETE ON {TABLE} {REFUSE}",
    # INSERT OR REPLACE deletes a conflicting line without firing the DELETE trigger.
    "logbook_no_replace": f"""CREATE TRIGGER logbook_no_replace BEFORE INSERT ON {TABLE}
        WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id OR (event_id = NEW.event_id AND sequence = NEW.sequence))
        {REFUSE}""",  # noqa: S608 - all of it is our own
}
SQLITE_STANDING = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
# What else a schema of ours consists of. It does nothing by itself, as a trigger, a view or a virtual table does.
SQLITE_ORDINARY = ("CREATE TABLE ", "CREATE INDEX ", "CREATE UNIQUE INDEX ")

POSTGRES_FUNCTION = """CREATE OR REPLACE FUNCTION logbook_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the logbook is append-only'; END $$"""
# OR REPLACE also enables a trigger that was disabled.
POSTGRES = {
    "logbook_no_change": f"""CREATE OR REPLACE TRIGGER logbook_no_change BEFORE DELETE OR UPDATE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION logbook_refuse()""",
    "logbook_no_truncate": f"""CREATE OR REPLACE TRIGGER logbook_no_truncate BEFORE TRUNCATE ON {TABLE}
        FOR EACH STATEMENT EXECUTE FUNCTION logbook_refuse()""",
}
POSTGRES_STANDING = """SELECT tgname FROM pg_trigger
    WHERE tgrelid = %s::regclass AND NOT tgisinternal AND tgenabled <> 'D'"""


def lay() -> None:
    """Creates the triggers that are missing."""
    statements = _statements()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRES_FUNCTION)
        for name in missing():
            cursor.execute(statements[name])


def missing() -> list[str]:
    """The names of the logbook's triggers that are missing or disabled."""
    return sorted(_statements().keys() - standing())


def standing() -> set[str]:
    """The names of the triggers on the logbook."""
    with connection.cursor() as cursor:
        cursor.execute(POSTGRES_STANDING if connection.vendor == "postgresql" else SQLITE_STANDING, [TABLE])
        return {name for (name,) in cursor.fetchall()}


def foreign(schema: Iterable[str]) -> list[str]:
    """The statements in the schema of an SQLite database that are neither ordinary nor the logbook's triggers.

    What counts are a statement's own words, and not the kind and the name that a schema has beside it.
    """
    return [statement for statement in schema if not statement.startswith(SQLITE_ORDINARY) and not is_own(statement)]


def is_own(statement: str) -> bool:
    """Whether a statement is one of those that guard the logbook, as SQLite keeps it or as pg_dump writes it."""
    own = (*SQLITE.values(), *POSTGRES.values(), POSTGRES_FUNCTION)
    return _words(statement.replace(" public.", " ")) in map(_words, own)


def _words(statement: str) -> str:
    return " ".join(statement.replace("CREATE OR REPLACE ", "CREATE ", 1).split())


def _statements() -> dict[str, str]:
    return POSTGRES if connection.vendor == "postgresql" else SQLITE
