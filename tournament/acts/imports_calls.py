"""The calls for the jury in an imported file, laid down as they were."""

from datetime import datetime

from tournament.acts.declaring import LogLine
from tournament.models import Call, Table

MOMENTS = ("at", "taken_at", "ended_at")
OTHERS = ("number", "reason", "by", "deal", "contract", "about", "taken_by", "ended_by", "withdrawn")


def import_calls(line: LogLine) -> None:
    """Part of an `apply`: lays down the calls of these facts; most lines have none."""
    rows = line.facts.get("calls", ())
    if not rows:
        return
    found = Table.objects.filter(round__event=line.event).select_related("round")
    tables = {(table.round.number, table.number): table for table in found}
    Call.objects.bulk_create(
        [
            Call(
                event=line.event,
                table=tables[row["round"], row["table"]],
                **{name: row[name] for name in OTHERS if name in row},
                **{name: datetime.fromisoformat(row[name]) for name in MOMENTS if name in row},
            )
            for row in rows
        ],
        batch_size=1000,
    )
