"""Where a player sits now and sat before, for the page behind their personal link."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count

from tournament.acts.people.admission import place_in_line
from tournament.models import Entry, Round, Table
from tournament.ranking import facts
from tournament.ranking.records import DealCorrection
from tournament.reading.people.player_seats import current_round_number
from tournament.version_tokens import token_of

# How many corrections at a player's other tables are shown.
MAX_CORRECTED = 20


@dataclass(frozen=True, slots=True)
class Followed:
    """A player's tables in the published rounds, the round that is played, and the table where they sit in it.

    `signed` is the number of signatures at that table, `status` that of the player, `waiting_place` that on the waiting
    list.
    """

    tables: Sequence[Table]
    round: Round | None
    table: Table | None
    signed: int
    status: str
    waiting_place: int = 0

    @property
    def mark(self) -> str:
        """A mark that changes with anything the player's page shows of the round that is played."""
        seat_token = mark(self.table, self.signed) if self.table else f"{self.status}{self.waiting_place}"
        return f"{self.round.number if self.round else 0}.{seat_token}"

    @property
    def earlier(self) -> list[Table]:
        """Their tables in other rounds, the last one first."""
        return [table for table in reversed(self.tables) if table != self.table]


def followed(entry: Entry) -> Followed:
    """What a player follows, in two queries, or three on the waiting list."""
    rounds = list(Round.objects.filter(event=entry.event_id, published=True).order_by("number"))
    current_round = next((round for round in rounds if round.number == current_round_number(rounds)), None)
    rows = Table.objects.filter(round__in=rounds, pk__in=entry.seats.values("table")).order_by("round__number")
    counts = {table: table.signed for table in rows.annotate(signed=Count("signatures"))}
    by_key = {round.pk: round for round in rounds}
    for row in counts:
        # One copy of the event for all of them: its rules are long.
        row.round = by_key[row.round_id]
        row.round.event = entry.event
    table = next((row for row in counts if row.round == current_round), None)
    signed, line = counts[table] if table else 0, place_in_line(entry) if entry.waiting else 0
    return Followed(list(counts), current_round, table, signed, entry.status, line)


@dataclass(frozen=True, slots=True)
class CorrectedDeal:
    """A deal at one of a player's tables that somebody else corrected."""

    table: Table
    deal: int
    corrected: DealCorrection


def corrected(entry: Entry, tables: Sequence[Table]) -> list[CorrectedDeal]:
    """The corrected deals at which a player sat at these tables, the last correction first."""
    by_key = {row.pk: row for row in tables}
    tables_by_key = facts.tables(Table.objects.filter(pk__in=by_key, deals__corrected_at__isnull=False).distinct())
    deals = [
        CorrectedDeal(by_key[pk], number, deal.corrected)
        for pk, table in tables_by_key.items()
        for number, deal in table.deals.items()
        if deal.corrected and entry.number in {table.entry(position, number) for position in table.positions}
    ]
    return sorted(deals, key=lambda deal: (deal.corrected.at, -deal.deal), reverse=True)[:MAX_CORRECTED]


def mark(table: Table, signed: int) -> str:
    """A mark of what is written, decided and signed at a table, of who is told it, and of the rules that count.

    `signed` is the number of its signatures.
    """
    event, closed = table.round.event, "c" if table.round.closed else ""
    shown_rounds = event.frozen_after, table.round.visible
    rules = token_of(event.rules, event.compared, event.state, event.confirmation, shown_rounds)[:8]
    return f"{table.pk}.{table.revision}.{signed}{closed}.{rules}"
