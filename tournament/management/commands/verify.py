"""`manage.py verify [EVENT|FILE …]`: proves that events are what their logbooks say, or that files are sound."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.backups import confirmed
from tournament.backups.confirmed import Confirmed
from tournament.errors import UserError
from tournament.exchange.logbook import proof
from tournament.exchange.logbook.logbook_file import FAULTS, LogbookError
from tournament.models import Event
from tournament.ranking.superseded_rulings import find_overruled
from tournament.reading.jury.decision_words import place
from tournament.reading.logbook import seals
from tournament.reading.logbook.seals import Seal

# Lines that were cut off together with the rows they made leave no trace.
UNWITNESSED = "Nobody witnessed that it ends there: --seal names a seal that was printed."


class Command(BaseCommand):
    """Proves events, every seal and text of their logbooks and every row that follows from them; or logbooks' files."""

    help = "Proves that events are what their logbooks say (all of them when none is named), or that files are sound."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="*", help="addresses (slugs) of events, or files of logbooks (.jsonl)")
        parser.add_argument(
            "--seal", "--against", metavar="SEAL", default="", help='a seal that was kept: "37 3f9a-0c12-…"'
        )

        parser.add_argument("--export", type=Path, help="its file in troel/1, which must be what the logbook gives")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError, a sentence, at the first failure."""
        seal = _seal(options["seal"], options["event"])
        if options["export"] and len(options["event"]) != 1:
            raise CommandError("An export belongs to one event: name that one.")
        before = confirmed.last_confirmed()
        files = [Path(name) for name in options["event"] if "." in name or "/" in name]
        slugs = [name for name in options["event"] if "." not in name and "/" not in name]
        try:
            for file in files:
                self._verify_file(file, seal, options["export"])
            if slugs or not files:
                proof.check_database()
                self._refuse_lost(before, slugs)
            for event in _find_events(slugs) if slugs or not files else []:
                self._verify(event, seal)
                self._compare(event, options["export"])
        except (LogbookError, UserError) as broken:
            raise CommandError(str(broken)) from broken
        except BrokenPipeError:
            raise  # nobody reads on; the files are sound so far
        except (*FAULTS, OSError) as fault:
            raise CommandError(f"It cannot be read: {fault}.") from fault

    def _refuse_lost(self, confirmed_lines: Confirmed, slugs: list[str]) -> None:
        """Fails where confirmed lines are missing: what is left can be sound."""
        missing = confirmed.events_behind(
            {slug: lost for slug, lost in confirmed_lines.items() if slug in slugs or not slugs}
        )
        if missing:
            raise CommandError("\n".join(str(lost) for lost in missing.values()))

    def _verify(self, event: Event, seal: Seal | None) -> None:
        try:
            count = proof.prove(event)
            end = proof.witness(event, seal) if seal else UNWITNESSED
        except LogbookError as broken:
            raise CommandError(f"{event.slug}: {broken}") from broken
        self.stdout.write(f"{event.slug}: {count} lines, every seal holds, and every row follows from them. {end}")
        for case in find_overruled(event):
            later, earlier = case.later.number, ", ".join(map(str, case.numbers))
            self.stdout.write(
                f"{event.slug}: {place(case.later)}: decision {later} leaves what decision {earlier} gave standing, as "
                "rulings did before they ended each other. The head jury can put it right: Overview."
            )
        if (slug := proof.made_as(event)) != event.slug:
            # A logbook does not record that it was replayed at another address: only a person knows whether it was.
            self.stdout.write(f"{event.slug}: its logbook made it at the address {slug}. Was it replayed here?")

    def _compare(self, event: Event, export: Path | None) -> None:
        if export:
            count = proof.check_export(event, export)
            self.stdout.write(f"{export}: {count} lines, each what the logbook gives, to the byte.")

    def _verify_file(self, file: Path, seal: Seal | None, export: Path | None) -> None:
        with proof.replayed(file) as event:
            end = proof.witness(event, seal) if seal else UNWITNESSED
            self.stdout.write(
                f"{file}: {event.revision} lines, every seal and text holds, and acts could have made them. {end}"
            )
            self._compare(event, export)


def _seal(text: str, slugs: list[str]) -> Seal | None:
    if not text:
        return None
    if len(slugs) != 1:
        raise CommandError("A seal belongs to one event: name that one.")
    try:
        return seals.read(text)
    except ValueError as fault:
        raise CommandError(str(fault)) from fault


def _find_events(slugs: list[str]) -> list[Event]:
    events = list(Event.objects.filter(slug__in=slugs) if slugs else Event.objects.all())
    if len(events) < len(set(slugs)):
        raise CommandError("There is no event " + ", ".join(sorted(set(slugs) - {e.slug for e in events})) + ".")
    return events
