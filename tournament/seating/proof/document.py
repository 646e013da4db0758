"""Documents of a draw: for whoever made it, and the public one that `static/troel/verify-draw.js` checks."""

from collections.abc import Iterable

from tournament.seating.documents import DrawDocument, PublishedDraw, TraceDocument, WishDocument
from tournament.seating.model import Seating
from tournament.seating.proof import promise
from tournament.seating.proof.audit_wishes import report
from tournament.seating.proof.trace import kept


def draw_document(
    players: int,
    rounds: list[Seating],
    trace: TraceDocument,
    resting: list[list[int]] | None = None,
) -> DrawDocument:
    """The document of a draw, with its audit; `resting` is None where nobody ever sits out."""
    document: DrawDocument = {"players": players, "rounds": rounds, "audit": {}}
    if resting is not None:
        document["resting"] = resting
    document["trace"] = trace
    document["audit"] = report(document)
    return document


def published(
    document: DrawDocument, *, commitment: str, secret: str, entries: Iterable[int], words: str
) -> PublishedDraw:
    """The draw with everything that was promised, for a page that checks it.

    `commitment` is what was shown before the desk closed, `entries` the numbers checked in: player k of the draw is the
    k-th of them, ascending. `follows` tells how many rounds are as they were drawn. The wish is left without clubs,
    families or who asked not to meet whom; who met in the season stays, as their tables were public. ValueError when
    the seed is not that of the secret, the entries and the words, or the entries are not as many as the players drawn.
    """
    numbers, trace, wish = sorted(entries), document["trace"], document["trace"]["wish"]
    if promise.seed(secret, numbers, words) != wish["seed"] or len(numbers) != wish["players"]:
        raise ValueError("the draw was not made with this secret, these entries and these words")
    public_wish: WishDocument = {"players": wish["players"], "rounds": wish["rounds"], "seed": wish["seed"]}
    if "rest" in wish:
        public_wish["rest"] = wish["rest"]
    if "writers_last" in wish:
        public_wish["writers_last"] = wish["writers_last"]
    if "season" in wish:
        public_wish["season"] = wish["season"]
    public: TraceDocument = {**trace, "wish": public_wish}
    public.pop("steps", None)
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
        "trace": public,
    }
