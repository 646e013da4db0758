"""What happened, read from the database into the values of `records`, in few queries; and the event's own rules."""

import json
from collections import Counter, defaultdict, namedtuple
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeVar

from django.db.models import Count, Exists, Min, OuterRef, Q, QuerySet

from scoring import RuleSet
from scoring.rules.parts import parts
from scoring.rules.penalties import Penalty
from tournament.models import Adjustment, Deal, Decision, Entry, Event, Round, Seat, SitOut, Table
from tournament.models.play import deals_in_full
from tournament.models.shared import Shared
from tournament.ranking.records import (
    SETTLES,
    AdjustmentFacts,
    DealCorrection,
    DealFacts,
    DealRuling,
    Ended,
    EntryFacts,
    Seating,
    TableFacts,
    of_hand,
    playing,
)

T = TypeVar("T")
Tables = QuerySet[Table] | Collection[int]
# The columns that are read of a table and of a deal. Rows of models would take three times as long.
_OF_TABLE = (
    *("round__number", "number", "round__deals", "deals_override", "captain", "closed", "round__closed", "writer"),
    *("ended_after", "ended_because", "averaged"),
)
_OF_DEAL = ("number", "result", "passes", "misdeals", "version", "corrected_at", "corrected_because", "announced")
# The same of a row that was read as a model.
_Columns = namedtuple("_Columns", _OF_TABLE)  # type: ignore[misc]
_columns = attrgetter(*(name.replace("__", ".") for name in _OF_TABLE))
# So many tables are named by their keys, which is less work than the query that finds them, asked once more.
MAX_KEYS = 50


@dataclass(frozen=True, slots=True)
class Tick:
    """Who compared a part of the rules with the federation's sheet, as the logbook names them, and when."""

    actor: str
    at: datetime


def ruleset(event: Event) -> RuleSet:
    """The event's own rule set.

    It is verified when each of its parts was compared with the federation's sheet in this event. What a file claims
    about itself does not count, since the person who loads it may have another sheet.
    """
    text = event.rules.text if isinstance(event.rules, Shared) else json.dumps(event.rules)
    return _ruleset(text, frozenset(event.compared))


def compared_parts(event: Event) -> dict[str, Tick]:
    """The parts of the event's rules that were compared with the federation's sheet, in the sheet's order."""
    ticks = event.compared
    return {
        part: Tick(ticks[part]["by"], datetime.fromisoformat(ticks[part]["at"]))
        for part in parts(ruleset(event))
        if part in ticks
    }


def penalties(event: Event) -> dict[str, Penalty]:
    """The event's presets of penalties and rulings, by key."""
    return {penalty.key: penalty for penalty in ruleset(event).penalties}


@lru_cache(maxsize=64)
def _ruleset(text: str, compared: frozenset[str]) -> RuleSet:
    rules = RuleSet.from_dict(json.loads(text))
    return replace(rules, verified=parts(rules).keys() <= compared)


def table(row: Table) -> TableFacts:
    """The facts of one table."""
    return tables(Table.objects.filter(pk=row.pk))[row.pk]


def tables(rows: QuerySet[Table]) -> dict[int, TableFacts]:
    """The facts of these tables by primary key, in four queries however many there are."""
    without_deals = seated_tables(rows)
    keys = list(without_deals) if len(without_deals) <= MAX_KEYS else rows
    return _with_deals(without_deals, Deal.objects.filter(table__in=keys), rulings(keys))


def table_read(row: Table, seat_rows: Iterable[Seat], decisions: Iterable[Decision]) -> TableFacts:
    """The facts of a table that was just read with its round, its seats in order and its decisions in force, in one
    query for its deals.
    """
    seated = tuple(Seating(seat.position, seat.from_deal, seat.entry.number) for seat in seat_rows)
    tables = {row.pk: _table(_Columns(*_columns(row)), seated)}
    return _with_deals(tables, Deal.objects.filter(table=row), by_deal(decisions))[row.pk]


def seated_tables(rows: QuerySet[Table]) -> dict[int, TableFacts]:
    """The facts of these tables by primary key, without those of their deals, in two queries."""
    stored = list(rows.values_list("pk", *_OF_TABLE, named=True))
    keys = [row.pk for row in stored] if len(stored) <= MAX_KEYS else rows
    seats = _by_table(
        (table, Seating(position, from_deal, entry))
        for table, position, from_deal, entry in Seat.objects.filter(table__in=keys)
        .order_by("position", "from_deal")
        .values_list("table_id", "position", "from_deal", "entry__number")
    )
    return {row.pk: _table(row, tuple(seats[row.pk])) for row in stored}


