"""What is still open in rounds on which a ranking depends: appeals, disputes, missing deals, unsigned tables."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from tournament.models import Appeal, Event, Table
from tournament.progress.signing import Signing, signed_on_paper, signings
from tournament.ranking import standings
from tournament.ranking.contest import format_of
from tournament.ranking.format import Format
from tournament.ranking.outcomes import outcome
from tournament.ranking.round_names import round_name


class IssueKind(StrEnum):
    """What may be open: an appeal against a decision, or something at a table."""

    APPEAL = "appeal"
    DISPUTE = "dispute"
    WAITING = "waiting"
    MISSING = "missing"
    UNSIGNED = "unsigned"


@dataclass(frozen=True, slots=True, order=True)
class OpenIssue:
    """One open matter: where, what, and the deals it is about; none where it is about the table.

    Of an appeal `deals` holds the number of the decision, and round and table are 0 where the decision has none.
    """

    round: int
    table: int
    kind: IssueKind
    deals: tuple[int, ...] = ()

    @property
    def fact(self) -> list[int | str]:
        """The matter as it is in a sealed line."""
        return [str(self.kind), self.round, self.table, *self.deals]


def open_issues(event: Event, upto: int | None = None) -> list[OpenIssue]:
    """Everything open in the published rounds of an event, or in those up to a number, by round and table."""
    rows = Table.objects.filter(round__event=event, round__published=True)
    rows = rows if upto is None else rows.filter(round__number__lte=upto)
    paper = signed_on_paper(event)
    at_tables = [issue for state in signings(rows, event).values() for issue in _at(state, paper)]
    return sorted([*_appeals(event, upto), *at_tables])


def issue_sentences(matters: list[OpenIssue], event: Event) -> list[str]:
    """Open matters in a few words each."""
    planned = format_of(event)
    return [_issue_sentence(matter, planned) for matter in matters]


def _appeals(event: Event, upto: int | None) -> Iterator[OpenIssue]:
    # A decision of a wiped rehearsal is cancelled; so is one that was cancelled before its appeal was heard.
    rows = Appeal.objects.filter(decision__event=event, decision__cancelled=False, outcome=Appeal.AppealOutcome.OPEN)
    rows = rows.select_related("decision__round", "decision__table")
    for decision in (row.decision for row in rows):
        round, table = decision.round, decision.table
        if round is None or upto is None or round.number <= upto:
            where = round.number if round else 0, table.number if table else 0
            yield OpenIssue(*where, IssueKind.APPEAL, (decision.number,))


def _at(signing: Signing, paper: Collection[tuple[int, int]]) -> Iterator[OpenIssue]:
    """What is open at one table. Where deals are missing, it cannot be signed yet: that is not told apart."""
    at, ruleset = (signing.table.round, signing.table.number), signing.ruleset
    missing = standings.missing_deals(signing.table, ruleset)
    mixed = [number for number in missing if outcome(signing.table.deal(number), ruleset).mixed]
    waiting = sorted([*mixed, *standings.waiting_deals(signing.table, ruleset)])
    lacking = [number for number in missing if number not in mixed]
    disputed = sorted({dispute.deal for dispute in signing.disputes if dispute.deal is not None})
    for kind, deals in ((IssueKind.DISPUTE, disputed), (IssueKind.WAITING, waiting), (IssueKind.MISSING, lacking)):
        if deals:
            yield OpenIssue(*at, kind, tuple(deals))
    if not missing and signing.lacks(paper, disputes=False):
        yield OpenIssue(*at, IssueKind.UNSIGNED)


def _issue_sentence(matter: OpenIssue, planned: Format) -> str:
    sentences = {
        IssueKind.APPEAL: _("appeal against decision %(deals)s"),
        IssueKind.DISPUTE: _("%(round)s, table %(table)s: deals in dispute: %(deals)s"),
        IssueKind.WAITING: _("%(round)s, table %(table)s: deals waiting for the jury: %(deals)s"),
        IssueKind.MISSING: _("%(round)s, table %(table)s: deals missing: %(deals)s"),
        IssueKind.UNSIGNED: _("%(round)s, table %(table)s: not signed"),
    }
    numbers = {"round": round_name(planned, matter.round), "table": matter.table}
    return sentences[matter.kind] % {**numbers, "deals": ", ".join(map(str, matter.deals))}
