"""`manage.py restore FILE`: makes an empty installation go on from the file of a backup. Stop its server first."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.backups import restoring
from tournament.errors import UserError
from tournament.reading.logbook import seals


class Command(BaseCommand):
    """Makes this installation, which must be empty, go on from a backup: the same links, accounts and secrets."""

    help = "Makes an empty installation go on from the file of a backup. Stop its server first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that backup made")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError, a sentence, if the file cannot be restored here; then nothing has changed."""
        try:
            events = restoring.restore(options["file"])
        except UserError as refusal:
            reason = f" ({refusal.__cause__})" if refusal.__cause__ else ""
            raise CommandError(f"{options['file']}: {refusal}{reason}") from refusal
        for event in events:
            self.stdout.write(f"{event.slug}: {seals.seal(event) or 'an empty logbook'}")
        self.stdout.write("Restored. Start the server at the address that the other machine had: every link works.")
