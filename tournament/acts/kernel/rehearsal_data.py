"""What a rehearsal left behind: deals, decisions and closed tables, which count only if they are kept."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from scoring.sealing import canonical
from tournament.acts.kernel.declaring import Facts, acts_where
from tournament.models import Cut, Deal, Decision, Event, LogEntry, Round, Table
from tournament.version_tokens import token_of

# Who takes part is not a matter of the rehearsal: an exclusion remains, like a withdrawal.
KEPT_KIND = "exclusion"
NOTED = Q(result__isnull=False) | Q(announced__isnull=False) | Q(passes__gt=0) | Q(misdeals__gt=0)
# The acts that wipe it, and that restore it.
WIPE, BRING_BACK = "wipe_rehearsal", "bring_rehearsal_back"


@dataclass(frozen=True, slots=True)
class RehearsalData:
    """What was practised: how many deals are written, when anything was last noted, and all of it as a line's facts."""

    deals: int
    last: datetime | None
    facts: Facts

    @property
    def decisions(self) -> int:
        """How many decisions were taken."""
        return len(self.facts["decisions"])

    @property
    def passes(self) -> int:
        """How often everybody passed."""
        return sum(deal["passes"] for deal in self.facts["deals"])

    @property
    def misdeals(self) -> int:
        """How many misdeals there were."""
        return sum(deal["misdeals"] for deal in self.facts["deals"])

    @property
    def mark(self) -> str:
        """A token of what was looked at: one more deal changes it."""
        return token_of(canonical(self.facts))


def rehearsal_data_of(event: Event) -> RehearsalData | None:
    """What was played in an event so far; None if nothing was."""
    played_facts: dict[str, list[Any]] = {
        "deals": _deals(event),
        "decisions": [
            *Decision.objects.filter(event=event, cancelled=False)
            .exclude(kind=KEPT_KIND)
            .order_by("number")
            .values_list("number", flat=True)
        ],
        "tables": [
            list(place)
            for place in Table.objects.filter(round__event=event, closed=True)
            .order_by("round__number", "number")
            .values_list("round__number", "number")
        ],
        "rounds": list(
            Round.objects.filter(event=event, closed=True).order_by("number").values_list("number", flat=True)
        ),
        **_ended(event),
        "cuts": [_cut(row) for row in Cut.objects.filter(event=event).order_by("stage")],
    }
    if not any(played_facts.values()):
        return None
    written = sum(deal["result"] is not None for deal in played_facts["deals"])
    return RehearsalData(written, _last_noted(event) if played_facts["deals"] else None, played_facts)


def has_notes(event: Event) -> bool:
    """Whether any deal holds a result, an announced contract, a pass or a misdeal."""
    return Deal.objects.filter(NOTED, table__round__event=event).exists()


def _ended(event: Event) -> dict[str, list[Any]]:
    """The tables that were stopped early: which, their last deal, what the others count, and why; {} if none was."""
    rows = Table.objects.filter(round__event=event, ended_after__isnull=False).order_by("round__number", "number")
    stopped_rows = rows.values_list("round__number", "number", "ended_after", "averaged", "ended_because")
    names = ("round", "table", "last", "averaged", "reason")
    return {"ended": [dict(zip(names, row, strict=True)) for row in stopped_rows]} if stopped_rows else {}


def _deals(event: Event) -> list[dict[str, Any]]:
    """All deals of the rounds in which anything was noted, including those that a phone may still send."""
    begun = Deal.objects.filter(NOTED, table__round__event=event).values("table__round")
    rows = {(deal.table_id, deal.number): deal for deal in Deal.objects.filter(table__round__in=begun)}
    tables = Table.objects.filter(round__in=begun).select_related("round").order_by("round__number", "number")
    return [
        _deal(table, rows.get((table.pk, number)) or Deal(number=number))
        for table in tables
        for number in range(1, table.deals_in_full + 1)
    ]


def _deal(table: Table, deal: Deal) -> dict[str, Any]:
    return {
        "round": table.round.number,
        "table": table.number,
        "number": deal.number,
        "announced": deal.announced,
        "result": deal.result,
        "passes": deal.passes,
        "misdeals": deal.misdeals,
        "version": deal.version,
    }


def _cut(cut: Cut) -> dict[str, Any]:
    return {
        "stage": cut.stage,
        "finalists": cut.finalists,
        "replaced": cut.replaced,
        "decisions": cut.decisions,
        "at": cut.at.isoformat(),
        "by": cut.by,
    }


def _last_noted(event: Event) -> datetime | None:
    noting = acts_where(lambda act: act.notes_play)
    last = LogEntry.objects.filter(event=event, act__in=noting).order_by("sequence").last()
    return last.at if last else None


def wiped_by(event: Event) -> LogEntry | None:
    """The line that wiped the rehearsal; None if it was not wiped, or was brought back."""
    last = LogEntry.objects.filter(event=event, act__in=(WIPE, BRING_BACK)).order_by("sequence").last()
    return last if last and last.act == WIPE else None


def wiped_decisions(event: Event) -> frozenset[int]:
    """The numbers of the decisions that were wiped with the rehearsal and not brought back: no page lists them."""
    line = wiped_by(event)
    return frozenset(json.loads(line.text)["facts"]["wiped"]["decisions"] if line else ())
