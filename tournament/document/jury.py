"""Decisions, appeals and calls for the jury in a troel/1 file."""

from typing import Annotated

from msgspec import Meta, field

from tournament.document import values
from tournament.document.play import ResultData
from tournament.document.values import ABSENT, Always, Record
from tournament.models import Appeal, Call, Decision

Adjustment = Annotated[int, Meta(ge=-10_000, le=10_000)]
AnyNumber = Annotated[int, Meta(ge=1)]


class DecisionRecord(Record, kw_only=True):
    """A decision of the jury, or of a table about a misdeal."""

    distinct = ("about", "ends")

    number: Always[values.Number] = ABSENT
    kind: Annotated[values.Key, Meta(min_length=1)]
    article: Always[values.Word] = ""
    reason: Always[values.Text] = ""
    at: Always[values.Moment] = ABSENT
    by: Always[values.Actor] = ABSENT
    round: Always[AnyNumber | None] = None
    table: Always[AnyNumber | None] = None
    deal: Always[values.DealNumber | None] = None
    adjustments: dict[values.EntryKey, Adjustment]
    cancelled: bool
    cancel_reason: values.Text = ""
    # The text itself is only for those it concerns; the file contains its digest.
    internal: values.Digest = ""
    offence: values.Key = ""
    ruling: Decision.Ruling = Decision.Ruling.NONE
    about: values.Declarers = field(default_factory=list)
    contract: values.Contract = ""
    result: ResultData = ABSENT
    later: bool = False
    ends: Annotated[list[values.Number], Meta(min_length=1, max_length=1000)] = field(default_factory=list)
    redealt: values.Count = ABSENT


class AppealRecord(Record):
    """An appeal against a decision, and how it was settled."""

    decision: values.Number
    entry: values.Number
    at: values.Moment
    by: values.Actor
    text: values.Text = ""
    outcome: Appeal.AppealOutcome = Appeal.AppealOutcome.OPEN
    reason: values.Text = ""
    replacement: values.Number = ABSENT
    settled_at: values.Moment = ABSENT
    settled_by: values.Actor = ""
    seconded_by: values.Actor = ""

    def __post_init__(self) -> None:
        if self.outcome and not (self.settled_at and self.settled_by and self.seconded_by):
            raise ValueError("is settled by nobody, or at no time")
        if bool(self.replacement) != (self.outcome == Appeal.AppealOutcome.REPLACED):
            raise ValueError("a replaced decision, and only that, names another")


class CallRecord(Record):
    """A table that called the jury, and how that ended."""

    distinct = ("about",)

    number: values.Number
    round: values.Number
    table: values.Number
    reason: Call.Reason
    at: values.Moment
    by: values.Actor
    deal: values.DealNumber = ABSENT
    contract: values.Contract = ""
    about: values.Declarers = field(default_factory=list)
    taken_by: values.Actor = ""
    taken_at: values.Moment = ABSENT
    ended_at: values.Moment = ABSENT
    ended_by: values.Actor = ""
    withdrawn: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if bool(self.taken_at) != bool(self.taken_by) or bool(self.ended_at) != bool(self.ended_by):
            raise ValueError("says when without who, or who without when")
        if self.withdrawn and not self.ended_at:
            raise ValueError("was withdrawn and has not ended")
