"""The proof of an event or a register: its lines are sealed, and every row of it follows from them alone."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import repeat, zip_longest
from pathlib import Path
from typing import Any

from django.db import connection, transaction
from django.db.models import Model

from tournament.acts.kernel import logbook
from tournament.exchange.logbook import logbook_file, rows
from tournament.exchange.logbook.logbook_file import LogbookError, LogbookFile
from tournament.exchange.logbook.rows import Name, Row
from tournament.exchange.logbook.surroundings import Surroundings
from tournament.exchange.troel1 import exporting
from tournament.memory import empty_database, one_moment
from tournament.models import ChainOwner, Event
from tournament.reading.logbook.seals import Lies, Seal, place_of

# In a replay, an emptied text is replaced by this mark and its digest, which then turn up wherever the text would.
EMPTIED = "\ue000"
# A digest of a text, and anything else of that form, as lines hold it.
DIGEST = re.compile(r'"([0-9a-f]{64})"')
# What a value that is missing on one side is compared as.
ABSENT = object()
Found = Mapping[type[Model], Mapping[Name, Row]]
Salts = Mapping[str, str]


def prove(owner: ChainOwner) -> int:
    """Proves row by row that an event or an organisation is what its lines say; returns the number of lines.

    Raises LogbookError at the first fault. The lines are replayed into a database in memory, so nothing is written and
    no other writer has to wait.
    """
    kind: Any = type(owner)
    with one_moment():
        owner = kind.objects.get(pk=owner.pk)
        count = logbook_file.verify(owner)
        found = {model: rows.of(owner, model) for model in rows.models(kind)}
        sealed = list(owner.log.order_by("sequence").values_list("text", "hash"))
        texts = list(owner.texts.values_list("digest", "salt", "text"))
        surroundings = Surroundings.of(owner)
    with empty_database(), transaction.atomic():
        surroundings.make()
        again = kind.objects.create(pk=owner.pk, slug=owner.slug)
        kept = [logbook.new_text(again, digest=d, salt=s, text=text or EMPTIED + d) for d, s, text in texts]
        logbook_file.carry_out(again, kept, sealed)
        _check_emptied(again, texts)
        expected = {model: rows.of(again, model) for model in rows.models(kind)}
    fault = difference(found, expected, {digest: salt for digest, salt, text in texts if not text})
    if fault:
        raise LogbookError(fault)
    return count


@contextmanager
def replayed(path: Path) -> Iterator[Any]:
    """The event or the organisation of a file of lines, in a database in memory that ends with the block.

    Raises LogbookError unless every line is the next one and could be carried out, the file is byte for byte what Troel
    writes, and its appendix holds exactly the texts that the lines name.
    """
    with empty_database(), transaction.atomic():
        owner = logbook_file.replay_chain(LogbookFile(path))
        with path.open("rb") as file:
            for number, (there, here) in enumerate(zip_longest(file, logbook_file.lines(owner)), 1):
                if there is None or here is None or there != f"{here}\n".encode():
                    raise LogbookError(f"Line {number} of the file is not as Troel writes it.")
        if (made := made_as(owner)) != owner.slug:
            raise LogbookError(f"The head names the address {owner.slug}, the first line {made}.")
        _check_appendix(owner)
        yield owner


def check_export(event: Event, path: Path) -> int:
    """Proves that a file is, byte for byte, the export of an event; returns the number of its lines.

    Raises LogbookError at the first line that is not.
    """
    expected = exporting.text(event).encode().splitlines(keepends=True)
    with path.open("rb") as file:
        for number, (there, here) in enumerate(zip_longest(file, expected), 1):
            if there != here:
                told = f"By the logbook line {number} of the export is {_said(here)}, in the file {_said(there)}."
                raise LogbookError(told)
    return len(expected)


def _said(text: bytes | None) -> str:
    return "absent" if text is None else _short(text.decode(errors="replace").strip())


def _check_emptied(again: ChainOwner, texts: list[tuple[str, str, str]]) -> None:
    """Raises LogbookError if a text that a line empties has words, or the salt that went with them."""
    emptied = again.texts.filter(text="").values_list("digest", "salt", "text")
    if differing := set(emptied) - set(texts):
        raise LogbookError(f"The text {min(differing)[0][:12]}… of the appendix is not as empty as a line left it.")


def _check_appendix(owner: ChainOwner) -> None:
    named: set[str] = set()
    for line in owner.log.iterator():
        named |= set(DIGEST.findall(line.text))
        # Carrying a line out looks up every other text; an import has the digests of internal reasons only.
        inside = json.loads(line.text)["facts"].get("internal", "")
        if inside and not owner.texts.filter(digest=inside).exists():
            raise LogbookError(f"The appendix lacks the text {inside[:12]}… that line {line.sequence} names.")
    unnamed = set(owner.texts.values_list("digest", flat=True)) - named
    if unnamed:
        raise LogbookError(f"No line names the text {min(unnamed)[:12]}… of the appendix.")


def made_as(owner: ChainOwner) -> str:
    """The address at which the first line made an owner; a different one if its lines were replayed elsewhere."""
    first = owner.log.order_by("sequence").first()
    facts: dict[str, Any] = json.loads(first.text)["facts"] if first else {"slug": owner.slug}
    return str(facts.get("slug") or facts["event"]["slug"])


def witness(owner: ChainOwner, seal: Seal) -> str:
    """What a kept seal proves about a logbook, in one sentence; raises LogbookError if it is not on the chain."""
    where, line = place_of(owner, seal)
    if line and where == Lies.ON:
        return (
            f"The seal {seal} is that of line {seal.line} of {owner.revision}: up to there nothing was changed or cut"
            " off."
        )
    if line:
        raise LogbookError(f"The seal {seal} is that of line {line.sequence}, not of line {seal.line}.")
    if where == Lies.BEYOND:
        end = f"The logbook ends at line {owner.revision}"
        raise LogbookError(f"{end}: line {seal.line} of the seal {seal} was cut off.")
    raise LogbookError(f"The seal {seal} is not that of line {seal.line}: the logbook is another one.")


def check_database() -> None:
    """Raises LogbookError if the database file is damaged. Does nothing on PostgreSQL, which checks its own."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        report = [row[0] for row in cursor.execute("PRAGMA integrity_check(1)").fetchall()]
        dangling = cursor.execute("PRAGMA foreign_key_check").fetchone()
    if report != ["ok"]:
        raise LogbookError(f"The file of the database is damaged: {report[0]}.")
    if dangling:
        raise LogbookError(f"The database is damaged: row {dangling[1]} of {dangling[0]} names one that is not there.")


