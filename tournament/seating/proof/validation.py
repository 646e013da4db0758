"""A draw out of a file, judged before anything is computed with it.

Whatever somebody changed in the file, the program neither stumbles over it nor works without end: numbers are bounded,
and what belongs together fits. Whether the draw is what it claims is another question, and for `audit` to answer.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from math import prod
from pathlib import Path
from typing import Any

from tournament.seating.constraints import (
    MODES,
    MOST_PLAYERS,
    MOST_ROUNDS,
    MOST_SEATS,
    RESTS,
    Impossible,
    Wish,
    check,
)
from tournament.seating.documents import DrawDocument
from tournament.seating.model import SEATS
from tournament.seating.proof import audit
from tournament.seating.proof import trace as traces

# People come later, and rounds are added: a file may hold twice what is drawn at once.
MOST_NUMBER, MOST_TOLD, MOST_STEPS = 2 * MOST_PLAYERS, 2 * MOST_ROUNDS, 200
# Far more than five, for those who came in for others; and so few that pairs can be counted.
MOST_AT_TABLE = 100

Is = Callable[[Any], bool]


def read(name: str) -> Any:
    """What a file with JSON holds. Impossible where it cannot be read."""
    try:
        found = json.loads(Path(name).read_text(encoding="utf-8-sig"))
        # Half a character is JSON, but can neither be hashed nor printed.
        json.dumps(found, ensure_ascii=False).encode()
    except (OSError, ValueError, RecursionError) as failure:
        raise Impossible(f"{name} cannot be read.", "a file with JSON", str(failure)) from failure
    return found


def document(name: str) -> DrawDocument:
    """The draw in a file, with which everything can be counted. Impossible where it is none."""
    found = read(name)
    for fault in faults(found):
        raise Impossible(f"{name} is no draw.", "a file that draw wrote", fault)
    draw: DrawDocument = found
    if "wish" in draw.get("trace", {}):
        # Who stays at which table is left out: a round by ranking may have fewer tables than were thought of.
        check(replace(Wish.from_dict(draw["trace"]["wish"]), stays={}))
    return draw


def going_on(name: str) -> DrawDocument:
    """The draw in a file, to which more can happen: everybody sits once in each round. Impossible where it is none."""
    draw = document(name)
    wrong = traces.problems(draw) if "wish" in draw.get("trace", {}) else _problems_untraced(draw)
    if wrong:
        raise Impossible(f"{name} cannot be gone on with.", "a draw in which everybody sits once", wrong[0])
    return draw


def _problems_untraced(draw: DrawDocument) -> list[str]:
    """What is wrong with rounds of which nobody says who should have played them."""
    if "resting" in draw:
        return ["There is no trace that says why players sit out."]
    everybody = set(range(1, draw["players"] + 1))
    there = [everybody.intersection(chain(*tables)) for tables in draw["rounds"]]
    return audit.problems(draw["players"], draw["rounds"], there)


def faults(found: Any) -> Iterator[str]:
    """What is wrong with a draw, as it was read. Only the first fault counts: the others suppose that there is none."""
    if not isinstance(found, dict) or not _whole(1, MOST_NUMBER)(found.get("players")):
        yield "It has no players."
    if not _are_rounds(found.get("rounds")):
        yield "It has no rounds, or something at a table is no player."
    if not _each(_each(_is_player), MOST_TOLD)(found.get("resting", [])):
        yield "Who sits out cannot be read."
    if len(found.get("resting", found["rounds"])) != len(found["rounds"]):
        yield "It does not say of every round who sits out."
    if any(len(set(people)) < len(people) or max(people, default=0) > found["players"] for people in _resting(found)):
        yield "Somebody sits out twice in a round, or does not play."
    if not isinstance(found.get("trace", {}), dict):
        yield "Its trace cannot be read."
    yield from _faults_of_trace(found.get("trace", {}), found)


def _resting(found: Any) -> list[list[int]]:
    people: list[list[int]] = found.get("resting", [])
    return people


def _faults_of_trace(trace: Any, found: Any) -> Iterator[str]:
    if not _each(_is_step, MOST_STEPS)(trace.get("steps", [])):
        yield "What happened after it was drawn cannot be read."
    if not _are_rounds(trace.get("before", [])) or not _each(_each(_is_player), MOST_TOLD)(trace.get("rested", [])):
        yield "The rounds before it cannot be read."
    if "wish" not in trace:
        if trace.keys() - {"steps"}:
            yield "Its trace does not say what was wished."
        return
    if not all(_is_text(part.get("engine", "")) for part in (trace, *trace.get("steps", ()))):
        yield "It does not say which engine made it."
    if not _is_wish(trace["wish"]):
        yield "What was wished of it cannot be read."
    yield from _faults_of_wished(trace, found)


def _faults_of_wished(trace: Any, found: Any) -> Iterator[str]:
    """What of a trace does not fit its wish."""
    came = [step["arrive"] for step in trace.get("steps", ()) if step["step"] == "redraw"]
    if found["players"] != trace["wish"]["players"] + sum(came):
        yield "Its trace tells of other players."
    if len(found["rounds"]) != trace["wish"]["rounds"] + len(trace.get("steps", ())) - len(came):
        yield "Its trace tells of other rounds."
    if "design" in trace and not _is_design(trace["design"], _whole(1, MOST_PLAYERS + SEATS)):
        yield "Its design cannot be played."
    if "design" in trace and not all(fits(trace.get(key)) for key, fits in FOLLOWED.items()):
        yield "What led from its design to its rounds cannot be read."
    if "snake" in trace and not (_is_way(trace) and _each(_is_player)(trace.get("order"))):
        yield "The ranking it was made by cannot be read."


def _is_wish(wish: Any) -> bool:
    """Whether a wish has the types that it should have; what is in it is for `check`."""
    kinds: dict[str, Is] = {
        "players": _whole(1, MOST_PLAYERS),
        "rounds": _whole(1, MOST_ROUNDS),
        "seed": _is_text,
        "clubs": _by_player(_is_text),
        "families": _by_player(_is_text),
        "languages": _by_player(_each(_is_text)),
        "stays": _by_player(_whole(1, MOST_NUMBER)),
        "apart": _each(lambda pair: _each(_is_player)(pair) and len(pair) == 2),
        "captains": _each(_is_player),
        "priority": _each(_is_text),
        "rest": lambda rest: rest in RESTS,
        "writers_last": lambda last: isinstance(last, bool),
    }
    if not isinstance(wish, dict) or not {"players", "rounds", "seed"} <= wish.keys():
        return False
    return all(fits(wish[key]) for key, fits in kinds.items() if key in wish)


def _is_step(step: Any) -> bool:
    if not isinstance(step, dict):
        return False
    if step.get("step") == "ranked":
        return _each(_is_player)(step.get("order")) and _is_way(step)
    numbers = _whole(0, MOST_TOLD)(step.get("after")) and _whole(0, MOST_NUMBER)(step.get("arrive"))
    known = step.get("step") == "redraw" and step.get("mode") in MODES
    return known and numbers and _each(_is_player)(step.get("absent"))


def _is_way(step: Any) -> bool:
    """Whether it is known how a round by ranking was drawn: as a snake, by the ranking alone, or neither."""
    ways = [step.get("snake"), step.get("strict", False)]
    return all(isinstance(way, bool) for way in ways) and not all(ways)


def _is_design(design: Any, points: Is) -> bool:
    """Whether a design can be played on so many points, in work that these bound."""
    if not isinstance(design, dict) or not points(design.get("points")) or not isinstance(design.get("parts"), list):
        return False
    bounded = _whole(1, MOST_ROUNDS)(design.get("rounds"))
    return bounded and all(_is_part(part, design["points"]) for part in design["parts"])


def _is_part(part: Any, points: int) -> bool:
    kind, point = (part.get("kind") if isinstance(part, dict) else None), _whole(0, points - 1)
    if kind == "listed":
        return _each(_each(point))(part.get("rounds"))
    if kind == "columns":
        return _is_design(part.get("design"), lambda inner: type(inner) is int and SEATS * inner == points)
    if kind not in ("shifts", "developed") or not _each(_whole(1, points), 20)(part.get("moduli")):
        return False
    size = prod(part["moduli"])
    if kind == "shifts":
        shifts = _each(lambda shift: _each(point)(shift) and len(shift) == SEATS + 1)
        return size * SEATS == points and shifts(part.get("shifts"))
    orbits = _whole(0, points // size)(part.get("orbits"))
    return orbits and size <= MOST_PLAYERS and _each(_each(point), points)(part.get("base"))


def _are_rounds(rounds: Any) -> bool:
    """Whether these are rounds of players at tables, few enough to be counted in a few seconds."""
    tables = _each(_each(lambda player: player is None or _is_player(player), MOST_AT_TABLE), MOST_NUMBER)
    if not _each(tables, MOST_TOLD)(rounds):
        return False
    return sum(len(table) for tables in rounds for table in tables) <= 2 * MOST_SEATS


def _whole(least: int, most: int) -> Is:
    return lambda value: type(value) is int and least <= value <= most


def _each(of: Is, most: int = 2 * MOST_SEATS) -> Is:
    """Whether something is a list of these, with at most `most` items."""
    return lambda value: isinstance(value, list) and len(value) <= most and all(map(of, value))


def _by_player(of: Is) -> Is:
    """Whether something names players by text, as JSON does."""
    return lambda value: isinstance(value, dict) and all(is_number(key) and of(one) for key, one in value.items())


def is_number(text: str) -> bool:
    """Whether a text is the number of a player."""
    return text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_NUMBER))


def _is_player(value: Any) -> bool:
    return _whole(1, MOST_NUMBER)(value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


# What a trace has besides its wish and its design.
FOLLOWED: dict[str, Is] = {
    "order": _each(_is_player),
    "points": _each(lambda point: point is None or _whole(0, MOST_NUMBER)(point)),
    "swaps": _each(lambda swap: _each(_whole(0, MOST_NUMBER))(swap) and len(swap) == 3),
    "numbers": _each(_each(_whole(0, MOST_NUMBER)), MOST_ROUNDS),
    "seats": _each(_is_text, MOST_ROUNDS),
}