def count_settled(rows: QuerySet[Table]) -> Counter[int]:
    """How many deals of each table have a result or were annulled, by primary key, in two queries.

    A result that the jury refused still counts here: whether another must be written instead follows from the table's
    facts.
    """
    entered = Deal.objects.filter(table__in=rows, result__isnull=False)
    counts = Counter(dict(entered.values_list("table").annotate(count=Count("pk"))))
    same = Deal.objects.filter(table=OuterRef("table"), number=OuterRef("deal"), result__isnull=False)
    ruled = _settling().filter(table__in=rows).exclude(Exists(same)).values_list("table_id", "deal")
    counts.update(table for table, _deal in set(ruled) if table is not None)
    return counts


def ruling(decision: Decision) -> DealRuling:
    """What a decision says about its deal."""
    call = decision.kind == Decision.JURY_CALL
    about, number = tuple(decision.about), decision.number
    return DealRuling(decision.ruling, decision.contract, decision.result, call, about, number, decision.redealt)


def playing_at(row: Table, deal: int) -> tuple[int, ...]:
    """The positions that play a deal of a table, without reading the table's other facts."""
    positions = Seat.objects.filter(table=row, from_deal=1).order_by("position").values_list("position", flat=True)
    return playing(tuple(positions), deal)


def names_at(row: Table, deal: int) -> dict[int, str]:
    """The full names of those who sit at a table in a deal, by position."""
    seats = Seat.objects.filter(table=row, from_deal__lte=deal).order_by("from_deal")
    return dict(seats.values_list("position", "entry__player__name"))


def entries(event: Event) -> list[EntryFacts]:
    """All entries of an event by number, with their public names: initials for players who asked for that."""
    rows = Entry.objects.filter(event=event).order_by("number")
    return [
        EntryFacts(
            number=number,
            name=initials(name) if initials_only else name,
            club=club,
            ranked=not (withdrawn or excluded) and (role == Entry.PlayerRole.COMPETITOR or event.ranks_jokers),
        )
        for number, name, club, initials_only, role, withdrawn, excluded in rows.values_list(
            "number", "player__name", "player__club", "player__initials_only", "role", "withdrawn", "excluded"
        )
    ]


def participants(event: Event, rounds: Collection[int]) -> frozenset[int]:
    """The numbers of those who have a seat in one of these rounds, or whom the draw has sit one out."""
    sat = Seat.objects.filter(entry=OuterRef("pk"), table__round__event=event, table__round__number__in=rounds)
    rested = SitOut.objects.filter(entry=OuterRef("pk"), round__event=event, round__number__in=rounds)
    entries = Entry.objects.filter(Exists(sat) | Exists(rested), event=event)
    return frozenset(entries.values_list("number", flat=True) if rounds else ())


def first_rounds(event: Event, rounds: Collection[int]) -> dict[int, int]:
    """The first of these rounds in which each entry has a seat, or sits out, by its number; in two queries."""
    seats = Seat.objects.filter(table__round__event=event, table__round__number__in=rounds).order_by()
    rests = SitOut.objects.filter(round__event=event, round__number__in=rounds).order_by()
    first = dict(rests.values_list("entry__number").annotate(first=Min("round__number")))
    for entry, round in seats.values_list("entry__number").annotate(first=Min("table__round__number")):
        first[entry] = min(round, first.get(entry, round))
    return first


def adjustments(event: Event, hidden_rounds: Iterable[int] = ()) -> list[AdjustmentFacts]:
    """The adjustments of all decisions in force, except those made in hidden rounds."""
    rows = Adjustment.objects.filter(decision__in=Decision.objects.counting().filter(event=event))
    values = rows.values_list("entry__number", "points", "decision__round__number", "decision__number")
    hidden = set(hidden_rounds)
    return [AdjustmentFacts(*row) for row in values if row[2] not in hidden]


def decided_at(at_tables: Tables) -> Mapping[int, Counter[int]]:
    """What the decisions in force at these tables gave, by primary key and entry number, in one query."""
    points_given: dict[int, Counter[int]] = defaultdict(Counter)
    adjustments = Adjustment.objects.filter(decision__in=Decision.objects.counting().filter(table__in=at_tables))
    for table, entry, points in adjustments.values_list("decision__table", "entry__number", "points"):
        points_given[table or 0][entry] += points
    return points_given


