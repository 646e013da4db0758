"""The sheets of a batch as a list for the desk: whose table, what is without doubt, recorded, missing."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.db.models import F

from tournament.acts.table.sheet_pictures import facts_of, kept_lines
from tournament.jobs.job import Job
from tournament.models import Deal, Event, Seat, Table
from tournament.ranking import facts, standings
from tournament.scan.layout import spans
from tournament.sheet_reading import batch
from tournament.sheet_reading.batch import ScannedPage
from tournament.sheet_reading.sheet_owner import kept_for, unseated


@dataclass(frozen=True, slots=True)
class ListedSheet:
    """One sheet: its page, its table with who keeps score there, and which deals are recorded there.

    A spare sheet has no table (None) before a person said which one it is of. `twins` are the other pages of the batch
    that are a sheet of the same table and deals, `unseated` the positions whose substitute is not seated.
    """

    page: ScannedPage
    table: Table | None = None
    captain: str = ""
    deals: Collection[int] = ()
    unseated: tuple[int, ...] = ()
    twins: tuple[int, ...] = ()

    @property
    def spare(self) -> bool:
        """Whether it was printed without a table."""
        return self.page.place is not None and not self.page.place.table

    @property
    def sure(self) -> list[int]:
        """The deals that count and give a line; none before it is known who sat there."""
        return [] if self.unseated else [row.deal for row in self.page.sure if self._counts(row.deal)]

    @property
    def open(self) -> list[int]:
        """The deals that count and ask something."""
        return [row.deal for row in self.page.open if self._counts(row.deal)]

    @property
    def beyond(self) -> int:
        """How many rows are filled in of deals after the last one of a table that was stopped early."""
        return sum(not self._counts(row.deal) for row in [*self.page.sure, *self.page.open])

    @property
    def written(self) -> set[int]:
        """The deals that count and give a line or ask something."""
        return {row.deal for row in [*self.page.sure, *self.page.open] if self._counts(row.deal)}

    @property
    def recorded(self) -> int:
        """How many of these are recorded."""
        return len(self.written & {*self.deals})

    @property
    def empty(self) -> list[int]:
        """The deals at its end that count, of which nothing was seen and nothing is recorded."""
        return [deal for deal in self.page.empty if self._counts(deal) and deal not in self.deals]

    @property
    def expected(self) -> int:
        """How many deals it should have."""
        return sum(self._counts(row.deal) for row in self.page.rows)

    @property
    def is_short(self) -> bool:
        """Whether a person has still to say that the rows at its end are empty."""
        return bool(self.empty) and self.page.is_empty is None

    @property
    def asks(self) -> int:
        """How many questions it has: of its rows, who sat there, and whether the rows at its end are empty."""
        return len(self.open) + len(self.unseated) + self.is_short

    @property
    def done(self) -> bool:
        """Whether every row of it is recorded, and nobody has to look whether there are more."""
        return self.table is not None and self.recorded == len(self.written) and not self.is_short

    @property
    def place(self) -> tuple[int, int, int] | None:
        """Round, table and which of the table's sheets it is; None of a spare one of which nobody has said it."""
        if self.page.place is None or self.table is None:
            return None
        return self.page.place.round, self.table.number, self.page.place.part

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
            sheets.append(ListedSheet(page, row, names.get(row.pk, ""), recorded[row.pk], unseated(row, page)))
        elif page.place and not page.place.table:
            sheets.append(ListedSheet(page, unseated=unseated(None, page)))
    by_place: defaultdict[object, list[int]] = defaultdict(list)
    for sheet in sheets:
        by_place[sheet.place or sheet.page.number].append(sheet.page.number)
    return [replace(sheet, twins=_others(by_place[sheet.place or sheet.page.number], sheet)) for sheet in sheets]


@dataclass(frozen=True, slots=True)
class MissingSheet:
    """A sheet that is not in a pile: its table, and which of the table's sheets, 0 if it has one only."""

    table: int
    part: int


def missing_sheets(
    event: Event, pages: Sequence[ScannedPage], listed: Sequence[ListedSheet]
) -> dict[int, list[MissingSheet]]:
    """By round, the sheets that are not in a pile, of the rounds that it has sheets of.

    What was kept from an earlier pile is in, and so is a sheet of which every deal is recorded or was not to be played.
    A page that was refused is in the pile if its code says which sheet of this event it is.
    """
    piled = {sheet.place for sheet in listed}
    refused = [at for page in pages if (at := page.origin) and at.event == event.slug]
    piled |= {(at.round, at.table, at.part) for at in refused}
    kept = map(facts_of, kept_lines(event))
    piled |= {(line["round"], line["table"], line["part"]) for line in kept}
    rounds = {page.place.round for page in pages if page.place} | {at.round for at in refused}
    rows = Table.objects.filter(round__event=event, round__number__in=rounds).select_related("round")
    played, rules, missing = facts.tables(rows), facts.ruleset(event), defaultdict[int, list[MissingSheet]](list)
    for row in rows.order_by("round__number", "number"):
        open_deals, parts = standings.missing_deals(played[row.pk], rules), spans(row.deals_in_full)
        for part, (first, last) in enumerate(parts, 1):
            is_open = any(first <= deal <= last for deal in open_deals)
            if is_open and (row.round.number, row.number, part) not in piled:
                missing[row.round.number].append(MissingSheet(row.number, part if len(parts) > 1 else 0))
    return dict(missing)


def _others(numbers: Sequence[int], sheet: ListedSheet) -> tuple[int, ...]:
    return tuple(number for number in numbers if number != sheet.page.number)


def _places(event: Event, job: Job, pages: Sequence[ScannedPage]) -> dict[int, tuple[int, int]]:
    """Round and table of each page that is a sheet; of a spare one the table for which its picture was kept, or 0."""
    sheets = {page.number: page.place for page in pages if page.place}
    stored = kept_for(event) if any(place.table == 0 for place in sheets.values()) else {}
    digests = batch.digests(job) if stored else {}
    spare = {
        page.number: stored.get(digests.get(page.picture, ""), 0)
        for page in pages
        if page.place and not page.place.table
    }
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
