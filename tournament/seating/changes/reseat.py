"""People leave or come: the one way in which a drawn event is changed, on the command line and on the site."""

from collections.abc import Sequence

from tournament.seating.changes import open as open_rounds
from tournament.seating.changes.published import placed
from tournament.seating.constraints import SIT_OUTS, Wish
from tournament.seating.documents import MoveDocument
from tournament.seating.model import Change, Schedule, everybody
from tournament.seating.rng import Chance
from tournament.seating.rounds.by_ranking import by_ranking
from tournament.seating.seats.rebalancing import rebalanced


def reseat(schedule: Schedule, change: Change, wish: Wish, seed: str) -> tuple[Schedule, list[MoveDocument]]:
    """The schedule with the rounds after `change.after` for whoever is there then, and who moves in published ones.

    In published rounds as few as can be move, and seats change as little as they must; open ones are drawn again, those
    that are the ranking alone by it.
    """
    found, moves = schedule, list[MoveDocument]()
    if change.shown > change.after:
        published = Schedule(schedule.rounds[: change.shown], schedule.resting[: change.shown])
        left, moves = _published(published, change, wish, seed)
        found = Schedule(left.rounds + schedule.rounds[change.shown :], left.resting + schedule.resting[change.shown :])
    if change.shown < len(schedule.rounds):
        ahead = Change(max(change.after, change.shown), change.shown, change.absent, change.arrived)
        found = open_rounds.redrawn(found, ahead, wish, f"{seed}/open")
        for at, ranking in change.rankings.items():
            if at >= ahead.after:
                _ranked_again(found, at, ranking, wish, Chance(f"{seed}/round {at + 1}"))
    return found, moves


def _published(schedule: Schedule, change: Change, wish: Wish, seed: str) -> tuple[Schedule, list[MoveDocument]]:
    after, gone = change.after, set(change.absent)
    left, moves = placed(schedule, change, wish, Chance(seed))
    before = [[[p for p in table if p not in gone] for table in tables] for tables in schedule.rounds[after:]]
    left.rounds[after:] = rebalanced(left.rounds[:after], before, left.rounds[after:], wish)
    return left, moves


def _ranked_again(schedule: Schedule, at: int, ranking: Sequence[int], wish: Wish, chance: Chance) -> None:
    """Makes a round (from 0) by the ranking alone again, for those who play it now; who is not in it comes last."""
    there = set(everybody(schedule.rounds[at], schedule.resting[at]))
    order = [*(player for player in ranking if player in there), *sorted(there.difference(ranking))]
    tables, out = by_ranking(order, schedule.rounds[:at], schedule.resting[:at], wish, chance, strict=True)
    schedule.rounds[at], schedule.resting[at] = tables, sorted(out) if wish.rest == SIT_OUTS else []