def rounds(event: Event, *, public: bool) -> list[Round]:
    """The published rounds in order; for the public, only the visible ones."""
    rows = Round.objects.filter(event=event, published=True).order_by("number")
    return list(rows.filter(visible=True) if public else rows)


def public_rounds(event: Event, rounds: Iterable[Round]) -> frozenset[int]:
    """Those of these rounds whose results the public may see: visible ones, up to where the ranking is frozen."""
    last = event.frozen_after
    return frozenset(round.number for round in rounds if round.visible and (last is None or round.number <= last))


def closed_tables(event: Event) -> list[tuple[int, int]]:
    """The tables that can write no more, as (round, number): the table was closed, or its round was."""
    rows = Table.objects.filter(Q(closed=True) | Q(round__closed=True), round__event=event)
    return list(rows.order_by("round__number", "number").values_list("round__number", "number"))


def initials(name: str) -> str:
    """The initials of a name: "A. D. S." for "An De Smet"; a name that was erased stays empty."""
    return " ".join(f"{word[0]}." for word in name.split())


def rulings(at_tables: Tables) -> Mapping[tuple[int, int], list[DealRuling]]:
    """The rulings in force at these tables, by primary key and number of the deal, in one query."""
    return by_deal(Decision.objects.counting().filter(table__in=at_tables).exclude(ruling="").order_by("number"))


def by_deal(decisions: Iterable[Decision]) -> Mapping[tuple[int, int], list[DealRuling]]:
    """What decisions in force, in their order, say about deals: by primary key of the table and number of the deal."""
    ruled: dict[tuple[int, int], list[DealRuling]] = defaultdict(list)
    # What a captain reported of the jury comes first, so that the jury's own ruling overrides it.
    for decision in sorted(decisions, key=lambda decision: decision.kind != Decision.JURY_CALL):
        if decision.ruling and decision.table_id is not None and decision.deal is not None:
            ruled[decision.table_id, decision.deal].append(ruling(decision))
    return ruled


def _settling() -> QuerySet[Decision]:
    """The decisions in force that make a deal count, whatever was entered."""
    return Decision.objects.counting().filter(deal__isnull=False, ruling__in=SETTLES)


def _table(row: Any, seats: tuple[Seating, ...]) -> TableFacts:
    """A table without its deals, from the columns of `_OF_TABLE`."""
    in_full = deals_in_full(row.deals_override, row.round__deals)
    ended = None
    if row.ended_after is not None:
        ended = Ended(range(row.ended_after + 1, in_full + 1), row.ended_because, row.averaged)
    return TableFacts(
        round=row.round__number,
        number=row.number,
        planned=row.ended_after or in_full,
        captain=row.captain,
        closed=row.closed,
        seats=seats,
        deals={},
        round_closed=row.round__closed,
        writer=row.writer,
        ended=ended,
    )


def _with_deals(
    tables: Mapping[int, TableFacts], deal_rows: QuerySet[Deal], ruled: Mapping[tuple[int, int], list[DealRuling]]
) -> dict[int, TableFacts]:
    """These tables by primary key, with what is stored of their deals and ruled about them."""
    written = {(deal.table, deal.number): deal for deal in deal_rows.values_list("table", *_OF_DEAL, named=True)}
    deals: defaultdict[int, dict[int, DealFacts]] = defaultdict(dict)
    # The jury may rule before the captain writes: then there is a ruling without a row.
    for pk, number in sorted(written.keys() | ruled.keys()):
        seats = tables[pk].playing(number)
        deals[pk][number] = _deal(number, written.get((pk, number)), ruled.get((pk, number), ()), seats)
    return {pk: replace(table, deals=deals[pk]) for pk, table in tables.items()}


def _deal(number: int, stored: Any, rulings: Iterable[DealRuling], seats: tuple[int, ...]) -> DealFacts:
    """A deal from the columns of `_OF_DEAL`, or from none."""
    if stored is None:
        return DealFacts(number, None, of_hand(rulings, 0), seats=seats)
    at = stored.corrected_at if stored.result is not None else None
    corrected = DealCorrection(at, stored.corrected_because) if at else None
    counts = stored.passes, stored.misdeals, stored.version
    ruled = of_hand(rulings, stored.passes + stored.misdeals)
    return DealFacts(number, stored.result, ruled, *counts, seats, corrected, stored.announced)


def _by_table(keyed_rows: Iterable[tuple[int, T]]) -> defaultdict[int, list[T]]:
    grouped: defaultdict[int, list[T]] = defaultdict(list)
    for pk, row in keyed_rows:
        grouped[pk].append(row)
    return grouped
