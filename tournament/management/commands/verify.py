"""`manage.py verify [EVENT|o/ORGANISATION|FILE …]`: proves events and registers by their lines, or files."""

import re
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.backups import confirmed
from tournament.backups.confirmed import Confirmed
from tournament.errors import UserError
from tournament.exchange.logbook import proof
from tournament.exchange.logbook.logbook_file import FAULTS, LogbookError
from tournament.models import ChainOwner, Event, Organisation, chain_owners
from tournament.ranking.superseded_rulings import find_overruled
from tournament.reading.jury.decision_words import place
from tournament.reading.logbook import seals
from tournament.reading.logbook.seals import Seal

# An address, and no file: "wit-blad", "o/de-linde".
ADDRESS = re.compile(r"(o/)?[^./]+")
# Lines that were cut off together with the rows they made leave no trace.
UNWITNESSED = "Nobody witnessed that it ends there: --seal names a seal that was printed."


class Command(BaseCommand):
    """Proves events and registers, every seal and text of them and every row that follows from them; or their files."""

    help = "Proves that events and registers are what their lines say (all, if none is named), or files."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="*", help="addresses of events or organisations (o/…), or files (.jsonl)")
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
        slugs = [name for name in options["event"] if ADDRESS.fullmatch(name)]
        files = [Path(name) for name in options["event"] if name not in slugs]
        try:
            for file in files:
                self._verify_file(file, seal, options["export"])
            if slugs or not files:
                proof.check_database()
                self._refuse_lost(before, slugs)
            for owner in _find_owners(slugs) if slugs or not files else []:
                self._verify(owner, seal)
                self._compare(owner, options["export"])
        except (LogbookError, UserError) as broken:
            raise CommandError(str(broken)) from broken
        except BrokenPipeError:
            raise  # nobody reads on; the files are sound so far
        except (*FAULTS, OSError) as fault:
            raise CommandError(f"It cannot be read: {fault}.") from fault

    def _refuse_lost(self, confirmed_lines: Confirmed, slugs: list[str]) -> None:
        """Fails where confirmed lines are missing: what is left can be sound."""
        missing = confirmed.chains_behind(
            {slug: lost for slug, lost in confirmed_lines.items() if slug in slugs or not slugs}
        )
        if missing:
            raise CommandError("\n".join(str(lost) for lost in missing.values()))

    def _verify(self, owner: ChainOwner, seal: Seal | None) -> None:
        try:
            count = proof.prove(owner)
            end = proof.witness(owner, seal) if seal else UNWITNESSED
        except LogbookError as broken:
            raise CommandError(f"{owner.address}: {broken}") from broken
        self.stdout.write(f"{owner.address}: {count} lines, every seal holds, and every row follows from them. {end}")
        if isinstance(owner, Event):
            self._name_overruled(owner)
        if (slug := proof.made_as(owner)) != owner.slug:
            # Lines do not record that they were replayed at another address: only a person knows whether they were.
            self.stdout.write(f"{owner.address}: its logbook made it at the address {slug}. Was it replayed here?")

    def _name_overruled(self, event: Event) -> None:
        for case in find_overruled(event):
            later, earlier = case.later.number, ", ".join(map(str, case.numbers))
            self.stdout.write(
                f"{event.slug}: {place(case.later)}: decision {later} leaves what decision {earlier} gave standing, as "
                "rulings did before they ended each other. The head jury can put it right: Overview."
            )

    def _compare(self, owner: ChainOwner, export: Path | None) -> None:
        if export is None:
            return
        if not isinstance(owner, Event):
            raise CommandError("An export belongs to one event: name that one.")
        count = proof.check_export(owner, export)
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


def _find_owners(addresses: list[str]) -> list[Event | Organisation]:
    owners = list(chain_owners(addresses))
    if len(owners) < len(set(addresses)):
        missing = sorted(set(addresses) - {owner.address for owner in owners})
        raise CommandError("There is no event " + ", ".join(missing) + ".")
    return owners
