"""What stewards see of a season besides: evenings on paper with their sums, and players who are linked to nobody."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Sum

from tournament.models import Entry, Event, PersonLink, SeasonTotal, Seat, Series


class PaperTable(NamedTuple):
    """A table in a round of an evening on paper: how many sat there, and the sum of their points."""

    round: int
    table: int
    players: int
    points: int


class PaperEvening(NamedTuple):
    """An evening on paper with its tables: nothing is checked against anything but these sums."""

    day: date
    sums: Sequence[PaperTable]

    @property
    def points(self) -> int:
        """The sum of all points."""
        return sum(table.points for table in self.sums)


class UnlinkedEvening(NamedTuple):
    """The players of an event who are nobody of the register, as played."""

    event: Event
    entries: Sequence[Entry]


def paper_evenings(series: Series) -> list[PaperEvening]:
    """The evenings of a series that came in as totals, the last first."""
    rows = SeasonTotal.objects.filter(series=series).values_list("date", "round", "table")
    sums = rows.annotate(players=Count("pk"), won=Sum("points")).order_by("-date", "round", "table")
    by_day = groupby(sums, key=lambda row: row[0])
    return [PaperEvening(day, [PaperTable(*row[1:]) for row in tables]) for day, tables in by_day]


def unlinked_entries(series: Series) -> Iterator[UnlinkedEvening]:
    """Who played on evenings of a series and is linked to nobody, by event, the last first."""
    seats = Seat.objects.filter(entry=OuterRef("pk"), table__round__published=True)
    events = Event.objects.filter(evening__series=series, evening__cancelled=False, binned=False)
    unlinked = Entry.objects.filter(Exists(seats), ~Exists(PersonLink.objects.filter(entry=OuterRef("pk"))))
    entries = unlinked.filter(event__in=events).select_related("event", "player")
    ordered = entries.order_by("-event__evening__date", "event", "player__sorting", "number")
    for event, players in groupby(ordered, key=attrgetter("event")):
        yield UnlinkedEvening(event, list(players))
