"""`manage.py players EVENT FILE [--write]`: reads a list of players, tells what it would do; --write does it."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.acts.people.import_people import entered_people, import_people
from tournament.errors import UserError
from tournament.exchange.lists import people_in, table_in
from tournament.exchange.lists.proposal import ANOTHER, ImportProposal, Verdict
from tournament.models import Event

BY = "system"


class Command(BaseCommand):
    """Shows line by line what importing a list of players would do; --write does it."""

    help = "Reads players from an XLSX or CSV list: tells what would happen, and with --write lets it happen."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the address (slug) of the event")
        parser.add_argument("file", type=Path, help="an .xlsx or .csv with headings in Dutch, French or English")
        parser.add_argument("--write", action="store_true", help="enter the new players and correct the changed ones")
        parser.add_argument("--accept", type=int, nargs="*", default=[], help="doubtful lines to enter all the same")
        parser.add_argument(
            "--same",
            type=_same,
            nargs="*",
            default=[],
            metavar="LINE=NUMBER",
            help="doubtful lines that are about a player who is entered already, by their number",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']}.")
        choices = dict.fromkeys(options["accept"], ANOTHER) | dict(options["same"])
        try:
            lines = table_in.lines(options["file"].read_bytes())
            self._tell(people_in.judge(lines, entered_people(event)))
            if options["write"]:
                done = import_people(event, BY, lambda people: people_in.judge(lines, people).intake(choices))
                self.stdout.write(f"{len(done.numbers)} entered, {done.corrected} corrected.")
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        except UserError as refusal:
            raise CommandError(str(refusal)) from refusal

    def _tell(self, proposal: ImportProposal) -> None:
        for row in proposal.lines:
            number = "" if row.person.number is None else f"{row.person.number} "
            text = f"{row.line:>5} {row.verdict:9} {number}{row.person.name} ({row.person.club or '–'})"
            self.stdout.write(f"{text}: {row.why}" if row.why else text)
        if proposal.ignored:
            self.stdout.write(f"Not read: {', '.join(proposal.ignored)}")
        if proposal.boxes:
            self.stdout.write(proposal.boxes)
        self.stdout.write(", ".join(f"{proposal.count(verdict)} {verdict}" for verdict in Verdict))


def _same(text: str) -> tuple[int, int]:
    line, _equals, number = text.partition("=")
    return int(line), int(number)
