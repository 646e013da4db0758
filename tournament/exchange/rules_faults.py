"""Faults in the ticks and corrections of the rules in a troel/1 document that fits its schema."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import MAXYEAR, datetime
from typing import Any

from scoring import RuleSet, RuleSetError, differences
from scoring.contracts import CONTRACTS
from scoring.parts import parts

# The place of a fault, and what it is.
Fault = tuple[str, str]
Document = Mapping[str, Any]


def tick_faults(event: Document, ruleset: RuleSet) -> Iterator[Fault]:
    """Ticks of unknown parts of the rules, or with invalid times."""
    for part, tick in event.get("compared", {}).items():
        if part not in parts(ruleset):
            yield "event.compared", f"the rules have no part {part[:20]!r}"
        elif not is_moment(tick["at"]):
            yield f"event.compared.{part}", "its time is not one"


def correction_faults(document: Document) -> Iterator[Fault]:
    """Corrections with invalid changes or times, or with tables that the event does not have."""
    made: Sequence[Document] = document.get("corrections", ())
    tables = {(round["number"], table["number"]) for round in document["rounds"] for table in round["tables"]}
    if len({correction["number"] for correction in made}) < len(made):
        yield "corrections", "a number is given twice"
    for correction in made:
        place = f"correction {correction['number']}"
        if not is_moment(correction["at"]):
            yield place, "its time is not one"
        if not {(round, table) for round, table in correction["tables"]} <= tables:
            yield place, "names a table that is not there"
        for change in correction["changes"]:
            yield from _change_faults(place, change)


def tellable(result: Document) -> bool:
    """Whether a result can at least be put into words; in a cancelled decision it may be impossible under the rules."""
    return "points" in result or (
        {"contract", "declarers", "tricks"} <= result.keys() and result["contract"] in CONTRACTS
    )


def is_moment(text: str) -> bool:
    """Whether an ISO date and time stays valid in every time zone."""
    try:
        return 1 < datetime.fromisoformat(text).year < MAXYEAR
    except ValueError:
        return False


def _change_faults(place: str, change: Document) -> Iterator[Fault]:
    try:
        differences.read(change)
    except RuleSetError as error:
        yield place, str(error)
