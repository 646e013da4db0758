"""Faults in the format, the cuts and the sit-outs of a troel/1 document that fits its schema."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.utils.translation import override

from tournament.exchange.rules_faults import is_moment
from tournament.ranking.format import Format, faults, read

# The place of a fault, and what it is.
Fault = tuple[str, str]
Document = Mapping[str, Any]


def format_faults(document: Document, numbers: Collection[int]) -> Iterator[Fault]:
    """The faults in the order of the file; cuts are only checked if the format is valid."""
    event = document["event"]
    wrong = list(faults(event.get("format", {})))
    with override("en"):
        yield from ((f"event.format.{fault.place}", str(fault.sentence)) for fault in wrong)
    for round in document["rounds"]:
        yield from _sit_out_faults(round, numbers)
    if wrong:
        return
    planned = read(event.get("format", {}))
    if planned.stages and event.get("planned_rounds") != planned.rounds:
        yield "event.planned_rounds", "are not the rounds of the format"
    yield from _cut_faults(document, planned, numbers)


def _sit_out_faults(round: Document, numbers: Collection[int]) -> Iterator[Fault]:
    resting = round.get("sit_out", ())
    seated = {entry for table in round["tables"] for entry in table["seats"].values()}
    if len(set(resting)) < len(resting) or not set(resting) <= set(numbers) - seated:
        yield f"round {round['number']}", "somebody sits out twice, or has a seat, or is not among the entries"


def _cut_faults(document: Document, planned: Format, numbers: Collection[int]) -> Iterator[Fault]:
    made = document.get("cuts", ())
    if [cut["stage"] for cut in made] != list(planned.finals[: len(made)]):
        yield "cuts", "are not those of the first finals of the format"
        return
    for cut in made:
        place = f"cut of stage {cut['stage']}"
        named = {number for pair in cut.get("replaced", ()) for number in pair}.union(cut["finalists"])
        if len(set(cut["finalists"])) != len(cut["finalists"]) or len(cut["finalists"]) != _size(planned, cut["stage"]):
            yield place, "does not name as many finalists as the final has"
        if not named <= set(numbers):
            yield place, "names somebody whom the entries do not name"
        if not set(range(1, planned.first_round(cut["stage"]))) <= {round["number"] for round in document["rounds"]}:
            yield place, "comes before the rounds that lead to it"
        if not is_moment(cut["at"]):
            yield place, "its time is not one"


def _size(planned: Format, stage: int) -> int:
    return planned.stages[stage - 1].cut
