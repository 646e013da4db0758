"""Texts about people in the lines of the logbook: whose they are, whom they are about, and where they are stored."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.models import Appeal, Deal, Decision, Entry, Event, Signature, Table
from tournament.ranking.records import playing

Facts = Mapping[str, Any]
# Where a text is stored: what it is, and the numbers by which it is found.
Place = tuple[str | int, ...]
REASON, CANCELLED, SETTLED, RESOLVED, CORRECTED = "reason", "cancelled", "settled", "resolved", "corrected"
ENDED, UNSIGNED = "ended", "unsigned"
# The reason of a table that was closed unsigned, once its words are gone: that there was one says that it was.
UNTOLD = "–"


@dataclass(frozen=True, slots=True)
class TextReference:
    """A text by its digest, the numbers of the players it is about, and the rows that hold it.

    An internal reason is in the appendix alone.
    """

    digest: str
    about: Collection[int] = ()
    paths: tuple[Place, ...] = ()


def erase_text(event: Event, kind: str, *place: int) -> None:
    """Part of an `apply`: empties the text that is stored there."""
    if kind == REASON:
        Decision.objects.filter(event=event, number=place[0]).update(reason="")
    elif kind == CANCELLED:
        Decision.objects.filter(event=event, number=place[0]).update(cancel_reason="")
    elif kind == SETTLED:
        decision, entry = place
        Appeal.objects.filter(decision__event=event, decision__number=decision, entry__number=entry).update(reason="")
    else:
        round, table, number = (*place, 0)[:3]
        at = Table.objects.filter(round__event=event, round__number=round, number=table)
        if kind == RESOLVED:
            Signature.objects.filter(table__in=at, number=number).update(resolution="")
        elif kind == CORRECTED:
            Deal.objects.filter(table__in=at, number=number).update(corrected_because="")
        elif kind == ENDED:
            at.update(ended_because="")
        elif kind == UNSIGNED:
            at.exclude(unsigned_because="").update(unsigned_because=UNTOLD)


class People:
    """Whom the decisions and the tables of an event concern, by entry number."""

    def __init__(self, event: Event) -> None:
        rows = Decision.objects.filter(event=event)
        rows = rows.prefetch_related("adjustments__entry", "table__seats__entry")
        self.decisions = {row.number: row for row in rows}
        tables = Table.objects.filter(round__event=event).select_related("round").prefetch_related("seats__entry")
        self.tables = {(row.round.number, row.number): row for row in tables}
        self.everybody = frozenset(Entry.objects.filter(event=event).values_list("number", flat=True))

    def of(self, number: int) -> Collection[int]:
        """Whom a decision concerns: who got points or is named, else who played, sat there, or else everybody."""
        row = self.decisions.get(number)
        if row is None:
            return self.everybody
        numbers = {adjustment.entry.number for adjustment in row.adjustments.all()}
        if row.table is None:
            return numbers or self.everybody
        sat = _sat(row.table, row.deal)
        numbers |= {sat[position] for position in row.about if position in sat}
        if not numbers and row.deal and row.ruling:
            numbers = {sat[position] for position in playing(tuple(sorted(sat)), row.deal)}
        return numbers or set(sat.values())

    def in_round(self, round: int) -> set[int]:
        """Who ever sat at a table of a round."""
        return {number for at, table in self.tables if at == round for number in self.at(at, table)}

    def at(self, round: int, table: int, deal: int | None = None) -> set[int]:
        """Who played a deal at a table, or everybody who ever sat there."""
        row = self.tables.get((round, table))
        if row is None:
            return set(self.everybody)
        if deal is None:
            return {seat.entry.number for seat in row.seats.all()}
        sat = _sat(row, deal)
        return {sat[position] for position in playing(tuple(sorted(sat)), deal)}


def _sat(table: Table, deal: int | None) -> dict[int, int]:
    """Who sat where in a deal, by position; at the end without one."""
    seats = sorted(table.seats.all(), key=lambda seat: seat.from_deal)
    return {seat.position: seat.entry.number for seat in seats if deal is None or seat.from_deal <= deal}


def entered_texts(facts: Facts) -> Iterator[tuple[Collection[int], Facts]]:
    """The details of each player whom a line enters or corrects."""
    for row in (*facts.get("entries", ()), *facts.get("corrected", ()), *filter(None, [facts.get("entry")])):
        yield (row["number"],), row


def imported_texts(facts: Facts) -> Iterator[tuple[Collection[int], Facts]]:
    """The details of each player in an imported file, and what they wrote themselves."""
    yield from entered_texts(facts)
    for row in (*facts.get("signatures", ()), *facts.get("appeals", ())):
        yield (row["entry"],), {"text": row.get("text", "")}


def imported_reasons(facts: Facts, people: People) -> Iterator[TextReference]:
    """The reasons in an imported file."""
    for row in facts["decisions"]:
        number = row["number"]
        yield from decided({**row, "decision": number}, people)
        yield TextReference(row["cancel_reason"], people.of(number), ((CANCELLED, number),))
    tables = [(round["number"], table) for round in facts["rounds"] for table in round["tables"]]
    for number, table in tables:
        place = {"round": number, "table": table["number"]}
        if "ended" in table:
            yield at_table(place, table["ended"]["reason"], people, ENDED)
        for deal in table["deals"]:
            yield from corrected({**place, "number": deal["number"], **deal.get("corrected", {})}, people)
    for row in facts.get("unsigned", ()):
        yield at_table(row, row["reason"], people, UNSIGNED)
    for row in facts.get("appeals", ()):
        yield from settled(row, people)
    for row in facts.get("signatures", ()):
        yield from resolved({**row, "signature": row["number"], "reason": row["resolution"]}, people)


def decided(facts: Facts, people: People) -> Iterator[TextReference]:
    """The two reasons of a decision."""
    number = facts["decision"]
    yield TextReference(facts["reason"], people.of(number), ((REASON, number),))
    yield TextReference(facts.get("internal", ""), people.of(number))


def settled(facts: Facts, people: People) -> Iterator[TextReference]:
    """Why an appeal was settled as it was; the decision may be cancelled for the same reason."""
    number, entry = facts["decision"], facts["entry"]
    cancelled = ((CANCELLED, number),) if facts.get("cancels") else ()
    yield TextReference(facts["reason"], {*people.of(number), entry}, ((SETTLED, number, entry), *cancelled))


def resolved(facts: Facts, people: People) -> Iterator[TextReference]:
    """Why a dispute was resolved as it was."""
    round, table = facts["round"], facts["table"]
    about = {*people.at(round, table, facts.get("deal")), facts["entry"]}
    yield TextReference(facts["reason"], about, ((RESOLVED, round, table, facts["signature"]),))


def corrected(facts: Facts, people: People) -> Iterator[TextReference]:
    """Why a deal was corrected, or deals after a swap; the table itself may give no reason."""
    tables, deals = [facts["table"]], facts.get("numbers", [facts.get("number")])
    tables += [facts["other"]["table"]] if "other" in facts else []
    at = [(facts["round"], table, deal) for table in tables for deal in deals]
    sat = [people.at(*place) for place in at] or [people.at(facts["round"], table) for table in tables]
    places = tuple((CORRECTED, *place) for place in at)
    yield TextReference(facts.get("reason", ""), set[int]().union(*sat), places)


def at_table(place: Facts, digest: str, people: People, kind: str) -> TextReference:
    """A reason that is about everybody who ever sat at a table."""
    round, table = place["round"], place["table"]
    return TextReference(digest, people.at(round, table), ((kind, round, table),))
