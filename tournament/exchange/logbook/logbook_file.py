"""A chain as a file, an event's logbook or an organisation's register: export, verification, and replay."""

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
from tournament.models import AppendixText, ChainOwner, Event, Organisation
from tournament.naming import is_storable

FORMAT, REGISTER_FORMAT = "troel-log/1", "troel-register/1"
FORMATS: Mapping[str, type[Event | Organisation]] = {FORMAT: Event, REGISTER_FORMAT: Organisation}
FOREIGN = f"This file is not a {' or '.join(FORMATS)} logbook."
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


def lines(owner: ChainOwner) -> Iterator[str]:
    """The lines of the file: a header, every sealed line, and the appendix of texts with their salts."""
    format = FORMAT if isinstance(owner, Event) else REGISTER_FORMAT
    last = owner.log.order_by("sequence").last()
    count, seal = (last.sequence, last.hash) if last else (0, GENESIS)
    yield json.dumps({"format": format, "slug": owner.slug, "lines": count, "seal": seal})
    # No more lines than the header says, even if somebody is writing at the same time.
    for sealed in owner.log.filter(sequence__lte=count).order_by("sequence").iterator():
        yield json.dumps({"line": sealed.text, "hash": sealed.hash})
    for digest, salt, text in owner.texts.order_by("digest").values_list("digest", "salt", "text").iterator():
        yield json.dumps({"digest": digest, "salt": salt, "text": text}, ensure_ascii=False)


def replay(file: Sequence[str] | LogbookFile, slug: str = "") -> Event:
    """Rebuilds the event of a logbook file with the same `apply` functions that made it, reading line by line.

    Raises LogbookError if the file is incomplete or acts could not have written its lines; raises UserError if its
    address is taken or invalid.
    """
    owner = replay_chain(file, slug)
    if not isinstance(owner, Event):
        raise LogbookError(f"This is the register of {owner.slug}, and no event.")
    return owner


@transaction.atomic
def replay_chain(file: Sequence[str] | LogbookFile, slug: str = "") -> ChainOwner:
    """As `replay`, also of a register; one finds again those events and accounts that are here."""
    head = _head(file)
    address = slug or str(head.get("slug", ""))
    events.check_slug(address)
    owner, made = FORMATS[head["format"]].objects.get_or_create(slug=address)
    if not made:
        raise LogbookError(f"There is already an {owner._meta.verbose_name} {address}.")
    _check_end(head, _sealed(file))
    carry_out(owner, (_text(owner, row) for row in _rows(file) if "digest" in row), _sealed(file))
    _check_texts(owner)
    _check_keepable(owner, address)
    return owner


def carry_out(owner: ChainOwner, texts: Iterable[AppendixText], sealed: Iterable[tuple[Any, Any]]) -> None:
    """Fills an empty owner from its texts and its sealed lines, each line given as its text and its hash.

    Raises LogbookError at the first line that is not the next one or cannot be applied.
    """
    each = iter(texts)
    try:
        while some := list(islice(each, TEXTS_AT_ONCE)):
            owner.texts.bulk_create(some)
    except FAULTS as fault:
        raise LogbookError(f"The appendix cannot be kept: {fault}") from fault
    previous = GENESIS
    for sequence, (text, hash) in enumerate(sealed, 1):
        line = _line(owner, sequence, text, hash, previous)
        try:
            line.save(force_insert=True)
            logbook.apply(owner, line)
        except FAULTS as fault:
            raise LogbookError(f"Line {sequence} cannot be carried out: {fault!r}") from fault
        previous = line.hash


