"""The picture of a score sheet, kept as evidence: its digest is in the logbook, itself in a row beside."""

import json
from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.rehearsal_data import wiped_by
from tournament.acts.kernel.submissions import (
    Answer,
    TableState,
    finish,
    perform_once,
    require_correctable,
    table_facts,
    table_of,
)
from tournament.errors import UserError
from tournament.files import evidence
from tournament.models import Event, LogEntry, Seat, Table

# A line comes a moment after its picture.
UNNAMED_SECONDS = 3600.0


def keep_picture(table: Table, actor: str, part: int, digest: str, *, key: str = "") -> Answer:
    """Says that the picture with this SHA-256 shows sheet `part` of a table, as it was read and looked at.

    Writes nothing if that is said already; refused where the picture itself is not kept.
    """

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        picture_facts = {**table_facts(table.row), "part": part, "picture": digest}
        if any(picture_facts.items() <= facts_of(line).items() for line in kept_lines(event)):
            return None
        if part < 1 or not evidence.stored([digest]):
            raise UserError(_("This is not a picture of a sheet."), 422)
        return {"part": part, "picture": digest}

    return perform_once(
        table, actor, "keep_picture", key, {"part": part, "picture": digest}, check, require_correctable
    )


def pictures_of(event: Event, entries: Collection[int]) -> list[str]:
    """The digests of the pictures of all tables at which any of these entries sat: their names are on the sheets."""
    seats = Seat.objects.filter(table__round__event=event, entry__number__in=entries)
    sat = set(seats.values_list("table__round__number", "table__number"))
    pictures = map(facts_of, _lines(event))
    return [facts["picture"] for facts in pictures if (facts["round"], facts["table"]) in sat]


def unnamed_pictures() -> list[str]:
    """The digests of pictures that no line of any event names: a server ended between keeping one and its line."""
    named = {facts_of(line)["picture"] for line in LogEntry.objects.filter(act="keep_picture")}
    return [digest for digest in evidence.older(UNNAMED_SECONDS) if digest not in named]


def is_named(digest: str) -> bool:
    """Whether a line of any event's logbook names the picture with this digest."""
    return LogEntry.objects.filter(act="keep_picture", text__contains=digest).exists()


def kept_lines(event: Event) -> list[LogEntry]:
    """The lines that keep a picture, in order; without those of a rehearsal that was wiped."""
    lines = list(_lines(event))
    wiped = wiped_by(event) if lines else None
    return [line for line in lines if wiped is None or line.sequence > wiped.sequence]


def facts_of(log_entry: LogEntry) -> dict[str, Any]:
    """What such a line says: round, table, part and picture."""
    facts: dict[str, Any] = json.loads(log_entry.text)["facts"]
    return facts


def _lines(event: Event) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(event=event, act="keep_picture").order_by("sequence")


@Act("keep_picture", _("Score sheet kept as a picture"), beside_play=True)
def apply_keep_picture(line: LogLine) -> None:
    finish(line, table_of(line))
