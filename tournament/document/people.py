"""Players and their fees in a troel/1 file."""

from typing import Annotated, Literal

from msgspec import Meta

from tournament.document.values import (
    ABSENT,
    Always,
    Cents,
    Count,
    Entries,
    LanguageOrNone,
    Name,
    Number,
    NumberOrNone,
    Record,
)
from tournament.models import Entry


class EntryRecord(Record):
    """A player in the event; an empty name is one that was erased at the player's request."""

    number: Number
    name: Name
    club: Name
    role: Entry.Role
    status: Literal["absent", "present", "withdrawn", "excluded"]
    language: Always[LanguageOrNone] = ""
    initials_only: Always[bool] = False
    surname: Name = ""
    family: Name = ""
    writes: bool = False
    price: Annotated[str, Meta(max_length=40)] = ""
    paid: Annotated[int, Meta(ge=0, le=100_000)] = 0
    paid_how: Entry.Paid = ABSENT
    waiting: NumberOrNone = 0
    no_show: Count = 0


class FeesRecord(Record):
    """What was received and is owed, in cents, and who plays and has not paid."""

    paid: Cents
    owed: Cents
    unpaid: Entries
