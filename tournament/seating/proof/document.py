"""A draw as it is shown to everybody, so that a page can check it alone: `static/troel/verify-draw.js`."""

from collections.abc import Iterable

from tournament.seating.model import Data
from tournament.seating.proof import promise
from tournament.seating.proof.audit_wishes import report
from tournament.seating.proof.trace import kept

# What a reader needs of the wish to follow the draw. Whose family is whose, or who asked not to meet whom, he does not.
NEEDED = ("players", "rounds", "seed", "rest", "writers_last")


def published(document: Data, *, commitment: str, secret: str, entries: Iterable[int], words: str) -> Data:
    """The draw with everything that was promised: the data for JSON that a page checks.

    `commitment` is what was shown before the desk closed, `entries` the numbers checked in: player k of the draw is the
    k-th of them, ascending. `follows` tells how many rounds are as they were drawn. ValueError when the seed is not
    that of the secret, the entries and the words, or the entries are not as many as the players drawn.
    """
    numbers, trace = sorted(entries), document["trace"]
    wish = {key: trace["wish"][key] for key in NEEDED if key in trace["wish"]}
    if promise.seed(secret, numbers, words) != wish["seed"] or len(numbers) != wish["players"]:
        raise ValueError("the draw was not made with this secret, these entries and these words")
    shown = {key: value for key, value in trace.items() if key != "steps"}
    return {
        "commitment": commitment,
        "secret": secret,
        "entries": numbers,
        "words": words,
        "seed": wish["seed"],
        "players": document["players"],
        "rounds": document["rounds"],
        "follows": kept(trace),
        "audit": report(document),
        "trace": shown | {"wish": wish},
    }
