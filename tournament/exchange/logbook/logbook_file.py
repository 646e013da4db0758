"""The logbook as a file: export, verification, and replay into an event."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import DatabaseError, transaction

from scoring import ResultError, RuleSetError
from scoring.sealing import GENESIS, canonical, chained
from tournament import guards
from tournament.acts.event import events
from tournament.acts.kernel import logbook
from tournament.exchange.logbook import rows
from tournament.exchange.troel1 import exporting, importing, size_limits
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Event, LogEntry, PersonalText
from tournament.naming import is_storable

FORMAT = "troel-log/1"
# The longest line contains an imported event, with a digest in place of each of its texts.
MOST_LETTERS = 2 * size_limits.MOST_BYTES
MOST_VALUES = 2 * size_limits.MOST_VALUES
# Several times as many as a championship of 1,000 players and 12,000 deals has.
MOST_LINES = 100_000
TEXTS_AT_ONCE = 1000
# The fields of a sealed text and their types.
SEALED = {"sequence": int, "at": str, "by": str, "act": str, "version": int, "facts": dict}
# What applying facts that no act gathered may raise, and the database's errors for missing or impossible rows.
FAULTS = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    DatabaseError,
    ObjectDoesNotExist,
    ValidationError,
    RuleSetError,
    ResultError,
)


class LogbookError(Exception):
    """A logbook that fails its proof; the sentence names the line."""


class LogbookFile:
    """The lines of a file, read again from the first for each iteration; LogbookError at one that is too long."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __iter__(self) -> Iterator[str]:
        with self._path.open(encoding="utf-8") as file:
            while line := file.readline(MOST_LETTERS + 1):
                if len(line) > MOST_LETTERS:
                    raise LogbookError(f"A line holds more than {MOST_LETTERS} characters.")
                yield line


def lines(event: Event) -> Iterator[str]:
    """The lines of the file: a header, every sealed line, and the appendix of texts with their salts."""
    last = LogEntry.objects.filter(event=event).order_by("sequence").last()
    count, seal = (last.sequence, last.hash) if last else (0, GENESIS)
    yield json.dumps({"format": FORMAT, "slug": event.slug, "lines": count, "seal": seal})
    # No more lines than the header says, even if somebody is writing at the same time.
    for entry in LogEntry.objects.filter(event=event, sequence__lte=count).order_by("sequence").iterator():
        yield json.dumps({"line": entry.text, "hash": entry.hash})
    texts = PersonalText.objects.filter(event=event).order_by("digest")
    for digest, salt, text in texts.values_list("digest", "salt", "text").iterator():
        yield json.dumps({"digest": digest, "salt": salt, "text": text}, ensure_ascii=False)


def replay(file: Sequence[str] | LogbookFile, slug: str = "") -> Event:
    """Rebuilds the event of a logbook file with the same `apply` functions that made it, reading line by line.

    Raises LogbookError if the file is incomplete or acts could not have written its lines; raises UserError if its
    address is taken or invalid.
    """
    head = _head(file)
    address = slug or str(head.get("slug", ""))
    events.check_slug(address)
    with transaction.atomic():
        event, made = Event.objects.get_or_create(slug=address)
        if not made:
            raise LogbookError(f"There is already an event {address}.")
        _check_end(head, _sealed(file))
        carry_out(event, (_text(event, row) for row in _rows(file) if "digest" in row), _sealed(file))
        _check_texts(event)
        _check_keepable(event, address)
    return event


def carry_out(event: Event, texts: Iterable[PersonalText], sealed: Iterable[tuple[Any, Any]]) -> None:
    """Fills an empty event from its personal texts and its sealed lines, each line given as its text and its hash.

    Raises LogbookError at the first line that is not the next one or cannot be applied.
    """
    each = iter(texts)
    try:
        while some := list(islice(each, TEXTS_AT_ONCE)):
            PersonalText.objects.bulk_create(some)
    except FAULTS as fault:
        raise LogbookError(f"The appendix cannot be kept: {fault}") from fault
    previous = GENESIS
    for sequence, (text, hash) in enumerate(sealed, 1):
        entry = _entry(event, sequence, text, hash, previous)
        try:
            entry.save(force_insert=True)
            logbook.apply(event, entry)
        except FAULTS as fault:
            raise LogbookError(f"Line {sequence} cannot be carried out: {fault!r}") from fault
        previous = entry.hash


