"""A table's sheet for reading: a column per seat, a line per deal, running totals, and explanations.

Used by the captain's page, the desk, a player's card and everything printed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from scoring import Result, RuleSet, explain, words
from scoring.score import annulled
from tournament.acts.rehearsal import wiped_decisions
from tournament.models import Decision, Entry, Table
from tournament.naming import by_surname, squeezed
from tournament.ranking import facts, standings
from tournament.ranking.facts import Correction, DealFacts, TableFacts
from tournament.ranking.standings import Outcome
from tournament.reading.announced import standing

NOTHING: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Column:
    """A seat: who sits there now, from which deal on, and the names of earlier occupants."""

    position: int
    entry: int
    name: str
    club: str
    captain: bool
    from_deal: int = 1
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """What a deal gave a seat: `points` is None if the seat did not play or there is no result yet."""

    position: int
    points: int | None
    total: int
    dealer: bool
    declarer: bool
    resting: bool = False


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One deal of a sheet. `result` is what scores, `played` what was entered if a ruling replaced it.

    A deal that was not `entered` may still have a result: the jury ruled before the table wrote. A `mixed` deal waits
    for the jury's points; `corrected` says when and why the result was corrected after the table was closed.
    `announced` is what is being played, until the deal is settled.
    """

    number: int
    result: Result | None
    played: Result | None
    annulled: bool
    cells: tuple[Cell, ...]
    passes: int
    misdeals: int
    version: int
    ruleset: RuleSet = field(repr=False)
    entered: bool = True
    mixed: bool = False
    corrected: Correction | None = None
    announced: Mapping[str, Any] | None = None

    @property
    def settled(self) -> bool:
        """Whether the deal is decided: it has a result or was annulled."""
        return self.result is not None or self.annulled

    @property
    def stands(self) -> bool:
        """Whether the table has written the deal and has nothing left to write about it."""
        return self.entered and self.settled

    @property
    def ruled(self) -> bool:
        """Whether the result that counts is the jury's, not the table's."""
        return self.result is not None and (self.played is not None or not self.entered)

    @property
    def contract(self) -> str:
        """The key of the contract; "" while there is none."""
        return self.result.contract if self.result else ""

    def explanation(self, language: str, position: int | None = None, names: Mapping[int, str] | None = None) -> str:
        """Why the deal gave its points, or what it gave one position and why; "" while there is no result.

        `names`, by position, are used instead of seat numbers.
        """
        if self.result is None:
            return ""
        if self.annulled and not annulled(self.result, self.ruleset):
            return _("Annulled by the jury")
        return words.explanation(explain(self.result, self.ruleset), language, self.ruleset, position, names)


@dataclass(frozen=True, slots=True)
class Total:
    """What one player got at a table: from the deals played there, and from decisions at this table.

    `until` is the last deal of a player who was replaced, None for a player who still sits there.
    """

    entry: int
    name: str
    position: int
    until: int | None
    deals: int
    decided: int

    @property
    def points(self) -> int:
        """Deals and decisions together: the player's total at this table, on the screen and on paper."""
        return self.deals + self.decided


@dataclass(frozen=True, slots=True)
class Sheet:
    """All planned deals of a table; `next` is the first that is not settled yet, None if all are.

    `people` holds the name of everyone who sat at the table, by entry number; `totals` what each of them got there, in
    the order of the seats, a replaced player before their substitute.
    """

    table: TableFacts
    columns: tuple[Column, ...]
    lines: tuple[SheetLine, ...]
    totals: tuple[Total, ...]
    people: Mapping[int, str]

    @property
    def decided(self) -> bool:
        """Whether decisions at this table gave anybody points."""
        return any(total.decided for total in self.totals)

    @property
    def replaced(self) -> bool:
        """Whether any player was replaced by a substitute."""
        return any(total.until is not None for total in self.totals)

    def total(self, entry: int) -> Total:
        """What the player with this entry number got at the table."""
        return next(total for total in self.totals if total.entry == entry)

    @property
    def versions(self) -> str:
        """The versions of all deals in order, separated by commas, for a form."""
        return ",".join(str(line.version) for line in self.lines)

    @property
    def seats(self) -> str:
        """Who sits where from which deal on, as position.deal.entry, for a form."""
        return " ".join(f"{seat.position}.{seat.from_deal}.{seat.entry}" for seat in self.table.seats)

    @property
    def written(self) -> tuple[SheetLine, ...]:
        """The deals that are settled."""
        return tuple(line for line in self.lines if line.settled)

    @property
    def next(self) -> SheetLine | None:
        """The deal to write next."""
        return next((line for line in self.lines if not line.settled), None)

    @property
    def last(self) -> SheetLine | None:
        """The last deal that the table has written."""
        return next((line for line in reversed(self.lines) if line.entered), None)

    def ruled_on(self, line: SheetLine) -> bool:
        """Whether the jury ruled on a deal; the captain's answer about the jury is not a ruling."""
        return not all(ruling.call for ruling in self.table.deal(line.number).rulings)

    def overruled(self, line: SheetLine) -> bool:
        """Whether a ruling applies instead of what the table wrote."""
        return self.ruled_on(line) and (line.ruled or line.annulled or not line.settled)

    def takes_back(self, line: SheetLine) -> bool:
        """Whether the table itself can take back what it wrote about a deal."""
        if line.entered:
            return line is self.last and not self.ruled_on(line)
        return line is self.next and bool(line.passes or line.misdeals)

    def names(self, deal: int) -> dict[int, str]:
        """The names of those who play a deal, by position."""
        return {position: self.people[self.table.entry(position, deal)] for position in self.table.playing(deal)}

    def dealer(self, deal: int) -> str:
        """The name of the dealer of a deal."""
        return self.people[self.table.entry(self.table.dealer(deal), deal)]

    def totals_before(self, deal: int) -> dict[int, int]:
        """The points of each entry when a deal begins, by number, including all decisions at this table so far."""
        had = {total.entry: total.decided for total in self.totals}
        for line in self.lines[: deal - 1]:
            for cell in line.cells:
                had[self.table.entry(cell.position, line.number)] += cell.points or 0
        return had


