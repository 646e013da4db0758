"""A PostgreSQL database as one file, made by pg_dump, and an empty database filled from it.

Nothing in a dump is carried out unread: it is taken apart by pg_restore, and each statement must be one that makes our
kind of tables or fills them. Whatever would act by itself (a function, a trigger, a rule) and is not ours is refused.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from django.apps import apps
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from tournament import guards
from tournament.memory import one_moment
from tournament.models import BackupNote

MAX_SECONDS = 540.0
# Debian keeps the programs of every release here; any other system has one on its path.
DEBIAN = Path("/usr/lib/postgresql")
# The beginning of a dump has the moment at which it was made; two of the same rows are the same after it.
HEAD = 64
PIECE = 1 << 18
# What is passed on of how this process is connected: the driver's own library may know options that pg_dump does not.
OPTIONS = ("user", "dbname", "hostaddr", "sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout")

COMMENT = re.compile(r"^(--|\\(un)?restrict ).*$", re.MULTILINE)
STATEMENT = re.compile(r"""((?:'[^']*'|"[^"]*"|\$\$.*?\$\$|[^;'"])*);""", re.DOTALL)
# With these a text would end where this reader does not see it; no table of ours needs them.
HIDING = ("\\", "/*", "--", "$")
# PostgreSQL lets a superuser write into its own tables, which hold functions and accounts.
NAME = r'(?:(?!"?(?i:pg_|information_schema))[\w."]+)'
# Whatever else stands before a bracket may be a function, which would be called: in a check, by default, in a query.
BEFORE_BRACKETS = re.compile(
    "AND|CHECK|IDENTITY|IN|KEY|NOT|OR|UNIQUE|WHERE|btree|character|nextval|numeric|timestamp|varying"
)
STRING = re.compile("'[^']*'")
OF_TABLE = re.compile(rf"CREATE TABLE {NAME} \(|REFERENCES {NAME}\(")
CALLED = re.compile(r'([\w."]+)\s*\(')
# Settings of pg_restore's own session, and what every database has or a start puts right.
PASSED_OVER = re.compile(
    rf"SET \w+ = [^;]*|SELECT pg_catalog\.set_config\('search_path', '', false\)|CREATE SCHEMA {NAME}"
    rf"|COMMENT ON SCHEMA .*|ALTER TABLE {NAME} DISABLE TRIGGER {NAME}",
    re.DOTALL,
)
TABLES = re.compile(
    rf"CREATE (TABLE|INDEX|UNIQUE INDEX|SEQUENCE) .*|ALTER SEQUENCE {NAME} OWNED BY .*"
    rf"|ALTER TABLE (ONLY )?{NAME}\s+(ADD CONSTRAINT|ALTER COLUMN {NAME} (SET DEFAULT|ADD GENERATED)) .*",
    re.DOTALL,
)
ROWS = re.compile(rf"COPY {NAME} \([\w\", ]+\) FROM stdin;\n".encode())
NUMBERING = re.compile(rf"SELECT pg_catalog\.setval\('{NAME}', \d+, (true|false)\);\n".encode())
END_OF_ROWS = b"\\.\n"


class DumpError(Exception):
    """A program of PostgreSQL is missing, too old, or failed; the message says which and why."""


class ForeignDumpError(Exception):
    """A dump has what no Troel put there; the message says what."""


