"""Faults in the signatures of a troel/1 document: who signed what must be at that table."""

from collections.abc import Iterator, Mapping
from typing import Any

from tournament.exchange.rules_faults import is_moment
from tournament.naming import is_storable

Fault = tuple[str, str]
Document = Mapping[str, Any]


def signature_faults(document: Document) -> Iterator[Fault]:
    """The faults in the order of the file."""
    tables = {(round["number"], table["number"]): table for round in document["rounds"] for table in round["tables"]}
    yield from _given_twice(document)
    for row in document.get("signatures", ()):
        place = f"signature {row['number']}, round {row['round']}, table {row['table']}"
        if (row["round"], row["table"]) not in tables:
            yield place, "names a table that is not there"
        elif fault := _fault(row, tables[row["round"], row["table"]]):
            yield place, fault
    for row in document.get("unsigned", ()):
        place = f"unsigned, round {row['round']}, table {row['table']}"
        if (row["round"], row["table"]) not in tables:
            yield place, "names a table that is not there"
        if not is_storable(row["reason"], multiline=True):
            yield place, "holds a character that cannot be kept"


def _fault(row: Document, table: Document) -> str:
    """What is wrong with a signature at a table; "" if nothing is."""
    if row["entry"] not in _sitting(table):
        return "is of somebody who does not sit there"
    if not row["accepted"] and "deal" not in row:
        return "disputes no deal"
    if not all(is_moment(row[name]) for name in ("at", "resolved_at") if name in row):
        return "its time is not one"
    texts = (row.get(name, "") for name in ("text", "resolution"))
    return "" if all(is_storable(text, multiline=True) for text in texts) else "holds a character that cannot be kept"


def _given_twice(document: Document) -> Iterator[Fault]:
    numbers = [(row["round"], row["table"], row["number"]) for row in document.get("signatures", ())]
    if len(set(numbers)) < len(numbers):
        yield "signatures", "a number is given twice at a table"


def _sitting(table: Document) -> set[int]:
    return {*table["seats"].values(), *(seat["entry"] for seat in table.get("substitutes", ()))}
