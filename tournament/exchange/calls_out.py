"""Calls for the jury as fields of a troel/1 file; empty ones are left out."""

from typing import Any

from tournament.models import Call, Event

Document = dict[str, Any]


def calls(event: Event) -> Document:
    """Every call, open or ended, by number."""
    rows = Call.objects.filter(event=event).select_related("table__round").order_by("number")
    made = [_call(row) for row in rows]
    return {"calls": made} if made else {}


def _call(row: Call) -> Document:
    written: Document = {
        "number": row.number,
        "round": row.table.round.number,
        "table": row.table.number,
        "reason": row.reason,
        "at": row.at.isoformat(),
        "by": row.by,
    }
    optional = {
        "deal": row.deal,
        "contract": row.contract,
        "about": row.about,
        "taken_by": row.taken_by,
        "taken_at": row.taken_at and row.taken_at.isoformat(),
        "ended_at": row.ended_at and row.ended_at.isoformat(),
        "ended_by": row.ended_by,
        "withdrawn": row.withdrawn,
    }
    return {**written, **{name: value for name, value in optional.items() if value}}
