"""Counts, from the tables alone, how often a schedule does not give what was wished of it besides clubs."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from tournament.seating.documents import DrawDocument, PublishedDraw, Wished
from tournament.seating.model import SEATS, Rounds, Table
from tournament.seating.proof.audit import audit

# What is counted that nobody wants, by the priority that says how much it weighs; and what weighs more than all these.
UNWANTED: Mapping[str, tuple[str, ...]] = {
    "repeats": ("repeats",),
    "families": ("family_meetings", "apart_meetings"),
    "clubs": ("club_meetings",),
    "vacancies": ("vacancy_repeats", "five_repeats", "sit_out_repeats"),
    "captains": ("without_captain",),
    "languages": ("without_language",),
}
WORST = ("shared_vacancies", "away_from_table")
# What weighs less than all these, where earlier events count.
SEASON = ("season_meetings",)


def report(document: DrawDocument | PublishedDraw) -> dict[str, int]:
    """The audit of a draw as the command line writes it; what was wished of it is in its trace."""
    trace = document.get("trace", {})
    wish: Wished = trace.get("wish", {})
    clubs = {int(player): club for player, club in wish.get("clubs", {}).items()}
    counted = audit(
        document["players"], document["rounds"], clubs, document.get("resting", ()), seats=balanced_seats(wish)
    )
    return counted | unmet(document["rounds"], wish)


def balanced_seats(wish: Wished) -> int:
    """How many seats of a table, the first ones, everybody should have equally often: not the one for who writes."""
    return SEATS - 1 if wish.get("writers_last") else SEATS


def unmet(rounds: Rounds, wish: Wished) -> dict[str, int]:
    """For each kind of wish how often it is not met; `wish` as a trace tells it, players named by text.

    `family_meetings` and `apart_meetings`: pairs at a table, summed; `without_captain` and `without_language`: tables;
    `away_from_table`: times somebody who should stay at a table sits at another one. `writer_elsewhere`, where who
    writes should sit last: tables with somebody willing where somebody else does. `season_meetings`, where earlier
    events count: pairs at a table who met in one of them, summed.
    """
    counts = {
        name: count(rounds, wish.get(field) or {})
        for field, (name, count) in COUNTED.items()
        if name not in SEASON or wish.get(field)
    }
    return counts | ({"writer_elsewhere": _elsewhere(rounds, wish["captains"])} if _writes_last(wish) else {})


def unmet_by_wish(rounds: Rounds, wish: Wished) -> dict[str, int]:
    """For each wish that was made, by its field, how often it is not met."""
    counts = unmet(rounds, wish)
    return {field: counts[name] for field, (name, _count) in COUNTED.items() if wish.get(field)}


def _tables(rounds: Rounds) -> list[Table]:
    return [table for tables in rounds for table in tables if table]


def _pairs(rounds: Rounds, unwanted: Callable[[int, int], bool]) -> int:
    people = ([player for player in table if player is not None] for table in _tables(rounds))
    return sum(unwanted(a, b) for table in people for a, b in combinations(table, 2))


def _sharing(rounds: Rounds, labels: Mapping[str, str]) -> int:
    return _pairs(rounds, lambda a, b: str(a) in labels and labels[str(a)] == labels.get(str(b)))


def _named(rounds: Rounds, pairs: Sequence[Sequence[int]]) -> int:
    named = {frozenset(pair) for pair in pairs}
    return _pairs(rounds, lambda a, b: frozenset((a, b)) in named)


def _without_captain(rounds: Rounds, captains: Sequence[int]) -> int:
    return sum(not set(table) & set(captains) for table in _tables(rounds)) if captains else 0


def _writes_last(wish: Wished) -> bool:
    return bool(wish.get("writers_last") and wish.get("captains"))


def _elsewhere(rounds: Rounds, captains: Sequence[int]) -> int:
    willing = set(captains)
    return sum(not willing.isdisjoint(table) and table[-1] not in willing for table in _tables(rounds))


def _without_language(rounds: Rounds, languages: Mapping[str, Sequence[str]]) -> int:
    """Tables of which those who named languages share none."""
    spoken = [
        [set(languages[str(player)]) for player in table if str(player) in languages] for table in _tables(rounds)
    ]
    return sum(bool(named) and not set.intersection(*named) for named in spoken)


def _away(rounds: Rounds, stays: Mapping[str, int]) -> int:
    return sum(
        int(player) in table and number != table_number
        for player, table_number in stays.items()
        for tables in rounds
        for number, table in enumerate(tables, 1)
    )


# What is counted of each wish, by its field, and how.
COUNTED: Mapping[str, tuple[str, Callable[[Rounds, Any], int]]] = {
    "families": ("family_meetings", _sharing),
    "apart": ("apart_meetings", _named),
    "captains": ("without_captain", _without_captain),
    "languages": ("without_language", _without_language),
    "stays": ("away_from_table", _away),
    "season": ("season_meetings", lambda rounds, met: _named(rounds, [pair[:2] for pair in met])),
}
