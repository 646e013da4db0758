"""One round by ranking after others, whatever becomes of those who fill no table."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.seating.constraints import FIVES, SIT_OUTS, VACANCIES, Wish, check_players
from tournament.seating.model import Rounds
from tournament.seating.rng import Chance
from tournament.seating.rounds import byes, neighbours
from tournament.seating.rounds.past import Past, Table
from tournament.seating.rounds.snake import snake_round
from tournament.seating.rounds.strict import fifths, joined, strict_round
from tournament.seating.seats import eligibility
from tournament.seating.seats.evening import seat_counts
from tournament.seating.seats.writers import writers_last


def by_ranking(
    order: Sequence[int],
    rounds: Rounds,
    resting: Sequence[Sequence[int]],
    wish: Wish,
    chance: Chance,
    *,
    snake: bool = False,
    strict: bool = False,
) -> tuple[list[Table], list[int]]:
    """The tables for the players in `order` (the best first), and who of them sits out, or is a fifth.

    `rounds` are the earlier rounds, `resting` has who sat out in each. Neighbours sit together; with `snake`, tables
    are equally strong instead; with `strict`, they are the ranking in fours, whoever met before. Raises Impossible if
    so many players cannot be seated.
    """
    out = _over(order, rounds, resting, wish, strict=strict)
    by = strict_round if strict else snake_round if snake else neighbours.ranked_round
    seated = [player for player in order if player not in out]
    check_players(len(seated))
    tables = by(Past(seated, rounds, wish), chance)
    if wish.rest == FIVES:
        tables = joined(tables, out) if strict else byes.joined(tables, out, order, rounds)
    if wish.writers_last:
        [tables] = writers_last(rounds, [tables], wish.captains)
    _keep(tables, wish.stays)
    return tables, out


def _over(
    order: Sequence[int], rounds: Rounds, resting: Sequence[Sequence[int]], wish: Wish, *, strict: bool
) -> list[int]:
    """Who of those in `order` sits out, or is a fifth."""
    seats = eligibility.masks(list(seat_counts(order, rounds).values()))
    if wish.rest == SIT_OUTS:
        return byes.chosen(order, resting, seats)
    if wish.rest == VACANCIES:
        return []
    if strict:
        return fifths(order, rounds, seats)
    return byes.chosen(order, byes.fives(rounds), seats, strictly=False)


def _keep(tables: list[Any], stays: Mapping[int, int]) -> None:
    """Exchanges tables of a round so that those who stay at one (player: table from 1) are there, if there is one."""
    for player, wanted in stays.items():
        here = next((number for number, table in enumerate(tables) if player in table), None)
        if here is not None and wanted <= len(tables):
            tables[here], tables[wanted - 1] = tables[wanted - 1], tables[here]
