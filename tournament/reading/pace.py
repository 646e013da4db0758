"""How far each table of a round has got, and which tables lag behind."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from statistics import median

from tournament.models import Round, Table
from tournament.ranking import facts
from tournament.reading.announced import Playing, now_played
from tournament.reading.signed import states_of

# Being this many deals behind the median table means more than slow shuffling.
LATE = 3


@dataclass(frozen=True, slots=True)
class Pace:
    """One table: how many deals are written, whether it is closed or late, how many players are missing.

    `playing` is what it announced and has not recorded yet, `signed` how far its signing is (see `signed.states_of`).
    """

    number: int
    written: int
    planned: int
    closed: bool
    late: bool
    missing: int = 0
    playing: Playing | None = None
    signed: str = ""

    @property
    def done(self) -> bool:
        """Whether every deal is written."""
        return self.written >= self.planned


def paces(round: Round, missing: Mapping[int, int] | None = None) -> list[Pace]:
    """All tables of a round in order, in six queries, and some more where players sign.


    A table is late if it is LATE or more deals behind the median. `missing` gives the number of missing players by
    table number.
    """
    rows = Table.objects.filter(round=round)
    tables, written = list(rows.order_by("number").select_related("round")), facts.settled(rows)
    middle = median(written[table.pk] for table in tables) if tables else 0
    lacking, states = missing or {}, states_of({table.pk: table for table in tables}, round.event)
    playing = {one.table: one for one in reversed(now_played(round.event, rows))}
    return [
        replace(
            _pace(table, written[table.pk], middle),
            missing=lacking.get(table.number, 0),
            playing=playing.get(table.number),
            signed=states.get(table.pk, ""),
        )
        for table in tables
    ]


def _pace(table: Table, written: int, middle: float) -> Pace:
    planned = table.deals_planned
    late = written < planned and written <= middle - LATE
    return Pace(table.number, written, planned, table.closed, late)