def sheet(row: Table, *, public: bool = True) -> Sheet:
    """The sheet of one table, with public names, or with full names for its own players and the staff."""
    table = facts.table(row)
    numbers = {seat.entry for seat in table.seats}
    people = Entry.objects.filter(event=row.round.event_id, number__in=numbers).select_related("player")
    name = public_name if public else full_name
    decided = facts.decided_at(Table.objects.filter(pk=row.pk))[row.pk]
    return build_sheet(table, {entry.number: entry for entry in people}, facts.ruleset(row.round.event), name, decided)


def build_sheet(
    table: TableFacts,
    people: Mapping[int, Entry],
    ruleset: RuleSet,
    name: Callable[[Entry], str] | None = None,
    decided: Mapping[int, int] = NOTHING,
) -> Sheet:
    """The sheet of a table from its facts; `name` gives the name of an entry, by default `public_name`.

    `decided` holds the points from decisions at this table, by entry number.
    """
    name = name or public_name
    totals = {seat.entry: 0 for seat in table.seats}
    lines = [_line(table, table.deal(number), ruleset, totals) for number in range(1, table.planned + 1)]
    names = {number: name(entry) for number, entry in people.items()}
    columns = tuple(_column(table, position, people, names) for position in table.positions)
    return Sheet(table, columns, tuple(lines), _totals(table, names, totals, decided), names)


def preview(table: TableFacts, number: int, result: Result, ruleset: RuleSet, totals: Mapping[int, int]) -> SheetLine:
    """The line as it would be with this result, added to these totals by entry; nothing is written."""
    return _line(table, rewritten(table.deal(number), result), ruleset, dict(totals))


def rewritten(deal: DealFacts, result: Result) -> DealFacts:
    """The deal as it would be if this result were entered: what was reported of the jury goes with the old one."""
    rulings = tuple(ruling for ruling in deal.rulings if not ruling.call)
    return replace(deal, result=result.to_dict(), rulings=rulings)


def public_name(entry: Entry) -> str:
    """The name for public pages: initials if the player asked for that, the number if the name was erased."""
    return facts.initials(entry.player.name) if entry.player.initials_only and entry.player.name else full_name(entry)


def full_name(entry: Entry) -> str:
    """The name for the table itself and the staff; the number if the name was erased."""
    return entry.player.name or _("player %(number)s") % {"number": entry.number}


def listed_name(entry: Entry) -> str:
    """The name as in the staff's lists, which are sorted by it: "De Smet An"."""
    return by_surname(entry.player.name, entry.player.surname) or full_name(entry)


def public_place(entry: Entry) -> tuple[str, str]:
    """The name in a public list, and its sort key; both are the initials if the player asked for that."""
    if entry.player.initials_only or not entry.player.name:
        return public_name(entry), squeezed(public_name(entry))
    return listed_name(entry), entry.player.sorting


def decisions_at(row: Table) -> Sequence[Decision]:
    """The decisions at a table by number, including cancelled ones except those wiped with the rehearsal."""
    rows = Decision.objects.filter(table=row).order_by("number").select_related("table")
    found = list(rows.prefetch_related("adjustments__entry__player", "table__seats__entry__player"))
    if all(one.cancel_reason or not one.cancelled for one in found):
        return found  # as at almost every table: the logbook is not asked
    wiped = wiped_decisions(row.round.event)
    return [one for one in found if one.number not in wiped]


def _line(table: TableFacts, deal: DealFacts, ruleset: RuleSet, totals: dict[int, int]) -> SheetLine:
    """One deal; adds its points to the running totals by entry, in which a substitute begins with 0."""
    ended = standings.outcome(deal, ruleset)
    points = ended.points(ruleset)
    for position, given in points.items():
        totals[table.entry(position, deal.number)] += given
    cells = tuple(_cell(table, deal.number, position, ended, points, totals) for position in table.positions)
    return SheetLine(
        deal.number,
        ended.result,
        ended.played,
        ended.annulled or ended.uncalled(ruleset),
        cells,
        deal.passes,
        deal.misdeals,
        deal.version,
        ruleset,
        deal.result is not None,
        ended.mixed,
        deal.corrected,
        standing(deal, ruleset),
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
        totals[table.entry(position, number)],
        dealer=position == table.dealer(number),
        declarer=ended.result is not None and position in ended.result.declarers,
        resting=position not in table.playing(number),
    )


def _totals(
    table: TableFacts, names: Mapping[int, str], deals: Mapping[int, int], decided: Mapping[int, int]
) -> tuple[Total, ...]:
    found = []
    for position in table.positions:
        seats = [seat for seat in table.seats if seat.position == position]
        for seat, following in zip_longest(seats, seats[1:]):
            until = following.from_deal - 1 if following else None
            own = deals[seat.entry], decided.get(seat.entry, 0)
            found.append(Total(seat.entry, names[seat.entry], position, until, *own))
    return tuple(found)


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
