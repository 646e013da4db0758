"""Seasons written down as a club writes them: a row a person, a column an evening."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from tournament.season.counting import Season, SeasonStanding, count_season
from tournament.season.evenings import SeasonEvening, SeasonResult
from tournament.season.options import read_season

FIRST_EVENING = date(2026, 9, 3)
# What somebody who was not there has in a table.
AWAY = None


def day(number: int) -> date:
    """The date of an evening: every week one."""
    return FIRST_EVENING + timedelta(weeks=number - 1)


def evenings(table: Mapping[int, Sequence[int | None]], deals: int = 10) -> list[SeasonEvening]:
    """The evenings of a table of points, in which everybody plays so many deals an evening."""
    count = max(map(len, table.values()))
    return [
        SeasonEvening(
            day(number),
            [
                SeasonResult(person, points, deals, points)
                for person, row in table.items()
                if len(row) >= number and (points := row[number - 1]) is not None
            ],
        )
        for number in range(1, count + 1)
    ]


def season(table: Mapping[int, Sequence[int | None]], options: Mapping[str, Any]) -> Season:
    return count_season(evenings(table), read_season(options))


def standing(season: Season, person: int) -> SeasonStanding:
    return next(standing for standing in season.standings if standing.person == person)


def ranks(season: Season) -> list[tuple[int | None, int, Any]]:
    """Rank, person and score, as the ranking lists them."""
    return [(standing.rank, standing.person, standing.score) for standing in season.standings]
