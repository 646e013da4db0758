"""A joker who is entered and seated in one go."""

from collections.abc import Sequence

from tournament.acts.kernel import logbook
from tournament.acts.kernel.submissions import TableState, require_seated
from tournament.acts.people.registration import add_joker
from tournament.acts.table.tables import substitute
from tournament.models import Entry, Seat, Table


def seat_new_joker(
    table: Table, actor: str, position: int, name: str, from_deal: int, *, seated: Sequence[int] | None = None
) -> None:
    """Enters a joker, marks them present, and seats them at a position from a deal on; all of it, or nothing.

    If a joker of this name sits there from that deal on, nothing is written.
    """
    with logbook.locked_event(table.round.event) as event:
        seats = Seat.objects.filter(table=table, position=position, from_deal=from_deal)
        if seats.filter(entry__role=Entry.PlayerRole.JOKER, entry__player__name=name).exists():
            return
        require_seated(TableState(table), table.deals_planned, seated)
        substitute(table, actor, position, add_joker(event, actor, name).number, from_deal)
