"""Published draws of every kind, and what somebody might change in one: for the pages that check them."""

import copy
from collections.abc import Iterator
from functools import partial
from typing import Any

from tournament.seating.changes import events
from tournament.seating.changes.events import ranked_round
from tournament.seating.constraints import Wish
from tournament.seating.proof import promise
from tournament.seating.proof.document import published
from tournament.seating.rounds.continued import draw_further, draw_ranked
from tournament.seating.rounds.whole import draw

Data = Any

# Every construction, both kinds of uneven fields, clubs, and vacancies.
FIELDS: list[tuple[int, int, Data]] = [
    *(
        (players, rounds, {})
        for players, rounds in ((4, 2), (8, 1), (16, 5), (16, 7), (24, 8), (28, 9), (40, 26), (64, 21))
    ),
    *((players, 6, {}) for players in (36, 50, 67, 100, 256)),
    *((players, 4, {"rest": rest}) for players in (17, 18, 39) for rest in ("fives", "sit-outs")),
    (96, 5, {"clubs": {player: f"club {player % 9}" for player in range(1, 97)}, "apart": ((1, 2),)}),
    (44, 6, {"clubs": dict.fromkeys(range(1, 14), "large"), "captains": (1, 5, 9), "stays": {3: 4}}),
]


def shown(
    players: int, rounds: int, more: Data, secret: str = "ö secret", words: str = " 6 1 4 4"
) -> tuple[Data, Data]:
    """A draw and what is published of it; the entries are not numbered from 1 on."""
    entries = range(11, 11 + 3 * players, 3)
    drawn = draw(Wish(players, rounds, promise.seed(secret, entries, words), **more))
    told: Data = {"commitment": promise.commitment(secret), "secret": secret, "entries": entries, "words": words}
    return drawn, published(drawn, **told)


def ranked(players: int = 22, *, snake: bool = False, rest: str = "vacancies") -> Data:
    """What is published of a round by ranking after two by lot, the highest number being the best."""
    secret, entries = "a secret", range(11, 11 + 3 * players, 3)
    first = draw_further(Wish(players, 2, "first", rest=rest), [])
    wish = Wish(players, 1, promise.seed(secret, entries, ""), rest=rest)
    order = range(players, 0, -1)
    drawn = draw_ranked(wish, first["rounds"], first.get("resting", ()), order, snake=snake)
    return published(drawn, commitment=promise.commitment(secret), secret=secret, entries=entries, words="")


def ranked_tampered(document: Data) -> Iterator[tuple[str, Data]]:
    """The step that should not follow any more of a round by ranking, and the document somebody changed."""
    trace = document["trace"]
    order, points = trace["order"], trace["points"]
    for wrong in ([*order[1::-1], *order[2:]], order[:-1], [*order[:-1], order[0]], [*order[:-1], 0.5]):
        yield "order", {**document, "trace": {**trace, "order": wrong}}
    yield "order", {**document, "trace": {name: told for name, told in trace.items() if name != "snake"}}
    yield "points", {**document, "trace": {**trace, "points": [*points[1::-1], *points[2:]]}}
    yield "rounds", {**document, "trace": {**trace, "swaps": trace["swaps"][1:]}}


def changed_later() -> Data:
    """A draw whose last rounds were changed, and one added."""
    drawn, first = shown(40, 5, {})
    drawn = events.redraw(drawn, after=3, absent=(7,), arrive=0, mode="published")
    drawn = ranked_round(drawn, [player for player in range(40, 0, -1) if player != 7])
    return published(drawn, **{key: first[key] for key in ("commitment", "secret", "entries", "words")})


def endless_designs(points: int) -> Iterator[Data]:
    """Designs that nobody could play to the end, or that would fill the memory."""
    columns: Data = {"points": points, "rounds": 1, "parts": [{"kind": "listed", "rounds": [[0, 1, 2, 3]]}]}
    for _ in range(40):
        columns = {"points": points, "rounds": 1, "parts": [{"kind": "columns", "design": columns}]}
    yield columns
    shifts = {"kind": "shifts", "moduli": [10**9], "shifts": [[0, 0, 0, 0, 0]]}
    developed = {"kind": "developed", "moduli": [10**9], "orbits": 0, "base": [[0, 1, 2, 3]]}
    for part in (shifts, developed):
        yield {"points": points, "rounds": 1, "parts": [part]}
        yield {"points": 4 * 10**9, "rounds": 10**9, "parts": [part]}


def forgery(document: Data, step: str, *path: str | int, to: object) -> tuple[str, Data]:
    """The step that should not follow any more once a value stands at this place of a document, and that document."""
    copied: Any = copy.deepcopy(document)
    place = copied
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return step, copied


def tampered(document: Data) -> Iterator[tuple[str, Data]]:
    """The step that should not follow any more, and the document somebody changed."""
    forged = partial(forgery, document)
    trace = document["trace"]
    order, seats = list(trace["order"]), list(trace["seats"])
    order[0], order[1] = order[1], order[0]
    yield forged("commitment", "secret", to="another")
    yield forged("commitment", "commitment", to="0" * 64)
    yield forged("seed", "words", to="6 6 6 6")
    yield forged("seed", "words", to="6" + " " * 10**6 + "6")
    yield forged("seed", "seed", to="f" * 64)
    yield forged("seed", "entries", 0, to=1)
    yield forged("order", "trace", "order", to=order)
    yield forged("design", "trace", "design", "rounds", to=trace["design"]["rounds"] - 1)
    yield forged("design", "trace", "design", "parts", to=[{"kind": "listed", "rounds": [[0, 0, 1, 2]]}])
    for endless in endless_designs(trace["design"]["points"]):
        yield forged("design", "trace", "design", to=endless)
    yield forged("points", "trace", "points", 0, to=trace["points"][1])
    yield forged("swaps", "trace", "swaps", to=[[1, 0, 10**6]])
    yield forged("numbers", "trace", "numbers", 0, to=[0, 0])
    yield forged("seats", "trace", "seats", 0, to=seats[0].replace("0", "1"))
    yield forged("rounds", "trace", "swaps", to=[*trace["swaps"], [1, 0, 5]])
    yield forged("rounds", "rounds", 0, 0, to=document["rounds"][0][0][::-1])
    for follows in (99, 0, 1.5, None, [1]):
        yield forged("rounds", "follows", to=follows)
    yield forged("counts", "audit", "repeats", to=-1)
    yield forged("commitment", "commitment", to=None)
    yield forged("seed", "trace", to=None)
