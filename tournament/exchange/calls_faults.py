"""Faults in the calls of a troel/1 document: each is of a table and a deal that are there."""

from collections.abc import Iterator, Mapping
from typing import Any

from tournament.exchange.rules_faults import is_moment

Fault = tuple[str, str]
Document = Mapping[str, Any]


def call_faults(document: Document) -> Iterator[Fault]:
    """The faults in the order of the file."""
    planned = {
        (round["number"], table["number"]): table.get("deals_planned", round["deals"])
        for round in document["rounds"]
        for table in round["tables"]
    }
    rows = document.get("calls", ())
    if len({row["number"] for row in rows}) < len(rows):
        yield "calls", "a number is given twice"
    for row in rows:
        if fault := _fault(row, planned.get((row["round"], row["table"]))):
            yield f"call {row['number']}, round {row['round']}, table {row['table']}", fault


def _fault(row: Document, planned: int | None) -> str:
    """What is wrong with a call at a table of so many deals; "" if nothing is."""
    if planned is None:
        return "names a table that is not there"
    if row.get("deal", 1) > planned:
        return "names a deal that is not there"
    if not all(is_moment(row[name]) for name in ("at", "taken_at", "ended_at") if name in row):
        return "its time is not one"
    if ("taken_at" in row) != ("taken_by" in row) or ("ended_at" in row) != ("ended_by" in row):
        return "says when without who, or who without when"
    return "was withdrawn and has not ended" if "withdrawn" in row and "ended_at" not in row else ""
