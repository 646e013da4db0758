"""What was done with the rules of an event, as it stands in a troel/1 file: ticks, corrections, results as ruled."""

from collections.abc import Mapping
from typing import Any

from tournament.models import Event, RulesCorrection
from tournament.ranking import facts

Document = dict[str, Any]

# As `scoring.Result.to_dict` lists them.
FIELDS = ("contract", "declarers", "tricks", "points", "trump", "jury", "doubles", "seats")


def compared(event: Event) -> Document:
    """The ticks of the parts that were compared with the federation's sheet, in its order; no field without one."""
    ticks = {part: {name: event.compared[part][name] for name in ("by", "at")} for part in facts.compared(event)}
    return {"compared": ticks} if ticks else {}


def corrections(event: Event) -> Document:
    """The corrections of the rules in order; no field without one."""
    made = [_correction(row) for row in RulesCorrection.objects.filter(event=event).order_by("number")]
    return {"corrections": made} if made else {}


def result(kept: Mapping[str, Any]) -> Document:
    """A result as ruled, with its fields in order and untouched else: the present rules need not know it any more, when
    its decision was cancelled, or may not ask for the jury's answer in it.
    """
    return {name: _in_order(kept[name]) for name in FIELDS if name in kept}


def _correction(row: RulesCorrection) -> Document:
    return {
        "number": row.number,
        "at": row.at.isoformat(),
        "by": row.by,
        "reason": row.reason,
        "changes": [
            {name: _in_order(change[name]) for name in ("part", "field", "was", "now")} for change in row.changes
        ],
        "tables": row.tables,
    }


def _in_order(value: Any) -> Any:
    """The same with the fields of every object in alphabetical order: a database may keep them in one of its own."""
    if isinstance(value, Mapping):
        return {name: _in_order(value[name]) for name in sorted(value)}
    return value
