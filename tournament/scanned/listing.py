"""The sheets of a batch as a list for the desk: whose table, how many rows are without doubt, what is recorded."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from tournament.models import Deal, Event, Seat, Table
from tournament.scanned.batch import Page


@dataclass(frozen=True, slots=True)
class Listed:
    """One sheet: its page, its table with who keeps score there, and how many of its played rows are recorded."""

    page: Page
    table: Table
    captain: str
    recorded: int

    @property
    def played(self) -> int:
        """The rows in which something is marked."""
        return len(self.page.sure) + len(self.page.open)

    @property
    def done(self) -> bool:
        """Whether every row of it is recorded."""
        return self.recorded >= self.played


def listed(event: Event, pages: Sequence[Page]) -> list[Listed]:
    """The pages that are sheets of tables, in the order in which they came."""
    places = {(page.place.round, page.place.table) for page in pages if page.place}
    rows = Table.objects.filter(round__event=event).select_related("round__event")
    tables = {(row.round.number, row.number): row for row in rows if (row.round.number, row.number) in places}
    known = [row.pk for row in tables.values()]
    names, recorded = _captains(known), _recorded(known)
    found = []
    for page in pages:
        row = tables.get((page.place.round, page.place.table)) if page.place else None
        if row:
            here = {one.deal for one in page.rows if one.line or one.question} & recorded[row.pk]
            found.append(Listed(page, row, names.get(row.pk, ""), len(here)))
    return found


def _captains(tables: Sequence[int]) -> dict[int, str]:
    """Who keeps score at tables, by name; a substitute after whom they came for."""
    seats = Seat.objects.filter(table__in=tables, position=F("table__captain")).order_by("from_deal")
    return dict(seats.values_list("table", "entry__player__name"))


def _recorded(tables: Sequence[int]) -> defaultdict[int, set[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    deals = Deal.objects.filter(table__in=tables, result__isnull=False).order_by()
    for table, number in deals.values_list("table", "number"):
        found[table].add(number)
    return found
