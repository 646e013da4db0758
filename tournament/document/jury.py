"""Decisions, appeals and calls for the jury in a troel/1 file."""

from typing import Annotated

from msgspec import Meta, field

from tournament.document.play import ResultData
from tournament.document.values import (
    ABSENT,
    Actor,
    Always,
    Contract,
    Count,
    DealNumber,
    Declarers,
    Digest,
    EntryKey,
    Key,
    Moment,
    Number,
    Record,
    Text,
    Word,
)
from tournament.models import Appeal, Call, Decision

Adjustment = Annotated[int, Meta(ge=-10_000, le=10_000)]
AnyNumber = Annotated[int, Meta(ge=1)]


class DecisionRecord(Record, kw_only=True):
    """A decision of the jury, or of a table about a misdeal."""

    distinct = ("about", "ends")

    number: Always[Number] = ABSENT
    kind: Annotated[Key, Meta(min_length=1)]
    article: Always[Word] = ""
    reason: Always[Text] = ""
    at: Always[Moment] = ABSENT
    by: Always[Actor] = ABSENT
    round: Always[AnyNumber | None] = None
    table: Always[AnyNumber | None] = None
    deal: Always[DealNumber | None] = None
    adjustments: dict[EntryKey, Adjustment]
    cancelled: bool
    cancel_reason: Text = ""
    # The text itself is only for those it concerns; the file contains its digest.
    internal: Digest = ""
    offence: Key = ""
    ruling: Decision.Ruling = Decision.Ruling.NONE
    about: Declarers = field(default_factory=list)
    contract: Contract = ""
    result: ResultData = ABSENT
    later: bool = False
    ends: Annotated[list[Number], Meta(min_length=1, max_length=1000)] = field(default_factory=list)
    redealt: Count = ABSENT


class AppealRecord(Record):
    """An appeal against a decision, and how it was settled."""

    decision: Number
    entry: Number
    at: Moment
    by: Actor
    text: Text = ""
    outcome: Appeal.Outcome = Appeal.Outcome.OPEN
    reason: Text = ""
    replacement: Number = ABSENT
    settled_at: Moment = ABSENT
    settled_by: Actor = ""
    seconded_by: Actor = ""

    def __post_init__(self) -> None:
        if self.outcome and not (self.settled_at and self.settled_by and self.seconded_by):
            raise ValueError("is settled by nobody, or at no time")
        if bool(self.replacement) != (self.outcome == Appeal.Outcome.REPLACED):
            raise ValueError("a replaced decision, and only that, names another")


class CallRecord(Record):
    """A table that called the jury, and how that ended."""

    distinct = ("about",)

    number: Number
    round: Number
    table: Number
    reason: Call.Reason
    at: Moment
    by: Actor
    deal: DealNumber = ABSENT
    contract: Contract = ""
    about: Declarers = field(default_factory=list)
    taken_by: Actor = ""
    taken_at: Moment = ABSENT
    ended_at: Moment = ABSENT
    ended_by: Actor = ""
    withdrawn: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if bool(self.taken_at) != bool(self.taken_by) or bool(self.ended_at) != bool(self.ended_by):
            raise ValueError("says when without who, or who without when")
        if self.withdrawn and not self.ended_at:
            raise ValueError("was withdrawn and has not ended")