def verify(owner: ChainOwner) -> int:
    """Proves the chain of an owner and its appendix; returns the number of lines.

    Raises LogbookError at the first fault. Whether the owner is what its lines say is proved by `proof.prove`.
    """
    missing = guards.missing()
    if missing:
        raise LogbookError(f"The database does not guard the logbook: {', '.join(missing)} missing.")
    previous, count = GENESIS, 0
    for line in owner.log.order_by("sequence").iterator():
        count += 1
        if line.sequence != count:
            raise LogbookError(f"Line {count} is missing.")
        again = _line(owner, count, line.text, line.hash, previous)
        shown = (line.at, line.by, line.act, line.version, line.previous)
        if shown != (again.at, again.by, again.act, again.version, previous):
            raise LogbookError(f"Line {count} does not show what was sealed.")
        previous = line.hash
    if owner.revision != count:
        raise LogbookError(f"The {owner._meta.verbose_name} is at revision {owner.revision}, its lines end at {count}.")
    if owner.seal != previous:
        raise LogbookError(
            f"The {owner._meta.verbose_name} names another seal than that of line {count}, the last one."
        )
    _check_texts(owner)
    return count


def _head(file: Iterable[str]) -> dict[str, Any]:
    """The header of a logbook file, its first line."""
    head = next(_objects(file), {})
    if head.get("format") not in FORMATS:
        raise LogbookError(FOREIGN)
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
        raise LogbookError(FOREIGN)
    return found


def _check_end(header: Mapping[str, Any], sealed: Iterable[tuple[Any, Any]]) -> None:
    """Raises LogbookError if the file does not end as its header says; headers of earlier releases did not say."""
    count, seal = 0, GENESIS
    for _line, hash in sealed:
        count, seal = count + 1, hash
    if header.get("lines", count) != count or header.get("seal", seal) != seal:
        raise LogbookError(f"The file ends at line {count}, and not with the seal that its head names.")


def _text(owner: ChainOwner, row: Mapping[str, Any]) -> Any:
    """A text of the appendix, from its row in the file."""
    kept = {name: row.get(name) for name in ("digest", "salt", "text")}
    if kept != row or not all(isinstance(value, str) and is_storable(value, multiline=True) for value in kept.values()):
        raise LogbookError(f"The text {str(row['digest'])[:12]}… of the appendix cannot be stored.")
    return logbook.new_text(owner, **kept)


def _line(owner: ChainOwner, sequence: int, text: Any, hash: Any, previous: str) -> Any:
    """The sealed line of a text, once it is proved to be the next one and to follow from the one before."""
    try:
        content = json.loads(text)
        if chained(previous, text) != hash:
            raise LogbookError(f"Line {sequence} does not carry the seal that follows from the line before it.")
        kinds = {name: type(value) for name, value in content.items()}
        if kinds != SEALED or canonical(content) != text or content["sequence"] != sequence:
            raise LogbookError(f"Line {sequence} could not be in this logbook.")
        line = logbook.new_line(
            owner,
            sequence=sequence,
            at=datetime.fromisoformat(content["at"]).astimezone(UTC),
            **{name: content[name] for name in ("by", "act", "version")},
            text=text,
            previous=previous,
            hash=hash,
        )
        line.clean_fields(exclude=[owner.log.field.name])
        return line
    except FAULTS as fault:
        raise LogbookError(f"Line {sequence} is not a line of a logbook: {fault!r}") from fault


def _check_texts(owner: ChainOwner) -> None:
    """Raises LogbookError unless every text that was not emptied matches its digest."""
    texts = owner.texts.exclude(text="")
    for digest, salt, text in texts.values_list("digest", "salt", "text").iterator():
        if hashlib.sha256((salt + text).encode()).hexdigest() != digest:
            raise LogbookError(f"The text {digest[:12]}… of the appendix was changed.")


def _check_keepable(owner: ChainOwner, address: str) -> None:
    """Raises LogbookError unless acts could have made the owner: a forger may know how lines are sealed."""
    kind = owner._meta.verbose_name
    try:
        if owner.slug != address:
            raise LogbookError(f"A line gives the {kind} another address.")
        for fault in rows.faults(owner):
            raise LogbookError(f"No act could have made this {fault}")
        if isinstance(owner, Event):
            document = exporting.document(owner)
            # An erased event name is not a fault.
            document["event"]["name"] = owner.name or address
            importing.judge(document)
    except (EventFileError, *FAULTS) as fault:
        raise LogbookError(f"No act could have made this {kind}: {fault}") from fault
