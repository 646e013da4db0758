"""Faults in the rounds of a troel/1 document: who sat where, what was dealt, and who signed it."""

from collections.abc import Iterator, Mapping

from scoring import ResultError, RuleSet
from scoring.game.contracts import CONTRACTS
from tournament.document.play import AnnouncedRecord, DealRecord, ResultData, RoundRecord, TableRecord, UnscoredRecord
from tournament.document.whole import DocumentRecord
from tournament.ranking.outcomes import read
from tournament.ranking.records import playing

# The place of a fault, and what it is.
Fault = tuple[str, str]


def round_faults(document: DocumentRecord, ruleset: RuleSet) -> Iterator[Fault]:
    """The faults in the order of the file."""
    if [round.number for round in document.rounds] != list(range(1, len(document.rounds) + 1)):
        yield "rounds", "are not numbered 1, 2, 3 …"
    numbers, planned = document.numbers, document.planned
    for round in document.rounds:
        place = f"round {round.number}"
        if len({table.number for table in round.tables}) < len(round.tables):
            yield place, "a table number is given twice"
        if _is_seated_twice(round, planned):
            yield place, "somebody sits in two places"
        for table in round.tables:
            at_table, deals = f"{place}, table {table.number}", planned[round.number, table.number]
            yield from ((at_table, fault) for fault in _seat_faults(table, deals, numbers))
            yield from _deal_faults(at_table, table, deals, ruleset)
            if table.ended and table.ended.after >= deals:
                yield at_table, "it cannot have ended there"
            if table.ended and any(deal.number > table.ended.after for deal in table.deals):
                yield at_table, "it played on after it had ended"


def signature_faults(document: DocumentRecord) -> Iterator[Fault]:
    """Signatures of people who were not there, and tables that are not."""
    numbers = {(row.round, row.table, row.number) for row in document.signatures}
    if len(numbers) < len(document.signatures):
        yield "signatures", "a number is given twice at a table"
    tables = document.tables
    for row in document.signatures:
        place = f"signature {row.number}, round {row.round}, table {row.table}"
        if (row.round, row.table) not in tables:
            yield place, "names a table that is not there"
        elif row.entry not in tables[row.round, row.table].sitting:
            yield place, "is of somebody who does not sit there"
    for unsigned in document.unsigned:
        if (unsigned.round, unsigned.table) not in tables:
            yield f"unsigned, round {unsigned.round}, table {unsigned.table}", "names a table that is not there"


def result_fault(result: ResultData, ruleset: RuleSet, seats: tuple[int, ...]) -> str:
    """Why this result is impossible at these positions; "" if it is possible."""
    try:
        possible = read(result, ruleset)
    except ResultError as error:
        return str(error)
    return "" if tuple(sorted(possible.seats)) == seats else "is of other seats than those that play this deal"


def _is_seated_twice(round: RoundRecord, planned: Mapping[tuple[int, int], int]) -> bool:
    """Whether somebody sits in two places in the same deal of a round."""
    taken: set[tuple[int, int]] = set()
    for table in round.tables:
        for position, first in table.seats.items():
            later = [(seat.from_deal, seat.entry) for seat in table.substitutes if str(seat.seat) == position]
            starts = sorted([(1, first), *later])
            ends = [start for start, _entry in starts[1:]] + [planned[round.number, table.number] + 1]
            spans = [(entry, start, max(end, start + 1)) for (start, entry), end in zip(starts, ends, strict=True)]
            sat = [(entry, deal) for entry, start, end in spans for deal in range(start, end)]
            if len(set(sat)) < len(sat) or not taken.isdisjoint(sat):
                return True
            taken.update(sat)
    return False


def _seat_faults(table: TableRecord, deals: int, numbers: set[int]) -> Iterator[str]:
    seats = table.positions
    if seats != tuple(range(1, len(seats) + 1)):
        yield "its seats are not 1 to 4 or 1 to 5"
    if table.captain not in seats:
        yield "its captain has no seat"
    if (table.writer or seats[0]) not in seats:
        yield "whoever writes there has no seat"
    if not table.sitting <= numbers:
        yield "somebody sits there whom the entries do not name"
    substitutes = [(seat.seat, seat.from_deal) for seat in table.substitutes]
    if len(set(substitutes)) < len(substitutes):
        yield "two substitutes come at once"
    if any(seat not in seats or deal > deals for seat, deal in substitutes):
        yield "a substitute comes to a seat or a deal that is not there"


def _deal_faults(place: str, table: TableRecord, deals: int, ruleset: RuleSet) -> Iterator[Fault]:
    played: list[DealRecord | UnscoredRecord] = [*table.deals, *table.unscored]
    if len({deal.number for deal in played}) < len(played):
        yield place, "a deal number is given twice"
    for deal in played:
        at_deal, seats = f"{place}, deal {deal.number}", playing(table.positions, deal.number)
        if deal.number > deals:
            yield at_deal, "the table plays no such deal"
        for name in ("result", "played"):
            result = getattr(deal, name, None)
            if result is not None and (fault := result_fault(result, ruleset, seats)):
                yield f"{at_deal}, {name}", fault
        if not _is_possible(deal.announced, seats):
            yield f"{at_deal}, announced", "is no contract of those who play this deal"


def _is_possible(announced: AnnouncedRecord | None, seats: tuple[int, ...]) -> bool:
    """Whether a contract could be announced from these seats; the rules may have been corrected since it was."""
    return not announced or (announced.contract in CONTRACTS and set(announced.declarers) <= set(seats))
