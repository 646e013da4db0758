"""Everything that can be printed, by its name on the command line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from tournament.printing import before
from tournament.printing.lists import bidding, jury_report, points, rankings, room, seating
from tournament.printing.paper import Order
from tournament.printing.people import certificates, morning, player
from tournament.printing.sheets import cards, score_sheets, slips, written_sheets


@dataclass(frozen=True, slots=True)
class PrintKind:
    """One kind of paper: the function that makes it, and what it needs besides the event.

    A `single` one can be printed for one table alone.
    """

    make: Callable[[Order], bytes]
    needs: Literal["", "round", "player"] = ""
    single: bool = False


def _sheets(order: Order) -> bytes:
    """The score sheets of a round, blank or filled in."""
    return written_sheets.filled(order) if order.filled else score_sheets.blank(order)


KINDS: Mapping[str, PrintKind] = {
    "ranking": PrintKind(rankings.ranking),
    "clubs": PrintKind(rankings.clubs),
    "prizes": PrintKind(rankings.prizes),
    "prizes-aloud": PrintKind(rankings.prizes_aloud),
    "before-round": PrintKind(before.before_round, "round"),
    "certificates": PrintKind(certificates.certificates),
    "room": PrintKind(room.room),
    "seating-names": PrintKind(seating.seating_names, "round"),
    "seating-tables": PrintKind(seating.seating_tables, "round"),
    "cards": PrintKind(cards.tables, "round", single=True),
    "bidding": PrintKind(bidding.bidding),
    "points": PrintKind(points.points),
    "points-cards": PrintKind(points.cards),
    "attendance": PrintKind(morning.attendance),
    "badges": PrintKind(morning.badges),
    "programme": PrintKind(morning.programme),
    "slips": PrintKind(slips.slips),
    "player": PrintKind(player.player, "player"),
    "sheets": PrintKind(_sheets, "round", single=True),
    "jury": PrintKind(jury_report.report),
}
