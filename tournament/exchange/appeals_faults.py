"""Faults in the appeals of a troel/1 document."""

from collections.abc import Iterator, Mapping
from typing import Any

from tournament.exchange.rules_faults import is_moment
from tournament.models import Appeal
from tournament.naming import keepable

Fault = tuple[str, str]
Document = Mapping[str, Any]


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
        if not all(keepable(row.get(name, ""), lines=True) for name in ("text", "reason")):
            yield place, "holds a character that cannot be kept"
        if ("replacement" in row) != (row.get("outcome") == Appeal.Outcome.REPLACED):
            yield place, "a replaced decision, and only that, names another"
