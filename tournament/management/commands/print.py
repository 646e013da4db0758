"""`manage.py print EVENT WHAT -o FILE`: prints a paper of an event as PDF."""

import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from scoring.catalogue import LANGUAGES
from tournament.acts.event.pictures import Kind, logo_on_paper, picture_of
from tournament.errors import UserError
from tournament.integers import read_digits
from tournament.management.refused import RefusedError
from tournament.models import Entry, Event, Round
from tournament.printing.lists.wall_lists import SHEETS
from tournament.printing.paper import Order, Progress
from tournament.printing.papers import KINDS
from tournament.site import pictures

# Spare sheets of each kind, or certificates.
MAX_COPIES = 200
PICTURES = (".png", ".jpg", ".jpeg", ".webp")


class Command(BaseCommand):
    """Prints one paper of an event as PDF; reports progress on standard error as DONE/ALL."""

    help = "Prints a paper of an event as PDF."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the address (slug) of the event")
        parser.add_argument("what", choices=sorted(KINDS))
        parser.add_argument("--round", type=int, help="the number of the round; default: the last one that has seats")
        parser.add_argument("--player", type=int, help="the number of the player, for what is about one")
        parser.add_argument("--filled", action="store_true", help="with sheets: what was written on them")
        parser.add_argument("--table", type=int, help="with cards and sheets: one table alone, by its number")
        parser.add_argument("--spare", type=_count, default=0, help="with sheets: so many of each kind, without names")
        parser.add_argument("--backs", action="store_true", help="with sheets: what a deal is worth, on their backs")
        parser.add_argument("--first", type=_count, default=3, help="with certificates, without prizes: how many")
        parser.add_argument("--prizes", action="store_true", help="with programme: what there is to win")
        parser.add_argument("--size", choices=SHEETS, default="A4", help="the paper of lists for the wall")
        parser.add_argument("--language", choices=LANGUAGES, help="default: the event's first language")
        parser.add_argument("--logo", type=Path, help="a PNG, JPEG or WebP in the place of the event's own")
        parser.add_argument("-o", "--output", required=True, help="the file; - writes to standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        event = _event(options["event"])
        try:
            with translation.override(options["language"] or next(iter(event.languages), "en")):
                order = _order(event, options, self._progress)
                pdf = KINDS[options["what"]].make(order)
        except UserError as refusal:
            raise RefusedError(refusal) from refusal
        _write(options["output"], pdf)

    def _progress(self, done: int, total: int) -> None:
        """One line per step, for a waiting person or the page that started the command."""
        self.stderr.write(f"{done}/{total}")


def _count(text: str) -> int:
    """How many of something are wanted."""
    count = read_digits(text) or 0
    if not 1 <= count <= MAX_COPIES:
        raise ArgumentTypeError(f"say a number from 1 to {MAX_COPIES}, not {text}")
    return count


def _event(slug: str) -> Event:
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        known = ", ".join(Event.objects.order_by("slug").values_list("slug", flat=True)[:20])
        raise CommandError(f"There is no event {slug}. There are: {known or 'none'}.")
    return event


def _order(event: Event, options: dict[str, Any], progress: Progress) -> Order:
    needs = KINDS[options["what"]].needs
    round = _round(event, options["round"]) if needs == "round" or options["round"] is not None else None
    entry = _entry(event, options["player"]) if needs == "player" else None
    logo = logo_on_paper(event) if options["logo"] is None else _logo(options["logo"])
    if options["table"] is not None and not KINDS[options["what"]].single:
        raise CommandError("Only cards and sheets are printed for one table.")
    more = {name: options[name] for name in ("filled", "size", "table", "spare", "first", "prizes", "backs")}
    return Order(event, round, entry, logo, picture_of(event, Kind.SPONSORS), progress=progress, **more)


def _round(event: Event, number: int | None) -> Round:
    rounds = Round.objects.filter(event=event).order_by("number")
    round = rounds.last() if number is None else rounds.filter(number=number).first()
    if round is None:
        raise CommandError("No round has been drawn yet." if number is None else f"There is no round {number}.")
    return round


def _entry(event: Event, number: int | None) -> Entry:
    if number is None:
        raise CommandError("Whose? Say --player NUMBER.")
    entry = Entry.objects.filter(event=event, number=number).select_related("player").first()
    if entry is None:
        raise CommandError(f"No player has number {number}.")
    return entry


def _logo(path: Path) -> str:
    """A picture as a data: URL."""
    if path.suffix.lower() not in PICTURES:
        raise CommandError("The logo must be a PNG, a JPEG or a WebP.")
    try:
        return pictures.data_address(path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def _write(output: str, pdf: bytes) -> None:
    """Writes the whole file or nothing: half a PDF is worse than none."""
    if output == "-":
        sys.stdout.buffer.write(pdf)
        return
    path = Path(output)
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_bytes(pdf)
        draft.replace(path)
    except OSError as error:
        raise CommandError(f"{output} cannot be written: {error.strerror}.") from error
