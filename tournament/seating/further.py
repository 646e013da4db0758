"""Rounds by lot after rounds that were drawn before: their meetings, seats and tables count.

Each is a ranked round whose ranking is drawn by lot: so nobody meets anybody again, and everybody has a seat he is due,
while that can be had. The trace is that of any draw: everybody on the point he drew, then swaps, table numbers, seats.
"""

import json
from collections.abc import Sequence
from itertools import chain
from typing import Any

from tournament.seating import steps, uneven
from tournament.seating.audit import Schedule
from tournament.seating.chance import Chance
from tournament.seating.designs import SEATS, Design, Listed
from tournament.seating.numbers import Numbers, Tables
from tournament.seating.schedule import Data, draw, finished, named, permutation, swaps
from tournament.seating.wishes import SIT_OUTS, Wish, check, from_data

Resting = Sequence[Sequence[int]]


def draw_further(wish: Wish, before: Schedule, rested: Resting = ()) -> Data:
    """As `schedule.draw`, after the rounds in `before`; `rested` names who rested in each of them.

    The players of this draw are 1 to `wish.players` in `before` too; higher numbers are people who play no more. The
    trace holds the earlier rounds as `before`, for whoever would make the draw again. Impossible when the wish cannot
    be met at all.
    """
    if not before:
        return draw(wish)
    check(wish)
    order = _by_lot(wish, 1)
    rested = list(rested) or [[] for _ in before]
    drawn: Data = {"players": wish.players, "rounds": list(before), "trace": {"wish": wish.told(), "steps": []}}
    if wish.rest == SIT_OUTS:
        drawn["resting"] = [list(people) for people in rested]
    for number in range(1, wish.rounds + 1):
        drawn = steps.ranked_round(drawn, order if number == 1 else _by_lot(wish, number))
    return _traced(wish, order, drawn, before, rested)


def _by_lot(wish: Wish, number: int) -> list[int]:
    """The players in the order in which a round seats them."""
    seed = f"{wish.seed}/order" if number == 1 else f"{wish.seed}/order {number}"
    return Chance(seed).shuffled(range(1, wish.players + 1))


def _traced(wish: Wish, order: list[int], drawn: Data, before: Schedule, rested: Resting) -> Data:
    """The new rounds alone, with the trace from which they follow."""
    rounds = [[_people(table, wish) for table in tables] for tables in drawn["rounds"][len(before) :]]
    resting = drawn.get("resting", [])[len(rested) :]
    numbered = _numbered(rounds, before, wish)
    plain = [_widest_first(tables) for tables in numbered]
    points = SEATS * wish.tables
    design = Design("by lot", points, wish.rounds, (Listed((tuple(range(points)),) * wish.rounds),))
    nobody: list[list[int]] = [[] for _ in plain]
    seated = [list(chain(*tables)) for tables in plain]
    flats = [flat + [player - 1 for player in out] for flat, out in zip(seated, resting or nobody, strict=True)]
    trace: dict[str, Any] = {
        "wish": wish.told(),
        "design": design.told(),
        "order": order,
        "points": [point if point < points else None for point in range(wish.players)],
        "swaps": swaps([_laid(wish, order, points)] * wish.rounds, flats),
        "numbers": [permutation(old, new) for old, new in zip(plain, numbered, strict=True)],
        "seats": [" ".join("01234"[: len(table)] for table in tables) for tables in numbered],
        "steps": [],
        "before": _lists(before),
        **({"rested": _lists(rested)} if resting else {}),
    }
    told: Data = {"players": wish.players, "rounds": named(numbered, wish.players)}
    return finished(told | ({"resting": resting} if resting else {}) | {"trace": trace})


def _people(table: Sequence[int | None], wish: Wish) -> list[int]:
    """A table as people from 0; the vacancy is one more, and who plays no more is left out."""
    people = (wish.players if player is None else player - 1 for player in table)
    return [person for person in people if person <= wish.players]


def _laid(wish: Wish, order: Sequence[int], points: int) -> list[int]:
    """A round of the design with everybody on the point he drew."""
    who = [player - 1 for player in order[:points]] + [wish.players] * (points - len(order))
    extra = [player - 1 for player in order[points:]]
    return uneven.laid_out(who, extra, wish.rest) if extra else who


def _widest_first(tables: Tables) -> Tables:
    """The tables of a round as a trace lays them: those of five before the others."""
    return sorted(tables, key=lambda table: -len(table))


def _numbered(rounds: Sequence[Tables], before: Schedule, wish: Wish) -> list[Tables]:
    """The rounds with table numbers to which few come back who sat there before."""
    numbers = Numbers(rounds, wish.players)
    for tables in before:
        for number, table in enumerate(tables):
            numbers.sat([p - 1 for p in table if p is not None and p <= wish.players], number)
    stays = {player - 1: table - 1 for player, table in wish.stays.items()}
    numbers.keep(stays)
    numbers.improve(sorted(stays.values()))
    return numbers.rounds


def draw_ranked(wish: Wish, before: Schedule, rested: Resting, order: Sequence[int], *, snake: bool = False) -> Data:
    """One round by ranking after the rounds in `before`, `order` being all players of the wish, the best first.

    The trace holds what it was made of; there is nothing in it that lots decided, but for ties between tables.
    Impossible when the players cannot be seated so.
    """
    start: Data = {"players": wish.players, "rounds": list(before), "trace": {"wish": wish.told(), "steps": []}}
    if wish.rest == SIT_OUTS:
        start["resting"] = [list(people) for people in rested or [[] for _ in before]]
    drawn = steps.ranked_round(start, order, snake=snake)
    told: Data = {"players": wish.players, "rounds": drawn["rounds"][-1:]}
    told |= {"resting": drawn["resting"][-1:]} if "resting" in drawn else {}
    trace: Data = {"wish": wish.told(), "order": list(order), "snake": snake, "before": _lists(before), "steps": []}
    trace |= {"rested": _lists(rested)} if "resting" in drawn else {}
    return finished(told | {"trace": trace})


def _lists(rounds: Sequence[Sequence[Any]]) -> list[Any]:
    """Rounds as data for JSON."""
    copied: list[Any] = json.loads(json.dumps(rounds))
    return copied


def rerun(document: Data) -> Data:
    """The same draw made again from its trace alone; one after earlier rounds is made after those in its trace."""
    trace = document["trace"]
    if "snake" in trace:
        parts = (trace.get("before", ()), trace.get("rested", ()), trace["order"])
        return draw_ranked(from_data(trace["wish"]), *parts, snake=trace["snake"])
    if not trace.get("before"):
        return steps.rerun(document)
    return draw_further(from_data(trace["wish"]), trace["before"], trace.get("rested", ()))
