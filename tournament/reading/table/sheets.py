"""A table's sheet for reading: a column per seat, a line per deal, running totals, and explanations.

Used by the captain's page, the desk, a player's card and everything printed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, zip_longest
from types import MappingProxyType
from typing import NamedTuple

from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import Result, RuleSet
from tournament.acts.kernel.rehearsal_data import wiped_decisions
from tournament.models import Decision, Entry, Seat, Table
from tournament.naming import by_surname, squeezed
from tournament.ranking import facts
from tournament.ranking.outcomes import outcome
from tournament.ranking.records import DealFacts, Ended, TableFacts
from tournament.ranking.table_play import averages
from tournament.reading.table.announced import jury_answers, standing
from tournament.reading.table.sheet_lines import SheetCell, SheetColumn, SheetLine

NOTHING: Mapping[int, int] = MappingProxyType({})
# One statement, and by hand: at most tables there is nothing, and Django takes long to write four.
BESIDE = """
SELECT EXISTS (SELECT 1 FROM tournament_decision WHERE table_id = %(table)s),
       EXISTS (SELECT 1 FROM tournament_call WHERE table_id = %(table)s AND ended_at IS NULL),
       EXISTS (SELECT 1 FROM tournament_rulescorrection WHERE event_id = %(event)s)
"""


class Beside(NamedTuple):
    """Whether there is anything beside the deals: decisions at the table, open calls, corrections of the rules."""

    decisions: bool = True
    calls: bool = True
    corrections: bool = True


ANYTHING = Beside()


@dataclass(frozen=True, slots=True)
class SheetTotal:
    """What one player got at a table: from the deals played there, and from decisions at this table.

    `averaged` is what they get for the deals that were not played there, where those are averaged.
    `until` is the last deal of a player who was replaced, None for a player who still sits there.
    """

    entry: int
    name: str
    position: int
    until: int | None
    deals: int
    decided: int
    averaged: int = 0

    @property
    def points(self) -> int:
        """Everything together: the player's total at this table, on the screen and on paper."""
        return self.deals + self.averaged + self.decided


@dataclass(frozen=True, slots=True)
class Sheet:
    """All planned deals of a table; `next` is the first that is not over yet, None if all are.

    `entry_names` holds the name of everyone who sat at the table, by entry number; `totals` what each of them got
    there, in the order of the seats, a replaced player before their substitute. `decisions` are those at the table
    (`decisions_at`) where they were read with it, else None; `beside` says what else need not be asked.
    """

    table: TableFacts
    columns: tuple[SheetColumn, ...]
    lines: tuple[SheetLine, ...]
    totals: tuple[SheetTotal, ...]
    entry_names: Mapping[int, str]
    decisions: Sequence[Decision] | None = None
    beside: Beside = ANYTHING

    @property
    def decided(self) -> bool:
        """Whether decisions at this table gave anybody points."""
        return any(total.decided for total in self.totals)

    @property
    def averaged(self) -> bool:
        """Whether anybody has points for deals that were not played."""
        return any(total.averaged for total in self.totals)

    @property
    def not_played(self) -> str:
        """Which deals are not played here, why, and what they count, in sentences; "" for a table that plays all."""
        return _not_played(self.table.ended) if self.table.ended else ""

    @property
    def replaced(self) -> bool:
        """Whether any player was replaced by a substitute."""
        return any(total.until is not None for total in self.totals)

    def total(self, entry: int) -> SheetTotal:
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
        """The deals that are over."""
        return tuple(line for line in self.lines if line.over)

    @property
    def next(self) -> SheetLine | None:
        """The deal to write next."""
        return next((line for line in self.lines if not line.over), None)

    @property
    def waiting(self) -> list[int]:
        """The numbers of the deals that wait for the jury."""
        return [line.number for line in self.lines if line.waiting]

    @property
    def last(self) -> SheetLine | None:
        """The last deal that the table has written."""
        return next((line for line in reversed(self.lines) if line.entered), None)

    def ruled_on(self, line: SheetLine) -> bool:
        """Whether the jury ruled on a deal; the captain's answer about the jury is not a ruling."""
        return not all(ruling.from_table for ruling in self.table.deal(line.number).rulings)

    def overruled(self, line: SheetLine) -> bool:
        """Whether a ruling applies instead of what the table wrote."""
        return self.ruled_on(line) and (line.ruled or line.annulled or not line.over)

    def takes_back(self, line: SheetLine) -> bool:
        """Whether the table itself can take back what it wrote about a deal."""
        if line.entered:
            return line is self.last and not self.ruled_on(line)
        return line is self.next and bool(line.passes or line.misdeals)

    def names(self, deal: int) -> dict[int, str]:
        """The names of those who play a deal, by position."""
        return {position: self.entry_names[self.table.entry(position, deal)] for position in self.table.playing(deal)}

    def dealer(self, deal: int) -> str:
        """The name of the dealer of a deal."""
        return self.entry_names[self.table.entry(self.table.dealer(deal), deal)]

    def totals_before(self, deal: int) -> dict[int, int]:
        """The points of each entry when a deal begins, by number, including all decisions at this table so far."""
        return next(islice(self.totals_at_beginnings(), deal - 1, None))

    def totals_at_beginnings(self) -> Iterator[dict[int, int]]:
        """The same for each deal in order."""
        points = {total.entry: total.decided for total in self.totals}
        for line in self.lines:
            yield dict(points)
            for cell in line.cells:
                points[self.table.entry(cell.position, line.number)] += cell.points or 0


