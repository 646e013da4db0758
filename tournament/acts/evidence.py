"""The picture of a score sheet, kept as evidence: its digest is in the logbook, the file beside the database."""

import json
from collections.abc import Collection, Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.logbook import LogLine, applies
from tournament.acts.submissions import (
    Answer,
    TableState,
    finish,
    perform_once,
    require_correctable,
    table_facts,
    table_of,
)
from tournament.models import Event, LogEntry, Seat, Table
from tournament.refusal import Refusal
from tournament.site.evidence import kept

ACT = "keep_picture"


def keep_picture(table: Table, by: str, part: int, digest: str, *, key: str = "") -> Answer:
    """Says that the picture with this SHA-256 shows sheet `part` of a table, as it was read and looked at.

    Writes nothing if that is said already; refused where the picture itself is not kept.
    """

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        here = {**table_facts(table.row), "part": part, "picture": digest}
        if any(here.items() <= facts.items() for facts in _told(event)):
            return None
        if part < 1 or kept(digest) is None:
            raise Refusal(_("This is not a picture of a sheet."), 422)
        return {"part": part, "picture": digest}

    return perform_once(table, by, ACT, key, {"part": part, "picture": digest}, check, require_correctable)


def pictures_of(event: Event, entries: Collection[int]) -> list[str]:
    """The digests of the pictures of all tables at which any of these entries sat: their names are on the sheets."""
    seats = Seat.objects.filter(table__round__event=event, entry__number__in=entries)
    sat = set(seats.values_list("table__round__number", "table__number"))
    return [facts["picture"] for facts in _told(event) if (facts["round"], facts["table"]) in sat]


def _told(event: Event) -> Iterator[dict[str, Any]]:
    for text in LogEntry.objects.filter(event=event, act=ACT).order_by("sequence").values_list("text", flat=True):
        yield json.loads(text)["facts"]


@applies(ACT)
def _keep_picture(line: LogLine) -> None:
    finish(line, ACT, table_of(line))
