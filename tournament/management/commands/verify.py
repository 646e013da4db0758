"""manage.py verify [EVENT …]"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.exchange import logbook_file
from tournament.models import Event


class Command(BaseCommand):
    """Proves the logbooks: every seal, every text, and that the database still guards them."""

    help = "Proves the logbook of events; all of them when none is named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="*", help="addresses (slugs) of events")

    def handle(self, *args: Any, **options: Any) -> None:
        named = options["event"]
        events = list(Event.objects.filter(slug__in=named) if named else Event.objects.all())
        if len(events) < len(set(named)):
            raise CommandError("There is no event " + ", ".join(sorted(set(named) - {e.slug for e in events})) + ".")
        for event in events:
            try:
                count = logbook_file.verify(event)
            except logbook_file.BrokenChain as broken:
                raise CommandError(f"{event.slug}: {broken}") from broken
            self.stdout.write(f"{event.slug}: {count} lines, every seal holds")
