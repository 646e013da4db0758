"""What a draw tells of itself: which engine made it, who plays when, and how far its trace reaches."""

from collections import Counter
from collections.abc import Sequence

from tournament.seating.constraints import FIVES, ImpossibleError, Wish
from tournament.seating.documents import DrawDocument, TraceDocument
from tournament.seating.model import SEATS
from tournament.seating.proof import audit
from tournament.seating.proof.follow import follow

# The release whose engine this one draws with, and the release whose draws do not name their engine. Another engine
# gives other draws for the same seed: a change to what the last release draws must change ENGINE.
ENGINE, FIRST = "0.2.0", "0.1.0"


def check_engine(document: DrawDocument) -> None:
    """Refuses, with ImpossibleError, to make again what another engine made."""
    trace = document["trace"]
    parts = [trace, *trace.get("steps", ())]
    other = next((engine for part in parts if (engine := part.get("engine", FIRST)) != ENGINE), None)
    if other is not None:
        raise ImpossibleError(
            "This draw cannot be made again here.",
            f"release {other} with the same file, or an audit without --rerun",
            f"The engine of release {other} made it, and this one is of release {ENGINE}.",
        )


def problems(document: DrawDocument) -> list[str]:
    """What is wrong with a draw: sentences about people who sit where they should not."""
    fives = wish_of(document).rest == FIVES
    resting = document.get("resting")
    if resting is None:
        return audit.problems(document["players"], document["rounds"], playing(document), fives=fives)
    everybody = playing(document)
    expected = [players - set(people) for players, people in zip(everybody, resting, strict=True)]
    return audit.problems(document["players"], document["rounds"], expected) + [
        problem
        for number, (people, players) in enumerate(zip(resting, everybody, strict=True), 1)
        for problem in _problems_of_rest(number, people, players)
    ]


def _problems_of_rest(number: int, resting: Sequence[int], playing: set[int]) -> list[str]:
    """What is wrong with those who sit out a round; one of them at a table is somebody who should not be there."""
    times = Counter(resting)
    sentences = [
        f"Round {number}: player {player} rests {often} times." for player, often in times.items() if often > 1
    ]
    sentences += [
        f"Round {number}: player {player} rests, and does not play." for player in sorted(set(times) - playing)
    ]
    if len(times) != len(playing) % SEATS:
        sentences.append(f"Round {number}: {len(times)} rest of {len(playing)}.")
    return sentences


def follows(document: DrawDocument) -> bool:
    """Whether the rounds follow from the seed and the trace, as far as no later step changed them."""
    drawn = kept(document["trace"])
    return follow(document["trace"])[:drawn] == [list(tables) for tables in document["rounds"][:drawn]]


def kept(trace: TraceDocument) -> int:
    """How many rounds, the first ones, are as they were drawn."""
    return min([trace["wish"]["rounds"], *(step["after"] for step in trace["steps"] if step["step"] == "redraw")])


def playing(document: DrawDocument) -> list[set[int]]:
    """Who plays in each round, by the trace; everybody in all of them where there is no trace."""
    wish = wish_of(document)
    everybody = wish.players
    rounds = [set(range(1, everybody + 1)) for _ in range(wish.rounds)]
    for step in document.get("trace", {}).get("steps", ()):
        if step["step"] == "ranked":
            rounds.append(set(step["order"]))
            continue
        newcomers = set(range(everybody + 1, everybody + step["arrive"] + 1))
        everybody += step["arrive"]
        rounds[step["after"] :] = [(players - set(step["absent"])) | newcomers for players in rounds[step["after"] :]]
    return rounds


def wish_of(document: DrawDocument) -> Wish:
    """What was wished of a draw; a draw without a trace has its players and rounds, and nothing else."""
    trace = document.get("trace", {})
    if "wish" in trace:
        return Wish.from_dict(trace["wish"])
    return Wish(document["players"], len(document["rounds"]), "")
