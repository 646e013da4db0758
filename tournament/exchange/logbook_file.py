"""The logbook as a file, its proof, and the event made again from it."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import DatabaseError, transaction

from scoring import ResultError, RuleSetError
from tournament import guards

# Each of these registers how its lines are applied: a replay must know them all.
from tournament.acts import (  # noqa: F401
    clubs,
    deals,
    draws,
    emptied,
    events,
    format,
    import_people,
    imports,
    jury,
    logbook,
    logo,
    members,
    no_shows,
    places,
    promises,
    publication,
    redeals,
    registration,
    rehearsal,
    reseat,
    room,
    rounds,
    rules,
    tables,
    thrown_away,
)
from tournament.exchange import json_in, json_out, rows
from tournament.models import Event, LogEntry, PersonalText
from tournament.naming import keepable

FORMAT = "troel-log/1"
# What a sealed text says, and nothing else.
SEALED = {"sequence", "at", "by", "act", "version", "facts"}
# What facts come to that no act gathered, and what the database says of rows that are not there, or cannot be.
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


class BrokenChain(Exception):
    """A logbook that does not prove what it says; the sentence names the line."""


def lines(event: Event) -> Iterator[str]:
    """The lines of the file: a head, every sealed line, and the appendix of texts with their salts."""
    last = LogEntry.objects.filter(event=event).order_by("sequence").last()
    count, seal = (last.sequence, last.hash) if last else (0, logbook.GENESIS)
    yield json.dumps({"format": FORMAT, "slug": event.slug, "lines": count, "seal": seal})
    # No more than the head says, though somebody may be writing.
    for entry in LogEntry.objects.filter(event=event, sequence__lte=count).order_by("sequence").iterator():
        yield json.dumps({"line": entry.text, "hash": entry.hash})
    texts = PersonalText.objects.filter(event=event).order_by("digest")
    for digest, salt, text in texts.values_list("digest", "salt", "text").iterator():
        yield json.dumps({"digest": digest, "salt": salt, "text": text}, ensure_ascii=False)


def replay(file: Iterable[str], slug: str = "") -> Event:
    """Makes the event of a logbook file again, by the same `apply` that made it.

    BrokenChain when the file is not whole or its lines are none that acts could have written, Refusal when its address
    is taken or cannot be one.
    """
    head, *rows = _rows(file)
    address = slug or str(head.get("slug", ""))
    events.check_slug(address)
    with transaction.atomic():
        event, made = Event.objects.get_or_create(slug=address)
        if not made:
            raise BrokenChain(f"There is already an event {address}.")
        texts = [_text(event, row) for row in rows if "digest" in row]
        sealed = [(row["line"], row.get("hash")) for row in rows if "line" in row]
        _check_end(head, sealed)
        carry_out(event, texts, sealed)
        _check_texts(event)
        _check_keepable(event, address)
    return event


def carry_out(event: Event, texts: Iterable[PersonalText], sealed: Iterable[tuple[Any, Any]]) -> None:
    """Fills an empty event with what follows from its texts and from its lines, each given as its text and its hash.

    BrokenChain at the first line that is not the next one, or cannot be carried out.
    """
    try:
        PersonalText.objects.bulk_create(texts, batch_size=1000)
    except FAULTS as fault:
        raise BrokenChain(f"The appendix cannot be kept: {fault}") from fault
    previous = logbook.GENESIS
    for sequence, (text, hash) in enumerate(sealed, 1):
        entry = _entry(event, sequence, text, hash, previous)
        try:
            entry.save(force_insert=True)
            logbook.apply(event, entry)
        except FAULTS as fault:
            raise BrokenChain(f"Line {sequence} cannot be carried out: {fault!r}") from fault
        previous = entry.hash


def verify(event: Event) -> int:
    """Proves the chain of an event and its appendix; the number of lines. BrokenChain at the first fault.

    Whether the event is what its lines say is for `proof.prove`.
    """
    missing = guards.missing()
    if missing:
        raise BrokenChain(f"The database does not guard the logbook: {', '.join(missing)} missing.")
    previous, count = logbook.GENESIS, 0
    for entry in LogEntry.objects.filter(event=event).order_by("sequence").iterator():
        count += 1
        if entry.sequence != count:
            raise BrokenChain(f"Line {count} is missing.")
        again = _entry(event, count, entry.text, entry.hash, previous)
        shown = (entry.at, entry.by, entry.act, entry.version, entry.previous)
        if shown != (again.at, again.by, again.act, again.version, previous):
            raise BrokenChain(f"Line {count} shows something else than was sealed.")
        previous = entry.hash
    if event.revision != count:
        raise BrokenChain(f"The event is at revision {event.revision}, the logbook at line {count}.")
    _check_texts(event)
    return count


def _rows(file: Iterable[str]) -> list[dict[str, Any]]:
    """The objects on the lines of a logbook file."""
    try:
        rows = [json.loads(line) for line in file if line.strip()]
    except RecursionError as error:
        raise BrokenChain("A line is nested too deeply.") from error
    except ValueError as error:
        raise BrokenChain(f"A line is not JSON: {error}") from error
    if not rows or not all(isinstance(row, dict) for row in rows) or rows[0].get("format") != FORMAT:
        raise BrokenChain(f"This file is not a {FORMAT} logbook.")
    return rows


def _check_end(head: Mapping[str, Any], sealed: Sequence[tuple[Any, Any]]) -> None:
    """A file that says how it ends ends so; those of earlier releases did not say."""
    end = {"lines": len(sealed), "seal": sealed[-1][1] if sealed else logbook.GENESIS}
    if any(head.get(name, value) != value for name, value in end.items()):
        raise BrokenChain(f"The file ends at line {len(sealed)}, and not with the seal that its head names.")


def _text(event: Event, row: Mapping[str, Any]) -> PersonalText:
    """A text of the appendix."""
    kept = {name: row.get(name) for name in ("digest", "salt", "text")}
    if kept != row or not all(isinstance(value, str) and keepable(value, lines=True) for value in kept.values()):
        raise BrokenChain(f"The text {str(row['digest'])[:12]}… of the appendix is none that can be kept.")
    return PersonalText(event=event, **kept)


def _entry(event: Event, sequence: int, text: Any, hash: Any, previous: str) -> LogEntry:
    """The sealed line of a text, after proving that it is the next one and follows from the one before."""
    try:
        line = json.loads(text)
        if logbook.chained(previous, text) != hash:
            raise BrokenChain(f"Line {sequence} does not carry the seal that follows from the line before it.")
        if line.keys() != SEALED or logbook.canonical(line) != text or line["sequence"] != sequence:
            raise BrokenChain(f"Line {sequence} is none that this logbook could hold.")
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
        raise BrokenChain(f"Line {sequence} is no line of a logbook: {fault!r}") from fault


def _check_texts(event: Event) -> None:
    """Every text that was not emptied is the one its digest stands for."""
    texts = PersonalText.objects.filter(event=event).exclude(text="")
    for digest, salt, text in texts.values_list("digest", "salt", "text").iterator():
        if hashlib.sha256((salt + text).encode()).hexdigest() != digest:
            raise BrokenChain(f"The text {digest[:12]}… of the appendix was changed.")


def _check_keepable(event: Event, address: str) -> None:
    """What was made can be kept and written again: acts made it, and nobody who only knows how a line is sealed."""
    try:
        if event.slug != address:
            raise BrokenChain("A line gives the event another address.")
        for fault in rows.faults(event):
            raise BrokenChain(f"No act could have made this {fault}")
        document = json_out.document(event)
        # A name that was taken away at its bearer's wish is missed by nobody.
        document["event"]["name"] = event.name or address
        json_in.judge(document)
    except (json_in.BadFile, *FAULTS) as fault:
        raise BrokenChain(f"No act could have made this event: {fault}") from fault
