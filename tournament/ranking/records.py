"""What happened at the tables, to whom, and what a decision gave: the plain values that the ranking computes with.

Everything is named by the numbers people know: entry numbers, round and table numbers, positions 1-5.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from scoring.game.results import SEATS
from tournament.models import Decision

# With one of these rulings a deal counts, whatever was entered.
SETTLES = (Decision.Ruling.RESULT, Decision.Ruling.ANNULLED)


@dataclass(frozen=True, slots=True)
class DealRuling:
    """What a decision says about a deal; `contract` goes with refused, `result` with result.

    `about` lists the positions it is about; it is empty when the decision is about the deal as a whole. One
    `from_table` is what the table itself reported of the jury: it belongs to the result it was entered with. `number`
    is that of its decision, 0 for a ruling that is not made yet. `redealt` says in which hand the jury allowed or
    refused a contract: how often the cards had been dealt again by then. None where that is not known, or does not
    matter.
    """

    ruling: str
    contract: str = ""
    result: Mapping[str, Any] | None = None
    from_table: bool = False
    about: tuple[int, ...] = ()
    number: int = 0
    redealt: int | None = None


@dataclass(frozen=True, slots=True)
class DealCorrection:
    """A result that was corrected by somebody other than its table."""

    at: datetime
    because: str


@dataclass(frozen=True, slots=True)
class DealFacts:
    """The present state of one deal: what was entered, and the rulings on it in the order they were given.

    `seats` are the positions that play it; `announced` is what they are playing, until it is entered.
    """

    number: int
    result: Mapping[str, Any] | None
    rulings: tuple[DealRuling, ...] = ()
    passes: int = 0
    misdeals: int = 0
    version: int = 0
    seats: tuple[int, ...] = SEATS
    corrected: DealCorrection | None = None
    announced: Mapping[str, Any] | None = None

    @property
    def has_outcome(self) -> bool:
        """Whether a result was entered or ruled, or the deal annulled: only then does it give anybody points."""
        return self.result is not None or any(ruling.ruling in SETTLES for ruling in self.rulings)

    def without(self, numbers: Collection[int]) -> "DealFacts":
        """The deal as it would be without these decisions, by number."""
        return replace(self, rulings=tuple(ruling for ruling in self.rulings if ruling.number not in numbers))


class Seating(NamedTuple):
    """An entry at a position, from a given deal on."""

    position: int
    from_deal: int
    entry: int


@dataclass(frozen=True, slots=True)
class Ended:
    """How a table was stopped early: the numbers of the deals that it did not play, and why.

    If `averaged`, its players get for each of them the average of the deals they played there.
    """

    unplayed_deals: range
    because: str
    averaged: bool


@dataclass(frozen=True, slots=True)
class TableFacts:
    """One table of one round. `deals` holds, by number, the deals in which anything was written or ruled.

    It plays `planned` deals: fewer than its round where it was `ended` early.
    """

    round: int
    number: int
    planned: int
    captain: int
    closed: bool
    seats: tuple[Seating, ...]
    deals: Mapping[int, DealFacts]
    round_closed: bool = False
    writer: int | None = None
    ended: Ended | None = None
    # The positions in dealing order: 1-4, or 1-5 where the dealer sits out the deal.
    positions: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Derives what is asked for every deal."""
        object.__setattr__(self, "positions", tuple(sorted({seat.position for seat in self.seats})))

    def dealer(self, deal: int) -> int:
        """The position that deals: the seat on the marker's left begins (seed: World Championship rules, §1)."""
        return dealer(self.positions, deal)

    def playing(self, deal: int) -> tuple[int, ...]:
        """The positions that play a deal: all four, or at a table of five everybody but the dealer."""
        return playing(self.positions, deal)

    def entry(self, position: int, deal: int) -> int:
        """The number of the entry that sits at a position in a deal."""
        last, entry = 0, 0
        for seat in self.seats:
            if seat.position == position and last < seat.from_deal <= deal:
                last, entry = seat.from_deal, seat.entry
        return entry

    def deal(self, number: int) -> DealFacts:
        """The deal with this number, even if nothing has happened in it yet."""
        return self.deals.get(number) or DealFacts(number, None, seats=self.playing(number))


def of_hand(rulings: Iterable[DealRuling], redealt: int) -> tuple[DealRuling, ...]:
    """The rulings without what the jury allowed or refused in a hand that was dealt again since, or taken back."""
    return tuple(ruling for ruling in rulings if ruling.redealt in (None, redealt))


def dealer(positions: tuple[int, ...], deal: int) -> int:
    """The position that deals, given the table's positions."""
    return positions[(deal - 1) % len(positions)]


def playing(positions: tuple[int, ...], deal: int) -> tuple[int, ...]:
    """The positions that play a deal, given the table's positions."""
    return positions if len(positions) < 5 else tuple(p for p in positions if p != dealer(positions, deal))


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """A player in the event, as the ranking needs it; `ranked` once they took part (see `read_contest`)."""

    number: int
    name: str
    club: str
    ranked: bool


@dataclass(frozen=True, slots=True)
class AdjustmentFacts:
    """Points that a decision (by its number) gives to an entry; `round` is None when it belongs to no round."""

    entry: int
    points: int
    round: int | None = None
    decision: int = 0
