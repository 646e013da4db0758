"""What tables said of the jury themselves: that it was there and allowed a contract. Read-only."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, QuerySet

from tournament import access
from tournament.access import Role
from tournament.models import Deal, Decision, Event
from tournament.ranking import facts
from tournament.reading.jury.decision_words import names_at, place
from tournament.reading.logbook.chronicle import describe_result

# How many are listed: those that the jury confirms make room for others.
MAX_LISTED = 200


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """One answer of a table: the decision, where it was given, what was played in words, and the deal's version."""

    decision: Decision
    place: str
    result_words: str
    version: int


def unasked(event: Event) -> bool:
    """Whether tables answer for themselves in an open event to which jurors were appointed."""
    left_out = event.is_open and event.jury == Event.Jury.TABLE
    return left_out and bool(access.members(event, Role.JURY, Role.HEAD_JURY))


def table_answers(event: Event) -> QuerySet[Decision]:
    """The answers of tables that count, by round, table and deal."""
    rows = Decision.objects.filter(event=event, kind=Decision.JURY_CALL, ruling=Decision.Ruling.ALLOWED)
    return rows.filter(cancelled=False).order_by("round__number", "table__number", "deal")


def unconfirmed(event: Event) -> QuerySet[Decision]:
    """Those of them on whose deal the jury itself has not ruled."""
    ruled = Decision.objects.counting().filter(table=OuterRef("table"), deal=OuterRef("deal"))
    return table_answers(event).exclude(Exists(ruled.exclude(ruling="").exclude(kind=Decision.JURY_CALL)))


def in_words(event: Event) -> list[TableAnswer]:
    """The first of these in words."""
    decisions = unconfirmed(event).select_related("event", "round", "table__round__event")
    rows = list(decisions.prefetch_related("table__seats__entry__player")[:MAX_LISTED])
    written = Deal.objects.filter(table__in={row.table_id for row in rows}, result__isnull=False)
    deals: dict[tuple[int | None, int | None], Deal] = {(deal.table_id, deal.number): deal for deal in written}
    ruleset = facts.ruleset(event)
    return [
        TableAnswer(row, place(row), describe_result(deal.result or {}, ruleset, names_at(row)), deal.version)
        for row in rows
        if (deal := deals.get((row.table_id, row.deal)))
    ]


def counts(event: Event) -> tuple[int, int]:
    """How often tables said it, and how many tables did."""
    totals = table_answers(event).order_by().aggregate(count=Count("pk"), tables=Count("table", distinct=True))
    return totals["count"], totals["tables"]
