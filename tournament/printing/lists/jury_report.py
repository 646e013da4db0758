"""The jury's report: every decision by round, what it changed, who made it, and what became of appeals.

Internal reasons are not in it, nor what players wrote in their appeals.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.models import Appeal, Decision, Table
from tournament.printing.paper import Order, as_of, paper, print_paper
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_in
from tournament.reading.jury import decision_words
from tournament.reading.jury.rulings import RulingEffect, effect_of_decision
from tournament.reading.logbook.history import names_of
from tournament.reading.table import sheets
from tournament.reading.table.sheets import Sheet

# Sorts after every round.
NO_ROUND = 10**6


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """A decision in the report: it, in words, its effect on the deal, who made it, and its appeals.

    An appeal comes with what became of it in words and the names of the two who settled it.
    """

    decision: Decision
    summary: Mapping[str, object]
    effect: list[RulingEffect]
    by: str
    appeals: list[tuple[Appeal, str, str]]


def report(order: Order) -> bytes:
    """Every decision of an event, cancelled ones marked."""
    rows = list(decision_words.decisions(order.event).order_by("number"))
    frame = paper(order, _("Report of the jury"), as_of())
    return print_paper("jury.html", frame, "jury.css", sections=_sections(order, rows), rules=order.rules)


def _sections(order: Order, decisions: list[Decision]) -> list[tuple[str, list[ReportEntry]]]:
    """The decisions under the name of their round, in the order of rounds; those about none come last."""
    signers = decision_words.signers(order.event, decisions)
    actors = {who for row in decisions for who in (*signers[row.number], *_settlers(row)) if who}
    names = names_of(actors, format_of(order.event))
    sheets_read: dict[int, Sheet] = {}
    sections: dict[int, list[ReportEntry]] = defaultdict(list)
    for done, row in enumerate(decisions, 1):
        at = row.round.number if row.round else NO_ROUND
        by = " + ".join(names[who] for who in signers[row.number])
        sections[at].append(_entry(row, by, names, sheets_read))
        order.progress(done, len(decisions))
    return [
        (_("Not in a round") if at == NO_ROUND else round_in(order.event, at), sections[at]) for at in sorted(sections)
    ]


def _entry(decision: Decision, actor: str, names: Mapping[str, str], sheets_read: dict[int, Sheet]) -> ReportEntry:
    # What a table said of the jury is no ruling: its deal simply counts so.
    ruled = decision.deal and decision.ruling and decision.kind != Decision.JURY_CALL
    effect = effect_of_decision(decision, _sheet(decision.table, sheets_read)) if ruled and decision.table else []
    appeals = [
        (
            appeal,
            decision_words.appealed(appeal),
            " + ".join(names[who] for who in (appeal.settled_by, appeal.seconded_by) if who),
        )
        for appeal in decision.appeals.all()
    ]
    return ReportEntry(decision, decision_words.in_words(decision), effect, actor, appeals)


def _sheet(table: Table, sheets_read: dict[int, Sheet]) -> Sheet:
    """The sheet of a table, read once."""
    if table.pk not in sheets_read:
        sheets_read[table.pk] = sheets.sheet(table, public=False)
    return sheets_read[table.pk]


def _settlers(decision: Decision) -> list[str]:
    return [who for appeal in decision.appeals.all() for who in (appeal.settled_by, appeal.seconded_by)]
