"""One round by ranking after others, whatever becomes of those who fill no table."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.seating import due, over, ranked
from tournament.seating.audit import Schedule
from tournament.seating.chance import Chance
from tournament.seating.marker import writers_last
from tournament.seating.past import Table, seat_counts
from tournament.seating.rest import everybody
from tournament.seating.snake import snake_round
from tournament.seating.strict import fifths, joined, strict_round
from tournament.seating.wishes import FIVES, SIT_OUTS, VACANCIES, Wish


def by_ranking(
    order: Sequence[int],
    rounds: Schedule,
    resting: Sequence[Sequence[int]],
    wish: Wish,
    chance: Chance,
    *,
    snake: bool = False,
    strict: bool = False,
) -> tuple[list[Table], list[int]]:
    """The tables for the players in `order` (the best first), and who of them rests, or is a fifth.

    `rounds` are the earlier rounds, `resting` tells who rested in each. Neighbours sit together; with `snake`, tables
    are equally strong instead; with `strict`, they are the ranking in fours, whoever met before.
    """
    out = _over(order, rounds, resting, wish, strict=strict)
    by = strict_round if strict else snake_round if snake else ranked.ranked_round
    tables = by([player for player in order if player not in out], rounds, wish, chance)
    if wish.rest == FIVES:
        tables = joined(tables, out) if strict else over.joined(tables, out, order, rounds)
    if wish.writers_last:
        [tables] = writers_last(rounds, [tables], wish.captains)
    _keep(tables, wish.stays)
    return tables, out


def strictly_again(
    rounds: Schedule, resting: Sequence[Sequence[int]], at: int, ranking: Sequence[int], wish: Wish, chance: Chance
) -> tuple[list[Table], list[int]]:
    """As `by_ranking`, by the ranking alone, for those who play round `at` (from 0) since people left or came.

    Who is not in the ranking comes last.
    """
    there = set(everybody(rounds[at], resting[at]))
    order = [*(player for player in ranking if player in there), *sorted(there.difference(ranking))]
    return by_ranking(order, rounds[:at], resting[:at], wish, chance, strict=True)


def _over(
    order: Sequence[int], rounds: Schedule, resting: Sequence[Sequence[int]], wish: Wish, *, strict: bool
) -> list[int]:
    """Who of those in `order` rests, or is a fifth."""
    seats = due.masks(seat_counts(order, rounds))
    if wish.rest == SIT_OUTS:
        return over.chosen(order, resting, seats)
    if wish.rest == VACANCIES:
        return []
    if strict:
        return fifths(order, rounds, seats)
    return over.chosen(order, over.fives(rounds), seats, strictly=False)


def _keep(tables: list[Any], stays: Mapping[int, int]) -> None:
    """Exchanges tables of a round so that those who stay at one (player: table from 1) are there, if there is one."""
    for player, wanted in stays.items():
        here = next((number for number, table in enumerate(tables) if player in table), None)
        if here is not None and wanted <= len(tables):
            tables[here], tables[wanted - 1] = tables[wanted - 1], tables[here]
