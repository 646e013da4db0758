"""The database's own guard over the logbook: triggers that let nobody change or delete a line.

A migration that remakes a table drops its triggers without a word, so they are laid again after every migrate, and
`verify` fails when they are missing.
"""

from django.db import connection

TABLE = "tournament_logentry"
SQLITE = {
    "logbook_no_update": f"""CREATE TRIGGER logbook_no_update BEFORE UPDATE ON {TABLE}
        BEGIN SELECT RAISE(ABORT, 'the logbook is append-only'); END""",
    "logbook_no_delete": f"""CREATE TRIGGER logbook_no_delete BEFORE DELETE ON {TABLE}
        BEGIN SELECT RAISE(ABORT, 'the logbook is append-only'); END""",
}
POSTGRES_FUNCTION = """CREATE OR REPLACE FUNCTION logbook_refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the logbook is append-only'; END $$"""
POSTGRES = {
    "logbook_no_change": f"""CREATE TRIGGER logbook_no_change BEFORE UPDATE OR DELETE ON {TABLE}
        FOR EACH ROW EXECUTE FUNCTION logbook_refuse()""",
    "logbook_no_truncate": f"""CREATE TRIGGER logbook_no_truncate BEFORE TRUNCATE ON {TABLE}
        FOR EACH STATEMENT EXECUTE FUNCTION logbook_refuse()""",
}


def lay() -> None:
    """Lays the triggers that are missing."""
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if postgres:
            cursor.execute(POSTGRES_FUNCTION)
        for name in missing():
            cursor.execute((POSTGRES if postgres else SQLITE)[name])


def missing() -> list[str]:
    """Names of the triggers that should stand over the logbook and do not."""
    postgres = connection.vendor == "postgresql"
    query = (
        "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
        if postgres
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        present = {name for (name,) in cursor.fetchall()}
    return sorted(set(POSTGRES if postgres else SQLITE) - present)
