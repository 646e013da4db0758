"""Draws, what was promised before them, and the room in a troel/1 file."""

from typing import Annotated

from msgspec import Meta, Struct, field

from tournament.document import values
from tournament.document.values import ABSENT, Plain, Record
from tournament.models import Draw

Players = Annotated[list[values.Number], Meta(max_length=5000)]
Labels = dict[values.PlayerKey, Annotated[str, Meta(max_length=80)]]
SeatedTable = Annotated[list[values.Number], Meta(min_length=4, max_length=5)]
SeatedRound = Annotated[list[SeatedTable], Meta(max_length=5000)]
RoundCount = Annotated[int, Meta(ge=1, le=200)]
# Two players, and how often they met in earlier events.
MetBefore = Annotated[list[values.Number], Meta(min_length=3, max_length=3)]
RoomRow = Annotated[list[values.NumberOrNone], Meta(max_length=100)]


class WishShape(Struct):
    """The wishes of a draw, by the places of its players."""

    players: values.TableNumber
    rounds: RoundCount
    clubs: Labels = ABSENT
    families: Labels = ABSENT
    languages: dict[values.PlayerKey, Annotated[list[values.Language], Meta(min_length=1, max_length=3)]] = ABSENT
    captains: Players = ABSENT
    priority: Annotated[list[str], Meta(min_length=6, max_length=6)] = ABSENT
    apart: Annotated[list[values.Pair], Meta(max_length=10_000)] = ABSENT
    season: Annotated[list[MetBefore], Meta(max_length=100_000)] = ABSENT
    stays: dict[values.PlayerKey, values.Number] = ABSENT


class TraceShape(Struct):
    """How a draw was made; its steps are too long for a file."""

    wish: WishShape
    steps: Annotated[list[int], Meta(max_length=0)]


class DrawnShape(Struct, forbid_unknown_fields=True):
    """The rounds of a draw, as `tournament.seating` writes them."""

    players: values.TableNumber
    rounds: Annotated[list[SeatedRound], Meta(min_length=1, max_length=200)]
    audit: dict[str, int]
    trace: TraceShape
    resting: Annotated[list[Players], Meta(max_length=200)] = ABSENT


class DrawnData(Plain):
    """The document of a draw, as `seating.proof.validation` checks it."""

    shape = DrawnShape


class PromiseRecord(Record, kw_only=True):
    """The commitment to a secret from which a draw will follow."""

    number: values.Ordinal
    nonce: values.Nonce
    commitment: values.Digest
    draws: values.Count
    spent: bool = False
    at: values.Moment


class DrawRecord(Record, kw_only=True):
    """A draw of one or more rounds."""

    number: values.Ordinal
    first: values.RoundNumber
    count: values.RoundNumber
    kind: Draw.Method
    attempt: Annotated[int, Meta(ge=1, le=10_000)]
    commitment: values.Digest
    players: Players
    promise: values.Ordinal = ABSENT
    order: Players = field(default_factory=list)
    words: values.Line = ""
    nonce: values.Nonce = ""
    secret: Annotated[str, Meta(max_length=64)] = ""
    document: DrawnData
    at: values.Moment
    by: values.Actor


class WithdrawalRecord(Record):
    """A publication of rounds that was withdrawn."""

    number: values.Ordinal
    first: values.RoundNumber
    last: values.RoundNumber
    reason: values.LongLine
    at: values.Moment
    by: values.Actor

    def __post_init__(self) -> None:
        if self.first > self.last:
            raise ValueError("its rounds are none")
