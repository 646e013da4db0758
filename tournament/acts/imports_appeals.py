"""The appeals in an imported file: sealed without their words, and laid down as they were."""

from collections.abc import Mapping
from typing import Any

from django.utils.dateparse import parse_datetime

from tournament.acts import logbook
from tournament.acts.declaring import LogLine
from tournament.models import Appeal, Decision, Entry, Event

Document = Mapping[str, Any]


def sealed_appeals(event: Event, document: Document) -> dict[str, Any]:
    """The appeals of a document as facts, texts by their digest; {} for a document without any."""
    given = document.get("appeals", ())
    texts = logbook.seal_all(event, [row.get("text", "") for row in given])
    reasons = logbook.seal_all(event, [row.get("reason", "") for row in given])
    rows = [{**row, "text": text, "reason": reason} for row, text, reason in zip(given, texts, reasons, strict=True)]
    return {"appeals": rows} if rows else {}


def import_appeals(line: LogLine, entries: Mapping[int, Entry]) -> None:
    """Part of an `apply`: lays down the appeals of these facts; most lines have none."""
    rows = line.facts.get("appeals", ())
    if not rows:
        return
    decisions = {decision.number: decision for decision in Decision.objects.filter(event=line.event)}
    texts, reasons = line.words(*[row["text"] for row in rows]), line.words(*[row["reason"] for row in rows])
    Appeal.objects.bulk_create(
        [
            Appeal(
                decision=decisions[row["decision"]],
                entry=entries[row["entry"]],
                at=parse_datetime(row["at"]) or line.at,
                by=row["by"],
                text=text,
                outcome=row.get("outcome", ""),
                reason=reason,
                replacement=decisions.get(row.get("replacement")),
                settled_at=parse_datetime(row["settled_at"]) if "settled_at" in row else None,
                settled_by=row.get("settled_by", ""),
                seconded_by=row.get("seconded_by", ""),
            )
            for row, text, reason in zip(rows, texts, reasons, strict=True)
        ]
    )
