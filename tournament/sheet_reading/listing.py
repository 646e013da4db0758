"""The sheets of a batch as a list for the desk: whose table, how many rows are without doubt, what is recorded."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import F

from tournament.jobs.job import Job
from tournament.models import Deal, Event, Seat, Table
from tournament.sheet_reading.batch import ScannedPage
from tournament.sheet_reading.sheet_owner import digest_of, kept_for


@dataclass(frozen=True, slots=True)
class ListedSheet:
    """One sheet: its page, its table with who keeps score there, and which deals are recorded there.

    A spare sheet has no table (None) before a person said which one it is of.
    """

    page: ScannedPage
    table: Table | None = None
    captain: str = ""
    deals: Collection[int] = ()

    @property
    def spare(self) -> bool:
        """Whether it was printed without a table."""
        return self.page.place is not None and not self.page.place.table

    @property
    def sure(self) -> list[int]:
        """The deals that count and give a line."""
        return [row.deal for row in self.page.sure if self._counts(row.deal)]

    @property
    def open(self) -> list[int]:
        """The deals that count and ask something."""
        return [row.deal for row in self.page.open if self._counts(row.deal)]

    @property
    def beyond(self) -> int:
        """How many rows are filled in of deals after the last one of a table that was stopped early."""
        return sum(not self._counts(row.deal) for row in [*self.page.sure, *self.page.open])

    @property
    def recorded(self) -> int:
        """How many of the rows that count are recorded."""
        return len({*self.sure, *self.open} & {*self.deals})

    @property
    def done(self) -> bool:
        """Whether every row of it is recorded."""
        return self.table is not None and self.recorded >= len(self.sure) + len(self.open)

    def _counts(self, deal: int) -> bool:
        return self.table is None or deal <= self.table.deals_planned


def list_sheets(event: Event, job: Job, pages: Sequence[ScannedPage]) -> list[ListedSheet]:
    """The pages of a batch that are sheets, in the order in which they came."""
    at = _places(event, job, pages)
    rows = Table.objects.filter(round__event=event).select_related("round__event")
    tables = {place: row for row in rows if (place := (row.round.number, row.number)) in at.values()}
    known = [row.pk for row in tables.values()]
    names, recorded = _captains(known), _recorded(known)
    sheets = []
    for page in pages:
        row = tables.get(at[page.number]) if page.number in at else None
        if row:
            sheets.append(ListedSheet(page, row, names.get(row.pk, ""), recorded[row.pk]))
        elif page.place and not page.place.table:
            sheets.append(ListedSheet(page))
    return sheets


def _places(event: Event, job: Job, pages: Sequence[ScannedPage]) -> dict[int, tuple[int, int]]:
    """Round and table of each page that is a sheet; of a spare one the table for which its picture was kept, or 0."""
    sheets = {page.number: page.place for page in pages if page.place}
    stored = kept_for(event) if any(place.table == 0 for place in sheets.values()) else {}
    spare = {page.number: stored.get(digest_of(job, page), 0) for page in pages if page.place and not page.place.table}
    return {number: (place.round, place.table or spare[number]) for number, place in sheets.items()}


def _captains(tables: Sequence[int]) -> dict[int, str]:
    """Who keeps score at tables, by name; a substitute after whom they came for."""
    seats = Seat.objects.filter(table__in=tables, position=F("table__captain")).order_by("from_deal")
    return dict(seats.values_list("table", "entry__player__name"))


def _recorded(tables: Sequence[int]) -> defaultdict[int, set[int]]:
    by_table: defaultdict[int, set[int]] = defaultdict(set)
    deals = Deal.objects.filter(table__in=tables, result__isnull=False).order_by()
    for table, number in deals.values_list("table", "number"):
        by_table[table].add(number)
    return by_table
