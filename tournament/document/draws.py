"""Draws, what was promised before them, and the room in a troel/1 file."""

from typing import Annotated

from msgspec import Meta, Struct, field

from tournament.document.values import (
    ABSENT,
    Actor,
    Count,
    Digest,
    Language,
    Line,
    LongLine,
    Moment,
    Nonce,
    Number,
    NumberOrNone,
    Ordinal,
    Pair,
    Plain,
    PlayerKey,
    Record,
    RoundNumber,
    TableNumber,
)
from tournament.models import Draw

Players = Annotated[list[Number], Meta(max_length=5000)]
Labels = dict[PlayerKey, Annotated[str, Meta(max_length=80)]]
SeatedTable = Annotated[list[Number], Meta(min_length=4, max_length=5)]
SeatedRound = Annotated[list[SeatedTable], Meta(max_length=5000)]
RoundCount = Annotated[int, Meta(ge=1, le=200)]
RoomRow = Annotated[list[NumberOrNone], Meta(max_length=100)]


class WishShape(Struct):
    """The wishes of a draw, by the places of its players."""

    players: TableNumber
    rounds: RoundCount
    clubs: Labels = ABSENT
    families: Labels = ABSENT
    languages: dict[PlayerKey, Annotated[list[Language], Meta(min_length=1, max_length=3)]] = ABSENT
    captains: Players = ABSENT
    priority: Annotated[list[str], Meta(min_length=6, max_length=6)] = ABSENT
    apart: Annotated[list[Pair], Meta(max_length=10_000)] = ABSENT
    stays: dict[PlayerKey, Number] = ABSENT


class TraceShape(Struct):
    """How a draw was made; its steps are too long for a file."""

    wish: WishShape
    steps: Annotated[list[int], Meta(max_length=0)]


class DrawnShape(Struct, forbid_unknown_fields=True):
    """The rounds of a draw, as `tournament.seating` writes them."""

    players: TableNumber
    rounds: Annotated[list[SeatedRound], Meta(min_length=1, max_length=200)]
    audit: dict[str, int]
    trace: TraceShape
    resting: Annotated[list[Players], Meta(max_length=200)] = ABSENT


class DrawnData(Plain):
    """The document of a draw, as `seating.proof.validation` checks it."""

    shape = DrawnShape


class PromiseRecord(Record, kw_only=True):
    """The commitment to a secret from which a draw will follow."""

    number: Ordinal
    nonce: Nonce
    commitment: Digest
    draws: Count
    spent: bool = False
    at: Moment


class DrawRecord(Record, kw_only=True):
    """A draw of one or more rounds."""

    number: Ordinal
    first: RoundNumber
    count: RoundNumber
    kind: Draw.Kind
    attempt: Annotated[int, Meta(ge=1, le=10_000)]
    commitment: Digest
    players: Players
    promise: Ordinal = ABSENT
    order: Players = field(default_factory=list)
    words: Line = ""
    nonce: Nonce = ""
    secret: Annotated[str, Meta(max_length=64)] = ""
    document: DrawnData
    at: Moment
    by: Actor


class WithdrawalRecord(Record):
    """A publication of rounds that was withdrawn."""

    number: Ordinal
    first: RoundNumber
    last: RoundNumber
    reason: LongLine
    at: Moment
    by: Actor

    def __post_init__(self) -> None:
        if self.first > self.last:
            raise ValueError("its rounds are none")
