"""Signatures, and the tables closed without them, as fields of a troel/1 file; empty ones are left out."""

from typing import Any

from tournament.models import Event, Signature, Table

Document = dict[str, Any]


def signatures(event: Event) -> Document:
    """What players signed and disputed, table by table."""
    rows = Signature.objects.filter(table__round__event=event).select_related("table__round", "entry")
    made = [_signature(row) for row in rows.order_by("table__round__number", "table__number", "number")]
    return {"signatures": made} if made else {}


def unsigned(event: Event) -> Document:
    """The tables that were closed without all signatures, and why."""
    rows = Table.objects.filter(round__event=event).exclude(unsigned_because="")
    places = rows.order_by("round__number", "number").values_list("round__number", "number", "unsigned_because")
    made = [{"round": round, "table": table, "reason": reason} for round, table, reason in places]
    return {"unsigned": made} if made else {}


def _signature(row: Signature) -> Document:
    written: Document = {
        "round": row.table.round.number,
        "table": row.table.number,
        "number": row.number,
        "entry": row.entry.number,
        "shown": row.shown,
        "how": row.how,
        "accepted": row.accepted,
        "at": row.at.isoformat(),
    }
    optional = {
        "deal": row.deal,
        "text": row.text,
        "resolution": row.resolution,
        "resolved_at": row.resolved_at and row.resolved_at.isoformat(),
        "resolved_by": row.resolved_by,
        "void": row.void,
    }
    return {**written, **{name: value for name, value in optional.items() if value}}
