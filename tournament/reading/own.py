"""Where a player sits now and sat before, for the page behind their personal link."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, QuerySet

from tournament.models import Entry, Round, Table
from tournament.reading.placed import current


@dataclass(frozen=True, slots=True)
class Followed:
    """A player's tables in the published rounds, the round that is played, and the table where they sit in it."""

    tables: Sequence[Table]
    round: Round | None
    table: Table | None

    @property
    def mark(self) -> str:
        """A mark that changes with anything the player's page shows of the round that is played."""
        return f"{self.round.number if self.round else 0}.{mark(self.table) if self.table else ''}"

    @property
    def earlier(self) -> list[Table]:
        """Their tables in other rounds, the last one first."""
        return [table for table in reversed(self.tables) if table != self.table]


def followed(entry: Entry) -> Followed:
    """What a player follows, in two queries."""
    rounds = list(Round.objects.filter(event=entry.event_id, published=True).order_by("number"))
    now = next((round for round in rounds if round.number == current(rounds)), None)
    rows = counted(Table.objects.filter(round__in=rounds, pk__in=entry.seats.values("table")))
    tables = list(rows.order_by("round__number"))
    return Followed(tables, now, next((table for table in tables if table.round == now), None))


def counted(rows: QuerySet[Table]) -> QuerySet[Table]:
    """These tables with their round and event, and the number of signatures, for `mark`."""
    return rows.select_related("round__event").annotate(signed=Count("signatures"))


def mark(table: Table) -> str:
    """A mark of everything that is written, decided and signed at a table (see `counted`)."""
    closed = "c" if table.round.closed else ""
    return f"{table.pk}.{table.revision}.{getattr(table, 'signed', 0)}{closed}"
