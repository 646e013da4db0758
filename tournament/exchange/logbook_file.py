"""The logbook as a file, its proof, and the event made again from it."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.db import transaction

from tournament import guards

# Each of these registers how its lines are applied: a replay must know them all.
from tournament.acts import deals, events, imports, jury, logbook, members, redeals, registration, rounds  # noqa: F401
from tournament.models import Event, LogEntry, PersonalText

FORMAT = "troel-log/1"


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
    """Makes the event of a logbook file again, by the same `apply` that made it. BrokenChain when it is not whole."""
    rows = [json.loads(line) for line in file if line.strip()]
    if not rows or rows[0].get("format") != FORMAT:
        raise BrokenChain(f"This file is not a {FORMAT} logbook.")
    with transaction.atomic():
        event = Event.objects.create(slug=slug or rows[0]["slug"])
        PersonalText.objects.bulk_create(
            [PersonalText(event=event, **row) for row in rows[1:] if "digest" in row], batch_size=1000
        )
        previous = logbook.GENESIS
        for row in rows[1:]:
            if "line" in row:
                entry = _entry(event, row["line"], row["hash"], previous)
                entry.save(force_insert=True)
                logbook.apply(event, entry)
                previous = entry.hash
        _check_texts(event)
    return event


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
