"""A draw out of a file, judged before anything is computed with it.

Whatever somebody changed in the file, the program neither stumbles over it nor works without end: numbers are bounded,
and what belongs together fits. Whether the draw is what it claims is another question, and for `audit` to answer.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from math import prod
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from tournament.seating.constraints import MAX_PLAYERS, MAX_ROUNDS, MAX_SEATS, MODES, ImpossibleError, Wish, check
from tournament.seating.documents import DesignDocument, DrawDocument, PartDocument, Step, TraceDocument
from tournament.seating.model import SEATS, Rounds, Seating
from tournament.seating.proof import audit
from tournament.seating.proof import trace as traces

# People come later, and rounds are added: a file may hold twice what is drawn at once.
MOST_NUMBER, MOST_TOLD, MOST_STEPS = 2 * MAX_PLAYERS, 2 * MAX_ROUNDS, 200
# Far more than five, for those who came in for others; and so few that pairs can be counted.
MOST_AT_TABLE = 100
# No group of at most MOST_PLAYERS elements is a product of more than twelve.
MOST_MODULI = 20


def read(name: str) -> Any:
    """What a file with JSON holds. Raises ImpossibleError if it cannot be read."""
    try:
        data = json.loads(Path(name).read_text(encoding="utf-8-sig"))
        # Half a character is JSON, but can neither be hashed nor printed.
        json.dumps(data, ensure_ascii=False).encode()
    except (OSError, ValueError, RecursionError) as failure:
        raise ImpossibleError(f"{name} cannot be read.", "a file with JSON", str(failure)) from failure
    return data


def document(name: str) -> DrawDocument:
    """The draw in a file, with which everything can be counted. Raises ImpossibleError if it is none."""
    data = read(name)
    try:
        fault = next(faults(data), None)
    except RecursionError:
        fault = "Its design has too many designs within."
    if fault:
        raise ImpossibleError(f"{name} is no draw.", "a file that draw wrote", fault)
    draw: DrawDocument = data
    if "wish" in draw.get("trace", {}):
        # Who stays at which table is left out: a round by ranking may have fewer tables than were thought of.
        check(replace(Wish.from_dict(draw["trace"]["wish"]), stays={}))
    return draw


def going_on(name: str) -> DrawDocument:
    """The draw in a file, to which more can happen: everybody sits once in each round. Raises ImpossibleError."""
    draw = document(name)
    wrong = traces.problems(draw) if "wish" in draw.get("trace", {}) else _problems_untraced(draw)
    if wrong:
        raise ImpossibleError(f"{name} cannot be gone on with.", "a draw in which everybody sits once", wrong[0])
    return draw


def _problems_untraced(draw: DrawDocument) -> list[str]:
    """What is wrong with rounds of which nobody says who should have played them."""
    if "resting" in draw:
        return ["There is no trace that says why players sit out."]
    everybody = set(range(1, draw["players"] + 1))
    seated = [everybody.intersection(chain(*tables)) for tables in draw["rounds"]]
    return audit.problems(draw["players"], draw["rounds"], seated)


def faults(data: Any) -> Iterator[str]:
    """What is wrong with a draw, as it was read. Only the first fault counts: the others suppose that there is none."""
    if not isinstance(data, dict) or not data.get("players") or not fits(data["players"], int):
        yield "It has no players."
    if not fits(data.get("rounds"), list[Seating]) or not _are_counted(data["rounds"]):
        yield "It has no rounds, or something at a table is no player."
    resting = data.get("resting", [[] for _ in data["rounds"]])
    if not fits(resting, list[list[int]]):
        yield "Who sits out cannot be read."
    if len(resting) != len(data["rounds"]):
        yield "It does not say of every round who sits out."
    if any(len(set(people)) < len(people) or max(people, default=0) > data["players"] for people in resting):
        yield "Somebody sits out twice in a round, or does not play."
    trace = data.get("trace", {})
    if not isinstance(trace, dict):
        yield "Its trace cannot be read."
    parts = get_type_hints(TraceDocument).items()
    if unread := [key for key, kind in parts if key in trace and not fits(trace[key], kind)]:
        yield f"Of its trace this cannot be read: {', '.join(unread)}."
    yield from _faults_of_trace(trace, data)


def _faults_of_trace(trace: TraceDocument, draw: DrawDocument) -> Iterator[str]:
    """What of a trace cannot be computed with, or does not fit the rounds."""
    if len(trace.get("steps", ())) > MOST_STEPS or not _are_counted(trace.get("before", ())):
        yield "Too much happened before it was drawn, or after."
    if not all(map(_is_drawn, trace.get("steps", ()))):
        yield "How a later step was made is not known."
    if "wish" in trace:
        yield from _faults_of_wished(trace, draw)
    elif trace.keys() - {"steps"}:
        yield "Its trace does not say what was wished."


def _faults_of_wished(trace: TraceDocument, draw: DrawDocument) -> Iterator[str]:
    """What of a trace does not fit its wish."""
    if any(len(pair) != 2 for pair in trace["wish"].get("apart", ())):
        yield "Its wish keeps apart what is no pair."
    if any(len(met) != 3 for met in trace["wish"].get("season", ())):
        yield "Its wish does not say who met how often."
    steps = trace.get("steps", ())
    came = [step["arrive"] for step in steps if step["step"] == "redraw"]
    if draw["players"] != trace["wish"]["players"] + sum(came):
        yield "Its trace tells of other players."
    if len(draw["rounds"]) != trace["wish"]["rounds"] + len(steps) - len(came):
        yield "Its trace tells of other rounds."
    if "design" in trace and not _is_played(trace["design"]):
        yield "Its design cannot be played."


def fits(value: Any, kind: Any) -> bool:
    """Whether what was read has a type such as those in `documents`, with numbers no larger than a file may hold."""
    origin, of = get_origin(kind), get_args(kind)
    if origin is Literal:
        return value in of
    if origin in (Union, UnionType):
        return any(fits(value, item) for item in of)
    if origin is list:
        return isinstance(value, list) and all(fits(item, of[0]) for item in value)
    if origin is dict:
        return isinstance(value, dict) and all(is_number(key) and fits(item, of[1]) for key, item in value.items())
    if is_typeddict(kind):
        hints = get_type_hints(kind)
        whole = isinstance(value, dict) and kind.__required_keys__ <= value.keys()
        return whole and all(fits(value[key], hint) for key, hint in hints.items() if key in value)
    return type(value) is kind and (kind is not int or 0 <= value <= MOST_NUMBER)


def is_number(text: str) -> bool:
    """Whether a text is the number of a player."""
    return text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_NUMBER))


def _are_counted(rounds: Rounds) -> bool:
    """Whether these are rounds so few and so small that they can be counted in a few seconds."""
    widths = [len(table) for tables in rounds for table in tables]
    few = len(rounds) <= MOST_TOLD and all(len(tables) <= MOST_NUMBER for tables in rounds)
    return few and max(widths, default=0) <= MOST_AT_TABLE and sum(widths) <= 2 * MAX_SEATS


def _is_drawn(step: Step) -> bool:
    """Whether it is known how a step was made."""
    return step["mode"] in MODES if step["step"] == "redraw" else not (step["snake"] and step.get("strict"))


def _is_played(design: DesignDocument) -> bool:
    """Whether a design can be played, in work that its points bound."""
    points = design["points"]
    bounded = 0 < points <= MAX_PLAYERS + SEATS and design["rounds"] <= MAX_ROUNDS
    return bounded and all(_is_part(part, points) for part in design["parts"])


def _is_part(part: PartDocument, points: int) -> bool:
    """Whether a part of a design can be played on this many points."""
    match part:
        case {"kind": "listed", "rounds": rounds}:
            return _within(rounds, points)
        case {"kind": "columns", "design": inner}:
            return SEATS * inner["points"] == points and _is_played(inner)
        case {"kind": "shifts", "moduli": moduli, "shifts": shifts}:
            wide = all(len(shift) == SEATS + 1 for shift in shifts)
            return wide and SEATS * _size(moduli) == points and _within(shifts, points)
        case {"kind": "developed", "moduli": moduli, "orbits": orbits, "base": base}:
            return 0 < _size(moduli) <= MAX_PLAYERS and orbits * _size(moduli) <= points and _within(base, points)
    return False


def _size(moduli: Sequence[int]) -> int:
    """How many elements a group with these moduli has; 0 where it is none."""
    return prod(moduli) if len(moduli) <= MOST_MODULI else 0


def _within(tables: Sequence[Sequence[int]], points: int) -> bool:
    """Whether these are numbers of points."""
    return all(point < points for numbers in tables for point in numbers)
