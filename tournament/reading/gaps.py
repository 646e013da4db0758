"""Seats of the round being played whose people are gone: the tables at which somebody must fill in."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournament.models import Event, Round, Seat, Table
from tournament.ranking import facts
from tournament.reading.reseated import waiting
from tournament.reading.sheets import full_name


@dataclass(frozen=True, slots=True)
class Gap:
    """A seat whose player is absent or out of the event while the table has deals to play."""

    round: int
    table: int
    position: int
    number: int
    name: str


def gaps(event: Event) -> list[Gap]:
    """The empty seats of the round being played, by table and seat: one query where there are none, else a handful."""
    gone = Q(entry__present=False) | Q(entry__withdrawn=True) | Q(entry__excluded=True)
    seats = Seat.objects.filter(gone, table__round__in=_open(event), table__closed=False)
    rows = list(seats.select_related("table", "entry__player").order_by("table__number", "position"))
    now = _open(event).first() if rows else None
    if now is None or event.state not in (Event.State.REHEARSAL, Event.State.LIVE):
        return []
    playing = _playing(now)
    left = [seat for seat in rows if seat.table_id in playing]
    last = _last_seats(now, {seat.table_id for seat in left})
    return [
        Gap(now.number, seat.table.number, seat.position, seat.entry.number, full_name(seat.entry))
        for seat in left
        if last[seat.table_id, seat.position] == seat.pk
    ]


def missing(found: Sequence[Gap], round: Round) -> dict[int, int]:
    """How many are missing at each table of a round, by its number."""
    return Counter(gap.table for gap in found if gap.round == round.number)


def unsettled(event: Event) -> dict[str, Any]:
    """What `organiser/seats_notice.html` shows: whose seats are empty now, and whether seats ahead wait."""
    return {"gaps": gaps(event), "waiting": waiting(event)}


def _open(event: Event) -> QuerySet[Round]:
    """The rounds that are published and not closed: the first of them is being played (`progress.open_of`)."""
    return Round.objects.filter(event=event, published=True, closed=False).order_by("number")


def _playing(round: Round) -> frozenset[int]:
    """The keys of the tables that have deals to play; what the jury settled is not played."""
    rows = Table.objects.filter(round=round).select_related("round")
    settled = facts.settled(rows)
    return frozenset(table.pk for table in rows if settled[table.pk] < table.deals_planned)


def _last_seats(round: Round, tables: set[int]) -> dict[tuple[int, int], int]:
    """The key of the seat of whoever came last to each place of these tables."""
    rows = Seat.objects.filter(table__round=round, table__in=tables).order_by("from_deal")
    return {(table, position): pk for pk, table, position in rows.values_list("pk", "table_id", "position")}
