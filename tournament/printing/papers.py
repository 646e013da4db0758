"""Everything that can be printed, by its name on the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from tournament.printing import (
    before,
    bidding,
    cards,
    certificates,
    jury_report,
    morning,
    player,
    points,
    rankings,
    room,
    score_sheets,
    seating,
    slips,
    written_sheets,
)
from tournament.printing.paper import Order


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of paper: the function that makes it, and what it needs besides the event.

    A `single` one can be printed for one table alone.
    """

    make: Callable[[Order], bytes]
    needs: Literal["", "round", "player"] = ""
    single: bool = False


def _sheets(order: Order) -> bytes:
    """The score sheets of a round, blank or filled in."""
    return written_sheets.filled(order) if order.filled else score_sheets.blank(order)


KINDS: Mapping[str, Kind] = {
    "ranking": Kind(rankings.ranking),
    "clubs": Kind(rankings.clubs),
    "prizes": Kind(rankings.prizes),
    "prizes-aloud": Kind(rankings.prizes_aloud),
    "before-round": Kind(before.before_round, "round"),
    "certificates": Kind(certificates.certificates),
    "room": Kind(room.room),
    "seating-names": Kind(seating.seating_names, "round"),
    "seating-tables": Kind(seating.seating_tables, "round"),
    "cards": Kind(cards.tables, "round", single=True),
    "bidding": Kind(bidding.bidding),
    "points": Kind(points.points),
    "points-cards": Kind(points.cards),
    "attendance": Kind(morning.attendance),
    "badges": Kind(morning.badges),
    "programme": Kind(morning.programme),
    "slips": Kind(slips.slips),
    "player": Kind(player.player, "player"),
    "sheets": Kind(_sheets, "round", single=True),
    "jury": Kind(jury_report.report),
}
