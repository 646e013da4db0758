"""Rounds by lot after rounds that were drawn before: their meetings, seats and tables count.

Each is a ranked round whose ranking is drawn by lot: nobody meets anybody again, and everybody has a seat they are
due, if that is possible. The trace is that of any draw: everybody on the point they drew, or on that of their rank if
the ranking is not drawn, then swaps, table numbers, seats.
"""

from collections.abc import Sequence

from tournament.seating.constraints import SIT_OUTS, ImpossibleError, Wish, check
from tournament.seating.designs.plan import Design, ListedRounds
from tournament.seating.documents import DrawDocument, TraceDocument
from tournament.seating.model import SEATS, Resting, Rounds, Schedule, flat_of
from tournament.seating.optimise.table_numbers import number_tables
from tournament.seating.placement import language_blocks
from tournament.seating.proof.document import draw_document
from tournament.seating.proof.trace import ENGINE
from tournament.seating.rng import Chance
from tournament.seating.rounds import uneven
from tournament.seating.rounds.by_ranking import add_round, check_order
from tournament.seating.rounds.whole import draw, permutation, swaps


def draw_further(wish: Wish, before: Rounds, rested: Resting = ()) -> DrawDocument:
    """As `whole.draw`, after the rounds in `before`; `rested` names who sat out in each of them.

    The players of this draw are 1 to `wish.players` in `before` too; higher numbers are people who play no more. The
    trace holds the earlier rounds as `before`, for whoever would make the draw again. Raises ImpossibleError if the
    wish cannot be met at all.
    """
    if not before:
        return draw(wish)
    check(wish)
    orders = [_by_lot(wish, number) for number in range(1, wish.rounds + 1)]
    schedule = Schedule.of(before, rested)
    for number, order in enumerate(orders, 1):
        add_round(schedule, _beside(order, wish), wish, f"{wish.seed}/step {number}")
    known, new = (wish.roster.rounds(rounds) for rounds in (before, schedule.rounds[len(before) :]))
    schedule.rounds[len(before) :] = wish.roster.seatings(number_tables(new, wish.players, wish.stays_of(), known))
    return _trace_draw("by lot", wish, orders[0], schedule, {})


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


def _trace_draw(design: str, wish: Wish, order: Sequence[int], schedule: Schedule, way: TraceDocument) -> DrawDocument:
    """The last rounds of a schedule, those of the wish, with the trace from which they follow.

    `way` has what else the trace tells of a round by ranking.
    """
    first = len(schedule.rounds) - wish.rounds
    rounds, resting = schedule.rounds[first:], schedule.resting[first:]
    new = wish.roster.rounds(rounds)
    # A trace lays tables of five before the others.
    plain = [sorted(tables, key=lambda table: -len(table)) for tables in new]
    points = SEATS * wish.tables
    flats = [[*flat_of(tables), *(p - 1 for p in people)] for tables, people in zip(plain, resting, strict=True)]
    trace: TraceDocument = {
        "engine": ENGINE,
        "wish": wish.to_dict(),
        "design": Design(design, points, len(plain), (ListedRounds((tuple(range(points)),) * len(plain)),)).to_dict(),
        "order": list(order),
        "points": [point if point < points else None for point in range(wish.players)],
        "swaps": swaps([_lay_round(wish, order, points)] * len(plain), flats),
        "numbers": [permutation(old, final) for old, final in zip(plain, new, strict=True)],
        "seats": [" ".join("01234"[: len(table)] for table in tables) for tables in new],
        "steps": [],
        **way,
        "before": schedule.rounds[:first],
    }
    if wish.rest != SIT_OUTS:
        return draw_document(wish.players, rounds, trace)
    return draw_document(wish.players, rounds, {**trace, "rested": schedule.resting[:first]}, resting)


def _lay_round(wish: Wish, order: Sequence[int], points: int) -> list[int]:
    """A round of the design with everybody on the point they drew."""
    who = [player - 1 for player in order[:points]] + [wish.players] * (points - len(order))
    return uneven.laid_out(who, [player - 1 for player in order[points:]], wish.shape)


def draw_ranked(
    wish: Wish,
    before: Rounds,
    rested: Resting,
    order: Sequence[int],
    *,
    snake: bool = False,
    strict: bool = False,
) -> DrawDocument:
    """One round by ranking after the rounds in `before`, `order` being all players of the wish, the best first.

    `snake` and `strict` as for `by_ranking.add_round`. The trace begins with the given ranking, everybody on the point
    of their rank; lots decide nothing but ties between tables. Only traces by ranking have `snake`. Raises
    ImpossibleError if the players cannot be seated that way.
    """
    if len(order) < wish.players:
        raise ImpossibleError(
            "Somebody is not in the ranking.", "everybody once", "A ranking gives everybody one place."
        )
    schedule = Schedule.of(before, rested)
    check_order(order, wish.players, wish)
    add_round(schedule, order, wish, f"{wish.seed}/step 1", snake=snake, strict=strict)
    way: TraceDocument = {"snake": snake, "strict": True} if strict else {"snake": snake}
    return _trace_draw("by rank", wish, order, schedule, way)
