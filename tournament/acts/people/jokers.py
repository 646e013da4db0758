"""Who fills in at a table and is not there yet: a joker who is entered, or somebody of the list, seated in one go."""

from collections.abc import Sequence

from tournament.acts.kernel import logbook
from tournament.acts.kernel.submissions import Answer, TableState, require_seated
from tournament.acts.people.registration import add_joker, check_in
from tournament.acts.table.tables import substitute
from tournament.models import Entry, Seat, Table


def seat_new_joker(
    table: Table, actor: str, position: int, name: str, from_deal: int, *, seated: Sequence[int] | None = None
) -> None:
    """Enters a joker (see `add_joker`), marks them present, and seats them from a deal on: all of it, or nothing.

    If a joker of this name sits there from that deal on, nothing is written.
    """
    with logbook.locked_event(table.round.event) as event:
        seats = Seat.objects.filter(table=table, position=position, from_deal=from_deal)
        if seats.filter(entry__role=Entry.PlayerRole.JOKER, entry__player__name=name).exists():
            return
        require_seated(TableState(table), table.deals_planned, seated)
        substitute(table, actor, position, add_joker(event, actor, name).number, from_deal)


def seat_from_list(
    table: Table,
    actor: str,
    position: int,
    number: int,
    from_deal: int,
    *,
    seated: Sequence[int] | None = None,
    key: str = "",
) -> Answer:
    """Seats somebody, as `tables.substitute` does, who while the round is open is marked present by it."""
    with logbook.locked_event(table.round.event) as event:
        revision = table.revision
        answer = substitute(table, actor, position, number, from_deal, seated=seated, key=key)
        if table.revision != revision and not table.round.closed:
            check_in(Entry.objects.get(event=event, number=number), actor, True)
        return answer
