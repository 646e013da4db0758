"""Evenings on paper with their sums, as stewards see them."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Count, Sum

from scoring import load
from scoring.game.results import SEATS
from scoring.rules.rulesets import PointSums
from tournament.models import SeasonTotal, Series, Table
from tournament.progress.evenings_on import current_day, evening_plan, missed_dates


class PaperTable(NamedTuple):
    """A table in a round of an evening on paper: how many sat there, and the sum of their points.

    `odd` says that so many deals cannot give this sum by the rules, without bonus and the jury's points.
    """

    round: int
    table: int
    players: int
    points: int
    odd: bool


class PaperEvening(NamedTuple):
    """An evening on paper with its tables."""

    day: date
    sums: Sequence[PaperTable]

    @property
    def points(self) -> int:
        """The sum of all points."""
        return sum(table.points for table in self.sums)

    @property
    def odd(self) -> bool:
        """Whether the sum of a table is odd."""
        return any(table.odd for table in self.sums)


def paper_evenings(series: Series) -> list[PaperEvening]:
    """The evenings of a series that came in as totals, the last first."""
    rows = SeasonTotal.objects.filter(series=series).values_list("date", "round", "table")
    sums = rows.annotate(players=Count("pk"), won=Sum("points"), played=Sum("deals"))
    by_day = groupby(sums.order_by("-date", "round", "table"), key=itemgetter(0))
    possible = load(evening_plan(series).rules).sums
    return [PaperEvening(day, [_table(row[1:], possible) for row in tables]) for day, tables in by_day]


def _table(row: Sequence[int], possible: PointSums | None) -> PaperTable:
    """A table from its row; `possible` are the sums of one deal by the rules. Four at a time play a deal."""
    round, table, players, points, played = row
    deals = Fraction(played, len(SEATS))
    odd = possible is not None and not possible.minimum * deals <= points <= possible.maximum * deals
    return PaperTable(round, table, players, points, odd)


def next_to_record(series: Series) -> date:
    """The date that the form of an evening on paper proposes: the first of late of which nothing is known, or today."""
    today = current_day(series)
    return next(missed_dates(series, today), today)


def usual_tables(series: Series, count: int) -> int:
    """How many tables the last evening had, on paper or in Troel; for the first one as many as `count` people fill."""
    totals = SeasonTotal.objects.filter(series=series).order_by("-date", "-table").values_list("date", "table").first()
    tables = Table.objects.filter(round__event__evening__series=series, round__event__evening__cancelled=False)
    played = tables.order_by("-round__event__evening__date", "-number")
    last = played.values_list("round__event__evening__date", "number").first()
    return max(filter(None, [totals, last]), default=(None, -(-count // len(SEATS))))[1]
