"""The signatures in an imported file: sealed without their words, and laid down as they were."""

from collections.abc import Mapping
from typing import Any

from django.utils.dateparse import parse_datetime

from tournament.acts import logbook
from tournament.acts.declaring import LogLine
from tournament.acts.text_references import UNTOLD
from tournament.models import Entry, Event, Signature, Table

Document = Mapping[str, Any]


def sealed_signatures(event: Event, document: Document) -> dict[str, Any]:
    """The signatures of a document as facts, texts by their digest; {} for a document without any."""
    given, closed = document.get("signatures", ()), document.get("unsigned", ())
    texts = logbook.seal_all(event, [row.get("text", "") for row in given])
    ends = logbook.seal_all(event, [row.get("resolution", "") for row in given])
    reasons = logbook.seal_all(event, [row["reason"] for row in closed])
    rows = [{**row, "text": text, "resolution": end} for row, text, end in zip(given, texts, ends, strict=True)]
    unsigned = [{**row, "reason": reason} for row, reason in zip(closed, reasons, strict=True)]
    return {**({"signatures": rows} if rows else {}), **({"unsigned": unsigned} if unsigned else {})}


def import_signatures(line: LogLine, entries: Mapping[int, Entry]) -> None:
    """Part of an `apply`: lays down the signatures of these facts; most lines have none."""
    rows, closed = line.facts.get("signatures", ()), line.facts.get("unsigned", ())
    if not (rows or closed):
        return
    found = Table.objects.filter(round__event=line.event).select_related("round")
    tables = {(table.round.number, table.number): table for table in found}
    texts = line.words(*[row["text"] for row in rows])
    ends = line.words(*[row["resolution"] for row in rows])
    Signature.objects.bulk_create(
        [
            Signature(
                table=tables[row["round"], row["table"]],
                entry=entries[row["entry"]],
                **{name: row[name] for name in ("number", "shown", "how", "accepted")},
                deal=row.get("deal"),
                at=parse_datetime(row["at"]) or line.at,
                text=text,
                resolution=end,
                resolved_at=parse_datetime(row["resolved_at"]) if "resolved_at" in row else None,
                resolved_by=row.get("resolved_by", ""),
                void=row.get("void", False),
            )
            for row, text, end in zip(rows, texts, ends, strict=True)
        ],
        batch_size=1000,
    )
    for row, reason in zip(closed, line.words(*[row["reason"] for row in closed]), strict=True):
        table = tables[row["round"], row["table"]]
        because = reason or (UNTOLD if row["reason"] else "")
        Table.objects.filter(pk=table.pk).update(unsigned_because=because)
