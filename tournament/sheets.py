"""A table's sheet as it is read: a column a seat, a line a deal, running totals, and why.

One source for the captain's page, the desk, a player's card and whatever is printed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring import Result, RuleSet, explain, words
from tournament import facts, standings
from tournament.facts import DealFacts, TableFacts
from tournament.models import Decision, Entry, Table
from tournament.standings import Outcome


@dataclass(frozen=True, slots=True)
class Column:
    """A seat: who sits there now, and who sat there before with the deals he played."""

    position: int
    entry: int
    name: str
    club: str
    captain: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """What a deal gave a seat: points and running total are None for who did not play or while there is no result."""

    position: int
    points: int | None
    total: int
    dealer: bool
    declarer: bool
    resting: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One deal of a sheet. `result` is what scores, `played` what was entered where a ruling replaced it."""

    number: int
    result: Result | None
    played: Result | None
    annulled: bool
    cells: tuple[Cell, ...]
    passes: int
    misdeals: int
    version: int
    ruleset: RuleSet = field(repr=False)

    @property
    def contract(self) -> str:
        """The key of the contract, "" while there is none."""
        return self.result.contract if self.result else ""

    def told(self, language: str) -> str:
        """Why the deal gave these points, as a sentence; "" while there is no result."""
        return words.explanation(explain(self.result, self.ruleset), language) if self.result else ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All planned deals of a table; `next` is the first without a result, None when all are written."""

    table: TableFacts
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    totals: Mapping[int, int]

    @property
    def written(self) -> tuple[Line, ...]:
        """The deals that have a result."""
        return tuple(line for line in self.lines if line.result)

    @property
    def next(self) -> Line | None:
        """The deal to write now."""
        return next((line for line in self.lines if line.result is None), None)

    @property
    def last(self) -> Line | None:
        """The last deal that was written."""
        return self.written[-1] if self.written else None


def sheet(row: Table) -> Sheet:
    """The sheet of one table, with public names."""
    table = facts.table(row)
    numbers = {seat.entry for seat in table.seats}
    people = Entry.objects.filter(event=row.round.event_id, number__in=numbers).select_related("player")
    return lay_out(table, {entry.number: entry for entry in people}, facts.ruleset(row.round.event))


def lay_out(table: TableFacts, people: Mapping[int, Entry], ruleset: RuleSet) -> Sheet:
    """The sheet of a table from its facts."""
    totals = dict.fromkeys(table.positions, 0)
    lines = [_line(table, table.deal(number), ruleset, totals) for number in range(1, table.planned + 1)]
    return Sheet(table, tuple(_column(table, position, people) for position in table.positions), tuple(lines), totals)


def preview(table: TableFacts, number: int, result: Result, ruleset: RuleSet, totals: Mapping[int, int]) -> Line:
    """A line as it would be with this result, on top of these totals; nothing is written."""
    deal = table.deal(number)
    hypothetical = DealFacts(number, result.to_dict(), deal.rulings, deal.passes, deal.misdeals, deal.version)
    return _line(table, hypothetical, ruleset, dict(totals))


def public_name(entry: Entry) -> str:
    """The name a page may show: initials where the player wants no more, "" once it was taken away."""
    return facts.initials(entry.player.name) if entry.player.initials_only else entry.player.name


def decisions_at(row: Table) -> Sequence[Decision]:
    """What was decided at a table, cancelled decisions too, in the order of their numbers."""
    return list(Decision.objects.filter(table=row).order_by("number").prefetch_related("adjustments__entry__player"))


def _line(table: TableFacts, deal: DealFacts, ruleset: RuleSet, totals: dict[int, int]) -> Line:
    """One deal, adding what it gives to the running totals."""
    ended = standings.outcome(deal, ruleset)
    points = ended.points(ruleset)
    for position, given in points.items():
        totals[position] += given
    cells = tuple(_cell(table, deal.number, position, ended, points, totals) for position in table.positions)
    return Line(
        deal.number,
        ended.result,
        ended.played,
        ended.annulled or ended.uncalled(ruleset),
        cells,
        deal.passes,
        deal.misdeals,
        deal.version,
        ruleset,
    )


def _cell(
    table: TableFacts,
    number: int,
    position: int,
    ended: Outcome,
    points: Mapping[int, int],
    totals: Mapping[int, int],
) -> Cell:
    return Cell(
        position,
        points.get(position),
        totals[position],
        dealer=position == table.dealer(number),
        declarer=ended.result is not None and position in ended.result.declarers,
        resting=position not in table.playing(number),
    )


def _column(table: TableFacts, position: int, people: Mapping[int, Entry]) -> Column:
    entry = people[table.entry(position, table.planned)]
    return Column(position, entry.number, public_name(entry), entry.player.club, position == table.captain)
