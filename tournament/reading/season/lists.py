"""The lists of a season as rows of text, for the page, the paper and the workbook."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.reading.season.seasons import SeasonView
from tournament.reading.season.words import SCORE_NAMES, amount, shown_name
from tournament.season.counting import CellStatus, SeasonCell, SeasonLine


class SeasonRow(NamedTuple):
    """A row: the person's number and name, the rank as text, the figure that decides, and a remark in small."""

    person: int
    rank: str
    name: str
    figure: str
    remark: str
    cells: tuple["CellText", ...] = ()


class CellText(NamedTuple):
    """An evening in a row: its worth, and whether it counts; "" for an evening without any."""

    text: str
    counts: bool
    value: Fraction | None = None


class SeasonList(NamedTuple):
    """One list with its title, and the heading of its figure."""

    title: str
    head: str
    rows: list[SeasonRow]


def lists(view: SeasonView) -> list[SeasonList]:
    """The ranking, then *most points* and *best average*, without the one that is the ranking itself."""
    season, options = view.season, view.season.options
    points = SeasonList(
        _("Most points"),
        _("Points"),
        [_row(view, line, str(rank), amount(line.points), "") for rank, line in season.most_points],
    )
    average = SeasonList(
        _("Best average"),
        _("Average"),
        [_row(view, line, str(rank), amount(line.average), _deals(line)) for rank, line in season.best_average],
    )
    ranking = SeasonList(
        points.title if options.score == "points" else str(SCORE_NAMES[options.score]),
        points.head if options.score != "mean" else average.head,
        ranking_rows(view),
    )
    others = {"points": [average], "mean": [points]}.get(options.score, [points, average])
    return [ranking, *others]


def ranking_rows(view: SeasonView) -> list[SeasonRow]:
    """The rows of the ranking; those without a rank come last."""
    return [_row(view, line, _rank(line), amount(line.score), _counting(view, line)) for line in view.season.lines]


def evening_rows(view: SeasonView) -> list[SeasonRow]:
    """The same with what each evening was worth."""
    rows = zip(ranking_rows(view), view.season.lines, strict=True)
    return [row._replace(cells=tuple(_cell(cell) for cell in line.cells)) for row, line in rows]


def presence_rows(view: SeasonView) -> list[SeasonRow]:
    """How often each was there, by name; the remark says what they have or lack of the meal and of a rank."""
    lines = sorted(view.season.lines, key=lambda line: (view.people[line.person].sorting, line.person))
    return [_row(view, line, "", str(line.presences), _presences(view, line)) for line in lines]


def _row(view: SeasonView, line: SeasonLine, rank: str, figure: str, remark: str) -> SeasonRow:
    return SeasonRow(line.person, rank, shown_name(view.people[line.person]), figure, remark)


def _rank(line: SeasonLine) -> str:
    return "–" if line.rank is None else f"{line.rank} =" if line.shared else str(line.rank)


def _counting(view: SeasonView, line: SeasonLine) -> str:
    """How many of the evenings that somebody played count; or what they lack of a rank."""
    if line.missing_presences:
        return ngettext("one presence short", "%(count)s presences short", line.missing_presences) % {
            "count": line.missing_presences
        }
    facts = {"count": sum(cell.counts and cell.present for cell in line.cells), "all": line.presences}
    return ngettext("%(count)s of one evening", "%(count)s of %(all)s evenings", line.presences) % facts


def _deals(line: SeasonLine) -> str:
    return ngettext("%(deals)s deal", "%(deals)s deals", line.deals) % {"deals": line.deals}


def _cell(cell: SeasonCell) -> CellText:
    if cell.status == CellStatus.JOKER or (cell.present and cell.value is None):
        return CellText("×", False)
    return CellText(amount(cell.value), cell.counts, cell.value)


def _presences(view: SeasonView, line: SeasonLine) -> str:
    options, remarks = view.season.options, []
    if line.meal:
        remarks.append(_("meal"))
    elif options.meal:
        remarks.append(_("meal in %(count)s") % {"count": options.meal - line.presences})
    if line.missing_presences:
        remarks.append(_("rank in %(count)s") % {"count": line.missing_presences})
    return " · ".join(remarks)
