"""In words: who left or came while there are rounds ahead, and who would have to move."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tournament.acts.rounds.reseating import Reseating, misplaced
from tournament.draw.redrawing import SeatMove
from tournament.errors import UserError
from tournament.models import Entry, Event, Round
from tournament.reading.table.sheets import full_name
from tournament.seating.model import repeats

# This many people are named for each round; the others are only counted.
MAX_NAMED = 200


@dataclass(frozen=True, slots=True)
class RoundMoves:
    """A round ahead: whether it is published, how many people would move, and the first MAX_NAMED of them."""

    number: int
    published: bool
    count: int
    moves: tuple[tuple[str, SeatMove], ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many have a seat ahead but do not play, and how many play but have none; `fault` if jokers are lacking.

    `unpublished` is then the first round whose draw can be rejected, None if there is none.
    """

    absent: int
    arrived: int
    fault: str = ""
    unpublished: int | None = None


def waiting(event: Event) -> Waiting | None:
    """What must change in the seats ahead; None if everybody who plays, and nobody else, has a seat."""
    try:
        absent, arrived = misplaced(event)
    except UserError as refusal:
        unpublished = Round.objects.filter(event=event, published=False).order_by("number")
        return Waiting(0, 0, str(refusal), unpublished.values_list("number", flat=True).first())
    return Waiting(len(absent), len(arrived)) if absent or arrived else None


def reseating_context(event: Event, reseating: Reseating) -> dict[str, Any]:
    """A reseating in words, for a template: who leaves, who comes, and who moves where in each round."""
    names = {entry.number: f"{entry.number} {full_name(entry)}" for entry in _entries(event)}
    ahead = reseating.ahead
    rounds = [
        RoundMoves(number, number <= ahead.published, len(moves), _named(moves, names))
        for number, moves in reseating.moves.items()
    ]
    return {
        "absent": [names[number] for number in ahead.absent],
        "arrived": [names[number] for number in ahead.arrived],
        "rounds": rounds,
        "again": repeats(chain.from_iterable(reseating.rounds)),
    }


def _named(moves: Sequence[SeatMove], names: dict[int, str]) -> tuple[tuple[str, SeatMove], ...]:
    return tuple((names[move.number], move) for move in moves[:MAX_NAMED])


def _entries(event: Event) -> list[Entry]:
    return list(Entry.objects.filter(event=event).select_related("player"))
