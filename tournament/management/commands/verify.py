"""manage.py verify [EVENT …]"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.exchange import proof
from tournament.exchange.logbook_file import FAULTS, BrokenChain
from tournament.models import Event
from tournament.reading import seals
from tournament.reading.seals import Seal

# Lines that were cut off together with the rows they made leave no trace.
UNWITNESSED = "Nobody witnessed that it ends there: --against names a seal that was printed."


class Command(BaseCommand):
    """Proves events: every seal and text of their logbooks, every row that follows from them, and the triggers."""

    help = "Proves that events are what their logbooks say; all of them when none is named."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="*", help="addresses (slugs) of events")
        parser.add_argument("--against", metavar="SEAL", default="", help='a seal that was kept: "37 3f9a-0c12-…"')

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError, a sentence, at the first failure."""
        against = _seal(options["against"], options["event"])
        try:
            proof.check_database()
            for event in _named(options["event"]):
                self._verify(event, against)
        except BrokenChain as broken:
            raise CommandError(str(broken)) from broken
        except FAULTS as fault:
            raise CommandError(f"The database cannot be read: {fault}.") from fault

    def _verify(self, event: Event, against: Seal | None) -> None:
        try:
            count = proof.prove(event)
            end = proof.witness(event, against) if against else UNWITNESSED
        except BrokenChain as broken:
            raise CommandError(f"{event.slug}: {broken}") from broken
        self.stdout.write(f"{event.slug}: {count} lines, every seal holds, and every row follows from them. {end}")
        if (made := proof.made_as(event)) != event.slug:
            # A logbook does not record that it was replayed at another address: only a person knows whether it was.
            self.stdout.write(f"{event.slug}: its logbook made it at the address {made}. Was it replayed here?")


def _seal(text: str, events: list[str]) -> Seal | None:
    if not text:
        return None
    if len(events) != 1:
        raise CommandError("A seal belongs to one event: name that one.")
    try:
        return seals.read(text)
    except ValueError as fault:
        raise CommandError(str(fault)) from fault


def _named(slugs: list[str]) -> list[Event]:
    events = list(Event.objects.filter(slug__in=slugs) if slugs else Event.objects.all())
    if len(events) < len(set(slugs)):
        raise CommandError("There is no event " + ", ".join(sorted(set(slugs) - {e.slug for e in events})) + ".")
    return events
