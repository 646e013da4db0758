"""What a draw tells of itself: which engine made it, who plays when, and how far its trace reaches."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tournament.seating.constraints import FIVES, PRIORITIES, Impossible, Wish, from_data
from tournament.seating.model import SEATS, Data
from tournament.seating.proof import audit
from tournament.seating.proof.follow import follow

# The release whose engine makes the draws of this one, and the one of which draws do not say so. Another engine gives
# other draws for the same seed: whoever changes what is drawn changes this.
ENGINE, FIRST = "0.2.0", "0.1.0"


def check_engine(document: Data) -> None:
    """Refuses, with Impossible, to make again what another engine made."""
    trace = document["trace"]
    parts = [trace, *trace.get("steps", ())]
    other = next((engine for part in parts if (engine := part.get("engine", FIRST)) != ENGINE), None)
    if other is not None:
        raise Impossible(
            "This draw cannot be made again here.",
            f"release {other} with the same file, or an audit without --rerun",
            f"The engine of release {other} made it, and this one is of release {ENGINE}.",
        )


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
    if len(times) != len(playing) % SEATS:
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
