"""Rounds, tables, deals and signatures in a troel/1 file."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from tournament.document import values
from tournament.document.values import ABSENT, Always, Plain, Record
from tournament.models import Signature

PointsPair = Annotated[list[values.Points], Meta(min_length=2, max_length=2)]
Seats = dict[Literal["1", "2", "3", "4", "5"], values.Number]


class ResultShape(Struct):
    """What can be said of a result without its rules; the fields are in the order of `scoring.Result.to_dict`."""

    contract: values.Contract = ""
    declarers: Annotated[list[int], Meta(max_length=5)] = field(default_factory=list)
    tricks: int | Annotated[dict[str, int | Literal["lost"]], Meta(max_length=5)] = 0
    points: Annotated[dict[str, int], Meta(max_length=5)] = field(default_factory=dict)
    trump: Any = None
    jury: Any = None
    doubles: Any = None
    seats: Any = None


class ResultData(Plain):
    """A result, as `scoring.Result.read` takes it."""

    shape = ResultShape


class AnnouncedRecord(Record):
    """A contract that was announced and has no result yet."""

    distinct = ("declarers",)

    contract: values.Contract
    declarers: values.Declarers
    trump: Literal["H", "D", "C", "S", "NT"] = ABSENT


class CorrectedRecord(Record):
    """When and why a deal was corrected by somebody other than its table."""

    at: values.Moment
    reason: values.Text


class DealRecord(Record, kw_only=True):
    """A deal that scores; `result` is what counts, `played` what was entered where that differs."""

    number: values.Number
    result: ResultData
    played: ResultData = ABSENT
    unwritten: bool = False
    annulled: bool = False
    points: dict[str, int]
    passes: values.Count = 0
    misdeals: values.Count = 0
    version: values.Count = 0
    announced: AnnouncedRecord = ABSENT
    corrected: CorrectedRecord = ABSENT


class UnscoredRecord(Record):
    """A deal in which something happened but that has no result that scores."""

    number: values.Number
    played: ResultData = ABSENT
    annulled: bool = False
    passes: values.Count = 0
    misdeals: values.Count = 0
    version: values.Count = 0
    announced: AnnouncedRecord = ABSENT
    corrected: CorrectedRecord = ABSENT


class EndedRecord(Record):
    """How a table was stopped early, and what its players get for the deals it did not play."""

    after: values.DealNumber
    reason: values.Text
    averaged: Annotated[dict[values.PlayerKey, int], Meta(max_length=20)] = ABSENT


class SubstituteRecord(Record):
    """Somebody who came to a seat later."""

    seat: values.Position
    from_deal: Annotated[int, Meta(ge=2, le=125)]
    entry: values.Number


class TableRecord(Record, kw_only=True):
    """A table, who sat there, and its deals."""

    number: values.Number
    captain: Always[values.Position] = 4
    writer: values.Position = ABSENT
    closed: Always[bool] = False
    seats: Annotated[Seats, Meta(min_length=4, max_length=5)]
    deals: Annotated[list[DealRecord], Meta(max_length=125)]
    deals_planned: values.DealNumber = ABSENT
    ended: EndedRecord = ABSENT
    extra_minutes: Annotated[int, Meta(ge=0, le=120)] = 0
    substitutes: Annotated[list[SubstituteRecord], Meta(max_length=50)] = field(default_factory=list)
    unscored: Annotated[list[UnscoredRecord], Meta(max_length=125)] = field(default_factory=list)

    @property
    def positions(self) -> tuple[int, ...]:
        """The positions of its seats, lowest first."""
        return tuple(sorted(int(position) for position in self.seats))

    @property
    def sitting(self) -> set[int]:
        """The numbers of all who sit there, sooner or later."""
        return {*self.seats.values(), *(substitute.entry for substitute in self.substitutes)}


class TimerRecord(Record):
    """The timer of a round: how long it is played, the seconds that the timer ran before, and since when it runs."""

    minutes: Annotated[int, Meta(ge=1, le=600)]
    spent: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    since: values.Moment = ABSENT


class RoundRecord(Record, kw_only=True):
    """A round and its tables."""

    number: values.Number
    stage: values.Word
    deals: Always[values.DealsOfRound] = ABSENT
    draw: Always[values.Word] = "given"
    published: Always[bool] = True
    closed: Always[bool] = False
    visible: Always[bool] = True
    sit_out: values.Entries = field(default_factory=list)
    withdrawal: values.Ordinal = ABSENT
    exchanged: Annotated[
        list[Annotated[list[values.NumberOrNone], Meta(min_length=4, max_length=4)]], Meta(max_length=1000)
    ] = field(default_factory=list)
    provisional_until: values.Moment = ABSENT
    timer: TimerRecord = ABSENT
    tables: Annotated[list[TableRecord], Meta(max_length=5000)]


class ShownShape(Struct, forbid_unknown_fields=True):
    """What a player saw when signing: their column of the sheet, or the points of one deal."""

    deals: Annotated[list[PointsPair], Meta(max_length=125)] = ABSENT
    decided: values.Points = ABSENT
    total: values.Points = ABSENT
    deal: values.DealNumber = ABSENT
    points: Annotated[dict[values.EntryKey, values.Points], Meta(max_length=5)] = ABSENT

    def __post_init__(self) -> None:
        present = {name for name in self.__struct_fields__ if getattr(self, name) is not None}
        if present not in ({"deals", "decided", "total"}, {"deal", "points"}):
            raise ValueError("is neither a column nor the points of a deal")


class ShownData(Plain):
    """What a player saw when signing."""

    shape = ShownShape


class SignatureRecord(Record):
    """What a player signed, or disputed and how that ended."""

    round: values.Number
    table: values.Number
    number: values.Number
    entry: values.Number
    shown: ShownData
    how: Signature.How
    accepted: bool
    at: values.Moment
    deal: values.DealNumber = ABSENT
    text: values.Text = ""
    resolution: values.Text = ""
    resolved_at: values.Moment = ABSENT
    resolved_by: values.Actor = ""
    void: bool = False

    def __post_init__(self) -> None:
        if not self.accepted and not self.deal:
            raise ValueError("disputes no deal")


class UnsignedRecord(Record):
    """A table that was closed without all signatures, and why."""

    round: values.Number
    table: values.Number
    reason: Annotated[values.Text, Meta(min_length=1)]