def sheet(row: Table, *, public: bool = True, just_read: bool = False) -> Sheet:
    """The sheet of one table, with public names, or with full names for its own players and the staff.

    A row that was `just_read` with its round is not read again.
    """
    row = row if just_read else Table.objects.select_related("round__event").get(pk=row.pk)
    seats, beside = list(Seat.objects.filter(table=row).select_related("entry__player")), _read_beside(row)
    decisions = decisions_at(row) if beside.decisions else ()
    in_force = [decision for decision in decisions if decision.counts]
    table = facts.table_read(row, seats, in_force)
    decided: Counter[int] = Counter()
    for adjustment in (each for decision in in_force for each in decision.adjustments.all()):
        decided[adjustment.entry.number] += adjustment.points
    name, entries = public_name if public else full_name, {seat.entry.number: seat.entry for seat in seats}
    built = build_sheet(table, entries, facts.ruleset(row.round.event), name, decided)
    return replace(built, decisions=decisions, beside=beside)


def _read_beside(row: Table) -> Beside:
    with connection.cursor() as cursor:
        cursor.execute(BESIDE, {"table": row.pk, "event": row.round.event_id})
        return Beside(*map(bool, cursor.fetchone()))


def build_sheet(
    table: TableFacts,
    entries: Mapping[int, Entry],
    ruleset: RuleSet,
    name: Callable[[Entry], str] | None = None,
    decided: Mapping[int, int] = NOTHING,
) -> Sheet:
    """The sheet of a table from its facts; `name` gives the name of an entry, by default `public_name`.

    `decided` holds the points from decisions at this table, by entry number.
    """
    name = name or public_name
    totals = {seat.entry: 0 for seat in table.seats}
    names = {number: name(entry) for number, entry in entries.items()}
    lines = [_line(table, table.deal(number), ruleset, totals, names) for number in range(1, table.planned + 1)]
    columns = tuple(_column(table, position, entries, names) for position in table.positions)
    points = totals, averages(table, ruleset), decided
    return Sheet(table, columns, tuple(lines), _totals(table, names, points), names)


def preview(table: TableFacts, number: int, result: Result, ruleset: RuleSet, totals: Mapping[int, int]) -> SheetLine:
    """The line as it would be with this result, added to these totals by entry; nothing is written.

    If it would wait for the jury, it shows what it gives once the jury allows it.
    """
    deal = rewritten(table.deal(number), result)
    line = _line(table, deal, ruleset, dict(totals))
    if not line.waiting:
        return line
    allowed = _line(table, rewritten(deal, replace(result, jury="allowed")), ruleset, dict(totals))
    return replace(line, cells=allowed.cells)


