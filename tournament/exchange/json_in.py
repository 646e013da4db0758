"""A troel/1 file read, judged, and made into an event."""

import json
from collections.abc import Iterator
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from django.db import transaction
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from scoring import TIE_BREAKS, Result, ResultError, RuleSet, RuleSetError
from tournament.acts.imports import import_event
from tournament.acts.refusal import Refusal
from tournament.exchange import json_out
from tournament.models import Event

MOST_BYTES = 200 * 1024 * 1024
SCHEMA = Path(__file__).with_name("troel-1.schema.json")

Document = dict[str, Any]


class BadFile(Exception):
    """The file is not a troel/1 event; the sentence names the place and what is wrong there."""


def read(path: Path) -> Document:
    """The document in a file. BadFile when it is not one, or is larger than 200 MB."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadFile(f"{path} is larger than {MOST_BYTES // 1024**2} MB.")
        document = json.loads(path.read_text("utf-8"), parse_constant=_no_constant, object_pairs_hook=_no_key_twice)
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{path} is not JSON: {error}.") from error
    judge(document)
    checked: Document = document
    return checked


def judge(document: Any) -> None:
    """Raises BadFile with the first fault of a document, and where it is."""
    fault = best_match(_validator().iter_errors(document))
    if fault:
        raise BadFile(f"{fault.json_path}: {fault.message[:300]}")
    for place, problem in _faults(document):
        raise BadFile(f"{place}: {problem}")


def load(document: Document, by: str, slug: str = "") -> Event:
    """The event of a judged document, under its own address or another one.

    BadFile when the ranking in the file is not the one that follows from its deals and decisions; then nothing is
    kept. Refusal when the address is taken.
    """
    with transaction.atomic():
        event = import_event(
            by, {**document, "event": {**document["event"], "slug": slug or document["event"]["slug"]}}
        )
        follows = json_out.document(event)
        for part in ("rounds", "standings"):
            if follows[part] != document[part]:
                raise BadFile(f"{part}: {_first_difference(follows[part], document[part])}")
    return event


def _first_difference(follows: list[Any], given: list[Any]) -> str:
    if len(follows) != len(given):
        return f"{len(given)} rows, and {len(follows)} follow from the deals and decisions of the file"
    at, ours, theirs = next((i, a, b) for i, (a, b) in enumerate(zip(follows, given, strict=True)) if a != b)
    shown, right = json.dumps(theirs)[:150], json.dumps(ours)[:150]
    return f"row {at + 1} does not follow from the deals and decisions: {shown} should be {right}"


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Document:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return dict(pairs)


def _faults(document: Document) -> Iterator[tuple[str, str]]:
    """What the schema cannot see, in the order of the file."""
    event = document["event"]
    for day in ("starts_on", "ends_on"):
        if event.get(day) and not _readable(date.fromisoformat, event[day]):
            yield f"event.{day}", "is not a day"
    if not set(event.get("tie_breaks", ())) <= set(TIE_BREAKS):
        yield "event.tie_breaks", "holds an unknown tie-break"
    try:
        ruleset = RuleSet.from_dict(event["ruleset"])
    except RuleSetError as error:
        yield "event.ruleset", str(error)
        return
    numbers = [entry["number"] for entry in document["entries"]]
    if len(set(numbers)) < len(numbers):
        yield "entries", "a number is given twice"
    yield from _round_faults(document, ruleset, set(numbers))
    yield from _decision_faults(document, ruleset, set(numbers))


def _round_faults(document: Document, ruleset: RuleSet, numbers: set[int]) -> Iterator[tuple[str, str]]:
    if [round["number"] for round in document["rounds"]] != list(range(1, len(document["rounds"]) + 1)):
        yield "rounds", "are not numbered 1, 2, 3 …"
    for round in document["rounds"]:
        place = f"round {round['number']}"
        tables = [table["number"] for table in round["tables"]]
        if len(set(tables)) < len(tables):
            yield place, "a table number is given twice"
        seated = [entry for table in round["tables"] for entry in table["seats"].values()]
        if len(set(seated)) < len(seated):
            yield place, "somebody sits in two places"
        for table in round["tables"]:
            yield from _table_faults(f"{place}, table {table['number']}", table, ruleset, numbers)


def _table_faults(place: str, table: Document, ruleset: RuleSet, numbers: set[int]) -> Iterator[tuple[str, str]]:
    if sorted(table["seats"]) != [str(position) for position in range(1, len(table["seats"]) + 1)]:
        yield place, "its seats are not 1 to 4 or 1 to 5"
    sitting = {*table["seats"].values(), *(seat["entry"] for seat in table.get("substitutes", ()))}
    if not sitting <= numbers:
        yield place, "somebody sits there whom the entries do not name"
    deals = [*table["deals"], *table.get("unscored", ())]
    if len({deal["number"] for deal in deals}) < len(deals):
        yield place, "a deal number is given twice"
    for deal in deals:
        for name in {"result", "played"} & set(deal):
            fault = _result_fault(deal[name], ruleset)
            if fault:
                yield f"{place}, deal {deal['number']}, {name}", fault


def _decision_faults(document: Document, ruleset: RuleSet, numbers: set[int]) -> Iterator[tuple[str, str]]:
    tables = {(round["number"], table["number"]) for round in document["rounds"] for table in round["tables"]}
    given = [decision.get("number", at) for at, decision in enumerate(document["decisions"], 1)]
    if len(set(given)) < len(given):
        yield "decisions", "a number is given twice"
    for number, decision in zip(given, document["decisions"], strict=True):
        place = f"decision {number}"
        if not {int(entry) for entry in decision["adjustments"]} <= numbers:
            yield place, "names somebody whom the entries do not name"
        if decision.get("table") and (decision.get("round"), decision["table"]) not in tables:
            yield place, "names a table that is not there"
        if "at" in decision and not _readable(datetime.fromisoformat, decision["at"]):
            yield place, "its time is not one"
        fault = "result" in decision and _result_fault(decision["result"], ruleset)
        if fault:
            yield f"{place}, result", fault


def _result_fault(result: Document, ruleset: RuleSet) -> str:
    try:
        Result.read(result, ruleset)
    except ResultError as error:
        return str(error)
    return ""


def _readable(read: Any, text: str) -> bool:
    try:
        read(text)
    except ValueError:
        return False
    return True


__all__ = ["BadFile", "Refusal", "judge", "load", "read"]
