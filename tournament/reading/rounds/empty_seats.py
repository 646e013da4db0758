"""Empty seats in the current round: the tables that need a substitute because a player has gone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournament.models import Event, Round, Seat, Table
from tournament.ranking import facts
from tournament.reading.rounds.reseating import waiting
from tournament.reading.table.sheets import full_name


@dataclass(frozen=True, slots=True)
class Gap:
    """A seat whose player is absent or out of the event while the table still has deals to play."""

    round: int
    table: int
    position: int
    number: int
    name: str


def gaps(event: Event) -> list[Gap]:
    """The empty seats of the current round, by table and seat, in one query if there are none, else a handful."""
    gone = Q(entry__present=False) | Q(entry__withdrawn=True) | Q(entry__excluded=True)
    seats = Seat.objects.filter(gone, table__round__in=_open(event), table__closed=False)
    rows = list(seats.select_related("table", "entry__player").order_by("table__number", "position"))
    current_round = _open(event).first() if rows else None
    if current_round is None or not event.is_open:
        return []
    playing = _playing(current_round)
    left = [seat for seat in rows if seat.table_id in playing]
    last = _last_seats(current_round, {seat.table_id for seat in left})
    return [
        Gap(current_round.number, seat.table.number, seat.position, seat.entry.number, full_name(seat.entry))
        for seat in left
        if last[seat.table_id, seat.position] == seat.pk
    ]


def missing(gaps: Sequence[Gap], round: Round) -> dict[int, int]:
    """The number of missing players by table number, for the tables of a round that have any."""
    return Counter(gap.table for gap in gaps if gap.round == round.number)


def seat_notices(event: Event) -> dict[str, Any]:
    """The context of `organiser/rounds/seats_notice.html`: empty seats, and what must change in the seats ahead."""
    return {"gaps": gaps(event), "waiting": waiting(event)}


def _open(event: Event) -> QuerySet[Round]:
    """The rounds that are published and not closed; the first is the current one (`next_step.open_round`)."""
    return Round.objects.filter(event=event, published=True, closed=False).order_by("number")


def _playing(round: Round) -> frozenset[int]:
    """The primary keys of the tables that have deals left to play; a deal that the jury settled is not."""
    rows = Table.objects.filter(round=round).select_related("round")
    settled = facts.count_settled(rows)
    return frozenset(table.pk for table in rows if settled[table.pk] < table.deals_planned)


def _last_seats(round: Round, tables: set[int]) -> dict[tuple[int, int], int]:
    """The primary key of the latest seat at each place of these tables, by table and position."""
    rows = Seat.objects.filter(table__round=round, table__in=tables).order_by("from_deal")
    return {(table, position): pk for pk, table, position in rows.values_list("pk", "table_id", "position")}
