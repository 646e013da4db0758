"""A ranking as other sites embed it: a few columns, the first places, and where the rest is."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Event
from tournament.ranking import live
from tournament.ranking.facts import ruleset
from tournament.reading.logbook.seals import seal
from tournament.reading.ranking.finality import ranking_title
from tournament.reading.ranking.ranking_rows import ranking_rows
from tournament.reading.season.lists import lists
from tournament.reading.season.seasons import SeasonState, season_view
from tournament.wording import doubt

# More is a page of its own, to which the table leads.
MAX_EMBEDDED = 100


@dataclass(frozen=True, slots=True)
class EmbeddedRow:
    """A line: rank, name and figure as text, a remark in small, and where the person's own page is."""

    rank: str
    name: str
    remark: str
    figure: str
    address: str


@dataclass(frozen=True, slots=True)
class EmbeddedTable:
    """A table to embed: what it is of, what it shows, the heading of its figures, and where the whole page is.

    `reason` says why its figures are not verified; "" if they are.
    """

    owner: str
    title: str
    head: str
    embedded: tuple[EmbeddedRow, ...]
    count: int
    address: str
    seal: str = ""
    demo: bool = False
    reason: str = ""

    @property
    def more(self) -> bool:
        """Whether there are lines that it leaves out."""
        return self.count > len(self.embedded)


def embedded_event(event: Event) -> EmbeddedTable:
    """The public ranking of an event."""
    address = links.absolute(event.get_absolute_url())
    ranking = live.ranking(event, public=True)
    places = ranking.places if ranking.begun else ()
    rows = tuple(
        EmbeddedRow(row.rank_text, row.name, row.club, row.sum, f"{address}player/{row.number}/")
        for row in ranking_rows(places[:MAX_EMBEDDED])
    )
    title = ranking_title(event)
    return EmbeddedTable(
        event.name,
        title,
        _("Points"),
        rows,
        len(places),
        address,
        str(seal(event) or ""),
        event.demo,
        doubt(ruleset(event)),
    )


def embedded_season(read: SeasonState) -> EmbeddedTable:
    """The ranking of a season."""
    view = season_view(read)
    series = view.series
    address = links.absolute(series.get_absolute_url())
    season = lists(view)[0]
    rows = tuple(
        EmbeddedRow(row.rank, row.name, row.remark, row.figure or "–", f"{address}{row.person}/")
        for row in season.listed[:MAX_EMBEDDED]
    )
    return EmbeddedTable(series.organisation.name, series.name, season.head, rows, len(season.listed), address)
