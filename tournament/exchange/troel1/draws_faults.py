"""Faults in the promises, the draws and the room of a troel/1 document that its records let in."""

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any

from tournament.document.draws import DrawRecord
from tournament.document.whole import DocumentRecord
from tournament.exchange.troel1.play_faults import Fault
from tournament.models import Draw
from tournament.seating.constraints import Wish
from tournament.seating.proof import promise, validation

Document = Mapping[str, Any]

# The fields `snake` and `strict` in the trace of a round by ranking, by its kind.
WAYS = {"ranked": (False, False), "snake": (True, False), "strict": (False, True)}


def draw_faults(record: DocumentRecord) -> Iterator[Fault]:
    """The faults in the order of the file."""
    promises, numbers = record.promises, record.numbers
    if [row.number for row in promises] != list(range(1, len(promises) + 1)):
        yield "promises", "are not numbered 1, 2, 3 …"
    yield from _by_hand(record, numbers)
    after, number = 1, 0
    for row in record.draws:
        place = f"draw {row.number}"
        if row.number <= number or row.first < after:
            yield place, "does not follow the one before it"
        number, after = row.number, row.first + row.count
        if after - 1 > len(record.rounds):
            yield place, "is of rounds that are not there"
        if (row.promise or 0) > len(promises):
            yield place, "keeps a promise that is not there"
        yield from ((place, fault) for fault in _draw_faults(row, numbers))
    placed = [table for row in record.room or () for table in row if table]
    if len(set(placed)) < len(placed):
        yield "room", "a table is in two places"


def _by_hand(document: DocumentRecord, numbers: set[int]) -> Iterator[Fault]:
    """Faults in the publications that were withdrawn and the places that people exchanged."""
    withdrawals = document.withdrawals
    if [row.number for row in withdrawals] != list(range(1, len(withdrawals) + 1)):
        yield "withdrawals", "are not numbered 1, 2, 3 …"
    for round in document.rounds:
        if (round.withdrawal or 0) > len(withdrawals):
            yield f"round {round.number}", "its publication was withdrawn by nothing"
        if any(number not in numbers for a, _at, b, _to in round.exchanged for number in (a, b)):
            yield f"round {round.number}", "somebody changed places who is not there"


def _draw_faults(draw: DrawRecord, numbers: set[int]) -> Iterator[str]:
    players, drawn = draw.players, draw.document
    if players != sorted(set(players)) or not set(players) <= numbers:
        yield "its players are not entries in the order of their numbers"
    if draw.order and sorted(draw.order) != players:
        yield "its ranking is not one of its players"
    if draw.secret and promise.commitment(draw.secret) != draw.commitment:
        yield "its secret is not the one that was promised"
    yield from _document_faults(drawn, len(players), draw.count)
    yield from _trace_faults(drawn, draw.kind)
    places = {number: place for place, number in enumerate(players, 1)}
    by_order = [places.get(number) for number in draw.order]
    if draw.kind != Draw.Method.LOT and by_order != drawn["trace"].get("order"):
        yield "its ranking is not the one it was drawn by"


def _document_faults(drawn: Document, players: int, count: int) -> Iterator[str]:
    """Whether the rounds of a draw are of its players; not whether they follow from its seed, which others check."""
    rounds, wish = drawn["rounds"], drawn["trace"]["wish"]
    resting = drawn.get("resting", rounds)
    if drawn["players"] != players or wish["players"] != players or not count <= len(rounds) == len(resting):
        yield "its document is of another field, or of fewer rounds"
    seated = [sorted([*chain(*tables), *_out(drawn, at)]) for at, tables in enumerate(rounds)]
    if any(people != list(range(1, players + 1)) for people in seated):
        yield "somebody is not seated once in each of its rounds"
    if not Wish.from_dict(wish).named <= set(range(1, players + 1)):
        yield "a wish names somebody who was not drawn"


def _trace_faults(drawn: Document, kind: Draw.Method) -> Iterator[str]:
    """Whether the trace is sound, so that everybody can follow a draw by lot and the auditor can repeat any draw."""
    trace = drawn["trace"]
    # The seed follows from the secret, so no file contains it.
    told = {**drawn, "trace": {**trace, "wish": {**trace["wish"], "seed": ""}}}
    yield from (f"its document: {fault}" for fault in islice(validation.faults(told), 1))
    by_lot = "design" in trace and "snake" not in trace
    if not (by_lot if kind == Draw.Method.LOT else WAYS[kind] == (trace.get("snake"), trace.get("strict", False))):
        yield "its trace is not of a draw of its kind"


def _out(drawn: Document, at: int) -> list[int]:
    resting: list[list[int]] = drawn.get("resting", [])
    return resting[at] if at < len(resting) else []
