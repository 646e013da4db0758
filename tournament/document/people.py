"""Players and their fees in a troel/1 file."""

from typing import Annotated, Literal

from msgspec import Meta

from tournament.document import values
from tournament.document.values import ABSENT, Always, Record
from tournament.models import Entry


class EntryRecord(Record):
    """A player in the event; an empty name is one that was erased at the player's request."""

    number: values.Number
    name: values.Name
    club: values.Name
    role: Entry.PlayerRole
    status: Literal["absent", "present", "withdrawn", "excluded"]
    language: Always[values.LanguageOrNone] = ""
    initials_only: Always[bool] = False
    surname: values.Name = ""
    family: values.Name = ""
    writes: bool = False
    price: Annotated[str, Meta(max_length=40)] = ""
    paid: Annotated[int, Meta(ge=0, le=100_000)] = 0
    paid_how: Entry.Paid = ABSENT
    waiting: values.NumberOrNone = 0
    no_show: values.Count = 0


class FeesRecord(Record):
    """What was received and is owed, in cents, and who plays and has not paid."""

    paid: values.Cents
    owed: values.Cents
    unpaid: values.Entries
