"""What happens to a draw once it is made: people leave or come, a round by ranking is added, all is made again."""

from collections.abc import Sequence

from tournament.seating.changes.reseat import reseat
from tournament.seating.constraints import PUBLISHED, SIT_OUTS, ImpossibleError, Wish, check_players, check_rest
from tournament.seating.documents import DrawDocument, RankedStep, RedrawStep, Step
from tournament.seating.model import AttendanceChange, Schedule
from tournament.seating.proof import trace
from tournament.seating.proof.document import draw_document
from tournament.seating.rounds.by_ranking import add_round, check_order
from tournament.seating.rounds.continued import draw_further, draw_ranked
from tournament.seating.seats import rebalancing


def redraw(document: DrawDocument, *, after: int, absent: Sequence[int], arrive: int, mode: str) -> DrawDocument:
    """The draw once `absent` left and `arrive` newcomers came after round `after`. Raises ImpossibleError.

    Newcomers get the next numbers. With mode "published", as few people as can be move, and `moves` says who, `from` or
    `to` None for sitting out; with "open", the rounds to come are drawn again. `reseated` names those who stay at their
    table on another seat.
    """
    _check_leaving(document, after, absent, arrive)
    step: RedrawStep = {"step": "redraw", "after": after, "absent": list(absent), "arrive": arrive, "mode": mode}
    players, rounds = document["players"], document["rounds"]
    arrived = list(range(players + 1, players + arrive + 1))
    is_published = mode == PUBLISHED
    change = AttendanceChange(after, len(rounds) if is_published else after, absent, arrived, _rankings(document))
    wish = trace.wish_of(document)
    left, moves = reseat(Schedule.of(rounds, document.get("resting", ())), change, wish, _next_seed(document))
    reseated = rebalancing.changes(rounds, left.rounds) if is_published else []
    return {**_add_step(document, players + arrive, left, step), "moves": moves, "reseated": reseated}


def ranked_round(
    document: DrawDocument, order: Sequence[int], *, snake: bool = False, strict: bool = False
) -> DrawDocument:
    """The draw with one round more, for those in `order` (the best first), who may be fewer than all.

    Neighbours sit together, of those who have not met; with `snake`, tables are equally strong instead; with `strict`,
    they are the ranking in fours, whoever met before.
    """
    wish = trace.wish_of(document)
    check_order(order, document["players"], wish)
    schedule = Schedule.of(document["rounds"], document.get("resting", ()))
    add_round(schedule, order, wish, _next_seed(document), snake=snake, strict=strict)
    step: RankedStep = {"step": "ranked", "order": list(order), "snake": snake}
    if strict:
        step["strict"] = True
    return _add_step(document, document["players"], schedule, step)


def rerun(document: DrawDocument) -> DrawDocument:
    """The same draw made again from its trace alone, step by step; where it tells of rounds before, after these."""
    traced = document["trace"]
    wish, before, rested = Wish.from_dict(traced["wish"]), traced.get("before", ()), traced.get("rested", ())
    if "snake" in traced:
        way = {"snake": traced["snake"], "strict": traced.get("strict", False)}
        return draw_ranked(wish, before, rested, traced["order"], **way)
    again = draw_further(wish, before, rested)
    for step in traced["steps"]:
        if step["step"] == "ranked":
            again = ranked_round(again, step["order"], snake=step["snake"], strict=step.get("strict", False))
        else:
            again = redraw(again, after=step["after"], absent=step["absent"], arrive=step["arrive"], mode=step["mode"])
    return again


def _rankings(document: DrawDocument) -> dict[int, Sequence[int]]:
    """The ranking of each round, from 0, that is the ranking alone."""
    ranked = [step for step in document.get("trace", {}).get("steps", ()) if step["step"] == "ranked"]
    first = len(document["rounds"]) - len(ranked)
    return {at: step["order"] for at, step in enumerate(ranked, first) if step.get("strict")}


def _next_seed(document: DrawDocument) -> str:
    """The seed of the next step: that of the draw, and which step it is."""
    return f"{trace.wish_of(document).seed}/step {len(document.get('trace', {}).get('steps', ())) + 1}"


def _add_step(document: DrawDocument, players: int, schedule: Schedule, step: Step) -> DrawDocument:
    """The draw after a step, with the rounds it has then and the step's line in the trace."""
    step["engine"] = trace.ENGINE
    traced = document.get("trace", {})
    traced = {**traced, "steps": [*traced.get("steps", ()), step]}
    rests = trace.wish_of(document).rest == SIT_OUTS
    return draw_document(players, schedule.rounds, traced, schedule.resting if rests else None)


def _check_leaving(document: DrawDocument, after: int, absent: Sequence[int], arrive: int) -> None:
    coming = trace.playing(document)[after:] if after >= 0 else []
    if not coming:
        last = len(document["rounds"]) - 1
        raise ImpossibleError(f"No round comes after round {after}.", f"after round 0 to {last}", "Nothing can change.")
    missing = [player for player in absent if player not in coming[0]]
    if missing:
        raise ImpossibleError(f"Player {missing[0]} is not there.", "players who are", "Only who is there can leave.")
    if arrive < 0:
        raise ImpossibleError("Fewer than nobody cannot come.", "0 or more", "Newcomers are counted.")
    for players in sorted({len(players_there - set(absent)) + arrive for players_there in coming}):
        check_players(players)
        check_rest(players, trace.wish_of(document).rest)
