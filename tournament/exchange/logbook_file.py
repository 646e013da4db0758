"""The logbook as a file, its proof, and the event made again from it."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, transaction

from tournament import guards

# Each of these registers how its lines are applied: a replay must know them all.
from tournament.acts import (  # noqa: F401
    deals,
    draws,
    events,
    format,
    import_people,
    imports,
    jury,
    logbook,
    logo,
    members,
    promises,
    redeals,
    registration,
    reseat,
    room,
    rounds,
    rules,
    tables,
)
from tournament.models import Event, LogEntry, PersonalText

FORMAT = "troel-log/1"
# What the database says of rows that are not there, or cannot be.
DATABASE_SAYS = (DatabaseError, ObjectDoesNotExist)


class BrokenChain(Exception):
    """A logbook that does not prove what it says; the sentence names the line."""


def lines(event: Event) -> Iterator[str]:
    """The lines of the file: a head, every sealed line, and the appendix of texts with their salts."""
    yield json.dumps({"format": FORMAT, "slug": event.slug})
    for entry in LogEntry.objects.filter(event=event).order_by("sequence").iterator():
        yield json.dumps({"line": entry.text, "hash": entry.hash})
    texts = PersonalText.objects.filter(event=event).order_by("digest")
    for digest, salt, text in texts.values_list("digest", "salt", "text").iterator():
        yield json.dumps({"digest": digest, "salt": salt, "text": text}, ensure_ascii=False)


def replay(file: Iterable[str], slug: str = "") -> Event:
    """Makes the event of a logbook file again, by the same `apply` that made it.

    BrokenChain when the file is not whole, Refusal when its address is taken or cannot be one.
    """
    rows = _rows(file)
    address = slug or str(rows[0].get("slug", ""))
    events.check_slug(address)
    with transaction.atomic():
        event, made = Event.objects.get_or_create(slug=address)
        if not made:
            raise BrokenChain(f"There is already an event {address}.")
        PersonalText.objects.bulk_create(
            [PersonalText(event=event, **row) for row in rows[1:] if "digest" in row], batch_size=1000
        )
        previous = logbook.GENESIS
        for row in rows[1:]:
            if "line" in row:
                previous = _carried_out(event, row, previous).hash
        _check_texts(event)
    return event


def _rows(file: Iterable[str]) -> list[dict[str, Any]]:
    """The objects on the lines of a logbook file."""
    try:
        rows = [json.loads(line) for line in file if line.strip()]
    except RecursionError as error:
        raise BrokenChain("A line is nested too deeply.") from error
    if not rows or not all(isinstance(row, dict) for row in rows) or rows[0].get("format") != FORMAT:
        raise BrokenChain(f"This file is not a {FORMAT} logbook.")
    return rows


def _carried_out(event: Event, row: dict[str, Any], previous: str) -> LogEntry:
    """The line of a row, sealed and applied. BrokenChain when its facts are none that an act could have gathered."""
    entry = _entry(event, row["line"], row["hash"], previous)
    try:
        entry.save(force_insert=True)
        logbook.apply(event, entry)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, *DATABASE_SAYS) as fault:
        raise BrokenChain(f"Line {entry.sequence} cannot be carried out: {fault!r}") from fault
    return entry


def verify(event: Event) -> int:
    """Proves the chain of an event and its appendix; the number of lines. BrokenChain at the first fault."""
    missing = guards.missing()
    if missing:
        raise BrokenChain(f"The database does not guard the logbook: {', '.join(missing)} missing.")
    previous, count = logbook.GENESIS, 0
    for entry in LogEntry.objects.filter(event=event).order_by("sequence").iterator():
        count += 1
        if entry.sequence != count:
            raise BrokenChain(f"Line {count} is missing.")
        again = _entry(event, entry.text, entry.hash, previous)
        shown = (entry.sequence, entry.at, entry.by, entry.act, entry.version, entry.previous)
        if shown != (again.sequence, again.at, again.by, again.act, again.version, previous):
            raise BrokenChain(f"Line {count} shows something else than was sealed.")
        previous = entry.hash
    if event.revision != count:
        raise BrokenChain(f"The event is at revision {event.revision}, the logbook at line {count}.")
    _check_texts(event)
    return count


def _entry(event: Event, text: str, hash: str, previous: str) -> LogEntry:
    """The sealed line of a text, after proving that its hash follows from the line before."""
    line = json.loads(text)
    if logbook.chained(previous, text) != hash:
        raise BrokenChain(f"Line {line['sequence']} does not carry the seal that follows from the line before it.")
    return LogEntry(
        event=event,
        sequence=line["sequence"],
        at=datetime.fromisoformat(line["at"]),
        by=line["by"],
        act=line["act"],
        version=line["version"],
        text=text,
        previous=previous,
        hash=hash,
    )


def _check_texts(event: Event) -> None:
    """Every text that was not emptied is the one its digest stands for."""
    texts = PersonalText.objects.filter(event=event).exclude(text="")
    for digest, salt, text in texts.values_list("digest", "salt", "text").iterator():
        if hashlib.sha256((salt + text).encode()).hexdigest() != digest:
            raise BrokenChain(f"The text {digest[:12]}… of the appendix was changed.")
