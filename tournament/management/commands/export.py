"""manage.py export EVENT --format json -o FILE"""

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.exchange import json_out, logbook_file
from tournament.models import Event


class Command(BaseCommand):
    """Writes an event to a file: `json` is troel/1, `logbook` the sealed lines with their appendix."""

    help = "Writes an event to a file that an outsider can check."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the address (slug) of the event")
        parser.add_argument("--format", choices=("json", "logbook"), default="json")
        parser.add_argument("-o", "--output", default="-", help="the file; - writes to standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            known = ", ".join(Event.objects.order_by("slug").values_list("slug", flat=True)[:20])
            raise CommandError(f"There is no event {options['event']}. There are: {known or 'none'}.")
        written = json_out.text(event) if options["format"] == "json" else _logbook(event)
        if options["output"] == "-":
            sys.stdout.write(written)
            return
        try:
            _write_whole(Path(options["output"]), written)
        except OSError as error:
            raise CommandError(f"{options['output']} cannot be written: {error.strerror}.") from error


def _logbook(event: Event) -> str:
    return "".join(line + "\n" for line in logbook_file.lines(event))


def _write_whole(path: Path, text: str) -> None:
    """The whole file or nothing: a half-written export is worse than none."""
    draft = path.with_name(path.name + ".part")
    draft.write_text(text, "utf-8")
    draft.replace(path)
