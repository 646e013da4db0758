"""A draw with one round more, by ranking, and what every later step of a draw has: a seed, a line in the trace."""

from collections.abc import Sequence

from tournament.seating.constraints import SIT_OUTS, Impossible, Wish, check_players, check_rest
from tournament.seating.documents import DrawDocument, RankedStep, Step
from tournament.seating.model import Schedule
from tournament.seating.proof.document import counted
from tournament.seating.proof.trace import ENGINE, wish_of
from tournament.seating.rng import Chance
from tournament.seating.rounds.by_ranking import by_ranking


def ranked_round(
    document: DrawDocument, order: Sequence[int], *, snake: bool = False, strict: bool = False
) -> DrawDocument:
    """The draw with one round more, for those in `order` (the best first), who may be fewer than all.

    Neighbours sit together, of those who have not met; with `snake`, tables are equally strong instead; with `strict`,
    they are the ranking in fours, whoever met before.
    """
    wish = wish_of(document)
    check_order(order, document["players"], wish)
    schedule = Schedule.of(document["rounds"], document.get("resting", ()))
    add_round(schedule, order, wish, next_seed(document), snake=snake, strict=strict)
    step: RankedStep = {"step": "ranked", "order": list(order), "snake": snake}
    if strict:
        step["strict"] = True
    return stepped(document, document["players"], schedule, step)


def add_round(
    schedule: Schedule, order: Sequence[int], wish: Wish, seed: str, *, snake: bool = False, strict: bool = False
) -> None:
    """Adds a round to a schedule, as `ranked_round` does."""
    if snake and strict:
        raise Impossible(
            "Tables cannot be equally strong and by the ranking alone.",
            "one of the two",
            "A round is drawn in one way.",
        )
    way = {"snake": snake, "strict": strict}
    tables, out = by_ranking(order, schedule.rounds, schedule.resting, wish, Chance(seed), **way)
    schedule.rounds.append(tables)
    schedule.resting.append(sorted(out) if wish.rest == SIT_OUTS else [])


def next_seed(document: DrawDocument) -> str:
    """The seed of the next step: that of the draw, and which step it is."""
    return f"{wish_of(document).seed}/step {len(document.get('trace', {}).get('steps', ())) + 1}"


def stepped(document: DrawDocument, players: int, schedule: Schedule, step: Step) -> DrawDocument:
    """The draw after a step, with the rounds it has then and the step's line in the trace."""
    step["engine"] = ENGINE
    trace = document.get("trace", {})
    trace = {**trace, "steps": [*trace.get("steps", ()), step]}
    rests = wish_of(document).rest == SIT_OUTS
    return counted(players, schedule.rounds, trace, schedule.resting if rests else None)


def check_order(order: Sequence[int], players: int, wish: Wish) -> None:
    """Raises Impossible unless a ranking names enough players, each once at most, and they can be seated."""
    strangers = [player for player in order if not 1 <= player <= players]
    if strangers:
        raise Impossible(f"There is no player {strangers[0]}.", f"players 1 to {players}", "Not drawn.")
    if len(set(order)) < len(order):
        raise Impossible("A player is named twice.", "everybody once", "A ranking gives everybody one place.")
    check_players(len(order))
    check_rest(len(order), wish.rest)
