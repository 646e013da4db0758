"""Promises, draws, withdrawn publications and the room, as fields of a troel/1 file; empty ones are left out."""

import json
from typing import Any

from tournament.models import Draw, Event, Promise, Room, Round, Withdrawal

Document = dict[str, Any]


def draws(event: Event) -> Document:
    """The promises, draws and withdrawn publications; secrets only once they are revealed."""
    promises = [_promise(row) for row in Promise.objects.filter(event=event).order_by("number")]
    made = [_draw(row) for row in Draw.objects.filter(event=event).select_related("promise").order_by("number")]
    back = [_withdrawal(row) for row in Withdrawal.objects.filter(event=event).order_by("number")]
    told = {"promises": promises, "draws": made, "withdrawals": back}
    return {name: rows for name, rows in told.items() if rows}


def of_round(round: Round) -> Document:
    """What few rounds have: a withdrawn publication, people who changed places, an hour for objections, a timer."""
    until = round.provisional_until and round.provisional_until.isoformat()
    told = {"withdrawal": round.withdrawal and round.withdrawal.number, "exchanged": round.exchanged}
    told |= {"provisional_until": until, "timer": _timer(round)}
    return {name: value for name, value in told.items() if value}


def _timer(round: Round) -> Document:
    if round.timer_minutes is None:
        return {}
    told = {"spent": round.timer_spent, "since": round.timer_since and round.timer_since.isoformat()}
    return {"minutes": round.timer_minutes, **{name: value for name, value in told.items() if value}}


def room(event: Event) -> Document:
    """The map of the room."""
    drawn = Room.objects.filter(event=event).first()
    return {"room": drawn.rows} if drawn else {}


def _promise(row: Promise) -> Document:
    told = {"number": row.number, "nonce": row.nonce, "commitment": row.commitment, "draws": row.draws}
    return {**told, **({"spent": True} if row.spent else {}), "at": row.at.isoformat()}


def _withdrawal(row: Withdrawal) -> Document:
    told = {"number": row.number, "first": row.first, "last": row.last, "reason": row.reason}
    return {**told, "at": row.at.isoformat(), "by": row.by}


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
    """The document with its fields in a fixed order, because a database may change it."""
    again: Document = json.loads(json.dumps(document, sort_keys=True))
    return again
