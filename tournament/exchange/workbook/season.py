"""The season of a series as a workbook: its ranking with every evening, then both lists, and how it is counted."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.exchange.lists.listings import Listing, ListingColumn, Value
from tournament.exchange.workbook.xlsx_out import written
from tournament.reading.register.shown_names import shown_name
from tournament.reading.season.lists import lists
from tournament.reading.season.seasons import SeasonNight, SeasonView
from tournament.reading.season.words import SCORE_NAMES, sentences


def season_workbook(view: SeasonView) -> bytes:
    """The content of the file, with headings in the active language; figures are exact to the cell's own limit."""
    series = view.series
    return written(f"{series.organisation.name} {series.name}", _listings(view))


def _listings(view: SeasonView) -> Iterator[Listing]:
    wide = ListingColumn(_("Name"), 30)
    heads = [_("Rank"), _("Number")], [_("Presences"), _("Deals"), _("Points of the deals"), _("Average per deal")]
    first, after = ([ListingColumn(head, 11) for head in part] for part in heads)
    score = ListingColumn(str(SCORE_NAMES[view.season.options.score]), 11)
    nights = [ListingColumn(_night_head(night), 11) for night in view.nights]
    yield Listing(_("Season"), [*first, wide, score, *after, *nights], _ranking(view))
    for beside in lists(view)[1:]:
        rows = [[int(row.rank), row.person, row.name, _figure(row.exact), row.remark] for row in beside.listed]
        figures = ListingColumn(beside.head, 11), ListingColumn("", 14)
        yield Listing(beside.title, [*first, wide, *figures], rows)
    rules = [[sentence] for sentence in sentences(view.season.options, view.moved)]
    yield Listing(_("How this season is counted"), [ListingColumn(_("How this season is counted"), 110)], rules)


def _night_head(night: SeasonNight) -> str:
    """When an evening was, and how many times it counts."""
    day = date_format(night.plays_on, "d/m/Y")
    return f"{day} × {night.weight}" if night.weight > 1 else day


def _ranking(view: SeasonView) -> Iterator[list[Value]]:
    """A row for each, with what every evening was worth; what does not count is text in brackets."""
    for standing in view.season.standings:
        figures = [_figure(standing.score), standing.presences, standing.deals, standing.points]
        nights: list[Value] = [
            _figure(slot.worth) if slot.counts or slot.worth is None else f"({float(slot.worth):g})"
            for slot in standing.slots
        ]
        name = shown_name(view.persons[standing.person])
        yield [standing.rank, standing.person, name, *figures, _figure(standing.average), *nights]


def _figure(exact: Fraction | int | None) -> Value:
    """A number of a spreadsheet: whole where it is."""
    if exact is None or Fraction(exact).denominator == 1:
        return None if exact is None else int(exact)
    return float(exact)
