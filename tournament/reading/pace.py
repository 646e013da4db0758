"""How far each table of a round is, and which ones lag behind."""

from dataclasses import dataclass
from statistics import median

from django.db.models import Count, Q

from tournament.models import Round, Table

# A table this many deals behind the middle one has more than a slow shuffler.
LATE = 3


@dataclass(frozen=True, slots=True)
class Pace:
    """One table: how many of its deals are written, whether it is closed, and whether it lags behind."""

    number: int
    written: int
    planned: int
    closed: bool
    late: bool

    @property
    def done(self) -> bool:
        """Whether every deal is written."""
        return self.written >= self.planned


def paces(round: Round) -> list[Pace]:
    """All tables of a round in order, in one query. Late is LATE deals or more behind the middle table."""
    tables = list(
        Table.objects.filter(round=round)
        .order_by("number")
        .annotate(written=Count("deals", filter=Q(deals__result__isnull=False)))
    )
    middle = median(table.written for table in tables) if tables else 0
    return [_pace(table, table.written, table.deals_override or round.deals, middle) for table in tables]


def _pace(table: Table, written: int, planned: int, middle: float) -> Pace:
    late = written < planned and written <= middle - LATE
    return Pace(table.number, written, planned, table.closed, late)
