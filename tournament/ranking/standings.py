"""From facts to places: what is still to come at a table, and who is ranked where.

Pure, so that a hypothetical fact can be passed in to show what it would do.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring import Row as Total
from scoring import RuleSet, Standing, rank
from tournament.models import Event, Round, Table
from tournament.ranking import facts
from tournament.ranking.contest import Contest, read_contest
from tournament.ranking.outcomes import outcome
from tournament.ranking.records import AdjustmentFacts, EntryFacts, TableFacts
from tournament.ranking.sections import Tally, sections, tallies
from tournament.ranking.shares import EntryShare, together
from tournament.ranking.table_play import read_shares


class Unfinished(NamedTuple):
    """What is still to come at a table: how many deals are missing, and the numbers of those that wait for the jury."""

    missing: int
    waiting: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RankingPlace:
    """One line of the ranking: the standing, the entry it belongs to, and the components of its points.

    `rounds` are the deal points of the rounds that count; None for a round that gave this entry nothing or is outside
    its last section. The points are the sum of those, the bonus, the adjustments and what was carried into the section.
    `section` counts the cuts that the entry survived; `opening` is its points before the first cut.
    `earlier_rounds` are the deal points of earlier sections, whether they were carried or left behind. `deals` counts
    those that were played and count, `deal_points` is what they gave by themselves, `deal_squares` the sum of the
    squares of what each gave.
    """

    standing: Standing
    entry: EntryFacts
    adjustment_points: int
    bonus: int = 0
    carried: int = 0
    rounds: tuple[int | None, ...] = ()
    earlier_rounds: tuple[int | None, ...] = ()
    section: int = 0
    opening: int = 0
    deals: int = 0
    deal_points: int = 0
    deal_squares: int = 0

    @property
    def all_rounds(self) -> tuple[int | None, ...]:
        """The deal points of every round that counts in the ranking, in whatever section."""
        return tuple(
            current if current is not None else past
            for current, past in zip(self.rounds, self.earlier_rounds, strict=True)
        )


def missing_deals(table: TableFacts, ruleset: RuleSet) -> list[int]:
    """The numbers of the deals that have no result yet, entered or ruled, or whose result was refused."""
    return [n for n in range(1, table.planned + 1) if not outcome(table.deal(n), ruleset).over]


def waiting_deals(table: TableFacts, ruleset: RuleSet) -> list[int]:
    """The numbers of the deals that wait for the jury: their contract needs it, and it has not answered."""
    return [n for n in range(1, table.planned + 1) if outcome(table.deal(n), ruleset).waiting]


def unsettled_deals(table: TableFacts, ruleset: RuleSet) -> list[int]:
    """The numbers of the deals that do not count yet: they are missing, or wait for the jury."""
    return [n for n in range(1, table.planned + 1) if not outcome(table.deal(n), ruleset).settled]


def unfinished_tables(round: Round) -> dict[int, Unfinished]:
    """What is still to come at each unfinished table of a round, by table number, in order."""
    ruleset = facts.ruleset(round.event)
    tables = facts.tables(Table.objects.filter(round=round)).values()
    unfinished = {
        table.number: Unfinished(len(missing_deals(table, ruleset)), tuple(waiting_deals(table, ruleset)))
        for table in tables
    }
    return {number: unfinished[number] for number in sorted(unfinished) if any(unfinished[number])}


def standings(contest: Contest, shares_of_tables: Iterable[tuple[int, Mapping[int, EntryShare]]]) -> list[RankingPlace]:
    """The ranking of all ranked entries, those who play the last final first.

    `shares_of_tables` gives for each table its round number and what `table_shares` returned; tables of rounds that do
    not count are ignored. Ties are broken by the event's own list, within each section.
    """
    by_entry = _shares_by_entry(shares_of_tables, contest.rounds)
    begun = {round for rounds in by_entry.values() for round, share in rounds.items() if share.best is not None}
    parts = sections(contest, begun)
    adjusted: dict[int, list[AdjustmentFacts]] = defaultdict(list)
    for adjustment in contest.adjustments:
        adjusted[adjustment.entry].append(adjustment)
    ranked = {entry.number: entry for entry in contest.entries if entry.ranked}
    tallied = {n: tallies(n, parts, by_entry.get(n, {}), adjusted.get(n, ()), contest) for n in ranked}
    totals: list[list[Total]] = [[] for _section in parts]
    played: dict[int, EntryShare] = {}
    for number, own in tallied.items():
        shares = by_entry.get(number, {})
        played[number] = together([shares[round] for round in own[-1].counting])
        totals[len(own) - 1].append(_total(number, own[-1], shares, played[number], contest.rounds))
    return [
        _place(standing, ranked[standing.row.number], tallied[standing.row.number], played, contest.rounds)
        for standing in _one_after_the_other(reversed(totals), contest)
    ]


def _shares_by_entry(
    shares_of_tables: Iterable[tuple[int, Mapping[int, EntryShare]]], rounds: Collection[int]
) -> dict[int, dict[int, EntryShare]]:
    """What each round that counts gave, by entry and round."""
    by_entry: dict[int, dict[int, EntryShare]] = defaultdict(dict)
    for round, table in shares_of_tables:
        if round in rounds:
            for entry, share in table.items():
                before = by_entry[entry].get(round)
                by_entry[entry][round] = together([before, share]) if before else share
    return by_entry


def _total(
    number: int, tally: Tally, shares: Mapping[int, EntryShare], counting: EntryShare, rounds: Iterable[int]
) -> Total:
    """What an entry brings to the ranking: its points, and the values that break ties."""
    return Total(
        number=number,
        points=tally.points,
        contracts_made=counting.contracts_made,
        contracts_lost=counting.contracts_lost,
        rounds=tuple([shares[round].points if round in tally.counting else None for round in rounds]),
        best_deal=counting.best,
    )


def _one_after_the_other(totals_by_section: Iterable[Sequence[Total]], contest: Contest) -> Iterator[Standing]:
    """The standings of all groups in sequence: the ranks of each follow those of the groups before it."""
    before = 0
    for group in totals_by_section:
        for standing in rank(group, contest.tie_breaks, contest.seed):
            yield replace(standing, rank=standing.rank + before) if before else standing
        before += len(group)


def _place(
    standing: Standing,
    entry: EntryFacts,
    components: Sequence[Tally],
    shares: Mapping[int, EntryShare],
    rounds: Sequence[int],
) -> RankingPlace:
    last, counting = components[-1], shares[entry.number]
    earlier = {round: points for tally in components[:-1] for round, points in tally.points_by_round.items()}
    return RankingPlace(
        standing,
        entry,
        last.adjustment_points,
        last.bonus,
        last.carried,
        tuple(map(last.points_by_round.get, rounds)),
        tuple(map(earlier.get, rounds)),
        len(components) - 1,
        components[0].points,
        counting.deals,
        counting.points - counting.averaged,
        counting.squares,
    )


def event_standings(
    event: Event, *, public: bool, upto: int | None = None, all_entries: bool = False
) -> list[RankingPlace]:
    """The ranking of an event straight from the database: of the visible rounds, or of all for the staff.

    With `upto`, as it was after the round of that number. For `all_entries` see `read_contest`.
    """
    return standings_of(event, read_contest(event, public=public, upto=upto, all_entries=all_entries))


def standings_of(event: Event, contest: Contest) -> list[RankingPlace]:
    """The ranking of a contest, with the results of its rounds' tables read from the database."""
    rows = Table.objects.filter(round__event=event, round__number__in=contest.rounds)
    tables = dict(rows.values_list("pk", "round__number"))
    read = read_shares(tables, facts.ruleset(event), contest.format)
    return standings(contest, ((round, read[pk]) for pk, round in tables.items()))
