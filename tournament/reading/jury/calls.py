"""The calls for the jury as people read them: where, why, about whom, who is coming."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils import timezone

from tournament.acts.jury import answers
from tournament.models import Call, Deal, Event, Signature, Table
from tournament.progress.signing import open_disputes
from tournament.reading.logbook.history import names_of
from tournament.reading.table.announced import name_at, seated_at
from tournament.version_tokens import token_of


@dataclass(frozen=True, slots=True)
class Called:
    """An open call: `people` are those it is about, by position and name; `taker` is the name of who has it.

    `disputes` are the players' own words about its deal: the number of each dispute at the table, the name, the text.
    `recorded` says of a contract that its deal is played and written by now, `closed` that its table or round has been
    closed.
    """

    number: int
    round: int
    table: int
    deal: int | None
    reason: str
    contract: str
    people: tuple[tuple[int, str], ...]
    at: datetime
    taken_by: str
    taker: str
    disputes: tuple[tuple[int, str, str], ...] = ()
    recorded: bool = False
    closed: bool = False

    @property
    def why(self) -> str:
        """The reason in words."""
        return str(Call.Reason(self.reason).label)

    @property
    def version_token(self) -> str:
        """The mark of what is answered, which an answer sends back."""
        return answers.answer_token(self.number, self.contract, (at for at, _name in self.people), self.recorded)

    @property
    def names(self) -> str:
        """Those it is about."""
        return ", ".join(name for _at, name in self.people)

    @property
    def seconds(self) -> int:
        """How long they wait."""
        return max(0, int((timezone.now() - self.at).total_seconds()))

    @property
    def minutes(self) -> int:
        """How long they wait, in whole minutes."""
        return self.seconds // 60


def queue(event: Event) -> list[Called]:
    """Every open call of an event, the oldest first, in at most five queries; none once the event is closed."""
    if not event.is_open:
        return []
    return _called(Call.objects.filter(event=event, ended_at=None).select_related("table__round"), event)


def at_table(row: Table) -> list[Called]:
    """The open calls of a table, the oldest first; one query where there are none."""
    return _called(row.calls.filter(ended_at=None), row.round.event)


def mark(calls: Iterable[Called]) -> str:
    """A mark of what a list of calls shows."""
    return token_of(*map(repr, calls))


def _called(open_calls: QuerySet[Call], event: Event) -> list[Called]:
    calls = list(open_calls.order_by("number"))
    if not calls:
        return []
    sat = seated_at(Table.objects.filter(pk__in={call.table_id for call in calls if call.about}))
    contracts = [call for call in calls if call.contract]
    written = _written(contracts) if contracts else set()
    names = names_of({call.taken_by for call in calls if call.taken_by})
    disputed = list(open_disputes(event)) if any(call.reason == Call.Reason.DISPUTE for call in calls) else []
    return [
        Called(
            call.number,
            call.table.round.number,
            call.table.number,
            call.deal,
            call.reason,
            call.contract,
            tuple((at, name_at(sat, call.table_id, at, call.deal or 1)) for at in call.about),
            call.at,
            call.taken_by,
            names.get(call.taken_by, ""),
            tuple(_disputes(call, disputed)),
            (call.table_id, call.deal) in written,
            call.table.closed or call.table.round.closed,
        )
        for call in calls
    ]


def _written(calls: Iterable[Call]) -> set[tuple[int, int]]:
    """The deals of these calls' tables that are written, by the primary key of the table and number."""
    rows = Deal.objects.filter(table__in={call.table_id for call in calls}, result__isnull=False)
    return set(rows.values_list("table_id", "number"))


def _disputes(call: Call, disputed: Iterable[Signature]) -> list[tuple[int, str, str]]:
    if call.reason != Call.Reason.DISPUTE:
        return []
    disputes = (dispute for dispute in disputed if (dispute.table_id, dispute.deal) == (call.table_id, call.deal))
    return [(dispute.number, dispute.entry.player.name, dispute.text) for dispute in disputes]
