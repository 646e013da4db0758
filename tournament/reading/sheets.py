"""A table's sheet as it is read: a column a seat, a line a deal, running totals, and why.

One source for the captain's page, the desk, a player's card and whatever is printed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from scoring import Result, RuleSet, explain, words
from tournament import facts, standings
from tournament.facts import DealFacts, TableFacts
from tournament.models import Decision, Entry, Table
from tournament.standings import Outcome


@dataclass(frozen=True, slots=True)
class Column:
    """A seat: who sits there now, from which deal on, and the names of those who sat there before."""

    position: int
    entry: int
    name: str
    club: str
    captain: bool
    from_deal: int = 1
    before: tuple[str, ...] = ()


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

    def told(self, language: str, position: int | None = None, names: Mapping[int, str] | None = None) -> str:
        """Why the deal gave these points, or what it gave one position; "" while there is no result.

        `names` by position stand in place of the numbers of the seats.
        """
        if self.result is None:
            return ""
        return words.explanation(explain(self.result, self.ruleset), language, self.ruleset, position, names)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All planned deals of a table; `next` is the first without a result, None when all are written.

    `people` holds the public name of everyone who sat at the table, by entry number.
    """

    table: TableFacts
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    totals: Mapping[int, int]
    people: Mapping[int, str]

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

    def names(self, deal: int) -> dict[int, str]:
        """The names of those who play a deal, by position."""
        return {position: self.people[self.table.entry(position, deal)] for position in self.table.playing(deal)}

    def dealer(self, deal: int) -> str:
        """The name of who deals a deal."""
        return self.people[self.table.entry(self.table.dealer(deal), deal)]

    def totals_before(self, deal: int) -> dict[int, int]:
        """The running totals by position as they were when a deal began."""
        cells = self.lines[deal - 2].cells if deal > 1 else ()
        return dict.fromkeys(self.table.positions, 0) | {cell.position: cell.total for cell in cells}


def sheet(row: Table, *, public: bool = True) -> Sheet:
    """The sheet of one table: with public names, or with full ones for those who sit at it and for the staff."""
    table = facts.table(row)
    numbers = {seat.entry for seat in table.seats}
    people = Entry.objects.filter(event=row.round.event_id, number__in=numbers).select_related("player")
    name = public_name if public else full_name
    return lay_out(table, {entry.number: entry for entry in people}, facts.ruleset(row.round.event), name)


def lay_out(
    table: TableFacts, people: Mapping[int, Entry], ruleset: RuleSet, name: Callable[[Entry], str] | None = None
) -> Sheet:
    """The sheet of a table from its facts; `name` says how an entry is called, publicly when it is not given."""
    name = name or public_name
    totals = dict.fromkeys(table.positions, 0)
    lines = [_line(table, table.deal(number), ruleset, totals) for number in range(1, table.planned + 1)]
    names = {number: name(entry) for number, entry in people.items()}
    columns = tuple(_column(table, position, people, names) for position in table.positions)
    return Sheet(table, columns, tuple(lines), totals, names)


def preview(table: TableFacts, number: int, result: Result, ruleset: RuleSet, totals: Mapping[int, int]) -> Line:
    """A line as it would be with this result, on top of these totals; nothing is written."""
    deal = table.deal(number)
    rulings = tuple(ruling for ruling in deal.rulings if not ruling.call)
    hypothetical = DealFacts(number, result.to_dict(), rulings, deal.passes, deal.misdeals, deal.version)
    return _line(table, hypothetical, ruleset, dict(totals))


def public_name(entry: Entry) -> str:
    """The name a page may show: initials where the player wants no more, the number where the name was taken away."""
    return facts.initials(entry.player.name) if entry.player.initials_only and entry.player.name else full_name(entry)


def full_name(entry: Entry) -> str:
    """The name for the table itself and the staff; the number where the name was taken away."""
    return entry.player.name or _("player %(number)s") % {"number": entry.number}


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


def _column(table: TableFacts, position: int, people: Mapping[int, Entry], names: Mapping[int, str]) -> Column:
    *before, now = (seat for seat in table.seats if seat.position == position)
    entry = people[now.entry]
    return Column(
        position,
        entry.number,
        names[entry.number],
        entry.player.club,
        position == table.captain,
        now.from_deal,
        tuple(names[seat.entry] for seat in before),
    )
