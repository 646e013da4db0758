"""A draw with one round more, by ranking, and what every later step of a draw has: a seed, a line in the trace."""

from collections.abc import Sequence

from tournament.seating.constraints import SIT_OUTS, Impossible, Wish, check_players, check_rest
from tournament.seating.model import Data
from tournament.seating.proof.trace import ENGINE, wish_of
from tournament.seating.rng import Chance
from tournament.seating.rounds.by_ranking import by_ranking
from tournament.seating.rounds.whole import finished


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
    tables, out = by_ranking(order, rounds, resting, wish, Chance(next_seed(document)), **way)
    changed: Data = {"rounds": [*rounds, tables]}
    if wish.rest == SIT_OUTS:
        changed["resting"] = [*resting, sorted(out)]
    step = {
        "step": "ranked",
        "order": list(order),
        "snake": snake,
        **({"strict": True} if strict else {}),
    }
    return stepped(document, step, changed)


def next_seed(document: Data) -> str:
    """The seed of the next step: that of the draw, and which step it is."""
    told = document.get("trace", {})
    return f"{told.get('wish', {}).get('seed', '')}/step {len(told.get('steps', ())) + 1}"


def stepped(document: Data, step: Data, changed: Data) -> Data:
    """The draw after a step, what it changed and its line in the trace."""
    told = document.get("trace", {})
    kept = {key: value for key, value in document.items() if key not in ("moves", "reseated")}
    return finished(kept | changed | {"trace": told | {"steps": [*told.get("steps", ()), step | {"engine": ENGINE}]}})


def _check_order(document: Data, order: Sequence[int], wish: Wish) -> None:
    strangers = [player for player in order if not 1 <= player <= document["players"]]
    if strangers:
        raise Impossible(f"There is no player {strangers[0]}.", f"players 1 to {document['players']}", "Not drawn.")
    if len(set(order)) < len(order):
        raise Impossible("A player is named twice.", "everybody once", "A ranking gives everybody one place.")
    check_players(len(order))
    check_rest(len(order), wish.rest)
