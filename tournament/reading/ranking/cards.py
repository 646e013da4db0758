"""A player's card: the points from every visible round, deal by deal, and the decisions about the player."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from scoring import RuleSet
from tournament.models import Adjustment, Decision, Entry, Event, Round, Table
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.ranking.format import Format
from tournament.ranking.records import TableFacts
from tournament.ranking.shares import TablePlace
from tournament.ranking.table_play import places_at
from tournament.reading.jury.decision_words import withheld
from tournament.reading.table import sheets
from tournament.reading.table.sheet_lines import SheetCell, SheetLine
from tournament.reading.table.sheets import Sheet, SheetTotal

# The rulings on deals by round, table and deal, each with the points it gave a player besides.
Rulings = defaultdict[tuple[int, int, int], list[tuple[Decision, int]]]


@dataclass(frozen=True, slots=True)
class CardDeal:
    """A deal that gave the player points, or waits for the jury, and their seat in it.

    `rulings` are those in force on the deal, each with the points it gave the player besides.
    """

    line: SheetLine
    cell: SheetCell
    rulings: tuple[tuple[Decision, int], ...] = ()


@dataclass(frozen=True, slots=True)
class RoundPlayed:
    """A table at which the player sat in a round, with the deals they played there.

    Where the ranking is frozen before this round, its results are `withheld`: the sheet shows only who sits there.
    `total` is the player's total on that table's sheet; `table_place` their place there, once it gives a bonus.
    """

    round: int
    sheet: Sheet
    card_deals: tuple[CardDeal, ...]
    total: SheetTotal
    table_place: TablePlace | None = None
    withheld: bool = False

    @property
    def points(self) -> int | None:
        """The points from these deals, and for those that were not played; None while they are withheld."""
        return None if self.withheld else self.total.deals + self.total.averaged


@dataclass(frozen=True, slots=True)
class Card:
    """A player's whole card; `adjusted` holds the decisions in force about them, including those without points.

    `hidden` holds the numbers of those whose reason is not told yet.
    """

    entry: Entry
    name: str
    sat: tuple[RoundPlayed, ...]
    adjusted: tuple[Adjustment, ...]
    hidden: Collection[int] = ()

    @property
    def adjustments(self) -> int:
        """The sum of the points of the decisions."""
        return sum(adjustment.points for adjustment in self.adjusted)

    @property
    def did_not_come(self) -> bool:
        """Whether the player was put out when check-in closed, without having played a deal."""
        return self.entry.withdrawn and self.entry.no_show > 0 and not any(sat.card_deals for sat in self.sat)

    @property
    def points(self) -> int:
        """The total of a player who is not ranked; for ranked players the ranking has it."""
        return sum(sat.points or 0 for sat in self.sat) + self.adjustments


def card(event: Event, entry: Entry) -> Card:
    """The public card of an entry (with its player), always in ten queries."""
    rounds = facts.rounds(event, public=True)
    public_rounds = facts.public_rounds(event, rounds)
    adjusted = _adjusted(entry, public_rounds)
    hidden = withheld(event, [row.decision for row in adjusted])
    return Card(
        entry, sheets.public_name(entry), _sat(event, entry.number, rounds, adjusted, public_rounds), adjusted, hidden
    )


def _sat(
    event: Event, number: int, rounds: Sequence[Round], adjusted: Sequence[Adjustment], public_rounds: Collection[int]
) -> tuple[RoundPlayed, ...]:
    rows = Table.objects.filter(round__in=rounds, seats__entry__number=number).distinct()
    facts_by_key = {
        pk: table if table.round in public_rounds else _withheld(table) for pk, table in facts.tables(rows).items()
    }
    tables = sorted(facts_by_key.items(), key=lambda item: (item[1].round, item[1].number))
    numbers = {seat.entry for _pk, table in tables for seat in table.seats}
    entries = Entry.objects.filter(event=event, number__in=numbers).select_related("player")
    people = {entry.number: entry for entry in entries}
    rules, planned = facts.ruleset(event), format_of(event)
    decided = facts.decided_at(rows.filter(round__number__in=public_rounds))
    rulings = _rulings(rows, {row.decision_id: row.points for row in adjusted})
    card_sheets = [sheets.build_sheet(table, people, rules, decided=decided[pk]) for pk, table in tables]
    return tuple(
        RoundPlayed(
            sheet.table.round,
            sheet,
            _played(sheet, number, rulings),
            sheet.total(number),
            _place(sheet.table, rules, planned, number),
            sheet.table.round not in public_rounds,
        )
        for sheet in card_sheets
    )


def _withheld(table: TableFacts) -> TableFacts:
    """A table as if nothing had been played there."""
    return replace(table, deals={}, ended=None)


def _place(table: TableFacts, rules: RuleSet, planned: Format, number: int) -> TablePlace | None:
    return places_at(table, rules, planned.bonus_of(table.round)).get(number)


def _played(sheet: Sheet, number: int, rulings: Rulings) -> tuple[CardDeal, ...]:
    table = sheet.table
    return tuple(
        CardDeal(line, cell, tuple(rulings[table.round, table.number, line.number]))
        for line in sheet.written
        for cell in line.cells
        if not cell.resting and table.entry(cell.position, line.number) == number
    )


def _rulings(tables: QuerySet[Table], points_by_decision: Mapping[int, int]) -> Rulings:
    """The rulings on deals that score, with what each gave: not what a table reported, nor a contract refused."""
    rows = Decision.objects.counting().filter(table__in=tables, deal__isnull=False)
    rows = rows.exclude(kind=Decision.JURY_CALL).exclude(ruling__in=("", Decision.Ruling.REFUSED))
    rulings: Rulings = defaultdict(list)
    for row in rows.select_related("table__round").order_by("number"):
        if row.table and row.deal:
            rulings[row.table.round.number, row.table.number, row.deal].append((row, points_by_decision.get(row.pk, 0)))
    return rulings


def _adjusted(entry: Entry, public_rounds: Collection[int]) -> tuple[Adjustment, ...]:
    """The decisions about an entry in the order they were taken, without those of rounds that are not shown."""
    rows = Adjustment.objects.filter(entry=entry, decision__in=Decision.objects.counting()).order_by("decision__number")
    return tuple(
        row
        for row in rows.select_related("decision__round", "decision__table")
        if row.decision.round is None or row.decision.round.number in public_rounds
    )
