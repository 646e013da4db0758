"""The history of an event's rules as fields of a troel/1 file: ticks, corrections, results as ruled."""

from collections.abc import Mapping
from typing import Any

from tournament.models import Event, RulesCorrection
from tournament.ranking import facts

Document = dict[str, Any]

# In the order of `scoring.Result.to_dict`.
FIELDS = ("contract", "declarers", "tricks", "points", "trump", "jury", "doubles", "seats")


def compared(event: Event) -> Document:
    """The ticks of the parts compared with the federation's sheet, in its order; no field if there are none."""
    ticks = {part: {name: event.compared[part][name] for name in ("by", "at")} for part in facts.compared_parts(event)}
    return {"compared": ticks} if ticks else {}


def corrections(event: Event) -> Document:
    """The corrections of the rules in order; no field if there are none."""
    made = [_correction(row) for row in RulesCorrection.objects.filter(event=event).order_by("number")]
    return {"corrections": made} if made else {}


def result(kept: Mapping[str, Any]) -> Document:
    """A result as ruled, with its fields in order and otherwise unchanged.

    We cannot read it with the present rules: it may be impossible under them, if its decision was cancelled, or contain
    a jury's answer that they do not ask for.
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
    """The value with the fields of every object in alphabetical order, because a database may change it."""
    if isinstance(value, Mapping):
        return {name: _in_order(value[name]) for name in sorted(value)}
    return value
