"""The appeals of a troel/1 file: how they are written there, and the faults in them."""

from collections.abc import Iterator, Mapping
from typing import Any

from tournament.exchange.rules_faults import is_moment
from tournament.models import Appeal, Event
from tournament.naming import is_storable

Fault = tuple[str, str]
Document = Mapping[str, Any]


def appeals(event: Event) -> dict[str, Any]:
    """The appeals as fields of a file; {} without any."""
    rows = Appeal.objects.filter(decision__event=event).select_related("decision", "entry", "replacement")
    made = [_appeal(row) for row in rows]
    return {"appeals": made} if made else {}


def appeal_faults(document: Document) -> Iterator[Fault]:
    """The faults in the order of the file."""
    decisions = {decision.get("number", at) for at, decision in enumerate(document["decisions"], 1)}
    entries = {entry["number"] for entry in document["entries"]}
    given = [(row["decision"], row["entry"]) for row in document.get("appeals", ())]
    if len(set(given)) < len(given):
        yield "appeals", "a player appeals twice against a decision"
    for row in document.get("appeals", ()):
        place = f"appeal against decision {row['decision']} of entry {row['entry']}"
        if not {row["decision"], row.get("replacement", row["decision"])} <= decisions:
            yield place, "names a decision that is not there"
        if row["entry"] not in entries:
            yield place, "names somebody whom the entries do not name"
        if not all(is_moment(row[name]) for name in ("at", "settled_at") if name in row):
            yield place, "its time is not one"
        if not all(is_storable(row.get(name, ""), multiline=True) for name in ("text", "reason")):
            yield place, "holds a character that cannot be kept"
        if ("replacement" in row) != (row.get("outcome") == Appeal.AppealOutcome.REPLACED):
            yield place, "a replaced decision, and only that, names another"


def _appeal(row: Appeal) -> dict[str, Any]:
    optional = {
        "text": row.text,
        "outcome": row.outcome,
        "reason": row.reason,
        "replacement": row.replacement and row.replacement.number,
        "settled_at": row.settled_at and row.settled_at.isoformat(),
        "settled_by": row.settled_by,
        "seconded_by": row.seconded_by,
    }
    told = {"decision": row.decision.number, "entry": row.entry.number, "at": row.at.isoformat(), "by": row.by}
    return {**told, **{name: value for name, value in optional.items() if value}}
