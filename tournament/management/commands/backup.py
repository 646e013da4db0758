"""manage.py backup FOLDER"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection

from tournament.reading.seals import Seal

# The database's name in VAR_DIR, so that the backup can take its place.
DATABASE = "troel.sqlite3"
KEYS = "*.key"
SEALS = """SELECT slug, sequence, hash FROM tournament_event
    LEFT JOIN tournament_logentry ON event_id = tournament_event.id AND sequence = revision ORDER BY slug"""


class Command(BaseCommand):
    """Copies the database and the keys, even while the server writes, into a folder that can replace `var/`.

    SQLite's online backup copies a consistent snapshot of the database into one file, and nobody has to wait.
    """

    help = "Copies the database and the keys into a new folder, also while the server runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="a folder that is not there yet, such as backups/sunday")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError, a sentence, if nothing could be backed up; then no incomplete backup is left either."""
        folder: Path = options["folder"].resolve()
        if connection.vendor != "sqlite":
            raise CommandError(
                "PostgreSQL backs up with its own tools: pg_dump --format=custom writes a file that pg_restore reads. "
                f"Keep the keys with it: {settings.VAR_DIR}/{KEYS}."
            )
        if folder.exists():
            raise CommandError(f"{folder} is there already; a backup takes the place of nothing.")
        try:
            seals = _backed_up(folder)
        except (OSError, DatabaseError, sqlite3.Error) as fault:
            raise CommandError(f"{folder} cannot be made: {fault}.") from fault
        for slug, witness in seals.items():
            self.stdout.write(f"{slug}: {witness or 'an empty logbook'}")
        self.stdout.write(f"{folder} holds the database and the keys; VAR_DIR={folder} serves it.")


def _backed_up(folder: Path) -> dict[str, Seal | None]:
    """Makes the folder, completely or not at all; returns the seal of each event in it, by address."""
    draft = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        draft.mkdir(0o700)
        seals = _copied(draft / DATABASE)
        for key in sorted(Path(settings.VAR_DIR).glob(KEYS)):
            _private(draft / key.name).write_bytes(key.read_bytes())
        draft.rename(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return seals


def _copied(file: Path) -> dict[str, Seal | None]:
    """Copies the database into a single file, checks the copy, and returns the seal of each event, by address."""
    connection.ensure_connection()
    with closing(sqlite3.connect(_private(file))) as copy:
        connection.connection.backup(copy)
        # The copy must be one file: with a log beside it, somebody who took only the file would lose the last deals.
        copy.execute("PRAGMA journal_mode=DELETE")
        said = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if said != "ok":
            raise OSError(f"the database is damaged: {said}")
        return {slug: Seal(line, hash) if line else None for slug, line, hash in copy.execute(SEALS).fetchall()}


def _private(file: Path) -> Path:
    """A new file that only its owner can read."""
    file.touch(0o600, exist_ok=False)
    return file
