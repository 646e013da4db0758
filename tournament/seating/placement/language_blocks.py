"""Who shares a language plays with whom: the field in blocks, each with a design of its own, side by side."""

from collections import Counter
from collections.abc import Sequence

from tournament.seating import bounds
from tournament.seating.constraints import Wish
from tournament.seating.designs.plan import Design, ListedRounds
from tournament.seating.model import SEATS, Flat

# As many tables as let people play a second round without meeting anybody again.
FEWEST_TABLES = 4


def blocks(order: Sequence[int], wish: Wish) -> list[list[int]]:
    """People, from 0, in blocks of one language; the last holds whoever is left, and fills no whole tables perhaps.

    All blocks are large enough to play the rounds of the wish without repeats, as far as counting tells. People
    who speak several languages, or named none, fill up the tables of the smaller blocks. `order` is by lot, and so is
    each block.
    """
    left = list(order)
    full = []
    for language in _alone(left, wish)[1:]:
        block = _block(language, left, wish)
        if block and len(left) - len(block) >= _enough(wish):
            full.append(block)
            chosen = set(block)
            left = [person for person in left if person not in chosen]
    return [*full, left]


def side_by_side(designs: Sequence[Design]) -> Design:
    """One design in which each plays beside the others, on points of its own."""
    plans = [design.play() for design in designs]
    rounds: list[Flat] = [[] for _ in plans[0]]
    first = 0
    for design, plan in zip(designs, plans, strict=True):
        for flat, beside in zip(rounds, plan, strict=True):
            flat += [first + point for point in beside]
        first += design.points
    return Design("side by side", first, len(rounds), (ListedRounds(tuple(tuple(flat) for flat in rounds)),))


def _alone(order: Sequence[int], wish: Wish) -> list[str]:
    """The languages that are somebody's only one, that of the most people first."""
    spoken = (set(wish.languages.get(person + 1, ())) for person in order)
    counts = Counter(language for own in spoken if len(own) == 1 for language in own)
    return sorted(counts, key=lambda language: (-counts[language], language))


def _block(language: str, left: Sequence[int], wish: Wish) -> list[int]:
    """Those who speak one language alone, filled up with others who can join them; nobody when they are too few."""
    spoken = {person: set(wish.languages.get(person + 1, ())) for person in left}
    own = [person for person in left if spoken[person] == {language}]
    # Those who named the language before those who named none.
    could = sorted(
        (p for p in left if not spoken[p] or (language in spoken[p] and len(spoken[p]) > 1)),
        key=lambda p: not spoken[p],
    )
    size = max(len(own) + -len(own) % SEATS, _enough(wish))
    if len(own) + len(could) < size:
        size = len(own) - len(own) % SEATS
    if size < _enough(wish):
        return []
    chosen = {*own[:size], *could[: max(0, size - len(own))]}
    return [person for person in left if person in chosen]


def _enough(wish: Wish) -> int:
    """How many people can play so many rounds without repeats, as far as counting tells."""
    least = SEATS * bounds.tables(3 * wish.rounds + 1)
    return 2 * SEATS if wish.rounds == 1 else max(SEATS * FEWEST_TABLES, least)
