"""Writing the logbook: the only way in which a championship changes.

An act checks (and may refuse), gathers its facts, and passes them to `write`. That seals a line and applies it; a
replay applies the lines of a logbook read back, by the same functions (`acts.kernel.declaring`). So all that they need
is in the line, by the numbers people know (round, table, entry, decision), and in the appendix of texts.
"""

import hashlib
import json
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.sealing import canonical, chained
from tournament.acts.kernel.declaring import Facts, LogLine, carry_out, with_texts
from tournament.errors import UserError
from tournament.models import Event, LogEntry, PersonalText


@contextmanager
def locked_event(
    event: Event, *, even_archived: bool = False, even_binned: bool = False, read_at: str | None = None
) -> Iterator[Event]:
    """One act's transaction: yields the event's row, freshly read and locked until the end. Every act runs in one.

    Refused where the event is archived or in the bin, except for acts that do not change the championship itself.
    Without the lock, two simultaneous acts could each seal a line on the same predecessor (on SQLite the IMMEDIATE
    transaction already prevents it). `read_at` is the seal of an event that the caller has just read and left as it
    was: it is not read again if nothing happened since.
    """
    with transaction.atomic():
        rows = Event.objects.select_for_update()
        unchanged = read_at is not None and read_at == rows.values_list("seal", flat=True).get(pk=event.pk)
        event = copy(event) if unchanged else rows.get(pk=event.pk)
        if event.state == Event.State.ARCHIVED and not even_archived:
            raise UserError(_("This event is closed."))
        if event.binned and not even_binned:
            raise UserError(_("This event is in the bin. Restore it first."))
        yield event


def store_text(event: Event, text: str) -> str:
    """Stores a text in the event's appendix and returns the digest that a line may hold; "" for no text."""
    return store_texts(event, [text])[0]


def store_texts(event: Event, texts: Iterable[str]) -> list[str]:
    """As `store_text`, for many texts in one insertion."""
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


def store_row_texts(event: Event, rows: Sequence[Mapping[str, Any]], *names: str) -> list[dict[str, Any]]:
    """Rows for a line, with these of their texts as digests; "" for a text that a row lacks."""
    return with_texts(rows, names, lambda texts: store_texts(event, texts))


def empty_texts(event: Event, digests: Collection[str], *, salts: bool = True) -> None:
    """Empties texts of the appendix for good, and their `salts`: with one, anybody could try names on a digest."""
    gone = {"text": "", "salt": ""} if salts else {"text": ""}
    PersonalText.objects.filter(event=event, digest__in=digests).update(**gone)


def write(event: Event, actor: str, act: str, facts: Facts, version: int = 1, *, loaded: object = None) -> LogEntry:
    """Seals one line and applies it. Call it with the event that `locked_event` yielded, inside its transaction."""
    entry = sealed_line(event, timezone.now(), actor, act, version, facts)
    entry.save(force_insert=True)
    # Applied from the text, as a replay does: a fact that JSON cannot represent is noticed at once.
    apply(event, entry, loaded)
    return entry


def sealed_line(event: Event, at: datetime, actor: str, act: str, version: int, facts: Facts) -> LogEntry:
    """The line after the event's last one, with its canonical text and its own hash; not yet saved."""
    sequence, previous = event.revision + 1, event.seal
    text = canonical(
        {
            "sequence": sequence,
            "at": at.astimezone(UTC).isoformat(timespec="microseconds"),
            "by": actor,
            "act": act,
            "version": version,
            "facts": facts,
        }
    )
    return LogEntry(
        event=event,
        sequence=sequence,
        at=at,
        by=actor,
        act=act,
        version=version,
        text=text,
        previous=previous,
        hash=chained(previous, text),
    )


def apply(event: Event, entry: LogEntry, loaded: object = None) -> None:
    """Carries out one sealed line on the event's rows and updates the event's revision and seal."""
    line = json.loads(entry.text)
    at = datetime.fromisoformat(line["at"])
    carry_out(LogLine(event, at, line["by"], entry.act, entry.version, line["facts"], loaded))
    event.revision, event.seal = entry.sequence, entry.hash
    event.save(update_fields=["revision", "seal"])
