"""Where a player sits now and in the visible rounds ahead, and in which order their page shows the tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import Round, SitOut
from tournament.reading.ranking.cards import Card, RoundPlayed


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's seat in a round; `table` is None if they sit out."""

    round: int
    table: int | None
    position: int | None
    is_current: bool


def current_round_number(rounds: Sequence[Round]) -> int | None:
    """The number of the current round: the first that is not closed, else the last."""
    return next((round.number for round in rounds if not round.closed), rounds[-1].number if rounds else None)


def placed(card: Card, rounds: Sequence[Round]) -> list[Placed]:
    """A player's seats in the current round and those ahead, and all rounds they sit out, by round."""
    current_number, number = current_round_number(rounds), card.entry.number
    seats = [
        Placed(sat.round, sat.sheet.table.number, column.position, sat.round == current_number)
        for sat in card.sat
        for column in sat.sheet.columns
        if column.entry == number and sat.round >= (current_number or 0)
    ]
    rows = SitOut.objects.filter(round__in=rounds, entry=card.entry).values_list("round__number", flat=True)
    return sorted(
        [*seats, *(Placed(round, None, None, round == current_number) for round in rows)], key=lambda seat: seat.round
    )


def in_turn(card: Card, current_number: int | None) -> list[RoundPlayed]:
    """A player's tables in reading order: the current one, then earlier ones, the last first, then those ahead."""
    ahead = [sat for sat in card.sat if current_number is not None and sat.round > current_number]
    return [*reversed([sat for sat in card.sat if sat not in ahead]), *ahead]
