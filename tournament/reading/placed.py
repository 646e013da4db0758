"""Where a player sits now and in the rounds ahead that are shown, and what comes first on his page."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import Event, Round, SitOut
from tournament.reading.cards import Card, Sat


@dataclass(frozen=True, slots=True)
class Placed:
    """A player's seat in a round; no table where he sits out."""

    round: int
    table: int | None
    position: int | None
    now: bool


def current(rounds: Sequence[Round]) -> int | None:
    """The number of the round people look for: the first that is not closed, else the last."""
    return next((round.number for round in rounds if not round.closed), rounds[-1].number if rounds else None)


def placed(event: Event, card: Card, rounds: Sequence[Round]) -> list[Placed]:
    """A player's seats in the round being played and those to come, and the rounds he sits out, in their order."""
    now, number = current(rounds), card.entry.number
    seats = [
        Placed(sat.round, sat.sheet.table.number, column.position, sat.round == now)
        for sat in card.sat
        for column in sat.sheet.columns
        if column.entry == number and sat.round >= (now or 0)
    ]
    rows = SitOut.objects.filter(round__in=rounds, entry=card.entry).values_list("round__number", flat=True)
    return sorted([*seats, *(Placed(round, None, None, round == now) for round in rows)], key=lambda seat: seat.round)


def in_turn(card: Card, now: int | None) -> list[Sat]:
    """A player's tables as he reads them: where he sits now, then those before, the last first, then those to come."""
    ahead = [sat for sat in card.sat if now is not None and sat.round > now]
    return [*reversed([sat for sat in card.sat if sat not in ahead]), *ahead]
