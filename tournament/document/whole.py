"""A whole troel/1 file, decoded strictly by its records."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from tournament.document.draws import DrawRecord, PromiseRecord, RoomRow, WithdrawalRecord
from tournament.document.event import CorrectionRecord, CutRecord, EventRecord
from tournament.document.jury import AppealRecord, CallRecord, DecisionRecord
from tournament.document.people import EntryRecord, FeesRecord
from tournament.document.play import RoundRecord, SignatureRecord, TableRecord, UnsignedRecord
from tournament.document.values import ABSENT, Record, decoded


class DocumentRecord(Record, kw_only=True):
    """The whole file: everything that happened, and the ranking that follows from it."""

    format: Literal["troel/1"]
    event: EventRecord
    entries: Annotated[list[EntryRecord], Meta(max_length=20_000)]
    rounds: Annotated[list[RoundRecord], Meta(max_length=50)]
    decisions: Annotated[list[DecisionRecord], Meta(max_length=100_000)]
    corrections: Annotated[list[CorrectionRecord], Meta(max_length=1000)] = field(default_factory=list)
    cuts: Annotated[list[CutRecord], Meta(max_length=5)] = field(default_factory=list)
    signatures: Annotated[list[SignatureRecord], Meta(max_length=100_000)] = field(default_factory=list)
    unsigned: Annotated[list[UnsignedRecord], Meta(max_length=20_000)] = field(default_factory=list)
    calls: Annotated[list[CallRecord], Meta(max_length=100_000)] = field(default_factory=list)
    appeals: Annotated[list[AppealRecord], Meta(max_length=100_000)] = field(default_factory=list)
    promises: Annotated[list[PromiseRecord], Meta(max_length=1000)] = field(default_factory=list)
    draws: Annotated[list[DrawRecord], Meta(max_length=1000)] = field(default_factory=list)
    withdrawals: Annotated[list[WithdrawalRecord], Meta(max_length=1000)] = field(default_factory=list)
    room: Annotated[list[RoomRow], Meta(max_length=100)] = ABSENT
    fees: FeesRecord = ABSENT
    standings: list[dict[str, Any]]

    @property
    def numbers(self) -> set[int]:
        """The numbers of the entries."""
        return {entry.number for entry in self.entries}

    @property
    def tables(self) -> dict[tuple[int, int], TableRecord]:
        """The tables by the numbers of their rounds and their own."""
        return {(round.number, table.number): table for round in self.rounds for table in round.tables}

    @property
    def planned(self) -> dict[tuple[int, int], int]:
        """How many deals each table plays."""
        usual = {round.number: round.deals or self.event.deals_per_round for round in self.rounds}
        return {(round, number): table.deals_planned or usual[round] for (round, number), table in self.tables.items()}


def decode(document: Any) -> DocumentRecord:
    """The file as records; raises msgspec.ValidationError with the place of the first value that does not fit."""
    return msgspec.convert(document, DocumentRecord, dec_hook=decoded)
