"""The ranking of clubs in short."""

from scoring import Row, rank
from tournament.ranking.records import EntryFacts
from tournament.ranking.standings import RankingPlace


def places(*members: tuple[str, int]) -> list[RankingPlace]:
    """A ranking of players of these clubs with these points before the first cut."""
    rows = [Row(number, points) for number, (_club, points) in enumerate(members, 1)]
    clubs = {number: club for number, (club, _points) in enumerate(members, 1)}
    return [
        RankingPlace(standing, EntryFacts(row.number, "", clubs[row.number], True), 0, opening=row.points)
        for standing in rank(rows, [], "")
        if (row := standing.row)
    ]