def difference(stored: Found, replayed: Found, emptied: Salts) -> str:
    """The first row in which the database differs from the lines, and how, in one sentence; "" if none does."""
    for model, expected_rows in replayed.items():
        stored_rows = stored[model]
        for name in sorted(expected_rows.keys() | stored_rows.keys(), key=repr):
            if name not in expected_rows:
                return f"By the logbook there is no {rows.told(model, name)}; the database has one."
            if name not in stored_rows:
                return f"By the logbook there is a {rows.told(model, name)}; the database has none."
            for field in expected_rows[name]:
                if not _same(stored_rows[name][field], expected_rows[name][field], emptied):
                    path, actual, expected_value = _inside(
                        field, stored_rows[name][field], expected_rows[name][field], emptied
                    )
                    values = f"{_short(actual)}, by the logbook {_short(expected_value)}"
                    return f"In the database {path} of {rows.told(model, name)} is {values}."
    return ""


def _same(stored: Any, expected: Any, emptied: Salts) -> bool:
    """Whether a value is the one that follows from the lines. An emptied text is still identified by its digest."""
    if stored == expected:
        return True
    if isinstance(stored, Mapping) and isinstance(expected, Mapping):
        return stored.keys() == expected.keys() and all(_same(stored[key], expected[key], emptied) for key in stored)
    if isinstance(stored, list) and isinstance(expected, list):
        return len(stored) == len(expected) and all(map(_same, stored, expected, repeat(emptied)))
    if not isinstance(expected, str) or EMPTIED not in expected:
        return False
    salt = emptied.get(expected.removeprefix(EMPTIED))
    # A value derived from a text, not the text itself, cannot be proved once the text is gone.
    return not stored or salt is None or hashlib.sha256((salt + stored).encode()).hexdigest() == expected[1:]


def _inside(path: str, stored: Any, expected: Any, emptied: Salts) -> tuple[str, Any, Any]:
    """The first place at which two values differ, such as "rules.lines.PC9.made", and what each has there."""
    if isinstance(stored, Mapping) and isinstance(expected, Mapping):
        keys = sorted(stored.keys() | expected.keys(), key=str)
        pairs = [(f".{key}", stored.get(key, ABSENT), expected.get(key, ABSENT)) for key in keys]
    elif isinstance(stored, list) and isinstance(expected, list) and len(stored) == len(expected):
        pairs = [
            (f"[{at}]", actual, expected_value)
            for at, (actual, expected_value) in enumerate(zip(stored, expected, strict=True))
        ]
    else:
        return path, stored, expected
    step, actual, expected_value = next(pair for pair in pairs if not _same(pair[1], pair[2], emptied))
    return _inside(path + step, actual, expected_value, emptied)


def _short(value: Any) -> str:
    if value is ABSENT:
        return "absent"
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"
