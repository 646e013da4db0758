"""What happens to a draw after it was made: people leave or come, a ranked round is added; and all of it made again."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tournament.seating import bounds
from tournament.seating.changes.reseat import reseat
from tournament.seating.constraints import (
    FIVES,
    PRIORITIES,
    SIT_OUTS,
    Impossible,
    Wish,
    check_players,
    check_rest,
    from_data,
)
from tournament.seating.model import Change, Schedule
from tournament.seating.proof import audit
from tournament.seating.proof.follow import follow
from tournament.seating.rng import Chance
from tournament.seating.rounds.by_ranking import by_ranking
from tournament.seating.rounds.whole import Data, draw, finished
from tournament.seating.seats import rebalancing

MODES = ("published", "open")


def redraw(document: Data, *, after: int, absent: Sequence[int], arrive: int, mode: str) -> Data:
    """The draw once `absent` left and `arrive` newcomers came after round `after`; Impossible where that cannot be.

    Newcomers get the next numbers. With mode "published", as few people as can be move, and `moves` says who, `from` or
    `to` None where he rests; with "open", the rounds to come are drawn again. `reseated` names those who stay at their
    table on another seat.
    """
    _check_leaving(document, after, absent, arrive)
    step = {"step": "redraw", "after": after, "absent": list(absent), "arrive": arrive, "mode": mode}
    players, rounds = document["players"], document["rounds"]
    arrived = list(range(players + 1, players + arrive + 1))
    shown = mode == "published"
    change = Change(after, len(rounds) if shown else after, absent, arrived, _rankings(document))
    wish = wish_of(document)
    left, moves = reseat(Schedule.of(rounds, document.get("resting", ())), change, wish, _next_seed(document))
    changed: Data = {"rounds": left.rounds, "moves": [move.told() for move in moves]}
    changed |= {"resting": left.resting} if wish.rest == SIT_OUTS else {}
    changed["reseated"] = rebalancing.changes(rounds, left.rounds) if shown else []
    return _stepped(document, step, {"players": players + arrive, **changed})


def _rankings(document: Data) -> dict[int, Sequence[int]]:
    """The ranking of each round, from 0, that is the ranking alone."""
    ranked = [step for step in document.get("trace", {}).get("steps", ()) if step["step"] == "ranked"]
    first = len(document["rounds"]) - len(ranked)
    return {at: step["order"] for at, step in enumerate(ranked, first) if step.get("strict")}


def ranked_round(document: Data, order: Sequence[int], *, snake: bool = False, strict: bool = False) -> Data:
    """The draw with one round more, for those in `order` (the best first), who may be fewer than all.

    Neighbours sit together, of those who have not met; with `snake`, tables are equally strong instead; with `strict`,
    they are the ranking in fours, whoever met before.
    """
    if snake and strict:
        raise Impossible(
            "Tables cannot be equally strong and by the ranking alone.",
            "one of the two",
            "A round is drawn in one way.",
        )
    wish, rounds = wish_of(document), document["rounds"]
    _check_order(document, order, wish)
    resting = document.get("resting") or [[] for _ in rounds]
    way = {"snake": snake, "strict": strict}
    tables, out = by_ranking(order, rounds, resting, wish, Chance(_next_seed(document)), **way)
    changed: Data = {"rounds": [*rounds, tables]}
    if wish.rest == SIT_OUTS:
        changed["resting"] = [*resting, sorted(out)]
    step = {"step": "ranked", "order": list(order), "snake": snake, **({"strict": True} if strict else {})}
    return _stepped(document, step, changed)


def rerun(document: Data) -> Data:
    """The same draw made again from its trace alone, step by step."""
    trace = document["trace"]
    again = draw(from_data(trace["wish"]))
    for step in trace["steps"]:
        if step["step"] == "ranked":
            again = ranked_round(again, step["order"], snake=step["snake"], strict=step.get("strict", False))
        else:
            wanted = {key: step[key] for key in ("after", "absent", "arrive", "mode")}
            again = redraw(again, **wanted)
    return again


def problems(document: Data) -> list[str]:
    """What is wrong with a draw: sentences about who sits where he should not."""
    fives = document.get("trace", {}).get("wish", {}).get("rest") == FIVES
    resting = document.get("resting")
    if resting is None:
        return audit.problems(document["players"], document["rounds"], playing(document), fives=fives)
    there = playing(document)
    expected = [players - set(people) for players, people in zip(there, resting, strict=True)]
    return audit.problems(document["players"], document["rounds"], expected) + [
        problem
        for number, (people, players) in enumerate(zip(resting, there, strict=True), 1)
        for problem in _problems_of_rest(number, people, players)
    ]


def _problems_of_rest(number: int, resting: Sequence[int], playing: set[int]) -> list[str]:
    """What is wrong with those who rest in a round; who sits although he rests is one who should not be there."""
    times = Counter(resting)
    found = [f"Round {number}: player {player} rests {often} times." for player, often in times.items() if often > 1]
    found += [f"Round {number}: player {player} rests, and does not play." for player in sorted(set(times) - playing)]
    if len(times) != len(playing) % bounds.SEATS:
        found.append(f"Round {number}: {len(times)} rest of {len(playing)}.")
    return found


def follows(document: Data) -> bool:
    """Whether the rounds follow from the seed and the trace, as far as no later step changed them."""
    drawn = kept(document["trace"])
    return follow(document["trace"])[:drawn] == [list(tables) for tables in document["rounds"][:drawn]]


def kept(trace: Data) -> int:
    """How many rounds, the first ones, are as they were drawn."""
    rounds: int = trace["wish"]["rounds"]
    changed: list[int] = [step["after"] for step in trace["steps"] if step["step"] == "redraw"]
    return min([rounds, *changed])


def playing(document: Data) -> list[set[int]]:
    """Who plays in each round, by the trace; everybody in all of them where there is no trace."""
    trace = document.get("trace", {})
    there = set(range(1, trace.get("wish", {}).get("players", document["players"]) + 1))
    everybody = len(there)
    rounds = [set(there) for _ in range(trace.get("wish", {}).get("rounds", len(document["rounds"])))]
    for step in trace.get("steps", ()):
        if step["step"] == "ranked":
            rounds.append(set(step["order"]))
            continue
        newcomers = set(range(everybody + 1, everybody + step["arrive"] + 1))
        everybody += step["arrive"]
        rounds[step["after"] :] = [(there - set(step["absent"])) | newcomers for there in rounds[step["after"] :]]
    return rounds


def wish_of(document: Data) -> Wish:
    """What was wished of a draw; a draw without a trace has its players and rounds, and nothing else."""
    told: dict[str, Any] = document.get("trace", {}).get("wish") or {
        "players": document["players"],
        "rounds": len(document["rounds"]),
        "seed": "",
        "priority": PRIORITIES,
    }
    return from_data(told)


def _next_seed(document: Data) -> str:
    """The seed of the next step: that of the draw, and which step it is."""
    trace = document.get("trace", {})
    return f"{trace.get('wish', {}).get('seed', '')}/step {len(trace.get('steps', ())) + 1}"


def _stepped(document: Data, step: Data, changed: Data) -> Data:
    trace = document.get("trace", {})
    kept = {key: value for key, value in document.items() if key not in ("moves", "reseated")}
    return finished(kept | changed | {"trace": trace | {"steps": [*trace.get("steps", ()), step]}})


def _check_order(document: Data, order: Sequence[int], wish: Wish) -> None:
    strangers = [player for player in order if not 1 <= player <= document["players"]]
    if strangers:
        raise Impossible(f"There is no player {strangers[0]}.", f"players 1 to {document['players']}", "Not drawn.")
    if len(set(order)) < len(order):
        raise Impossible("A player is named twice.", "everybody once", "A ranking gives everybody one place.")
    check_players(len(order))
    check_rest(len(order), wish.rest)


def _check_leaving(document: Data, after: int, absent: Sequence[int], arrive: int) -> None:
    coming = playing(document)[after:] if after >= 0 else []
    if not coming:
        last = len(document["rounds"]) - 1
        raise Impossible(f"No round comes after round {after}.", f"after round 0 to {last}", "Nothing can change.")
    missing = [player for player in absent if player not in coming[0]]
    if missing:
        raise Impossible(f"Player {missing[0]} is not there.", "players who are", "Only who is there can leave.")
    if arrive < 0:
        raise Impossible("Fewer than nobody cannot come.", "0 or more", "Newcomers are counted.")
    for players in sorted({len(there - set(absent)) + arrive for there in coming}):
        check_players(players)
        check_rest(players, wish_of(document).rest)
