"""`manage.py export EVENT|o/ORGANISATION --format json|logbook|xlsx -o FILE`: a file that an outsider can check."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from scoring.catalogue import LANGUAGES
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting
from tournament.exchange.workbook import xlsx_out
from tournament.models import ChainOwner, Event, chain_owners


def _json(event: Event) -> bytes:
    return exporting.text(event).encode()


def _logbook(owner: ChainOwner) -> bytes:
    return "".join(line + "\n" for line in logbook_file.lines(owner)).encode()


FORMATS: Mapping[str, Callable[[Event], bytes]] = {"json": _json, "logbook": _logbook, "xlsx": xlsx_out.workbook}


class Command(BaseCommand):
    """Exports an event: `json` is troel/1, `logbook` its sealed lines and their appendix, `xlsx` a workbook."""

    help = "Writes an event to a file that an outsider can check."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the address (slug) of the event; o/… for the register of an organisation")
        parser.add_argument("--format", choices=sorted(FORMATS), help="default: json; a register is a logbook")
        parser.add_argument("--language", choices=LANGUAGES, help="of a workbook; default: the event's first language")
        parser.add_argument("-o", "--output", default="-", help="the file; - writes to standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = next(chain_owners([options["event"]]), None)
        if owner is None:
            known = ", ".join(Event.objects.order_by("slug").values_list("slug", flat=True)[:20])
            raise CommandError(f"There is no event {options['event']}. There are: {known or 'none'}.")
        written = self._written(owner, options["format"], options["language"])
        if options["output"] == "-":
            sys.stdout.buffer.write(written)
            return
        try:
            _write_whole(Path(options["output"]), written)
        except OSError as error:
            raise CommandError(f"{options['output']} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{owner.name} ({owner.address}) is written to {options['output']}: {len(written)} bytes.")

    def _written(self, owner: ChainOwner, format: str | None, language: str | None) -> bytes:
        if isinstance(owner, Event):
            with translation.override(language or next(iter(owner.languages), "en")):
                return FORMATS[format or "json"](owner)
        if format not in (None, "logbook"):
            raise CommandError("A register is written as its lines: --format logbook.")
        return _logbook(owner)


def _write_whole(path: Path, content: bytes) -> None:
    """Writes the whole file or nothing: a half-written export is worse than none."""
    draft = path.with_name(path.name + ".part")
    draft.write_bytes(content)
    draft.replace(path)
