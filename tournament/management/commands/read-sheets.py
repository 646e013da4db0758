"""`manage.py read-sheets EVENT [--out FOLDER] FILES…`: reads filled score sheets, and tells what each page says."""

import json
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from scoring.catalogue import LANGUAGES
from tournament.errors import UserError
from tournament.management.refused import RefusedError
from tournament.models import Event
from tournament.ranking import facts
from tournament.sheet_reading import batch, reasons
from tournament.sheet_reading.code_origin import CodeTracer
from tournament.sheet_reading.expected_sheets import book
from tournament.sheet_reading.reading_process import read


class Command(BaseCommand):
    """Reads filled score sheets from scans and photos; changes nothing."""

    # Its start is a part of every photo that somebody waits for, and these checks read every page of the site.
    requires_system_checks: tuple[str, ...] = ()
    help = "Reads filled score sheets from PDF, JPEG and PNG, and tells what each page says. Records nothing."

    def create_parser(self, prog_name: str, subcommand: str, **more: Any) -> CommandParser:
        """A parser that takes options before, between and behind the files."""
        parser = super().create_parser(prog_name, subcommand, **more)
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the address (slug) of the event")
        parser.add_argument("files", nargs="*", type=Path, help="PDF, JPEG and PNG files")
        parser.add_argument("--out", type=Path, help="a folder for the pictures, made flat")
        parser.add_argument("--language", choices=LANGUAGES, help="default: the event's first language")
        parser.add_argument("--given", help="read what was sent to the page of the desk, and delete it")
        parser.add_argument("--output", type=Path, help="with --given: the file for what was read")

    def handle(self, *args: Any, **options: Any) -> None:
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']}.")
        language = options["language"] or (event.languages[0] if event.languages else "en")
        with translation.override(language):
            try:
                if options["given"]:
                    self._job(event, options["output"])
                else:
                    self._read_files(event, options["files"], options["out"])
            except UserError as refusal:
                raise RefusedError(refusal) from refusal

    def _read_files(self, event: Event, files: list[Path], out: Path | None) -> None:
        """Reads files, and says of each page what is on it."""
        if not files:
            raise CommandError("Which files?")
        with tempfile.TemporaryDirectory(prefix="troel-sheets-") as aside:
            folder = out or Path(aside)
            folder.mkdir(parents=True, exist_ok=True)
            numbers = iter(range(1, 100_000))
            tracer = CodeTracer(event)
            read(files, folder, book(event), lambda answer: self._say(event, next(numbers), tracer.add_origin(answer)))

    def _say(self, event: Event, number: int, answer: dict[str, Any]) -> None:
        page, rules = batch.page_of(event, number, batch.refuse_illegible(event, answer)), facts.ruleset(event)
        where = f"{page.file} {page.page}" if page.page else page.file
        if page.place is None:
            at = page.origin
            sheet = f"table {at.table}" if at and at.table else "spare sheet"
            whose = f" ({at.event or 'unknown event'}, round {at.round}, {sheet})" if at else ""
            self.stdout.write(f"{where}{whose}: {page.refused}")
            return
        place = page.place
        counts = f"{len(page.sure)} rows read, {len(page.open)} asked"
        if page.empty:
            counts += f", {len(page.empty)} empty at the end?"
        whose = f"table {place.table}" if place.table else "spare sheet"
        self.stdout.write(f"{where}: round {place.round} {whose}, {place.code}: {counts}")
        for row in page.rows:
            if row.question:
                self.stdout.write(f"  {row.deal:3} ? {reasons.question(row.question, rules)}")
            elif row.line:
                self.stdout.write(f"  {row.deal:3} {row.line}")
        for position in page.substitutes:
            self.stdout.write(f"  substitute at seat {position}")
        for position in page.unsure_substitutes:
            self.stdout.write(f"  substitute at seat {position}?")

    def _job(self, event: Event, output: Path) -> None:
        """Reads what was sent to the desk's page; what came in is deleted then, whatever came of it."""
        received, pictures = output.with_name(batch.RECEIVED), output.with_name(batch.PICTURES)
        pictures.mkdir(0o700, exist_ok=True)
        files, pages = sorted(received.iterdir()), list[dict[str, Any]]()
        counted, tracer = dict[str, int](), CodeTracer(event)

        def keep(answer: dict[str, Any]) -> None:
            pages.append(batch.refuse_illegible(event, tracer.add_origin(answer)))
            # A file that was not opened yet has a page at least: only the reader opens what strangers sent.
            counted[answer["file"]] = answer["pages"]
            self.stderr.write(f"{len(pages)}/{sum(counted.values()) + len(files) - len(counted)}")

        try:
            read(files, pictures, book(event), keep)
        finally:
            for file in files:
                file.unlink()
        draft = output.with_name(f"{output.name}.part")
        draft.write_text(json.dumps({"pages": pages}))
        draft.replace(output)
