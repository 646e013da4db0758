"""A troel/1 file read, judged, and made into an event."""

import json
from collections.abc import Iterable
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from django.db import transaction
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from scoring import ResultError
from tournament import pictures
from tournament.acts.imports import import_event
from tournament.acts.refusal import Refusal
from tournament.exchange import json_out
from tournament.exchange.faults import faults
from tournament.models import Event

MOST_BYTES = 200 * 1024 * 1024
# A design within designs is the deepest there is, some 30. What can be read at all could still be too deep to write.
MOST_DEPTH = 60
SCHEMA = Path(__file__).with_name("troel-1.schema.json")

Document = dict[str, Any]


class BadFile(Exception):
    """The file is not a troel/1 event; the sentence names the place and what is wrong there."""


def read(path: Path) -> Document:
    """The document in a file. BadFile when it is not one, is larger than 200 MB, or goes too deep."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadFile(f"{path} is larger than {MOST_BYTES // 1024**2} MB.")
        document = json.loads(path.read_text("utf-8"), parse_constant=_no_constant, object_pairs_hook=_no_key_twice)
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{path} is not JSON: {error}.") from error
    if _deeper(document, MOST_DEPTH):
        raise BadFile(f"{path} is not an event: it goes more than {MOST_DEPTH} levels deep.")
    judge(document)
    checked: Document = document
    return checked


def judge(document: Any) -> None:
    """Raises BadFile with the first fault of a document, and where it is."""
    fault = best_match(_validator().iter_errors(document))
    if fault:
        raise BadFile(f"{fault.json_path}: {fault.message[:300]}")
    for place, problem in faults(document):
        raise BadFile(f"{place}: {problem}")


def load(document: Document, by: str, slug: str = "") -> Event:
    """The event of a judged document, under its own address or another one.

    BadFile when the ranking in the file is not the one that follows from its deals and decisions; then nothing is
    kept. Refusal when the address is taken.
    """
    with transaction.atomic():
        event = import_event(by, {**document, "event": _under(document["event"], slug)})
        try:
            follows = json_out.document(event)
        except ResultError as error:
            raise BadFile(f"decisions: a ruling does not fit the deal it is about: {error}") from error
        for part in ("rounds", "standings"):
            if follows[part] != document[part]:
                raise BadFile(f"{part}: {_first_difference(follows[part], document[part])}")
    return event


def _under(event: Document, slug: str) -> Document:
    """The event under another address where one is given, its logo made again as if it were handed in."""
    there = {**event, "slug": slug or event["slug"]}
    if "logo" in event:
        try:
            there["logo"] = pictures.data_address(pictures.content_of(event["logo"]))
        except Refusal as refusal:
            raise BadFile(f"event.logo: {refusal}") from refusal
    return there


def _first_difference(follows: list[Any], given: list[Any]) -> str:
    if len(follows) != len(given):
        return f"{len(given)} rows, and {len(follows)} follow from the deals and decisions of the file"
    at, ours, theirs = next((i, a, b) for i, (a, b) in enumerate(zip(follows, given, strict=True)) if a != b)
    shown, right = json.dumps(theirs)[:150], json.dumps(ours)[:150]
    return f"row {at + 1} does not follow from the deals and decisions: {shown} should be {right}"


def _deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects stand in each other in more than so many levels."""
    inner = [value]
    for _ in range(levels + 1):
        inner = list(chain.from_iterable(_content(one) for one in inner))
        if not inner:
            return False
    return True


def _content(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


@cache
def _validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _no_key_twice(pairs: list[tuple[str, Any]]) -> Document:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return dict(pairs)


__all__ = ["BadFile", "Refusal", "judge", "load", "read"]
