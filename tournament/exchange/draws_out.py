"""Promises, draws and the room, as they stand in a troel/1 file; no field where there is none."""

import json
from typing import Any

from tournament.models import Draw, Event, Promise, Room

Document = dict[str, Any]


def draws(event: Event) -> Document:
    """What was promised and what was drawn; secrets only once they are revealed."""
    promises = [_promise(row) for row in Promise.objects.filter(event=event).order_by("number")]
    made = [_draw(row) for row in Draw.objects.filter(event=event).select_related("promise").order_by("number")]
    return {**({"promises": promises} if promises else {}), **({"draws": made} if made else {})}


def room(event: Event) -> Document:
    """Where the tables stand."""
    drawn = Room.objects.filter(event=event).first()
    return {"room": drawn.rows} if drawn else {}


def _promise(row: Promise) -> Document:
    told = {"number": row.number, "nonce": row.nonce, "commitment": row.commitment, "draws": row.draws}
    return {**told, "at": row.at.isoformat()}


def _draw(row: Draw) -> Document:
    written: Document = {
        "number": row.number,
        "first": row.first,
        "count": row.count,
        "kind": row.kind,
        "attempt": row.attempt,
        "commitment": row.commitment,
        "players": row.entries,
    }
    optional = {
        "promise": row.promise and row.promise.number,
        "order": row.order,
        "words": row.words,
        "nonce": row.nonce,
        "secret": row.secret,
    }
    written |= {name: value for name, value in optional.items() if value}
    return {**written, "document": _sorted(row.document), "at": row.at.isoformat(), "by": row.by}


def _sorted(document: Document) -> Document:
    """With its fields in one order: a database may give them back in one of its own."""
    again: Document = json.loads(json.dumps(document, sort_keys=True))
    return again
