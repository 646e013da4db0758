"""Of which event, round and table a sheet is that the reader refused, as far as its code and the logbooks tell."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any, Self

from django.utils.translation import override

from scoring.catalogue import LANGUAGES
from tournament.draw import drawing
from tournament.errors import UserError
from tournament.models import Event, LogEntry, Table
from tournament.printing.sheets.score_sheets import first_line
from tournament.printing.sheets.sheet_code import read_sheet_code, sheet_code
from tournament.ranking import facts
from tournament.scan import layout
from tournament.scan.identity import code_in, sheet_text
from tournament.scan.layout import EDITIONS, SheetForm, spans
from tournament.sheet_reading.expected_sheets import SheetPlace, book

# The acts that gave a round its seats.
SEATED = ("seat_round", "draw_rounds", "reseat")

# So many other events are looked through for a code, the latest of them; each takes some 20 ms of the processor.
MAX_EVENTS = 40


@dataclass(frozen=True, slots=True)
class SheetOrigin:
    """What the code of a refused sheet names: a round, a table (0 of a spare one) and which of its sheets.

    `event` is the address (slug) of the event whose sheet it is, "" if no event of this installation has such a sheet:
    it is of an event elsewhere, or of a seating or form that nobody knows any more. `edition` is that of its form, 0 if
    the event is not known.
    """

    event: str
    round: int
    table: int
    part: int
    edition: int = 0

    @classmethod
    def of(cls, answer: Mapping[str, Any], slug: str) -> Self | None:
        """What is known of a page that was read: its place in the event itself, or what was found of its code."""
        if place := answer["place"]:
            return cls(slug, place["round"], place["table"], place["part"], place.get("edition", 1))
        return cls(**answer["origin"]) if answer.get("origin") else None


class CodeTracer:
    """Looks up the codes that an event does not expect, for the pages of one batch."""

    def __init__(self, event: Event) -> None:
        self._event = event
        # A pile of another event comes page after page.
        self._latest = event.slug

    def add_origin(self, answer: dict[str, Any]) -> dict[str, Any]:
        """What the reader said of a page, and under `origin` whose sheet it is if its code is not expected."""
        place = _place_in(answer["payload"]) if answer["refused"] == "not of this event" else None
        if place is None:
            return answer
        self._latest, edition = self._event_of(answer["payload"], *place[:2])
        return answer | {"origin": asdict(SheetOrigin(self._latest, *place, edition))}

    def _event_of(self, text: str, round: int, table: int) -> tuple[str, int]:
        """The event of which a text is, "" if none has it, and the edition of its form."""
        for former, edition, _seats in _former_sheets(self._event, round, table):
            if former == text:
                return self._event.slug, edition
        tables = Table.objects.filter(round__number=round).exclude(round__event=self._event)
        rows = Event.objects.filter(pk__in=(tables.filter(number=table) if table else tables).values("round__event"))
        for other in sorted(rows, key=lambda row: (row.slug != self._latest, -row.pk))[:MAX_EVENTS]:
            place = None if other.binned else _places(other, round, table).get(text)
            if place:
                return other.slug, place.edition
        return "", 0


def _place_in(text: str) -> tuple[int, int, int] | None:
    """Round, table and part in the text of a sheet's code."""
    code, (_program, _code, part, *_mark) = code_in(text), [*text.split(), "", "", "", ""][:4]
    if code == text or not part.isdecimal():
        return None
    if code[:1] == "S":
        return (int(code[1:]), 0, int(part)) if code[1:].isdecimal() else None
    try:
        return (*read_sheet_code(code), int(part))
    except UserError:
        return None


def _places(event: Event, round: int, table: int) -> dict[str, SheetPlace]:
    """The sheets of a table of an event, or of a round with its spare ones, by their texts."""
    try:
        return book(event, round, table).sheet_places
    except UserError:
        return {}


def printed_seats(event: Event, text: str, place: SheetPlace) -> dict[int, int]:
    """The entries that a sheet prints, by position; {} if its text is of no seating that its round was given."""
    sheets = _former_sheets(event, place.round, place.table)
    return next((seats for former, _edition, seats in sheets if former == text), {})


def _former_sheets(event: Event, round: int, table: int) -> Iterator[tuple[str, int, dict[int, int]]]:
    """The sheets that a table would have by every seating that its round was ever given: text, edition, entries."""
    code, line, rules = sheet_code(round, table), first_line(event), facts.ruleset(event)
    for seats, planned in _former_seats(event, round, table):
        positions = tuple(range(1, len(seats) + 1))
        for (first, last), language, edition in product(spans(planned), LANGUAGES, EDITIONS):
            with override(language):
                form = SheetForm(positions, first, last, planned)
                shape = layout.layout(form, rules, language, trump=event.records_trump, edition=edition)
            entries = dict(enumerate(seats, 1))
            yield sheet_text(line, code, entries, shape), edition, entries


def _former_seats(event: Event, round: int, table: int) -> Iterator[tuple[list[int], int]]:
    """The entries at a table in seat order, with how many deals it was to play, from each line that seated a round."""
    deals: int = 0
    for line in LogEntry.objects.filter(event=event, act__in=SEATED).order_by("sequence"):
        said = json.loads(line.text)["facts"]
        tables: list[dict[str, Any]] = []
        if line.act == "draw_rounds" and said["first"] <= round < said["first"] + said["count"]:
            seated = drawing.seats(said["document"], said["players"])[round - said["first"]]
            fives, deals = said.get("deals_at_five"), said["deals"]
            tables = [{"seats": seats, **({"deals": fives} if len(seats) > 4 else {})} for seats in seated]
        elif line.act == "seat_round" and said["round"] == round:
            tables, deals = said["tables"], said["deals"]
        elif line.act == "reseat":
            tables = [laid for row in said["seated"] if row["round"] == round for laid in row["tables"]]
        for number, laid in enumerate(tables, 1):
            if laid.get("number", number) == table and laid["seats"]:
                yield laid["seats"], laid.get("deals") or deals
