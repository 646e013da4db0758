"""Rounds by lot after rounds that were drawn before: their meetings, seats and tables count.

Each is a ranked round whose ranking is drawn by lot: so nobody meets anybody again, and everybody has a seat he is due,
while that can be had. The trace is that of any draw: everybody on the point he drew, or on that of his rank where the
ranking is not drawn, then swaps, table numbers, seats.
"""

import json
from collections.abc import Sequence
from itertools import chain
from typing import Any

from tournament.seating.constraints import SIT_OUTS, Impossible, Wish, check
from tournament.seating.designs.plan import Design, Listed
from tournament.seating.model import SEATS, Data, Rounds, Tables
from tournament.seating.optimise import language_blocks
from tournament.seating.optimise.table_numbers import numbered
from tournament.seating.proof.trace import ENGINE
from tournament.seating.rng import Chance
from tournament.seating.rounds import uneven
from tournament.seating.rounds.added import ranked_round
from tournament.seating.rounds.whole import draw, finished, named, permutation, swaps

Resting = Sequence[Sequence[int]]


def draw_further(wish: Wish, before: Rounds, rested: Resting = ()) -> Data:
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
        drawn = ranked_round(drawn, _beside(order if number == 1 else _by_lot(wish, number), wish))
    new = _new(drawn, before, wish)
    known = [[_people(table, wish) for table in tables] for tables in before]
    new["rounds"] = numbered(new["rounds"], wish.players, wish.stays_of(), known)
    return _traced("by lot", wish, order, new, {"before": before, "rested": rested})


def _by_lot(wish: Wish, number: int) -> list[int]:
    """The players in the order in which a round seats them."""
    seed = f"{wish.seed}/order" if number == 1 else f"{wish.seed}/order {number}"
    return Chance(seed).shuffled(range(1, wish.players + 1))


def _beside(order: Sequence[int], wish: Wish) -> list[int]:
    """The order with those of one language beside each other, where languages were named.

    Not where some come as the fifth or rest: whose turn that is follows from the order too.
    """
    if not wish.languages or wish.uneven:
        return list(order)
    return [person + 1 for block in language_blocks.blocks([player - 1 for player in order], wish) for person in block]


def _new(drawn: Data, before: Rounds, wish: Wish) -> Data:
    """The rounds after those `before`, as people from 0, and who rests in them, if some do."""
    new: Data = {name: drawn[name][len(before) :] for name in ("rounds", "resting") if name in drawn}
    return new | {"rounds": [[_people(table, wish) for table in tables] for tables in new["rounds"]]}


def _traced(design: str, wish: Wish, order: Sequence[int], new: Data, more: Data) -> Data:
    """New rounds with the trace from which they follow; `more` is what else it tells, such as the rounds before."""
    plain = [_widest_first(tables) for tables in new["rounds"]]
    points, rounds = SEATS * wish.tables, len(plain)
    nobody: list[list[int]] = [[] for _ in plain]
    resting = {"resting": new["resting"]} if "resting" in new else {}
    out = zip(plain, new.get("resting", nobody), strict=True)
    flats = [[*chain(*tables), *(player - 1 for player in people)] for tables, people in out]
    trace: dict[str, Any] = {
        "engine": ENGINE,
        "wish": wish.told(),
        "design": Design(design, points, rounds, (Listed((tuple(range(points)),) * rounds),)).told(),
        "order": list(order),
        "points": [point if point < points else None for point in range(wish.players)],
        "swaps": swaps([_laid(wish, order, points)] * rounds, flats),
        "numbers": [permutation(old, now) for old, now in zip(plain, new["rounds"], strict=True)],
        "seats": [" ".join("01234"[: len(table)] for table in tables) for tables in new["rounds"]],
        "steps": [],
        **{name: _lists(told) for name, told in more.items() if name != "rested" or resting},
    }
    told: Data = {"players": wish.players, "rounds": named(new["rounds"], wish.players)}
    return finished(told | resting | {"trace": trace})


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


def draw_ranked(
    wish: Wish,
    before: Rounds,
    rested: Resting,
    order: Sequence[int],
    *,
    snake: bool = False,
    strict: bool = False,
) -> Data:
    """One round by ranking after the rounds in `before`, `order` being all players of the wish, the best first.

    `snake` and `strict` as for `steps.ranked_round`. The trace begins with the ranking as it is told, everybody on the
    point of his rank; there is nothing in it that lots decided, but for ties between tables. `snake` in it tells it
    from one by lot. Impossible when the players cannot be seated so.
    """
    if len(order) < wish.players:
        raise Impossible("Somebody is not in the ranking.", "everybody once", "A ranking gives everybody one place.")
    start: Data = {"players": wish.players, "rounds": list(before), "trace": {"wish": wish.told(), "steps": []}}
    if wish.rest == SIT_OUTS:
        start["resting"] = [list(people) for people in rested or [[] for _ in before]]
    drawn = ranked_round(start, order, snake=snake, strict=strict)
    more = {"snake": snake, **({"strict": True} if strict else {}), "before": before, "rested": rested}
    return _traced("by rank", wish, order, _new(drawn, before, wish), more)


def _lists(told: Any) -> Any:
    """Rounds as data for JSON."""
    return json.loads(json.dumps(told))
