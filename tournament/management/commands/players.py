"""manage.py players EVENT FILE [--write]"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from tournament.acts.refusal import Refusal
from tournament.acts.registration import add_entries, change_entry
from tournament.exchange import people_in, table_in
from tournament.exchange.people_in import Proposal, Verdict
from tournament.models import Entry, Event

BY = "system"


class Command(BaseCommand):
    """Tells line by line what a list of players would do; --write does it."""

    help = "Reads players from an XLSX or CSV list: tells what would happen, and with --write lets it happen."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the address (slug) of the event")
        parser.add_argument("file", type=Path, help="an .xlsx or .csv with headings in Dutch, French or English")
        parser.add_argument("--write", action="store_true", help="enter the new players and correct the changed ones")
        parser.add_argument("--accept", type=int, nargs="*", default=[], help="doubtful lines to enter all the same")

    def handle(self, *args: Any, **options: Any) -> None:
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']}.")
        try:
            proposal = people_in.judge(table_in.lines(options["file"].read_bytes()), people_in.known(event))
            self._tell(proposal)
            if options["write"]:
                _write(event, proposal, options["accept"])
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        except Refusal as refusal:
            raise CommandError(str(refusal)) from refusal

    def _tell(self, proposal: Proposal) -> None:
        for row in proposal.rows:
            number = "" if row.person.number is None else f"{row.person.number} "
            told = f"{row.line:>5} {row.verdict:9} {number}{row.person.name} ({row.person.club or '–'})"
            self.stdout.write(f"{told}: {row.why}" if row.why else told)
        if proposal.ignored:
            self.stdout.write(f"Not read: {', '.join(proposal.ignored)}")
        self.stdout.write(", ".join(f"{proposal.count(verdict)} {verdict}" for verdict in Verdict))


def _write(event: Event, proposal: Proposal, accepted: list[int]) -> None:
    """All of it or nothing."""
    with transaction.atomic():
        add_entries(event, BY, proposal.to_add(accepted))
        for number, person in proposal.to_change().items():
            change_entry(Entry.objects.select_related("event").get(event=event, number=number), BY, person)
