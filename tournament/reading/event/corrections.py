"""Corrections of an event's rules: the effect of one before it is made, and in words those that were made."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from scoring import RuleSet
from scoring.rules import differences as differing
from scoring.rules.differences import RuleSetDifference
from tournament.models import Event, RulesCorrection, Table
from tournament.progress.incompatible_results import IncompatibleResult, incompatible_results
from tournament.ranking import facts
from tournament.ranking.contest import read_contest
from tournament.ranking.outcomes import outcome
from tournament.ranking.records import EntryFacts, TableFacts
from tournament.ranking.shares import EntryShare
from tournament.ranking.standings import RankingPlace, standings
from tournament.ranking.table_play import table_shares
from tournament.wording import language

# The round and number of a table.
Where = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Move:
    """An entry whose rank or points would change."""

    entry: EntryFacts
    rank: int
    points: int
    new_rank: int
    new_points: int


@dataclass(frozen=True, slots=True)
class RulesEffect:
    """The effect that other rules would have on an event; nothing is written.

    `moves` covers the whole ranking including hidden rounds, the largest move first; `deals` counts the deals that
    would give somebody different points; `closed_tables` are to be informed; `misfits` are the
    results that would be impossible. If there are any, the correction would be refused, and `moves` is empty.
    """

    changes: tuple[RuleSetDifference, ...]
    misfits: tuple[IncompatibleResult, ...]
    moves: tuple[Move, ...]
    deals: int
    closed_tables: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction that was made: the changes in short sentences, why, when, and by whom in the logbook's notation.

    `closed_tables` were closed at the time, and were informed.
    """

    number: int
    at: datetime
    by: str
    reason: str
    changes: tuple[str, ...]
    closed_tables: frozenset[Where]


def effect(event: Event, ruleset: RuleSet) -> RulesEffect:
    """The effect of `acts.event.rules.correct_rules` with these rules."""
    old_rules = facts.ruleset(event)
    changes, closed_tables = tuple(differing.differences(old_rules, ruleset)), tuple(facts.closed_tables(event))
    in_the_way = tuple(incompatible_results(event, ruleset))
    if in_the_way:
        return RulesEffect(changes, in_the_way, (), 0, closed_tables)
    played = list(facts.tables(Table.objects.filter(round__event=event, round__published=True)).values())
    moves = _moves(_places(event, played, old_rules), _places(event, played, ruleset))
    return RulesEffect(changes, (), moves, sum(_changed(table, old_rules, ruleset) for table in played), closed_tables)


def corrections(event: Event, only: Collection[Where] | None = None) -> list[Correction]:
    """The corrections of an event in order, in the visitor's language: all, or `only` those of some tables."""
    ruleset = facts.ruleset(event)
    corrections = [_correction(row, ruleset) for row in RulesCorrection.objects.filter(event=event).order_by("number")]
    return (
        corrections
        if only is None
        else [correction for correction in corrections if not correction.closed_tables.isdisjoint(only)]
    )


def _correction(correction: RulesCorrection, ruleset: RuleSet) -> Correction:
    changes = tuple(
        differing.describe(RuleSetDifference.from_dict(change), language(), ruleset) for change in correction.changes
    )
    closed_tables = frozenset((round, table) for round, table in correction.tables)
    return Correction(correction.number, correction.at, correction.by, correction.reason, changes, closed_tables)


def _places(event: Event, tables: Iterable[TableFacts], ruleset: RuleSet) -> Mapping[int, RankingPlace]:
    """The place of each ranked entry under these rules, by entry number."""
    contest = read_contest(event, public=False)
    shares: list[tuple[int, Mapping[int, EntryShare]]] = [
        (table.round, table_shares(table, ruleset, contest.format.bonus_of(table.round))) for table in tables
    ]
    return {place.entry.number: place for place in standings(contest, shares)}


def _moves(old_places: Mapping[int, RankingPlace], new_places: Mapping[int, RankingPlace]) -> tuple[Move, ...]:
    moves = [
        Move(place.entry, old.rank, old.row.points, new.rank, new.row.points)
        for number, place in new_places.items()
        if (old := old_places[number].standing) and (new := place.standing)
    ]
    moved = [move for move in moves if (move.rank, move.points) != (move.new_rank, move.new_points)]
    return tuple(sorted(moved, key=_by_distance))


def _by_distance(move: Move) -> tuple[int, int, int]:
    return -abs(move.new_rank - move.rank), -abs(move.new_points - move.points), move.new_rank


def _changed(table: TableFacts, old_rules: RuleSet, ruleset: RuleSet) -> int:
    """How many deals of a table would give somebody different points."""
    deals = [deal for number, deal in table.deals.items() if number <= table.planned]
    return sum(outcome(deal, old_rules).points(old_rules) != outcome(deal, ruleset).points(ruleset) for deal in deals)
