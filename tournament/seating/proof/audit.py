"""Counts a schedule from its tables alone; shares no code with what made it.

A schedule is a list of rounds, a round a list of tables, a table a list of players in seat order, None for a vacancy;
a closed table is an empty list, and at a table of five the dealer rests.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tournament.seating import bounds
from tournament.seating.model import SEATS, Rounds, Table


def audit(
    players: int,
    rounds: Rounds,
    clubs: Mapping[int, str] | None = None,
    resting: Sequence[Sequence[int]] = (),
    *,
    seats: int = SEATS,
) -> dict[str, int]:
    """What there is to say of a schedule of players 1 to `players`, all as whole numbers.

    `repeats`: meetings of a pair beyond its first, summed; `lower_bound`: fewer repeats cannot be. `club_meetings` and
    `club_bound` say the same of two of one club at a table. `seat_imbalance`: the largest difference between anybody's
    counts of two of the four seats, or of the first `seats`. `table_revisits`: returns to a table number, summed.
    `vacancies`: empty seats; `shared_vacancies`: tables with more than one; `vacancy_repeats`: times anybody sits with
    one beyond their first.
    `fives` and `sit_outs` count tables of five and, out of `resting`, who sits out in each round; their `_repeats`, the
    times it is somebody's turn again.
    """
    clubs = clubs or {}
    met = _met(rounds)
    every = [table for tables in rounds for table in tables]
    neighbours = _neighbours(rounds, players)
    return {
        "repeats": sum(times - 1 for times in met.values()),
        "lower_bound": bounds.repeats(neighbours, players),
        "most_meetings": max(met.values(), default=0),
        "club_meetings": sum(times for (a, b), times in met.items() if a in clubs and clubs[a] == clubs.get(b)),
        "club_bound": sum(_club_bound(tables, clubs) for tables in rounds),
        "seat_imbalance": _seat_imbalance(rounds, seats),
        "table_revisits": _table_revisits(rounds),
        "vacancies": sum(table.count(None) for table in every),
        "shared_vacancies": sum(table.count(None) > 1 for table in every),
        "vacancy_repeats": _again(_people(table) for table in every if None in table),
        "fives": sum(len(table) > SEATS for table in every),
        "five_repeats": _again(table for table in every if len(table) > SEATS),
        "sit_outs": sum(len(people) for people in resting),
        "sit_out_repeats": _again(resting),
    }


def problems(
    players: int, rounds: Rounds, expected: Sequence[set[int]] | None = None, *, fives: bool = False
) -> list[str]:
    """What is wrong with a schedule: sentences, none when everybody expected sits exactly once in every round.

    `expected` names who plays in each round; without it, everybody does. With `fives`, tables may be of five.
    """
    wide = (0, SEATS, SEATS + 1) if fives else (0, SEATS)
    sentences = []
    for number, tables in enumerate(rounds, 1):
        seated = Counter(player for table in tables for player in table if player is not None)
        required = expected[number - 1] if expected else set(range(1, players + 1))
        sentences += [
            f"Round {number}: player {player} sits {times} times." for player, times in seated.items() if times > 1
        ]
        sentences += [f"Round {number}: player {player} sits nowhere." for player in sorted(required - seated.keys())]
        sentences += [
            f"Round {number}: player {player} should not be there." for player in sorted(seated.keys() - required)
        ]
        sentences += [
            f"Round {number}: table {place} has {len(table)} seats."
            for place, table in enumerate(tables, 1)
            if len(table) not in wide
        ]
    return sentences


def _people(table: Table) -> list[int]:
    return [player for player in table if player is not None]


def _met(rounds: Rounds) -> Counter[tuple[int, int]]:
    met: Counter[tuple[int, int]] = Counter()
    for tables in rounds:
        for table in tables:
            met.update(combinations(sorted(_people(table)), 2))
    return met


def _neighbours(rounds: Rounds, players: int) -> list[int]:
    """For each of the players 1 … N, how many neighbours they had over all rounds; others may have played before."""
    counts: Counter[int] = Counter()
    for tables in rounds:
        for table in tables:
            people = _people(table)
            for player in people:
                counts[player] += len(people) - 1
    return [counts[player] for player in range(1, players + 1)]


def _club_bound(tables: Sequence[Table], clubs: Mapping[int, str]) -> int:
    sizes = Counter(clubs[player] for table in tables for player in _people(table) if player in clubs)
    return bounds.club_meetings(list(sizes.values()), len(tables))


def _seat_imbalance(rounds: Rounds, seats: int) -> int:
    counts: dict[int, list[int]] = {}
    for tables in rounds:
        for table in tables:
            for seat, player in enumerate(table[:seats]):
                if player is not None:
                    counts.setdefault(player, [0] * seats)[seat] += 1
    return max((max(own) - min(own) for own in counts.values()), default=0)


def _table_revisits(rounds: Rounds) -> int:
    visits = Counter(
        (player, number) for tables in rounds for number, table in enumerate(tables) for player in _people(table)
    )
    return sum(times - 1 for times in visits.values())


def _again(turns: Iterable[Sequence[int | None]]) -> int:
    """How often it is anybody's turn again, summed."""
    times = Counter(player for people in turns for player in people)
    return sum(count - 1 for count in times.values())
