"""What changed since a moment: the deals and decisions that gave a player other points, in order."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.acts.kernel.declaring import PointsOf, Scope, acts_where, declaration
from tournament.models import Decision, Entry, Event, LogEntry
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.reading.logbook import chronicle
from tournament.reading.logbook.history import HistoryMoment, moments
from tournament.reading.ranking import cards
from tournament.reading.ranking.cards import Card

# What changes the points that the public sees and no result.
SHOWN = ("show_round", "freeze_ranking")
# At most this many lines are read, the newest ones.
MAX_LINES = 500

Place = tuple[int, int, int]
# The place of each decision that was cancelled or ended others, and whom it gave points, by its number.
Decided = dict[int, tuple[Place | None, frozenset[int]]]


@dataclass(frozen=True, slots=True)
class Change:
    """One act, and what it was about, in words; `points` are what its deal gives the player now, None without one."""

    at: datetime
    act: str
    text: str
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Since:
    """The moment asked for, and by name what changed for each player asked for; `more` if lines were left out."""

    at: datetime
    players: tuple[tuple[str, tuple[Change, ...]], ...]
    more: bool


def since(event: Event, start: int | datetime, entries: Sequence[Entry]) -> Since | None:
    """What changed for these entries after a line of the logbook, or an hour; None if there is no such line.

    As the public sees it: nothing of rounds that are hidden.
    """
    begun = _begun(event, start)
    if begun is None:
        return None
    at, line = begun
    acts = {*acts_where(lambda act: act.points_of), *SHOWN}
    newest = LogEntry.objects.filter(event=event, sequence__gt=line, act__in=acts).order_by("-sequence")[
        : MAX_LINES + 1
    ]
    lines = list(reversed(newest[:MAX_LINES]))
    history = moments(event, lines)
    placed = _places_of_decisions(event, history)
    people = [cards.card(event, entry) for entry in entries]
    changed = tuple((card.name, _changes(event, card, history, placed)) for card in people)
    return Since(at, changed, len(newest) > MAX_LINES)


def ends(event: Event, rounds: Collection[int]) -> list[tuple[int, int]]:
    """Those of these rounds that were closed, in order, each with the line of the logbook that closed it last."""
    lines = LogEntry.objects.filter(event=event, act="close_round").order_by("sequence")
    last = {json.loads(text)["facts"]["round"]: line for line, text in lines.values_list("sequence", "text")}
    return sorted((round, line) for round, line in last.items() if round in rounds)


def _begun(event: Event, start: int | datetime) -> tuple[datetime, int] | None:
    """The moment of a line, or the hour itself; and the number of the last line until then, 0 if there is none."""
    lines = LogEntry.objects.filter(event=event).order_by("-sequence").values_list("at", "sequence")
    if isinstance(start, int):
        return lines.filter(sequence=start).first()
    until = lines.filter(at__lte=start).first()
    return start, until[1] if until else 0


def _changes(event: Event, card: Card, history: Iterable[HistoryMoment], placed: Decided) -> tuple[Change, ...]:
    ruleset, planned = facts.ruleset(event), format_of(event)
    played = {_at(sat, deal.line.number): deal.cell.points for sat in card.sat for deal in sat.card_deals}
    concerning = [moment for moment in history if _concerns(card, moment, placed)]
    return tuple(
        Change(
            moment.at,
            chronicle.act(moment.act),
            chronicle.describe(moment, ruleset, planned),
            played.get(_place(moment, placed) or (0, 0, 0)),
        )
        for moment in concerning
    )


def _places_of_decisions(event: Event, history: Iterable[HistoryMoment]) -> Decided:
    numbers = [
        moment.facts["decision"] for moment in history if declaration(moment.act).points_of == PointsOf.EARLIER_DECISION
    ]
    rows = Decision.objects.filter(event=event, number__in=numbers).select_related("round", "table")
    return {
        row.number: (
            (row.round.number, row.table.number, row.deal or 0) if row.round and row.table else None,
            frozenset(gift.entry.number for gift in row.adjustments.all()),
        )
        for row in rows.prefetch_related("adjustments__entry")
    }


def _place(moment: HistoryMoment, placed: Decided) -> Place | None:
    """The round, table and deal that a line is about; deal 0 for a whole table, None for none."""
    if declaration(moment.act).points_of == PointsOf.EARLIER_DECISION:
        return placed.get(moment.facts["decision"], (None, frozenset[int]()))[0]
    at = moment.facts.get("place") or moment.facts
    return (at["round"], at["table"], moment.deal or 0) if at.get("table") else None


def _concerns(card: Card, moment: HistoryMoment, placed: Decided) -> bool:
    """Whether a line can have changed the points of a player."""
    number, place, act = card.entry.number, _place(moment, placed), declaration(moment.act)
    if act.points_of == PointsOf.EVENT:
        return True
    if moment.act in SHOWN:
        return "round" not in moment.facts or any(sat.round == moment.facts["round"] for sat in card.sat)
    if moment.act == "close_round":
        stopped = [(moment.facts["round"], table, 0) for table, _last in moment.facts.get("ended", ())]
        return any(_sits(sat, at, None) for sat in card.sat for at in stopped)
    is_public = place is None or any(_sits(sat, place, None) for sat in card.sat)
    receivers = {int(entry) for entry in moment.facts.get("adjustments", {})}
    receivers |= placed.get(moment.facts.get("decision") or 0, (None, frozenset[int]()))[1]
    if number in receivers or (act.scope == Scope.ENTRY and moment.facts["number"] == number):
        return is_public
    return place is not None and any(_sits(sat, place, number) for sat in card.sat)


def _sits(sat: cards.RoundPlayed, deal_place: Place, number: int | None) -> bool:
    """Whether a place is at this table; with a number, whether that player plays the deal there."""
    round, table, deal = deal_place
    if sat.withheld:
        return False
    seated = sat.sheet.table
    if (seated.round, seated.number) != (round, table):
        return False
    return number is None or not deal or number in {seated.entry(seat, deal) for seat in seated.playing(deal)}


def _at(sat: cards.RoundPlayed, deal: int) -> Place:
    return sat.round, sat.sheet.table.number, deal
