"""`manage.py restore FILE`: makes an empty installation go on from the file of a backup. Stop its server first.

With --compare: only says what this installation has and the backup has not, before somebody goes back to it.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.backups import restoring
from tournament.backups.archive import BrokenBackupError
from tournament.backups.comparing import later_lines
from tournament.errors import UserError
from tournament.reading.logbook import seals


class Command(BaseCommand):
    """Makes this installation, which must be empty, go on from a backup: the same links, accounts and secrets."""

    help = "Makes an empty installation go on from the file of a backup. Stop its server first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a file that backup made")

        parser.add_argument(
            "--compare",
            action="store_true",
            help="Restores nothing: lists the deals that are here and not in the file.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError, a sentence, if the file cannot be restored here; then nothing has changed."""
        if options["compare"]:
            self._compare(options["file"])
            return
        try:
            events = restoring.restore(options["file"])
        except UserError as refusal:
            reason = f" ({refusal.__cause__})" if refusal.__cause__ else ""
            raise CommandError(f"{options['file']}: {refusal}{reason}") from refusal
        for event in events:
            self.stdout.write(f"{event.slug}: {seals.seal(event) or 'an empty logbook'}")
        self.stdout.write("Restored. Start the server at the address that the other machine had: every link works.")

    def _compare(self, file: Path) -> None:
        try:
            events = list(later_lines(file))
        except (OSError, BrokenBackupError) as fault:
            raise CommandError(f"{file}: {fault}") from fault
        for event in events:
            self.stdout.write(f"{event.slug}: {event.count} lines of the logbook are not in the backup.")
            for (round, table), numbers in event.deals.items():
                deals = ", ".join(map(str, numbers))
                self.stdout.write(f"{event.slug}, round {round}, table {table}, deals to send again: {deals}")
        if not events:
            self.stdout.write("The backup has all that is here.")
