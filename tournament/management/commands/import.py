"""`manage.py import FILE`: makes an event from a troel/1 file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.errors import UserError
from tournament.exchange.troel1 import importing
from tournament.exchange.troel1.size_limits import EventFileError


class Command(BaseCommand):
    """Makes an event from a troel/1 file, or reports what is wrong with the file and makes nothing."""

    help = "Makes an event from a troel/1 file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--slug", default="", help="another address than the one in the file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            event = importing.load(importing.read(options["file"]), "system", options["slug"])
        except (EventFileError, UserError) as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"{event.slug}: {event.name}")
