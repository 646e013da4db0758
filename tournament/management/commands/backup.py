"""`manage.py backup [FILE]`: copies the database and the keys into a file, also while the server runs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.backups import archive, keeper
from tournament.site import release


class Command(BaseCommand):
    """Copies the database and the keys into one file, even while the server writes, which `restore` reads."""

    help = "Copies the database and the keys into a file, also while the server runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file",
            type=Path,
            nargs="?",
            help="a file that is not there yet, such as sunday.zip; without it, one in the folder that was named",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError, a sentence, if nothing could be backed up; then no incomplete backup is left either."""
        if options["file"]:
            self._write(options["file"].resolve())
        else:
            self._keep()

    def _write(self, file: Path) -> None:
        if file.exists():
            raise CommandError(f"{file} is there already; a backup takes the place of nothing.")
        try:
            with archive.snapshot() as (folder, manifest):
                archive.pack(folder, manifest, file)
        except archive.UNMADE as fault:
            raise CommandError(f"{file} cannot be made: {fault}.") from fault
        for slug, witness in manifest.seals.items():
            self.stdout.write(f"{slug}: {witness or 'an empty logbook'}")
        self.stdout.write(f"{file} holds the database and the keys; {release.COMMAND} restore reads it.")

    def _keep(self) -> None:
        status = keeper.keep()
        if status is None:
            raise CommandError("No folder of this machine is named, or a backup is being made: name a FILE.")
        if status.fault:
            raise CommandError(f"There is no new backup ({status.fault}). {status.reason}")
        self.stdout.write(f"{status.file}: {status.size} bytes, in {status.seconds} s")
