"""A season as a file, so that somebody else can count it again: numbers of people and evenings, and no name."""

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from tournament.season.counting import Season, SeasonSlot, SeasonStanding, SidePlace

SEASON_FORMAT = "troel-season/1"


def write_season(
    season: Season, organisation: str, series: int, options: Mapping[str, Any], events: Mapping[date, str]
) -> dict[str, Any]:
    """The season of a series as data, with its `options` as they are stored.

    `organisation` is the address of its club, `events` are those of the events of its evenings, by planned date.

    An evening that was typed from paper has none. Scores are exact: "12", "-5" or "4000/3". The place of a withdrawn
    joker who does not count is 0.
    """
    return {
        "format": SEASON_FORMAT,
        "organisation": organisation,
        "series": series,
        "options": dict(options),
        "evenings": [
            {"number": number, "date": day.isoformat(), "event": events.get(day)}
            for number, day in enumerate(season.dates, 1)
        ],
        "standings": [_standing_data(standing) for standing in season.standings],
        "most_points": _side_data(season.most_points),
        "best_average": _side_data(season.best_average),
        "withdrawn": sorted([number, gain.place or 0] for number, gain in season.withdrawn),
    }


def _standing_data(standing: SeasonStanding) -> dict[str, Any]:
    names = ("person", "rank", "presences", "missing_presences", "meal", "points", "deals", "deal_points", "broke")
    data = {name: getattr(standing, name) for name in names}
    return {**data, "score": _exact(standing.score), "evenings": [_slot_data(slot) for slot in standing.slots]}


def _slot_data(slot: SeasonSlot) -> dict[str, Any]:
    return {"number": slot.number, "fate": slot.fate.value, "worth": _exact(slot.worth), "place": slot.place}


def _side_data(side: Iterable[SidePlace]) -> list[list[int]]:
    return [[place.rank, place.standing.person] for place in side]


def _exact(score: Fraction | None) -> str | None:
    return None if score is None else str(score)
