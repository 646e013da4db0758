"""`manage.py replay FILE`: makes an event or an organisation again from the file of its lines."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file


class Command(BaseCommand):
    """Rebuilds an event or an organisation from its file, line by line."""

    help = "Makes an event or an organisation again from the file of its lines."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--slug", default="", help="another address than the one in the file")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["file"].is_fifo():
            raise CommandError("A logbook is read more than once: save it in a file first.")
        try:
            owner = logbook_file.replay_chain(logbook_file.LogbookFile(options["file"]), options["slug"])
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        except (UnicodeDecodeError, UserError, logbook_file.LogbookError) as broken:
            raise CommandError(f"{options['file']}: {broken}") from broken
        self.stdout.write(f"{owner.address}: {owner.revision} lines replayed")
