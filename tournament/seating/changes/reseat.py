"""People leave or come: the one way in which a drawn event is changed, on the command line and on the site."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from tournament.seating.changes.published import place_players
from tournament.seating.constraints import Wish
from tournament.seating.documents import MoveDocument
from tournament.seating.model import AttendanceChange, Schedule, everybody
from tournament.seating.optimise.mending import mend_rounds
from tournament.seating.optimise.table_numbers import number_tables
from tournament.seating.rng import Chance
from tournament.seating.rounds.by_ranking import add_round
from tournament.seating.seats.colouring import colour_seats
from tournament.seating.seats.rebalancing import rebalance_seats, reseat_rounds

# Steps of the search for open rounds; fewer on large fields, where each step is more work.
STEPS, WORK = 6_000, 1_500_000


def reseat(schedule: Schedule, change: AttendanceChange, wish: Wish, seed: str) -> tuple[Schedule, list[MoveDocument]]:
    """The schedule with the rounds after `change.after` for whoever is there then, and who moves in published ones.

    In published rounds as few as can be move, and seats change as little as they must; open ones are drawn again, those
    that are the ranking alone by it.
    """
    reseated, moves = schedule, list[MoveDocument]()
    if change.published > change.after:
        published = Schedule(schedule.rounds[: change.published], schedule.resting[: change.published])
        left, moves = _reseat_published(published, change, wish, seed)
        reseated = Schedule(
            left.rounds + schedule.rounds[change.published :], left.resting + schedule.resting[change.published :]
        )
    if change.published < len(schedule.rounds):
        ahead = AttendanceChange(max(change.after, change.published), change.published, change.absent, change.arrived)
        reseated = _redraw(reseated, ahead, wish, f"{seed}/open")
        for at, ranking in change.rankings.items():
            if at >= ahead.after:
                _rank_again(reseated, at, ranking, wish, f"{seed}/round {at + 1}")
    return reseated, moves


def _reseat_published(
    schedule: Schedule, change: AttendanceChange, wish: Wish, seed: str
) -> tuple[Schedule, list[MoveDocument]]:
    after, gone = change.after, set(change.absent)
    left, moves = place_players(schedule, change, wish, Chance(seed))
    before = [[[p for p in table if p not in gone] for table in tables] for tables in schedule.rounds[after:]]
    left.rounds[after:] = rebalance_seats(left.rounds[:after], before, left.rounds[after:], wish)
    return left, moves


def _redraw(schedule: Schedule, change: AttendanceChange, wish: Wish, seed: str) -> Schedule:
    """The schedule with all rounds after `change.after` drawn again, for whoever is there then.

    The search starts from the old rounds with the fewest moves, which keeps most of what the old draw was good at.
    Those who sat out least often are next to do so. Seats are evened out, and whoever writes sits last.
    """
    after, rng = change.after, Chance(seed)
    drawn, _ = place_players(schedule, change, wish, rng, attempts=0)
    _sit_out_in_turn(drawn, after, rng)
    played, coming, roster = drawn.rounds[:after], drawn.rounds[after:], drawn.roster()
    laid = roster.rounds([list(filter(None, tables)) for tables in coming])
    before = [roster.marked(table) for table in chain(*played)]
    parted, _ = mend_rounds(laid, roster, wish, rng, min(STEPS, WORK // roster.vacancy), history=before)
    placed_anew = number_tables(parted, roster.vacancy, wish.stays_of(), roster.rounds(played))
    final = roster.seatings(colour_seats(placed_anew, roster.vacancy, rng))
    drawn.rounds[after:] = reseat_rounds(played, final, wish, rng)
    return drawn


def _sit_out_in_turn(schedule: Schedule, after: int, rng: Chance) -> None:
    """Has those sit out who did so least often, by lot; who sat out in their place takes their seat."""
    rested = Counter(chain(*schedule.resting[:after]))
    for number in range(after, len(schedule.rounds)):
        tables, out = schedule.rounds[number], schedule.resting[number]
        people = rng.shuffled(everybody(tables, out))
        due = sorted(people, key=lambda player: (rested[player], player not in out))[: len(out)]
        rested.update(due)
        comers = dict(zip(sorted({*due} - {*out}), sorted({*out} - {*due}), strict=True))
        schedule.rounds[number] = [[comers.get(player or 0, player) for player in table] for table in tables]
        schedule.resting[number] = sorted(due)


def _rank_again(schedule: Schedule, at: int, ranking: Sequence[int], wish: Wish, seed: str) -> None:
    """Makes a round (from 0) by the ranking alone again, for those who play it now; who is not in it comes last."""
    playing = set(everybody(schedule.rounds[at], schedule.resting[at]))
    order = [*(player for player in ranking if player in playing), *sorted(playing.difference(ranking))]
    again = Schedule(schedule.rounds[:at], schedule.resting[:at])
    add_round(again, order, wish, seed, strict=True)
    schedule.rounds[at], schedule.resting[at] = again.rounds[at], again.resting[at]
