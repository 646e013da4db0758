"""Open rounds drawn again: from the old ones, or one by one by lot where that leaves seats balanced and costs nothing.

Rounds that are kept for who meets whom leave few seats to choose from where few rounds are left. Rounds one by one are
made for the seats that are due, but on small fields people meet again in them.
"""

from collections.abc import Sequence
from itertools import chain

from tournament.seating import full_rest, rest
from tournament.seating.audit import Schedule
from tournament.seating.audit_wishes import UNWANTED, WORST, report
from tournament.seating.chance import Chance
from tournament.seating.full_leaving import Left
from tournament.seating.leaving import Seating
from tournament.seating.marker import writers_last
from tournament.seating.one_round import by_ranking
from tournament.seating.past import seat_counts
from tournament.seating.wishes import SIT_OUTS, VACANCIES, Wish

# What must not be worse for the sake of seats.
KINDS = (*WORST, *chain.from_iterable(UNWANTED.values()))


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
    if not (uneven := _uneven(found)):
        return found
    other = _one_by_one(found, after, wish, seed)
    if _uneven(other) >= uneven:
        return found
    now, then = _counted(found, wish), _counted(other, wish)
    return other if all(then[kind] <= now[kind] for kind in KINDS) else found


def _uneven(found: Left) -> int:
    """How many of those who play to the end have counts of two seats that differ by more than 1."""
    counts = seat_counts(rest.everybody(found.rounds[-1], found.resting[-1]), found.rounds)
    return sum(max(seats) - min(seats) > 1 for seats in counts)


def _one_by_one(found: Left, after: int, wish: Wish, seed: str) -> Left:
    rounds, resting = found.rounds[:after], found.resting[:after]
    playing = [rest.everybody(*part) for part in zip(found.rounds, found.resting, strict=True)]
    for number in range(after, len(found.rounds)):
        order = Chance(f"{seed}/order {number + 1}").shuffled(playing[number])
        tables, out = by_ranking(order, rounds, resting, wish, Chance(f"{seed}/round {number + 1}"))
        rounds, resting = [*rounds, tables], [*resting, sorted(out) if wish.rest == SIT_OUTS else []]
    for coming in rest.alike(playing, after):
        rounds[coming] = _numbered(rounds[: coming.start], rounds[coming], playing[coming.start], wish)
    return Left(rounds, resting, [])


def _numbered(played: Schedule, coming: Sequence[Seating], players: Sequence[int], wish: Wish) -> list[Seating]:
    """Rounds of the same players, with table numbers to which few come back."""
    people: dict[int | None, int] = {player: person for person, player in enumerate(players)} | {None: len(players)}
    names: list[int | None] = [*players, None]
    told = [[[people[player] for player in table] for table in tables] for tables in coming]
    return [
        [[names[person] for person in table] for table in tables]
        for tables in rest.numbered(played, told, people, wish)
    ]


def _counted(found: Left, wish: Wish) -> dict[str, int]:
    players = max(player or 0 for tables in found.rounds for table in tables for player in table)
    told = {"players": players, "rounds": found.rounds, "trace": {"wish": wish.told()}}
    return report(told | ({"resting": found.resting} if wish.rest == SIT_OUTS else {}))
