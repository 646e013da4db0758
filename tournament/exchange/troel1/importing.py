"""Import of a troel/1 file: reads it, judges it, and makes the event."""

import json
from pathlib import Path
from typing import Any

import msgspec
from django.db import transaction

from scoring import ResultError
from tournament.acts.lifecycle.import_event import import_event
from tournament.document.whole import decode
from tournament.errors import UserError
from tournament.exchange.troel1 import exporting, size_limits
from tournament.exchange.troel1.faults import faults
from tournament.exchange.troel1.size_limits import Document, EventFileError
from tournament.models import Event
from tournament.site import pictures


def read(path: Path) -> Document:
    """The valid document in a file; EventFileError if it has a fault, is larger than 24 MB, or is nested too deeply."""
    checked: Document = size_limits.document(path)
    judge(checked)
    return checked


def judge(document: Any) -> None:
    """Raises EventFileError with the first fault of a document and its place."""
    for place, problem in size_limits.faults(document):
        raise EventFileError(f"{place}: {problem}")
    try:
        decoded = decode(document)
    except msgspec.ValidationError as error:
        # The place of a part, and the one within it; that of a key is its object.
        problem, *places = str(error).replace("`", "").replace("key in ", "").split(" - at ")
        raise EventFileError(f"${''.join(place.removeprefix('$') for place in reversed(places))}: {problem}") from error
    for place, problem in faults(decoded):
        raise EventFileError(f"{place}: {problem}")


def load(document: Document, actor: str, slug: str = "") -> Event:
    """Makes the event of a judged document, at its own address or at `slug`.

    Raises EventFileError, keeping nothing, if the ranking in the file does not follow from its deals and decisions;
    raises UserError if the address is taken.
    """
    with transaction.atomic():
        event = import_event(actor, {**document, "event": _under(document["event"], slug)})
        try:
            follows = exporting.document(event)
        except ResultError as error:
            raise EventFileError(f"decisions: a ruling does not fit the deal it is about: {error}") from error
        for part in ("rounds", "standings"):
            if follows[part] != document[part] and not _of_before(event, part, document):
                raise EventFileError(f"{part}: {_first_difference(follows[part], document[part])}")
    return event


def _of_before(event: Event, part: str, document: Document) -> bool:
    """Whether a ranking is right but for including people who never played, as in files of earlier releases."""
    return part == "standings" and exporting.standings(event, all_entries=True) == document[part]


def _under(data: Document, slug: str) -> Document:
    """The event's data with another address if one is given, and with its pictures processed like uploaded ones."""
    data = {**data, "slug": slug or data["slug"]}
    for kind in pictures.BOUNDS.keys() & data.keys():
        try:
            data[kind] = pictures.data_address(pictures.content_of(data[kind]), kind)
        except UserError as refusal:
            raise EventFileError(f"event.{kind}: {refusal}") from refusal
    return data


def _first_difference(follows: list[Any], standings: list[Any]) -> str:
    if len(follows) != len(standings):
        return f"{len(standings)} rows, and {len(follows)} follow from the deals and decisions of the file"
    at, ours, theirs = next((i, a, b) for i, (a, b) in enumerate(zip(follows, standings, strict=True)) if a != b)
    actual, right = json.dumps(theirs)[:150], json.dumps(ours)[:150]
    return f"row {at + 1} does not follow from the deals and decisions: {actual} should be {right}"


__all__ = ["EventFileError", "UserError", "judge", "load", "read"]
