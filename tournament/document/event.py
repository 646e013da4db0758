"""The event itself in a troel/1 file: its plan, its rules and what is announced."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from tournament.document import values
from tournament.document.values import ABSENT, END, ONE_LINE, Always, Record
from tournament.models import Event

Amount = Annotated[int, Meta(ge=0, le=100_000)]
PicturePng = Annotated[str, Meta(pattern="^data:image/png;base64,", max_length=121_000)]


class PrizeListRecord(Record):
    """One list of prizes."""

    name: values.Line
    of: Literal["ranking", "players", "clubs"]
    prizes: Annotated[list[values.Line], Meta(max_length=200)]
    members: values.Entries = field(default_factory=list)
    clubs: Annotated[list[values.Line], Meta(max_length=500)] = field(default_factory=list)


class PrizesRecord(Record):
    """The prizes, as `tournament.ranking.prizes` reads them."""

    lists: Annotated[list[PrizeListRecord], Meta(min_length=1, max_length=20)]
    single: bool = True
    ties: Literal["ranking", "points"] = "ranking"


class PriceRecord(Record):
    """What some of the players pay."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    cents: Amount


class AdmissionRecord(Record):
    """How players register themselves, as `tournament.admission` reads it."""

    form: bool = False
    opens: values.Moment = ABSENT
    closes: values.Moment = ABSENT
    desk: values.Moment = ABSENT
    room: Annotated[int, Meta(ge=0, le=20_000)] = 0
    age: Annotated[int, Meta(ge=0, le=120)] = 0
    prices: Annotated[list[PriceRecord], Meta(max_length=8)] = field(default_factory=list)
    account: Annotated[str, Meta(max_length=105)] = ""


class CashCountRecord(Record):
    """The cash that was counted at the desk."""

    at: values.Moment
    by: Annotated[values.Name, Meta(min_length=1)]
    pieces: Annotated[list[values.Pair], Meta(max_length=12)]
    float: Annotated[int, Meta(ge=0, le=1_000_000)]
    counted: values.Cents
    expected: values.Cents


class NoticeRecord(Record):
    """What is announced to phones and screens."""

    number: values.Number
    text: values.Line
    last_deal: bool
    round: values.RoundNumber | None
    table: values.TableNumber | None
    until: values.Moment | None
    by: values.Actor


class TickRecord(Record):
    """Who compared a part of the rules with the federation's sheet, and when."""

    by: values.Actor
    at: values.Moment


class CorrectionRecord(Record):
    """A correction of the rules during the event."""

    number: values.Number
    at: values.Moment
    by: values.Actor
    reason: values.Text
    changes: Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=2000)]
    tables: list[values.Pair]


class CutRecord(Record, kw_only=True):
    """Who plays a final, and who replaced whom."""

    stage: Annotated[int, Meta(ge=2, le=5)]
    finalists: Annotated[list[values.Number], Meta(min_length=4, max_length=5000)]
    decisions: values.NumberOrNone
    replaced: Annotated[list[values.Pair], Meta(max_length=5000)] = field(default_factory=list)
    at: values.Moment
    by: values.Actor


class EventRecord(Record, kw_only=True):
    """The event, in columns of the same names but for `ruleset` and the pictures."""

    distinct = ("languages",)

    slug: Annotated[str, Meta(pattern=f"^[a-z0-9]+(-[a-z0-9]+)*{END}", max_length=60)]
    name: Annotated[values.Line, Meta(min_length=1)]
    place: Always[values.Line] = ""
    planned_rounds: Always[values.RoundNumber] = 3
    deals_per_round: Always[values.DealsOfRound] = 16
    tie_breaks: Always[Annotated[list[str], Meta(max_length=9)]] = field(default_factory=list)
    lot_seed: Always[Annotated[str, Meta(max_length=64, pattern=ONE_LINE)]] = ""
    languages: Always[Annotated[list[values.Language], Meta(min_length=1, max_length=3)]] = field(default_factory=list)
    confirmation: Always[Event.Confirmation] = Event.Confirmation.CAPTAIN
    records_trump: Always[bool] = False
    ranks_jokers: Always[bool] = False
    listed: Always[bool] = True
    demo: Always[bool] = False
    state: Always[Event.State] = Event.State.REHEARSAL
    jury: Event.Jury = Event.Jury.TABLE
    spent_numbers: values.Entries = field(default_factory=list)
    binned: bool = False
    appeal_minutes: Annotated[int, Meta(ge=0, le=1440)] = 0
    typed_twice: bool = False
    paper_signed: bool = False
    admission: AdmissionRecord = ABSENT
    frozen_after: values.RoundNumber = ABSENT
    revealed: Annotated[int, Meta(ge=0, le=20_000)] = 0
    cash_counts: Annotated[list[CashCountRecord], Meta(max_length=200)] = field(default_factory=list)
    format: dict[str, Any] = ABSENT
    prizes: PrizesRecord = ABSENT
    final_at: values.Moment = ABSENT
    starts_on: Always[values.Day | None] = None
    ends_on: Always[values.Day | None] = None
    ruleset: dict[str, Any]
    notices: Annotated[list[NoticeRecord], Meta(max_length=20)] = field(default_factory=list)
    compared: Annotated[dict[str, TickRecord], Meta(max_length=100)] = field(default_factory=dict)
    logo: PicturePng = ""
    sponsors: PicturePng = ""
