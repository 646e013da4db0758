"""The format of an event, its cuts and sit-outs, as fields of a troel/1 file; empty ones are left out."""

from typing import Any

from tournament.models import Cut, Event, SitOut
from tournament.ranking.format import read

Document = dict[str, Any]


def stages(event: Event) -> Document:
    """The format with its parts in a fixed order, because a database may change it."""
    return {"format": read(event.format).to_dict()} if event.format else {}


def cuts(event: Event) -> Document:
    """Who plays which final, and who replaced whom."""
    made = [_cut(row) for row in Cut.objects.filter(event=event).order_by("stage")]
    return {"cuts": made} if made else {}


def sit_outs(event: Event) -> dict[int, list[int]]:
    """The entry numbers of those who sat out, by primary key of the round."""
    found: dict[int, list[int]] = {}
    rows = SitOut.objects.filter(round__event=event).order_by("entry__number")
    for round, number in rows.values_list("round_id", "entry__number"):
        found.setdefault(round, []).append(number)
    return found


def _cut(row: Cut) -> Document:
    written: Document = {"stage": row.stage, "finalists": row.finalists, "decisions": row.decisions}
    replaced = {"replaced": row.replaced} if row.replaced else {}
    return {**written, **replaced, "at": row.at.isoformat(), "by": row.by}