def rewritten(deal: DealFacts, result: Result) -> DealFacts:
    """The deal as it would be if this result were entered: what was reported of the jury goes with the old one."""
    rulings = tuple(ruling for ruling in deal.rulings if not ruling.from_table)
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
    decisions = list(rows.prefetch_related("adjustments__entry__player", "table__seats__entry__player", "endings__by"))
    if all(decision.cancel_reason or not decision.cancelled for decision in decisions):
        return decisions  # as at almost every table: the logbook is not asked
    wiped = wiped_decisions(row.round.event)
    return [decision for decision in decisions if decision.number not in wiped]


def _line(
    table: TableFacts,
    deal: DealFacts,
    ruleset: RuleSet,
    totals: dict[int, int],
    names: Mapping[int, str] = MappingProxyType({}),
) -> SheetLine:
    """One deal; adds its points to the running totals by entry, in which a substitute begins with 0.

    `names` are those of the entries: without them nothing is told of the jury's answers.
    """
    ended = outcome(deal, ruleset)
    points = ended.points(ruleset)
    for position, gained in points.items():
        totals[table.entry(position, deal.number)] += gained
    plays, dealer = set(table.playing(deal.number)), table.dealer(deal.number)
    cells = tuple(
        SheetCell(
            position,
            points.get(position),
            totals[table.entry(position, deal.number)],
            dealer=position == dealer,
            declarer=ended.result is not None and position in ended.result.declarers,
            resting=position not in plays,
        )
        for position in table.positions
    )
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
        ended.waiting,
        ended.uncalled(ruleset),
        _answers(table, deal, ruleset, names),
    )


def _answers(table: TableFacts, deal: DealFacts, ruleset: RuleSet, names: Mapping[int, str]) -> tuple[str, ...]:
    if not names or not deal.rulings:
        return ()
    sat = {seat: names[table.entry(seat, deal.number)] for seat in table.playing(deal.number)}
    return tuple(jury_answers(deal, sat, ruleset))


def _not_played(ended: Ended) -> str:
    numbers = ", ".join(map(str, ended.unplayed_deals))
    sentence = ngettext("Not played: deal %(numbers)s.", "Not played: deals %(numbers)s.", len(ended.unplayed_deals))
    counts = (
        _("Each player gets the average of the deals they played here, rounded down.")
        if ended.averaged
        else _("What is not played counts 0.")
    )
    because = ended.because and _("Reason: %(reason)s.") % {"reason": ended.because.rstrip(".")}
    return " ".join(filter(None, [sentence % {"numbers": numbers}, because, counts]))


def _totals(
    table: TableFacts, names: Mapping[int, str], gains: tuple[Mapping[int, int], Mapping[int, int], Mapping[int, int]]
) -> tuple[SheetTotal, ...]:
    """`gains` are the points of the deals, of those not played, and of decisions, by entry."""
    deals, averaged, decided = gains
    # Who changed places at the table has one total, at the last of them.
    last = {seat.entry: seat for seat in sorted(table.seats, key=lambda seat: seat.from_deal)}
    sheet_totals = []
    for position in table.positions:
        seats = [seat for seat in table.seats if seat.position == position]
        for seat, following in zip_longest(seats, seats[1:]):
            if last[seat.entry] is not seat:
                continue
            until = following.from_deal - 1 if following else None
            own = deals[seat.entry], decided.get(seat.entry, 0), averaged.get(seat.entry, 0)
            sheet_totals.append(SheetTotal(seat.entry, names[seat.entry], position, until, *own))
    return tuple(sheet_totals)


def _column(table: TableFacts, position: int, entries: Mapping[int, Entry], names: Mapping[int, str]) -> SheetColumn:
    *before, current = (seat for seat in table.seats if seat.position == position)
    entry = entries[current.entry]
    return SheetColumn(
        position,
        entry.number,
        names[entry.number],
        entry.player.club,
        position == table.captain,
        current.from_deal,
        tuple(names[seat.entry] for seat in before if seat.entry != current.entry),
    )
