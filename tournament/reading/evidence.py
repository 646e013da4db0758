"""The pictures of a table's sheets that are kept: which sheet, by whom, when."""

from dataclasses import dataclass
from datetime import datetime

from tournament.acts.evidence import ACT
from tournament.models import LogEntry, Table
from tournament.ranking.contest import format_of
from tournament.reading.history import actor_names, table_moments
from tournament.site import evidence


@dataclass(frozen=True, slots=True)
class Kept:
    """One picture; `there` is whether the file itself is still kept."""

    part: int
    digest: str
    by: str
    at: datetime
    there: bool


def kept_at(row: Table) -> list[Kept]:
    """The pictures that the logbook names for a table, the oldest first."""
    if not LogEntry.objects.filter(event=row.round.event_id, act=ACT).exists():
        return []
    told = [moment for moment in table_moments(row) if moment.act == ACT]
    names = actor_names(told, format_of(row.round.event))
    return [
        Kept(
            moment.facts["part"],
            moment.facts["picture"],
            names[moment.by],
            moment.at,
            evidence.kept(moment.facts["picture"]) is not None,
        )
        for moment in told
    ]
