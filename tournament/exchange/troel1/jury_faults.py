"""Faults in what the jury did in a troel/1 document: decisions, calls and appeals are about what is there."""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring import RuleSet
from scoring.game.contracts import CONTRACTS
from tournament.document.jury import DecisionRecord
from tournament.document.play import ResultData, TableRecord
from tournament.document.whole import DocumentRecord
from tournament.exchange.troel1.play_faults import Fault, result_fault
from tournament.models import Decision
from tournament.ranking.records import playing

ANSWERS = (Decision.Ruling.ALLOWED, Decision.Ruling.REFUSED, Decision.Ruling.NOT_CALLED)


def decision_faults(document: DocumentRecord, ruleset: RuleSet) -> Iterator[Fault]:
    """The faults in the order of the file."""
    decisions, entries, rounds = _numbered(document), document.numbers, {round.number for round in document.rounds}
    tables, planned = document.tables, document.planned
    if len(decisions) < len(document.decisions):
        yield "decisions", "a number is given twice"
    for number, decision in decisions.items():
        place = f"decision {number}"
        if not {int(entry) for entry in decision.adjustments} <= entries:
            yield place, "names somebody whom the entries do not name"
        if decision.round is not None and decision.round not in rounds:
            yield place, "names a round that is not there"
        at = (decision.round or 0, decision.table or 0)
        yield from _placed_faults(place, decision, tables.get(at), planned.get(at, 0), ruleset)
        for ended in decision.ends:
            if ended >= number or ended not in decisions or _deal_of(decisions[ended]) != _deal_of(decision):
                yield place, "ends a decision that is no earlier ruling on its deal"


def call_faults(document: DocumentRecord) -> Iterator[Fault]:
    """Calls from tables or in deals that are not there."""
    if len({row.number for row in document.calls}) < len(document.calls):
        yield "calls", "a number is given twice"
    planned = document.planned
    for row in document.calls:
        place, deals = f"call {row.number}, round {row.round}, table {row.table}", planned.get((row.round, row.table))
        if deals is None:
            yield place, "names a table that is not there"
        elif (row.deal or 1) > deals:
            yield place, "names a deal that is not there"


def appeal_faults(document: DocumentRecord) -> Iterator[Fault]:
    """Appeals against decisions, or by people, that are not there."""
    if len({(row.decision, row.entry) for row in document.appeals}) < len(document.appeals):
        yield "appeals", "a player appeals twice against a decision"
    decisions, entries = _numbered(document).keys(), document.numbers
    for row in document.appeals:
        place = f"appeal against decision {row.decision} of entry {row.entry}"
        if not {row.decision, row.replacement or row.decision} <= decisions:
            yield place, "names a decision that is not there"
        if row.entry not in entries:
            yield place, "names somebody whom the entries do not name"


def _numbered(document: DocumentRecord) -> dict[int, DecisionRecord]:
    """The decisions by number; in files of the first releases that is their place."""
    return {decision.number or at: decision for at, decision in enumerate(document.decisions, 1)}


def _deal_of(decision: DecisionRecord) -> tuple[Any, ...]:
    """What a ruling is about; a decision and the one that it ends both lose it with a wiped rehearsal."""
    return bool(decision.ruling), decision.round, decision.table, decision.deal


def _placed_faults(
    place: str, decision: DecisionRecord, table: TableRecord | None, deals: int, ruleset: RuleSet
) -> Iterator[Fault]:
    """Whether the table, deal and ruling of a decision exist and fit each other."""
    deal, ruling = decision.deal, decision.ruling
    if decision.table is not None and table is None:
        yield place, "names a table that is not there"
    elif deal is not None and deal > deals:
        yield place, "names a deal that is not there"
    elif ruling and (table is None or deal is None):
        yield place, "rules on no deal"
    elif table and deal and ruling:
        yield from _ruling_faults(place, decision, playing(table.positions, deal), ruleset)


def _ruling_faults(place: str, decision: DecisionRecord, seats: tuple[int, ...], ruleset: RuleSet) -> Iterator[Fault]:
    result: ResultData | None = decision.result
    if not set(decision.about) <= set(seats):
        yield place, "is about somebody who does not play the deal"
    if (decision.ruling == Decision.Ruling.RESULT) != (result is not None):
        yield place, "a result as ruled, and only that, names a result"
    # A cancelled result need not be possible under the rules as corrected since.
    if result is not None and not (decision.cancelled and _has_words(result)):
        fault = result_fault(result, ruleset, seats)
        if fault:
            yield f"{place}, result", fault
    # A captain's answer is about the contract that was played, and names none. Which contracts need the jury may have
    # been corrected since.
    if decision.kind != Decision.JURY_CALL and decision.ruling in ANSWERS and decision.contract not in CONTRACTS:
        yield place, "answers for no contract"


def _has_words(result: Mapping[str, Any]) -> bool:
    """Whether a result can at least be put into words; in a cancelled decision it may be impossible under the rules."""
    return "points" in result or (
        {"contract", "declarers", "tricks"} <= result.keys() and result["contract"] in CONTRACTS
    )