def dump(file: Path, seals_query: str) -> list[tuple[str, int | None, str | None]]:
    """Writes the database into a new file, as of one moment; the rows of a query as of the same moment.

    Raises DumpError, DatabaseError and OSError.
    """
    _require_version()
    with one_moment(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_export_snapshot(), current_schema()")
        snapshot, schema = cursor.fetchone()
        cursor.execute(seals_query)
        rows: list[tuple[str, int | None, str | None]] = cursor.fetchall()
        bare = [f"--exclude-table-data={schema}.{table}" for table in _left_out()]
        words = ("--format=custom", "--compress=1", "--no-owner", "--no-privileges", f"--schema={schema}")
        _run("pg_dump", *words, *bare, f"--snapshot={snapshot}", f"--file={file}", f"--dbname={_target()}")
    return rows


@contextmanager
def unhurried() -> Iterator[None]:
    """Inside the block nothing bounds how long the database may take, also where this process answers pages."""
    connection.ensure_connection()
    connection.connection.deadline = None
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
    try:
        yield
    finally:
        connection.close()  # the next one is bounded again


def empty(cursor: CursorWrapper) -> None:
    """Drops the tables of an installation that nobody has used, so that those of a dump can take their place."""
    models = apps.get_models(include_auto_created=True)
    known = {"django_migrations", *(model._meta.db_table for model in models)}
    for table in sorted(known.intersection(connection.introspection.table_names(cursor))):
        cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")
    cursor.execute("DROP FUNCTION IF EXISTS logbook_refuse()")


def fill(cursor: CursorWrapper, file: Path) -> None:
    """Makes the tables of a dump in the database, with their rows, all in the transaction of the cursor.

    Raises ForeignDumpError, DumpError and DatabaseError; the transaction must then be rolled back.
    """
    for statement in statements(file, "pre-data"):
        cursor.execute(statement)
    _fill_rows(cursor, file)
    # A job from elsewhere would write files here, and run commands. An older release has not all of these tables.
    for table in sorted({*_left_out()}.intersection(connection.introspection.table_names(cursor))):
        cursor.execute(f"TRUNCATE {connection.ops.quote_name(table)}")
    for statement in statements(file, "post-data"):
        cursor.execute(statement)
    guards.lay()


def _left_out() -> list[str]:
    """Tables whose rows no dump has: where backups go is this installation's own; pictures are files of the backup, and
    jobs are made again.
    """
    models: list[type[Model]] = [BackupNote, *apps.get_app_config("files").get_models()]
    return [model._meta.db_table for model in models]


def statements(file: Path, section: str) -> list[str]:
    """What makes the tables of a dump: those before the rows (pre-data), or what follows them (post-data).

    Raises ForeignDumpError, DumpError.
    """
    text = COMMENT.sub("", _run("pg_restore", *_script(file, section)).decode())
    if STATEMENT.sub("", text).strip():
        raise ForeignDumpError("its statements cannot be told apart")
    found = (match[1].strip() for match in STATEMENT.finditer(text))
    return [statement for statement in found if _is_table(statement)]


def _is_table(statement: str) -> bool:
    """Whether a statement is to be carried out: not if it is a setting or a guard, which are laid anew."""
    if PASSED_OVER.fullmatch(statement) or guards.is_own(statement):
        return False
    hides, words = any(sign in statement for sign in HIDING), OF_TABLE.sub("", STRING.sub("", statement))
    if hides or not TABLES.fullmatch(statement) or not all(map(BEFORE_BRACKETS.fullmatch, CALLED.findall(words))):
        raise ForeignDumpError(f"its database holds what no Troel put there: {statement:.100}")
    return True


def _fill_rows(cursor: CursorWrapper, file: Path) -> None:
    call = [_program("pg_restore"), *_script(file, "data")]
    with subprocess.Popen(call, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=_variables()) as process:
        script = cast("IO[bytes]", process.stdout)
        for line in iter(script.readline, b""):
            _fill_line(cursor, line, script)
    if process.returncode:
        raise DumpError("pg_restore cannot read the rows of the dump")


def _fill_line(cursor: Any, opening: bytes, rest: IO[bytes]) -> None:
    """Carries out what begins with this line of the rows' script."""
    if ROWS.fullmatch(opening):
        with connection.wrap_database_errors, cursor.copy(opening.decode().removesuffix(";\n")) as copy:
            for piece in _pieces(rest):
                copy.write(piece)
    elif NUMBERING.fullmatch(opening):
        cursor.execute(opening.decode())
    else:
        text = COMMENT.sub("", opening.decode()).strip().removesuffix(";")
        if text and not PASSED_OVER.fullmatch(text):
            raise ForeignDumpError(f"its rows hold what no Troel put there: {text:.100}")


def _pieces(rest: IO[bytes]) -> Iterator[bytes]:
    """The rows of one table, many at once."""
    held: list[bytes] = []
    size = 0
    while (line := rest.readline()) != END_OF_ROWS:
        if not line:
            raise DumpError("the rows of the dump end in the middle")
        held.append(line)
        size += len(line)
        if size >= PIECE:
            yield b"".join(held)
            held, size = [], 0
    yield b"".join(held)


def _script(file: Path, section: str) -> tuple[str, ...]:
    return f"--section={section}", "--no-owner", "--no-privileges", "--file=-", str(file)


def _require_version() -> None:
    """pg_dump reads no server that is newer than itself."""
    text = _run("pg_dump", "--version").decode()
    version = re.search(r"\) (\d+)", text)
    connection.ensure_connection()
    server = connection.pg_version // 10_000  # type: ignore[attr-defined]
    if not version or int(version[1]) < server:
        raise DumpError(f"the server of the database is PostgreSQL {server}, and here is only {text.strip()}")


def _target() -> str:
    """The very server that this process is connected to, as libpq takes it; the password is in the environment."""
    from psycopg.conninfo import make_conninfo

    info = connection.connection.info
    stated = {name: value for name, value in info.get_parameters().items() if name in OPTIONS}
    return make_conninfo("", **stated, host=info.host, port=info.port)


def _variables() -> dict[str, str]:
    password = connection.connection.info.password if connection.connection else ""
    return os.environ | {"LC_ALL": "C"} | ({"PGPASSWORD": password} if password else {})


def _run(program: str, *words: str) -> bytes:
    """What a program of PostgreSQL prints. Raises DumpError with what it says if it fails."""
    call = [_program(program), *words]
    try:
        done = subprocess.run(
            call, stdin=subprocess.DEVNULL, capture_output=True, env=_variables(), timeout=MAX_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as fault:
        raise DumpError(f"{program} took too long") from fault
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().splitlines() or [f"it ended with {done.returncode}"]
        raise DumpError(f"{reason[0]:.300}")
    return done.stdout


def _program(name: str) -> str:
    """The newest of a program of PostgreSQL on this machine, which reads what older ones wrote. Raises DumpError."""
    installed = DEBIAN.glob(f"*/bin/{name}")
    newest = max(installed, key=lambda path: float(path.parts[-3]), default=None) or shutil.which(name)
    if newest is None:
        raise DumpError(f"{name} is not on this machine: apt-get install postgresql-client")
    return str(newest)
