"""Open rounds drawn again from the old ones, and who writes last."""

from collections.abc import Sequence

from tournament.seating.changes import full_rest, rest
from tournament.seating.changes.full_leaving import Left
from tournament.seating.constraints import VACANCIES, Wish
from tournament.seating.proof.audit import Schedule
from tournament.seating.seats.writers import writers_last


def redrawn(
    rounds: Schedule,
    resting: Sequence[Sequence[int]],
    after: int,
    absent: Sequence[int],
    arrived: Sequence[int],
    wish: Wish,
    seed: str,
) -> Left:
    """All rounds, those up to `after` as they were, those to come for whoever is there; `resting` as in each round."""
    if wish.rest == VACANCIES:
        found = Left(rest.redrawn(rounds, after, absent, arrived, wish, seed), [list(out) for out in resting], [])
    else:
        found = full_rest.changed(rounds, resting, after, absent, arrived, wish, seed, shown=False)
    if wish.writers_last:
        coming = writers_last(found.rounds[:after], found.rounds[after:], wish.captains)
        return found._replace(rounds=[*found.rounds[:after], *coming])
    return found
