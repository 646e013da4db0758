"""Writing lines: the only way in which a championship changes, or an organisation with its register.

An act checks (and may refuse), gathers its facts, and passes them to `write`. That seals a line and applies it; a
replay applies the lines of a logbook read back, by the same functions (`acts.kernel.declaring`). So all that they need
is in the line, by the numbers people know (round, table, entry, decision), and in the appendix of texts.
"""

import hashlib
import json
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from datetime import UTC, datetime
from typing import Any, TypeVar, cast

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.sealing import canonical, chained
from tournament.acts.kernel.declaring import Facts, LogLine, carry_out, with_texts
from tournament.errors import UserError
from tournament.models import ChainOwner, Event, Organisation, SealedLine

Owner = TypeVar("Owner", bound=ChainOwner)


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
    with _locked(event, read_at) as event:
        if event.state == Event.State.ARCHIVED and not even_archived:
            raise UserError(_("This event is closed."))
        if event.binned and not even_binned:
            raise UserError(_("This event is in the bin. Restore it first."))
        yield event


@contextmanager
def locked_register(organisation: Organisation) -> Iterator[Organisation]:
    """As `locked_event`, for an act of an organisation. Lock it before any of its events, never after one."""
    with _locked(organisation) as organisation:
        yield organisation


def locked_owner(owner: ChainOwner, *, even_archived: bool = False) -> AbstractContextManager[ChainOwner]:
    """`locked_register`, or `locked_event`, for an act of both."""
    if isinstance(owner, Organisation):
        return locked_register(owner)
    return locked_event(cast("Event", owner), even_archived=even_archived)


@contextmanager
def _locked(owner: Owner, read_at: str | None = None) -> Iterator[Owner]:
    with transaction.atomic():
        rows = type(owner)._default_manager.select_for_update()
        unchanged = read_at is not None and read_at == rows.values_list("seal", flat=True).get(pk=owner.pk)
        yield copy(owner) if unchanged else rows.get(pk=owner.pk)


def store_text(owner: ChainOwner, text: str) -> str:
    """Stores a text in the owner's appendix and returns the digest that a line may hold; "" for no text."""
    return store_texts(owner, [text])[0]


def store_texts(owner: ChainOwner, texts: Iterable[str]) -> list[str]:
    """As `store_text`, for many texts in one insertion."""
    rows = [(text, secrets.token_hex(owner.SALT_BYTES)) for text in texts]
    digests = [hashlib.sha256((salt + text).encode()).hexdigest() if text else "" for text, salt in rows]
    owner.texts.bulk_create(
        [
            new_text(owner, digest=digest, salt=salt, text=text)
            for digest, (text, salt) in zip(digests, rows, strict=True)
            if digest
        ]
    )
    return digests


def store_row_texts(owner: ChainOwner, rows: Sequence[Mapping[str, Any]], *names: str) -> list[dict[str, Any]]:
    """Rows for a line, with these of their texts as digests; "" for a text that a row lacks."""
    return with_texts(rows, names, lambda texts: store_texts(owner, texts))


def empty_texts(owner: ChainOwner, digests: Collection[str], *, salts: bool = True) -> None:
    """Empties texts of the appendix for good, and their `salts`: with one, anybody could try names on a digest."""
    gone = {"text": "", "salt": ""} if salts else {"text": ""}
    owner.texts.filter(digest__in=digests).update(**gone)


def write(owner: ChainOwner, actor: str, act: str, facts: Facts, version: int = 1, *, loaded: object = None) -> Any:
    """Seals one line (LogEntry or RegisterLine) and applies it.

    Call it with what `locked_event` or `locked_register` yielded, inside its transaction.
    """
    line = sealed_line(owner, timezone.now(), actor, act, version, facts)
    line.save(force_insert=True)
    # Applied from the text, as a replay does: a fact that JSON cannot represent is noticed at once.
    apply(owner, line, loaded)
    return line


def sealed_line(owner: ChainOwner, at: datetime, actor: str, act: str, version: int, facts: Facts) -> Any:
    """The line after the owner's last one, with its canonical text and its own hash; not yet saved."""
    sequence, previous = owner.revision + 1, owner.seal
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
    return new_line(
        owner,
        sequence=sequence,
        at=at,
        by=actor,
        act=act,
        version=version,
        text=text,
        previous=previous,
        hash=chained(previous, text),
    )


def new_line(owner: ChainOwner, **fields: Any) -> Any:
    """A line of the owner's chain with these fields, not yet saved."""
    return owner.log.model(**{owner.log.field.name: owner}, **fields)


def new_text(owner: ChainOwner, **fields: Any) -> Any:
    """A text of the owner's appendix with these fields, not yet saved."""
    return owner.texts.model(**{owner.texts.field.name: owner}, **fields)


def apply(owner: ChainOwner, sealed: SealedLine, loaded: object = None) -> None:
    """Carries out one sealed line on the owner's rows and updates the owner's revision and seal."""
    content = json.loads(sealed.text)
    at = datetime.fromisoformat(content["at"])
    carry_out(LogLine(owner, at, content["by"], sealed.act, sealed.version, content["facts"], loaded))
    owner.revision, owner.seal = sealed.sequence, sealed.hash
    owner.save(update_fields=["revision", "seal"])
