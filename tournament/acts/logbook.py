"""Writing the logbook: the only way in which a championship changes.

An act checks (and may refuse), gathers its facts, and passes them to `write`. That seals a line and calls the act's
`apply` with it; `replay` calls the same `apply` with the lines of a logbook read back. So an `apply` never refuses,
reads no clock and uses no randomness: all it needs is in the line, by the numbers people know (round, table, entry,
decision), and in the appendix of texts.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.sealing import GENESIS as GENESIS
from scoring.sealing import canonical as canonical
from scoring.sealing import chained as chained
from tournament.models import Event, LogEntry, PersonalText
from tournament.refusal import Refusal

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line as an `apply` sees it.

    `found` is what the act has already read in its turn, so that it is not read again; None in a replay.
    """

    event: Event
    at: datetime
    by: str
    facts: Facts
    found: object = None

    def words(self, *digests: str) -> list[str]:
        """The texts behind digests of the appendix, in order; "" for an empty digest or an anonymised text."""
        wanted = [digest for digest in digests if digest]
        rows = (
            PersonalText.objects.filter(event=self.event, digest__in=wanted)
            if len(wanted) <= 500
            else (PersonalText.objects.filter(event=self.event))
        )
        texts = dict(rows.values_list("digest", "text"))
        return [texts[digest] if digest else "" for digest in digests]

    def opened(self, rows: Sequence[Mapping[str, Any]], *names: str) -> list[dict[str, Any]]:
        """The rows that `seal_rows` gave, with their texts."""
        return _with_texts(rows, names, lambda digests: self.words(*digests))


Apply = Callable[[LogLine], None]
A = TypeVar("A", bound=Apply)
_applies: dict[tuple[str, int], Apply] = {}


def applies(act: str, version: int = 1) -> Callable[[A], A]:
    """Registers the `apply` of an act. Older versions stay registered so that old logbooks can be replayed."""

    def register(apply: A) -> A:
        _applies[act, version] = apply
        return apply

    return register


@contextmanager
def turn(
    event: Event, *, even_archived: bool = False, even_binned: bool = False, read_at: int | None = None
) -> Iterator[Event]:
    """One act's transaction: yields the event's row, freshly read and locked until the end. Every act runs in one.

    Refused where the event is archived or in the bin, except for acts that do not change the championship itself.
    Without the lock, two simultaneous acts could each seal a line on the same predecessor (on SQLite the IMMEDIATE
    transaction already prevents it). `read_at` is the revision of an event that the caller has just read and left as it
    was: it is not read again if nothing happened since.
    """
    with transaction.atomic():
        rows = Event.objects.select_for_update()
        unchanged = read_at is not None and read_at == rows.values_list("revision", flat=True).get(pk=event.pk)
        event = copy(event) if unchanged else rows.get(pk=event.pk)
        if event.state == Event.State.ARCHIVED and not even_archived:
            raise Refusal(_("This event is closed."))
        if event.binned and not even_binned:
            raise Refusal(_("This event is in the bin. Restore it first."))
        yield event


def seal(event: Event, text: str) -> str:
    """Stores a text in the event's appendix and returns the digest that a line may hold; "" for no text."""
    return seal_all(event, [text])[0]


def seal_all(event: Event, texts: Iterable[str]) -> list[str]:
    """As `seal`, for many texts in one insertion."""
    rows = [(text, secrets.token_hex(8)) for text in texts]
    digests = [hashlib.sha256((salt + text).encode()).hexdigest() if text else "" for text, salt in rows]
    PersonalText.objects.bulk_create(
        [
            PersonalText(event=event, digest=digest, salt=salt, text=text)
            for digest, (text, salt) in zip(digests, rows, strict=True)
            if digest
        ]
    )
    return digests


def seal_rows(event: Event, rows: Sequence[Mapping[str, Any]], *names: str) -> list[dict[str, Any]]:
    """Rows for a line, with these of their texts as digests; "" for a text that a row lacks."""
    return _with_texts(rows, names, lambda texts: seal_all(event, texts))


def _with_texts(
    rows: Sequence[Mapping[str, Any]], names: Sequence[str], changed: Callable[[list[str]], list[str]]
) -> list[dict[str, Any]]:
    texts = changed([row.get(name, "") for name in names for row in rows])
    by_row = (texts[at :: len(rows)] for at in range(len(rows)))
    return [{**row, **dict(zip(names, own, strict=True))} for row, own in zip(rows, by_row, strict=True)]


def empty(event: Event, digests: Collection[str], *, salts: bool = True) -> None:
    """Empties texts of the appendix for good, and their `salts`: with one, anybody could try names on a digest."""
    gone = {"text": "", "salt": ""} if salts else {"text": ""}
    PersonalText.objects.filter(event=event, digest__in=digests).update(**gone)


def write(event: Event, by: str, act: str, facts: Facts, version: int = 1, *, found: object = None) -> LogEntry:
    """Seals one line and applies it. Call it with the event that `turn` yielded, inside its transaction."""
    entry = sealed(event, timezone.now(), by, act, version, facts)
    entry.save(force_insert=True)
    # Applied from the text, as a replay does: a fact that JSON cannot represent is noticed at once.
    apply(event, entry, found)
    return entry


def sealed(event: Event, at: datetime, by: str, act: str, version: int, facts: Facts) -> LogEntry:
    """The line after the event's last one, with its canonical text and its own hash; not yet saved."""
    sequence, previous = event.revision + 1, event.seal
    text = canonical(
        {
            "sequence": sequence,
            "at": at.astimezone(UTC).isoformat(timespec="microseconds"),
            "by": by,
            "act": act,
            "version": version,
            "facts": facts,
        }
    )
    return LogEntry(
        event=event,
        sequence=sequence,
        at=at,
        by=by,
        act=act,
        version=version,
        text=text,
        previous=previous,
        hash=chained(previous, text),
    )


def apply(event: Event, entry: LogEntry, found: object = None) -> None:
    """Carries out one sealed line on the event's rows and updates the event's revision and seal."""
    line = json.loads(entry.text)
    at = datetime.fromisoformat(line["at"])
    _applies[entry.act, entry.version](LogLine(event, at, line["by"], line["facts"], found))
    event.revision, event.seal = entry.sequence, entry.hash
    event.save(update_fields=["revision", "seal"])
