"""One round by ranking after others, whatever becomes of those who fill no table."""

from collections.abc import Sequence

from tournament.seating.constraints import FIVES, SIT_OUTS, VACANCIES, ImpossibleError, Wish, check_players, check_rest
from tournament.seating.model import Resting, Rounds, Schedule
from tournament.seating.optimise.table_numbers import keep_stays
from tournament.seating.rng import Chance
from tournament.seating.rounds import byes, neighbours
from tournament.seating.rounds.past import Past
from tournament.seating.rounds.snake import snake_round
from tournament.seating.rounds.strict import fifths, joined, strict_round
from tournament.seating.seats import eligibility
from tournament.seating.seats.evening import seat_counts
from tournament.seating.seats.writers import writers_last


def add_round(
    schedule: Schedule, order: Sequence[int], wish: Wish, seed: str, *, snake: bool = False, strict: bool = False
) -> None:
    """Adds a round to a schedule, for those in `order` (the best first), who may be fewer than all.

    Neighbours sit together, of those who have not met; with `snake`, tables are equally strong instead; with `strict`,
    they are the ranking in fours, whoever met before. Raises ImpossibleError if so many players cannot be seated.
    """
    if snake and strict:
        raise ImpossibleError(
            "Tables cannot be equally strong and by the ranking alone.",
            "one of the two",
            "A round is drawn in one way.",
        )
    out = _over(order, schedule.rounds, schedule.resting, wish, strict=strict)
    by = strict_round if strict else snake_round if snake else neighbours.ranked_round
    seated = [player for player in order if player not in out]
    check_players(len(seated))
    tables = by(Past(seated, schedule.rounds, wish), Chance(seed))
    if wish.rest == FIVES:
        tables = joined(tables, out) if strict else byes.joined(tables, out, order, schedule.rounds)
    if wish.writers_last:
        [tables] = writers_last(schedule.rounds, [tables], wish.captains)
    schedule.rounds.append(keep_stays(tables, {player: table - 1 for player, table in wish.stays.items()}))
    schedule.resting.append(sorted(out) if wish.rest == SIT_OUTS else [])


def check_order(order: Sequence[int], players: int, wish: Wish) -> None:
    """Raises ImpossibleError unless a ranking names enough players, each once at most, and they can be seated."""
    strangers = [player for player in order if not 1 <= player <= players]
    if strangers:
        raise ImpossibleError(f"There is no player {strangers[0]}.", f"players 1 to {players}", "Not drawn.")
    if len(set(order)) < len(order):
        raise ImpossibleError("A player is named twice.", "everybody once", "A ranking gives everybody one place.")
    check_players(len(order))
    check_rest(len(order), wish.rest)


def _over(order: Sequence[int], rounds: Rounds, resting: Resting, wish: Wish, *, strict: bool) -> list[int]:
    """Who of those in `order` sits out, or is a fifth."""
    seats = eligibility.masks(list(seat_counts(order, rounds).values()))
    if wish.rest == SIT_OUTS:
        return byes.chosen(order, resting, seats)
    if wish.rest == VACANCIES:
        return []
    if strict:
        return fifths(order, rounds, seats)
    return byes.chosen(order, byes.fives(rounds), seats, strictly=False)
