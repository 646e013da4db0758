"""What is still open in rounds on which a ranking depends: appeals, disputes, missing deals, unsigned tables."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from tournament.models import Appeal, Event, Table
from tournament.ranking import standings
from tournament.ranking.contest import format_of
from tournament.ranking.format import Format
from tournament.ranking.outcomes import outcome
from tournament.ranking.round_names import round_name
from tournament.ranking.signing import Signing, signed_on_paper, signings


class Kind(StrEnum):
    """What may be open: an appeal against a decision, or something at a table."""

    APPEAL = "appeal"
    DISPUTE = "dispute"
    WAITING = "waiting"
    MISSING = "missing"
    UNSIGNED = "unsigned"


@dataclass(frozen=True, slots=True, order=True)
class Matter:
    """One open matter: where, what, and the deals it is about; none where it is about the table.

    Of an appeal `deals` holds the number of the decision, and round and table are 0 where the decision has none.
    """

    round: int
    table: int
    kind: Kind
    deals: tuple[int, ...] = ()

    @property
    def fact(self) -> list[int | str]:
        """The matter as it is in a sealed line."""
        return [str(self.kind), self.round, self.table, *self.deals]


def open_matters(event: Event, upto: int | None = None) -> list[Matter]:
    """Everything open in the published rounds of an event, or in those up to a number, by round and table."""
    rows = Table.objects.filter(round__event=event, round__published=True)
    rows = rows if upto is None else rows.filter(round__number__lte=upto)
    paper = signed_on_paper(event)
    at_tables = [one for state in signings(rows, event).values() for one in _at(state, paper)]
    return sorted([*_appeals(event, upto), *at_tables])


def told(matters: list[Matter], event: Event) -> list[str]:
    """Open matters in a few words each."""
    planned = format_of(event)
    return [_told(matter, planned) for matter in matters]


def _appeals(event: Event, upto: int | None) -> Iterator[Matter]:
    # A decision of a wiped rehearsal is cancelled; so is one that was cancelled before its appeal was heard.
    rows = Appeal.objects.filter(decision__event=event, decision__cancelled=False, outcome=Appeal.Outcome.OPEN)
    rows = rows.select_related("decision__round", "decision__table")
    for decision in (row.decision for row in rows):
        round, table = decision.round, decision.table
        if round is None or upto is None or round.number <= upto:
            where = round.number if round else 0, table.number if table else 0
            yield Matter(*where, Kind.APPEAL, (decision.number,))


def _at(state: Signing, paper: Collection[tuple[int, int]]) -> Iterator[Matter]:
    """What is open at one table. Where deals are missing, it cannot be signed yet: that is not told apart."""
    at, ruleset = (state.table.round, state.table.number), state.ruleset
    missing = standings.missing_deals(state.table, ruleset)
    mixed = [number for number in missing if outcome(state.table.deal(number), ruleset).mixed]
    waiting = sorted([*mixed, *standings.waiting_deals(state.table, ruleset)])
    lacking = [number for number in missing if number not in mixed]
    disputed = sorted({one.deal for one in state.disputes if one.deal is not None})
    for kind, deals in ((Kind.DISPUTE, disputed), (Kind.WAITING, waiting), (Kind.MISSING, lacking)):
        if deals:
            yield Matter(*at, kind, tuple(deals))
    if not missing and state.lacks(paper, disputes=False):
        yield Matter(*at, Kind.UNSIGNED)


def _told(matter: Matter, planned: Format) -> str:
    sentences = {
        Kind.APPEAL: _("appeal against decision %(deals)s"),
        Kind.DISPUTE: _("%(round)s, table %(table)s: deals in dispute: %(deals)s"),
        Kind.WAITING: _("%(round)s, table %(table)s: deals waiting for the jury: %(deals)s"),
        Kind.MISSING: _("%(round)s, table %(table)s: deals missing: %(deals)s"),
        Kind.UNSIGNED: _("%(round)s, table %(table)s: not signed"),
    }
    numbers = {"round": round_name(planned, matter.round), "table": matter.table}
    return sentences[matter.kind] % {**numbers, "deals": ", ".join(map(str, matter.deals))}
