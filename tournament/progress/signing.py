"""What the players of a table sign, and which of their signatures still say what the table says now."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from scoring import RuleSet
from tournament.models import Deal, Event, LogEntry, Round, Signature, Table
from tournament.ranking import facts
from tournament.ranking.outcomes import DealOutcome, outcome
from tournament.ranking.records import TableFacts
from tournament.version_tokens import token_of

# What is shown to be signed, as JSON: a player's column, or what one deal gave everybody.
SignedContent = dict[str, Any]
BY_PLAYERS, BY_DEALS = Event.Confirmation.PLAYERS, Event.Confirmation.DEALS
SIGNED = (BY_PLAYERS, BY_DEALS)


@dataclass(frozen=True, slots=True)
class SignedChange:
    """A deal that gives other points than when somebody signed; `deal` is None for decisions at the table."""

    deal: int | None
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Signing:
    """The signatures of a table beside what it says now."""

    policy: str
    table: TableFacts
    ruleset: RuleSet
    decided: Mapping[int, int]
    signatures: Sequence[Signature]
    writer: int

    @property
    def seated(self) -> tuple[int, ...]:
        """The entries that sit there to the end, by seat. Who left may sign, but nobody waits for them."""
        return tuple(self.table.entry(position, self.table.planned) for position in self.table.positions)

    @property
    def sat(self) -> tuple[int, ...]:
        """Everybody who sat there, by seat."""
        return tuple(dict.fromkeys(seat.entry for seat in self.table.seats))

    def at(self, deal: int) -> list[int]:
        """The entries that sit at the table in a deal, by seat; at a table of five one of them does not play it."""
        return [self.table.entry(position, deal) for position in self.table.positions]

    def writes(self, entry: int, deal: int | None = None) -> bool:
        """Whether this entry sits where the table is written, in a deal or at the end."""
        return self.table.entry(self.writer, deal or self.table.planned) == entry

    def deals(self, entry: int) -> list[int]:
        """The numbers of the deals that an entry plays."""
        numbers = range(1, self.table.planned + 1)
        return [number for number in numbers if entry in self.playing(number)]

    def playing(self, deal: int) -> list[int]:
        """The entries that play a deal, by seat."""
        return [self.table.entry(position, deal) for position in self.table.playing(deal)]

    def settled(self, deal: int) -> bool:
        """Whether a deal counts by now."""
        return self._outcome(deal).settled

    def waits(self, deal: int) -> bool:
        """Whether a deal waits for the jury."""
        return self._outcome(deal).waiting

    def current_content(self, entry: int, deal: int | None = None) -> SignedContent:
        """What an entry would sign now: their column, or what a deal gave each who played it."""
        if deal is not None:
            return {"deal": deal, "points": {str(number): points for number, points in self._points(deal).items()}}
        column = [[number, self._points(number)[entry]] for number in self.deals(entry) if self.settled(number)]
        decided = self.decided.get(entry, 0)
        return {"deals": column, "decided": decided, "total": decided + sum(points for _number, points in column)}

    def version_token(self, entry: int, deal: int | None = None) -> str:
        """A mark of what an entry would sign now."""
        return token_of(self.current_content(entry, deal))

    def stands(self, signature: Signature) -> bool:
        """Whether a signature says what the table says now."""
        return bool(signature.shown == self.current_content(signature.entry.number, signature.deal))

    def last(self, entry: int, deal: int | None = None) -> Signature | None:
        """What an entry signed last: their column or a deal; None if they have not."""
        return next(
            (
                signature
                for signature in reversed(self.signatures)
                if _is(signature, entry, deal) and signature.accepted
            ),
            None,
        )

    def signed(self, entry: int) -> bool:
        """Whether an entry has signed their column as it is now."""
        last = self.last(entry)
        return last is not None and self.stands(last)

    def confirmation(self, deal: int) -> Signature | None:
        """The signature that confirms a deal as it is now, None if there is none; a whole column confirms it too."""
        for signature in self.signatures:
            covers = signature.deal == deal or (signature.deal is None and deal in self.deals(signature.entry.number))
            if (
                signature.accepted
                and covers
                and not self.writes(signature.entry.number, deal)
                and self.stands(signature)
            ):
                return signature
        return None

    @property
    def unsigned(self) -> list[int]:
        """The entries whose signature is still missing, by seat."""
        return [entry for entry in self.seated if not self.signed(entry)] if self.policy == BY_PLAYERS else []

    @property
    def unconfirmed(self) -> list[int]:
        """The deals that nobody has confirmed yet."""
        numbers = range(1, self.table.planned + 1) if self.policy == BY_DEALS else ()
        return [number for number in numbers if self.confirmation(number) is None]

    @property
    def disputes(self) -> list[Signature]:
        """The refusals that nobody has resolved yet."""
        return [signature for signature in self.signatures if not signature.accepted and signature.resolved_at is None]

    @property
    def complete(self) -> bool:
        """Whether everything is signed that the event asks for, and nothing is disputed."""
        return not self.lacks(())

    def lacks(self, paper: Collection[tuple[int, int]], *, disputes: bool = True) -> bool:
        """Whether signatures are missing that the event asks for; none are at a table in `paper` (`signed_on_paper`).

        Paper covers no dispute: an open one is a lack there too, unless `disputes` says that those are told apart.
        """
        on_paper = (self.table.round, self.table.number) in paper
        missing = not on_paper and bool(self.unsigned or self.unconfirmed)
        return missing or (disputes and bool(self.disputes))

    def changes(self, signature: Signature) -> list[SignedChange]:
        """What became of what an entry signed: the deals that give them other points now."""
        entry, current = signature.entry.number, self.current_content(signature.entry.number, signature.deal)
        before, after = _by_deal(signature.shown, entry), _by_deal(current, entry)
        numbers = sorted({*before, *after})
        changes = [SignedChange(number or None, before.get(number), after.get(number)) for number in numbers]
        return [change for change in changes if change.before != change.after]

    def _outcome(self, deal: int) -> DealOutcome:
        return outcome(self.table.deal(deal), self.ruleset)

    def _points(self, deal: int) -> dict[int, int]:
        """What a deal gave, by entry number, in the order of the seats."""
        points = self._outcome(deal).points(self.ruleset)
        return {self.table.entry(seat, deal): points.get(seat, 0) for seat in self.table.playing(deal)}


def signing(row: Table) -> Signing:
    """The signatures of one table."""
    return signings(Table.objects.filter(pk=row.pk), row.round.event)[row.pk]


def signings(tables: QuerySet[Table], event: Event) -> dict[int, Signing]:
    """The signatures of these tables of an event, by primary key, in a few queries however many there are."""
    read, decided, ruleset = facts.tables(tables), facts.decided_at(tables), facts.ruleset(event)
    by_table: dict[int, list[Signature]] = {pk: [] for pk in read}
    writers = dict(tables.values_list("pk", "writer"))
    signatures = Signature.objects.filter(table__in=tables, void=False).select_related("entry__player")
    for signature in signatures.order_by("table", "number"):
        by_table[signature.table_id].append(signature)
    return {
        pk: Signing(event.confirmation, table, ruleset, decided[pk], by_table[pk], writers[pk] or table.captain)
        for pk, table in read.items()
    }


def open_disputes(event: Event) -> QuerySet[Signature]:
    """The disputes of an event that wait for the organiser or the jury, the oldest first; none where nobody signs."""
    if event.confirmation not in SIGNED:
        return Signature.objects.none()
    rows = Signature.objects.filter(table__round__event=event, accepted=False, resolved_at=None, void=False)
    return rows.select_related("table__round", "entry__player").order_by("at")


def not_signed(round: Round) -> list[int]:
    """The numbers of the tables of a round at which something is not signed that the event asks for."""
    if round.event.confirmation not in SIGNED:
        return []
    states, paper = signings(Table.objects.filter(round=round), round.event).values(), signed_on_paper(round.event)
    return sorted(state.table.number for state in states if state.lacks(paper))


def signed_on_paper(event: Event) -> set[tuple[int, int]]:
    """The tables that need no signature here, by round and number: typed from paper, where those count as signed."""
    return typed_from_paper(event) if event.paper_signed and event.confirmation in SIGNED else set()


def typed_from_paper(event: Event) -> set[tuple[int, int]]:
    """The tables at which the staff recorded every deal that is there, by round and number, as the logbook says."""
    by_staff: dict[tuple[int, int, int], bool] = {}
    lines = LogEntry.objects.filter(event=event, act="record_deal").order_by("sequence")
    for actor, text in lines.values_list("by", "text"):
        facts = json.loads(text)["facts"]
        by_staff[facts["round"], facts["table"], facts["number"]] = not actor.startswith("table:")
    typed: dict[tuple[int, int], bool] = {}
    rows = Deal.objects.filter(table__round__event=event).exclude(result=None)
    for round, table, number in rows.values_list("table__round__number", "table__number", "number"):
        typed[round, table] = typed.get((round, table), True) and by_staff.get((round, table, number), False)
    return {place for place, every in typed.items() if every}


def _is(signature: Signature, entry: int, deal: int | None) -> bool:
    return signature.entry.number == entry and signature.deal == deal


def _by_deal(content: SignedContent, entry: int) -> Mapping[int, int]:
    """The points of one entry in what was shown, by deal; decisions under 0."""
    if "deal" in content:
        return {content["deal"]: content["points"].get(str(entry), 0)}
    pairs: Iterable[tuple[int, int]] = ((number, points) for number, points in content["deals"])
    return {**dict(pairs), **({0: content["decided"]} if content["decided"] else {})}
