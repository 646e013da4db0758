"""What decisions, appeals, disputes, corrections and other reasons say of people: about whom, and where it is kept."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.acts.appeals import concerned
from tournament.acts.decisions import DECIDES, OF_DECISION
from tournament.acts.submissions import UNTOLD
from tournament.models import Appeal, Deal, Decision, Entry, Event, LogEntry, Signature, Table
from tournament.ranking.happened import playing

# Where a text is kept: what it is, and the numbers by which it is found.
Where = tuple[str | int, ...]
REASON, CANCELLED, SETTLED, RESOLVED, CORRECTED = "reason", "cancelled", "settled", "resolved", "corrected"
ENDED, UNSIGNED = "ended", "unsigned"
AT_TABLES = ("end_table", "close_unsigned", "close_round", "wipe_rehearsal", "exchange_places")
ACTS = (
    *DECIDES,
    *OF_DECISION,
    "empty_table",
    "settle_appeal",
    "resolve_dispute",
    "import_event",
    *AT_TABLES,
)
CORRECTS = ("correct_deal", "swap_seats")


@dataclass(frozen=True, slots=True)
class Told:
    """A text by its digest, and the rows that hold it; an internal reason is in the appendix alone."""

    digest: str
    where: tuple[Where, ...] = ()


def told_about(event: Event, numbers: Collection[int]) -> list[Told]:
    """The texts that are about nobody but these players."""
    people, them = _People(event), frozenset(numbers)
    lines = (
        LogEntry.objects.filter(event=event, act__in=(*ACTS, *CORRECTS)).order_by("sequence").values_list("act", "text")
    )
    found = (one for act, text in lines for one in _texts(act, json.loads(text)["facts"], people))
    return [told for about, told in found if told.digest and about <= them]


def forget(event: Event, kind: str, *place: int) -> None:
    """Part of an `apply`: empties the text that is kept there."""
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


class _People:
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
        named = {given.entry.number for given in row.adjustments.all()}
        if row.table:
            sat = _sat(row.table, row.deal)
            named |= {sat[position] for position in row.about if position in sat}
        return named or concerned(row).keys() or (set(sat.values()) if row.table else self.everybody)

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


def _texts(act: str, facts: Mapping[str, Any], people: _People) -> Iterator[tuple[frozenset[int], Told]]:
    """The texts of a line, each with whom it is about."""
    if act in DECIDES:
        yield from _decided({**facts, "number": facts["decision"]}, people)
    elif act in OF_DECISION:
        number = facts["decision"]
        # The reason of an ending is in its line alone.
        where: tuple[Where, ...] = ((CANCELLED, number),) if act == "cancel_decision" else ()
        yield frozenset(people.of(number)), Told(facts["reason"], where)
    elif act == "empty_table":
        where = tuple((CANCELLED, number) for number in facts["cancelled"])
        yield frozenset(people.at(facts["round"], facts["table"])), Told(facts["reason"], where)
    elif act == "settle_appeal":
        cancels: tuple[Where, ...] = ((CANCELLED, facts["decision"]),) if facts["cancels"] else ()
        yield _settled(facts, people, cancels)
    elif act in CORRECTS:
        yield _corrected(facts, people)
    elif act == "resolve_dispute":
        yield _resolved({**facts, "number": facts["signature"], "resolution": facts["reason"]}, people)
    elif act in AT_TABLES:
        yield from _stopped(act, facts, people)
    else:
        yield from _imported(facts, people)


def _stopped(act: str, facts: Mapping[str, Any], people: _People) -> Iterator[tuple[frozenset[int], Told]]:
    """Why tables were stopped early or closed unsigned, and why two players changed places."""
    if act == "end_table":
        yield _at(facts, facts["reason"], people, ENDED)
    elif act == "close_unsigned":
        yield _at(facts, facts["reason"], people, UNSIGNED)
    elif act == "exchange_places":
        yield frozenset(number for number, *_seat in facts["places"]), Told(facts["reason"])
    elif act == "wipe_rehearsal":
        for row in facts["wiped"].get("ended", ()):
            yield _at(row, row["reason"], people, ENDED)
    else:
        where = tuple((ENDED, facts["round"], table) for table, _last in facts.get("ended", ()))
        yield frozenset(people.in_round(facts["round"])), Told(facts.get("reason", ""), where)


def _at(place: Mapping[str, Any], digest: str, people: _People, kind: str) -> tuple[frozenset[int], Told]:
    round, table = place["round"], place["table"]
    return frozenset(people.at(round, table)), Told(digest, ((kind, round, table),))


def _imported(facts: Mapping[str, Any], people: _People) -> Iterator[tuple[frozenset[int], Told]]:
    for row in facts["decisions"]:
        yield from _decided(row, people)
        yield frozenset(people.of(row["number"])), Told(row["cancel_reason"], ((CANCELLED, row["number"]),))
    for round in facts["rounds"]:
        for table in round["tables"]:
            yield from _imported_table({"round": round["number"], "table": table["number"]}, table, people)
    yield from _imported_papers(facts, people)


def _imported_papers(facts: Mapping[str, Any], people: _People) -> Iterator[tuple[frozenset[int], Told]]:
    for row in facts.get("unsigned", ()):
        yield _at(row, row["reason"], people, UNSIGNED)
    for row in facts.get("appeals", ()):
        yield _settled(row, people)
    for row in facts.get("signatures", ()):
        yield _resolved(row, people)


def _imported_table(
    place: Mapping[str, Any], table: Mapping[str, Any], people: _People
) -> Iterator[tuple[frozenset[int], Told]]:
    if "ended" in table:
        yield _at(place, table["ended"]["reason"], people, ENDED)
    for deal in table["deals"]:
        yield _corrected({**place, "number": deal["number"], **deal.get("corrected", {})}, people)


def _decided(row: Mapping[str, Any], people: _People) -> Iterator[tuple[frozenset[int], Told]]:
    about = frozenset(people.of(row["number"]))
    yield about, Told(row["reason"], ((REASON, row["number"]),))
    yield about, Told(row.get("internal", ""))


def _settled(row: Mapping[str, Any], people: _People, more: tuple[Where, ...] = ()) -> tuple[frozenset[int], Told]:
    about = frozenset({*people.of(row["decision"]), row["entry"]})
    return about, Told(row["reason"], ((SETTLED, row["decision"], row["entry"]), *more))


def _resolved(row: Mapping[str, Any], people: _People) -> tuple[frozenset[int], Told]:
    about = frozenset({*people.at(row["round"], row["table"], row.get("deal")), row["entry"]})
    return about, Told(row["resolution"], ((RESOLVED, row["round"], row["table"], row["number"]),))


def _corrected(facts: Mapping[str, Any], people: _People) -> tuple[frozenset[int], Told]:
    """Why a deal was corrected, or deals after a swap; the table itself may give no reason."""
    tables, deals = [facts["table"]], facts.get("numbers", [facts.get("number")])
    tables += [facts["other"]["table"]] if "other" in facts else []
    at = [(facts["round"], table, deal) for table in tables for deal in deals]
    sat = [people.at(*place) for place in at] or [people.at(facts["round"], table) for table in tables]
    about = frozenset[int]().union(*sat)
    return about, Told(facts.get("reason", ""), tuple((CORRECTED, *place) for place in at))
