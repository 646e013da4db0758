"""Faults in a troel/1 document that its records let in: its parts must fit together too."""

from collections.abc import Iterator

from django.utils.translation import override

from scoring import TIE_BREAKS, RuleSet, RuleSetError
from scoring.rules import differences
from scoring.rules.parts import parts
from tournament.document.event import CutRecord, EventRecord
from tournament.document.whole import DocumentRecord
from tournament.exchange.troel1.draws_faults import draw_faults
from tournament.exchange.troel1.jury_faults import appeal_faults, call_faults, decision_faults
from tournament.exchange.troel1.play_faults import Fault, round_faults, signature_faults
from tournament.models import Decision
from tournament.ranking import format
from tournament.ranking.format import Format


def faults(document: DocumentRecord) -> Iterator[Fault]:
    """The faults in the order of the file."""
    try:
        ruleset = RuleSet.from_dict(document.event.ruleset)
    except RuleSetError as error:
        yield "event.ruleset", str(error)
        return
    yield from _event_faults(document.event, ruleset)
    if len(document.numbers) < len(document.entries):
        yield "entries", "a number is given twice"
    yield from round_faults(document, ruleset)
    yield from decision_faults(document, ruleset)
    yield from _correction_faults(document)
    yield from _format_faults(document)
    yield from draw_faults(document)
    yield from signature_faults(document)
    yield from call_faults(document)
    yield from appeal_faults(document)


def _event_faults(event: EventRecord, ruleset: RuleSet) -> Iterator[Fault]:
    if not event.name.strip():
        yield "event.name", "is empty"
    if not set(event.tie_breaks) <= set(TIE_BREAKS) or len(set(event.tie_breaks)) < len(event.tie_breaks):
        yield "event.tie_breaks", "holds an unknown tie-break, or one twice"
    if Decision.MISDEAL not in {penalty.key for penalty in ruleset.penalties}:
        yield "event.ruleset.penalties", f"does not say what a misdeal costs ({Decision.MISDEAL})"
    for part in event.compared.keys() - set(parts(ruleset)):
        yield "event.compared", f"the rules have no part {part[:20]!r}"


def _correction_faults(document: DocumentRecord) -> Iterator[Fault]:
    """Corrections with invalid changes, or with tables that the event does not have."""
    if len({correction.number for correction in document.corrections}) < len(document.corrections):
        yield "corrections", "a number is given twice"
    tables = document.tables.keys()
    for correction in document.corrections:
        place = f"correction {correction.number}"
        if not {(round, table) for round, table in correction.tables} <= tables:
            yield place, "names a table that is not there"
        try:
            for change in correction.changes:
                differences.read(change)
        except RuleSetError as error:
            yield place, str(error)


def _format_faults(document: DocumentRecord) -> Iterator[Fault]:
    """Faults in the format, the cuts and the sit-outs; cuts are only checked if the format is valid."""
    event, numbers = document.event, document.numbers
    wrong = list(format.faults(event.format or {}))
    with override("en"):
        yield from ((f"event.format.{fault.place}", str(fault.sentence)) for fault in wrong)
    for round in document.rounds:
        seated = {entry for table in round.tables for entry in table.seats.values()}
        if len(set(round.sit_out)) < len(round.sit_out) or not set(round.sit_out) <= numbers - seated:
            yield f"round {round.number}", "somebody sits out twice, or has a seat, or is not among the entries"
    if wrong:
        return
    planned = format.read(event.format or {})
    if planned.stages and event.planned_rounds != planned.rounds:
        yield "event.planned_rounds", "are not the rounds of the format"
    if [cut.stage for cut in document.cuts] != list(planned.finals[: len(document.cuts)]):
        yield "cuts", "are not those of the first finals of the format"
        return
    for cut in document.cuts:
        yield from ((f"cut of stage {cut.stage}", fault) for fault in _cut_faults(document, planned, cut))


def _cut_faults(document: DocumentRecord, planned: Format, cut: CutRecord) -> Iterator[str]:
    finalists = set(cut.finalists)
    if not len(finalists) == len(cut.finalists) == planned.stages[cut.stage - 1].cut:
        yield "does not name as many finalists as the final has"
    if not finalists.union(*cut.replaced) <= document.numbers:
        yield "names somebody whom the entries do not name"
    if planned.first_round(cut.stage) - 1 > len(document.rounds):
        yield "comes before the rounds that lead to it"
