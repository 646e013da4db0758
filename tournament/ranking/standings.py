"""From facts to points: what a deal was worth, what a table gave, who is ranked where.

Pure, so that a hypothetical fact can be passed in to show what it would do.
"""

from collections import Counter, defaultdict
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
from tournament.ranking.shares import EntryShare, TablePlace, table_places, together


@dataclass(frozen=True, slots=True)
class TablePlay:
    """What was played at a table: each entry's share without the bonus, and what the bonus is computed from.

    `deals` counts the settled deals. `totals` are their points by position; `deals_by_seat` says by position how many
    of them each entry played.
    """

    deals: int
    shares: Mapping[int, EntryShare]
    totals: Mapping[int, int]
    deals_by_seat: Mapping[int, Mapping[int, int]]


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
    `earlier_rounds` are the deal points of earlier sections, whether they were carried or left behind.
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

    @property
    def all_rounds(self) -> tuple[int | None, ...]:
        """The deal points of every round that counts in the ranking, in whatever section."""
        return tuple(
            current if current is not None else past
            for current, past in zip(self.rounds, self.earlier_rounds, strict=True)
        )


def table_shares(table: TableFacts, ruleset: RuleSet, bonus: Sequence[int] = ()) -> dict[int, EntryShare]:
    """What each entry that sat at a table has from it. An entry without a deal so far has an empty share.

    `bonus` is what the places at a table give, best first.
    """
    played = _add_up(table, ruleset)
    places, averages = _places(table, played, bonus), _averages(table, played)
    return {
        entry: replace(share, points=share.points + averages.get(entry, 0)).with_bonus(
            places[entry].bonus if entry in places else 0
        )
        for entry, share in played.shares.items()
    }


def averages(table: TableFacts, ruleset: RuleSet) -> dict[int, int]:
    """What the players of a table that was stopped early get for the deals it did not play, by entry number.

    Each gets for every deal that they would have played the average of the deals they played at this table; the sum is
    rounded down. Nobody gets anything before the last deal counts, or where such deals count nothing.
    """
    return _averages(table, _add_up(table, ruleset)) if table.ended else {}


def _averages(table: TableFacts, play: TablePlay) -> dict[int, int]:
    if not (table.ended and table.ended.averaged and _over(table, play)):
        return {}
    deals = sum((Counter(sat) for sat in play.deals_by_seat.values()), Counter[int]())
    missed = Counter(
        table.entry(seat, number) for number in table.ended.unplayed_deals for seat in table.playing(number)
    )
    return {n: play.shares[n].points * count // deals[n] for n, count in missed.items() if deals[n]}


def places_at(table: TableFacts, ruleset: RuleSet, bonus: Sequence[int]) -> dict[int, TablePlace]:
    """The place at the table of everyone who sat there, by entry number, and the bonus it gives.

    Empty while there is no bonus: it is given once every deal is settled, or once the round was closed without some of
    them and this table played at least one.
    """
    return _places(table, _add_up(table, ruleset), bonus)


def _places(table: TableFacts, play: TablePlay, bonus: Sequence[int]) -> dict[int, TablePlace]:
    return table_places(play.totals, play.deals_by_seat, bonus) if bonus and _over(table, play) else {}


def _over(table: TableFacts, play: TablePlay) -> bool:
    """Whether every deal of a table counts, or its round was closed without some of them."""
    return play.deals == table.planned or (table.round_closed and play.deals > 0)


def _add_up(table: TableFacts, ruleset: RuleSet) -> TablePlay:
    shares = {seat.entry: EntryShare() for seat in table.seats}
    totals = dict.fromkeys(table.positions, 0)
    sat: dict[int, dict[int, int]] = {position: {} for position in table.positions}
    for seat in table.seats:
        sat[seat.position][seat.entry] = 0
    deals = 0
    for number in range(1, table.planned + 1):
        if number not in table.deals:
            continue
        ended = outcome(table.deals[number], ruleset)
        deals += ended.settled
        fulfilled = ended.fulfilled(ruleset)
        for position, points in ended.points(ruleset).items():
            entry = table.entry(position, number)
            shares[entry] = shares[entry].plus(points, fulfilled.get(position))
            totals[position] += points
            sat[position][entry] += 1
    return TablePlay(deals, shares, totals, sat)


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
    for number, own in tallied.items():
        totals[len(own) - 1].append(_total(number, own[-1], by_entry.get(number, {}), contest.rounds))
    return [
        _place(standing, ranked[standing.row.number], tallied[standing.row.number], contest.rounds)
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


def _total(number: int, tally: Tally, shares: Mapping[int, EntryShare], rounds: Iterable[int]) -> Total:
    """What an entry brings to the ranking: its points, and the values that break ties."""
    counting = [shares[round] for round in tally.counting]
    return Total(
        number=number,
        points=tally.points,
        contracts_made=sum(share.contracts_made for share in counting),
        contracts_lost=sum(share.contracts_lost for share in counting),
        rounds=tuple(shares[round].points if round in tally.counting else None for round in rounds),
        best_deal=max((share.best for share in counting if share.best is not None), default=None),
    )


def _one_after_the_other(totals_by_section: Iterable[Sequence[Total]], contest: Contest) -> Iterator[Standing]:
    """The standings of all groups in sequence: the ranks of each follow those of the groups before it."""
    before = 0
    for group in totals_by_section:
        for standing in rank(group, contest.tie_breaks, contest.seed):
            yield replace(standing, rank=standing.rank + before) if before else standing
        before += len(group)


def _place(standing: Standing, entry: EntryFacts, components: Sequence[Tally], rounds: Sequence[int]) -> RankingPlace:
    last = components[-1]
    earlier = {round: points for tally in components[:-1] for round, points in tally.points_by_round.items()}
    return RankingPlace(
        standing,
        entry,
        last.adjustment_points,
        last.bonus,
        last.carried,
        tuple(last.points_by_round.get(round) for round in rounds),
        tuple(earlier.get(round) for round in rounds),
        len(components) - 1,
        components[0].points,
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
    ruleset = facts.ruleset(event)
    rows = Table.objects.filter(round__event=event, round__number__in=contest.rounds)
    tables = facts.tables(facts.with_entries(rows)).values()
    return standings(
        contest, [(table.round, table_shares(table, ruleset, contest.format.bonus_of(table.round))) for table in tables]
    )