def verify(event: Event) -> int:
    """Proves the chain of an event and its appendix; returns the number of lines.

    Raises LogbookError at the first fault. Whether the event is what its lines say is proved by `proof.prove`.
    """
    missing = guards.missing()
    if missing:
        raise LogbookError(f"The database does not guard the logbook: {', '.join(missing)} missing.")
    previous, count = GENESIS, 0
    for entry in LogEntry.objects.filter(event=event).order_by("sequence").iterator():
        count += 1
        if entry.sequence != count:
            raise LogbookError(f"Line {count} is missing.")
        again = _entry(event, count, entry.text, entry.hash, previous)
        shown = (entry.at, entry.by, entry.act, entry.version, entry.previous)
        if shown != (again.at, again.by, again.act, again.version, previous):
            raise LogbookError(f"Line {count} does not show what was sealed.")
        previous = entry.hash
    if event.revision != count:
        raise LogbookError(f"The event is at revision {event.revision}, the logbook at line {count}.")
    if event.seal != previous:
        raise LogbookError(f"The event names another seal than that of line {count}, the last one.")
    _check_texts(event)
    return count


def _head(file: Iterable[str]) -> dict[str, Any]:
    """The header of a logbook file, its first line."""
    head = next(_objects(file), {})
    if head.get("format") != FORMAT:
        raise LogbookError(f"This file is not a {FORMAT} logbook.")
    return head


def _rows(file: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The objects on the lines after the header."""
    return islice(_objects(file), 1, None)


def _sealed(file: Iterable[str]) -> Iterator[tuple[Any, Any]]:
    """The text and hash of each sealed line."""
    return ((row["line"], row.get("hash")) for row in _rows(file) if "line" in row)


def _objects(file: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The objects on the lines of a file, one at a time."""
    for before, line in enumerate(file):
        if before == MOST_LINES:
            raise LogbookError(f"This file has more than {MOST_LINES} lines.")
        if line.strip():
            yield _object(line)


def _object(line: str) -> dict[str, Any]:
    if sum(map(line.count, ",[{")) > MOST_VALUES:
        raise LogbookError(f"A line holds more than {MOST_VALUES} values.")
    try:
        found = json.loads(line)
    except RecursionError as error:
        raise LogbookError("A line is nested too deeply.") from error
    except ValueError as error:
        raise LogbookError(f"A line is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise LogbookError(f"This file is not a {FORMAT} logbook.")
    return found


def _check_end(header: Mapping[str, Any], sealed: Iterable[tuple[Any, Any]]) -> None:
    """Raises LogbookError if the file does not end as its header says; headers of earlier releases did not say."""
    count, seal = 0, GENESIS
    for _line, hash in sealed:
        count, seal = count + 1, hash
    if header.get("lines", count) != count or header.get("seal", seal) != seal:
        raise LogbookError(f"The file ends at line {count}, and not with the seal that its head names.")


def _text(event: Event, row: Mapping[str, Any]) -> PersonalText:
    """A text of the appendix, from its row in the file."""
    kept = {name: row.get(name) for name in ("digest", "salt", "text")}
    if kept != row or not all(isinstance(value, str) and is_storable(value, multiline=True) for value in kept.values()):
        raise LogbookError(f"The text {str(row['digest'])[:12]}… of the appendix cannot be stored.")
    return PersonalText(event=event, **kept)


def _entry(event: Event, sequence: int, text: Any, hash: Any, previous: str) -> LogEntry:
    """The sealed line of a text, once it is proved to be the next one and to follow from the one before."""
    try:
        line = json.loads(text)
        if chained(previous, text) != hash:
            raise LogbookError(f"Line {sequence} does not carry the seal that follows from the line before it.")
        kinds = {name: type(value) for name, value in line.items()}
        if kinds != SEALED or canonical(line) != text or line["sequence"] != sequence:
            raise LogbookError(f"Line {sequence} could not be in this logbook.")
        entry = LogEntry(
            event=event,
            sequence=sequence,
            at=datetime.fromisoformat(line["at"]).astimezone(UTC),
            **{name: line[name] for name in ("by", "act", "version")},
            text=text,
            previous=previous,
            hash=hash,
        )
        entry.clean_fields(exclude=["event"])
        return entry
    except FAULTS as fault:
        raise LogbookError(f"Line {sequence} is not a line of a logbook: {fault!r}") from fault


def _check_texts(event: Event) -> None:
    """Raises LogbookError unless every text that was not emptied matches its digest."""
    texts = PersonalText.objects.filter(event=event).exclude(text="")
    for digest, salt, text in texts.values_list("digest", "salt", "text").iterator():
        if hashlib.sha256((salt + text).encode()).hexdigest() != digest:
            raise LogbookError(f"The text {digest[:12]}… of the appendix was changed.")


def _check_keepable(event: Event, address: str) -> None:
    """Raises LogbookError unless acts could have made the event: a forger may know how lines are sealed."""
    try:
        if event.slug != address:
            raise LogbookError("A line gives the event another address.")
        for fault in rows.faults(event):
            raise LogbookError(f"No act could have made this {fault}")
        document = exporting.document(event)
        # An erased event name is not a fault.
        document["event"]["name"] = event.name or address
        importing.judge(document)
    except (EventFileError, *FAULTS) as fault:
        raise LogbookError(f"No act could have made this event: {fault}") from fault
