"""What every kind of decision is made of: its number, its row, its points."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max

from tournament.acts.logbook import Line
from tournament.models import Adjustment, Decision, Entry, Event


def next_decision(event: Event) -> int:
    """The number the event's next decision gets."""
    last: int | None = Decision.objects.filter(event=event).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def decide(line: Line, number: int, kind: str, adjustments: Mapping[str, int], **fields: Any) -> Decision:
    """Writes a decision of a line, with what it gives and takes by entry number."""
    decision = Decision.objects.create(event=line.event, number=number, at=line.at, by=line.by, kind=kind, **fields)
    entries = Entry.objects.filter(event=line.event, number__in=[int(entry) for entry in adjustments])
    Adjustment.objects.bulk_create(
        [Adjustment(decision=decision, entry=entry, points=adjustments[str(entry.number)]) for entry in entries]
    )
    return decision
