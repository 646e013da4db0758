"""The pictures of a table's sheets that are kept: which sheet, by whom, when."""

from dataclasses import dataclass
from datetime import datetime

from tournament.acts.table.sheet_pictures import kept_lines
from tournament.files import evidence
from tournament.models import Table
from tournament.ranking.contest import format_of
from tournament.reading.logbook.history import actor_names, moments


@dataclass(frozen=True, slots=True)
class SheetPicture:
    """One picture; `is_stored` says whether it is still kept itself."""

    part: int
    digest: str
    by: str
    at: datetime
    is_stored: bool


def pictures_at(row: Table) -> list[SheetPicture]:
    """The pictures that the logbook names for a table, the oldest first; none from a rehearsal that was wiped."""
    event, place = row.round.event, (row.round.number, row.number)
    if not (lines := kept_lines(event)):
        return []
    at_table = [moment for moment in moments(event, lines) if (moment.facts["round"], moment.facts["table"]) == place]
    stored = evidence.stored(moment.facts["picture"] for moment in at_table)
    names = actor_names(at_table, format_of(event))
    return [
        SheetPicture(
            moment.facts["part"],
            moment.facts["picture"],
            names[moment.by],
            moment.at,
            moment.facts["picture"] in stored,
        )
        for moment in at_table
    ]
