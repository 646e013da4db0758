"""From facts to points: what a deal was worth, what a table gave, who is ranked where.

Pure, so that a hypothetical fact can be passed in to show what it would do.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring import Result, RuleSet, Standing, fulfilled, rank, score
from scoring import Row as Total
from scoring.score import annulled
from tournament.models import Decision, Event, Round, Table
from tournament.ranking import facts
from tournament.ranking.contest import Contest, contest
from tournament.ranking.facts import AdjustmentFacts, DealFacts, EntryFacts, TableFacts
from tournament.ranking.sections import Tally, sections, tallies
from tournament.ranking.shares import Share, TablePlace, table_places, together

Ruled = Decision.Ruling


@dataclass(frozen=True, slots=True)
class Outcome:
    """A deal after the rulings on it.

    `result` is what scores, None while there is nothing to score. `played` is what was entered, where a ruling replaced
    it or took it away. An annulled deal gives 0 to all of `seats`, those who play it. A `mixed` deal has no result
    because the jury allowed the contract to some of its declarers and refused it to others: it waits for the jury's
    points.
    """

    result: Result | None
    played: Result | None = None
    annulled: bool = False
    seats: tuple[int, ...] = ()
    mixed: bool = False

    @property
    def settled(self) -> bool:
        """Whether the deal counts: it has a result, entered or ruled, or the jury annulled it."""
        return self.result is not None or self.annulled

    def points(self, ruleset: RuleSet) -> dict[int, int]:
        """Points per position; empty while the deal does not count."""
        if self.annulled:
            return dict.fromkeys(self.seats, 0)
        return score(self.result, ruleset) if self.result else {}

    def uncalled(self, ruleset: RuleSet) -> bool:
        """Whether the deal gives nothing because the jury was not called for a contract that requires it."""
        return self.result is not None and annulled(self.result, ruleset)

    def fulfilled(self, ruleset: RuleSet) -> dict[int, bool]:
        """Per declarer whether the contract was made; empty when no result counts."""
        return {} if self.result is None or self.annulled else fulfilled(self.result, ruleset)


@dataclass(frozen=True, slots=True)
class Played:
    """What was played at a table: each entry's share without the bonus, and what the bonus is computed from.

    `deals` counts the settled deals. `totals` are their points by position; `sat` says by position how many of them
    each entry played.
    """

    deals: int
    shares: Mapping[int, Share]
    totals: Mapping[int, int]
    sat: Mapping[int, Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the ranking: the standing, the entry it belongs to, and the components of its points.

    `rounds` are the deal points of the rounds that count; None for a round that gave this entry nothing or is outside
    its last section. The points are the sum of those, the bonus, the adjustments and what was carried into the section.
    `section` counts the cuts that the entry survived; `opening` is its points before the first cut. `before` are the
    deal points of the rounds of earlier sections, whether they were carried or left behind.
    """

    standing: Standing
    entry: EntryFacts
    adjustments: int
    bonus: int = 0
    carried: int = 0
    rounds: tuple[int | None, ...] = ()
    before: tuple[int | None, ...] = ()
    section: int = 0
    opening: int = 0

    @property
    def all_rounds(self) -> tuple[int | None, ...]:
        """The deal points of every round that counts in the ranking, in whatever section."""
        return tuple(now if now is not None else past for now, past in zip(self.rounds, self.before, strict=True))


def outcome(deal: DealFacts, ruleset: RuleSet) -> Outcome:
    """The deal after the rulings on it; later ones override earlier ones (rules of 2018, articles 3, 5 and 9)."""
    result, void, answers = _ruled(deal)
    if result is None:
        return Outcome(None, _entered(deal, ruleset), void, deal.seats)
    answer = derived(answers, result["declarers"]) if answers else ""
    if answer == Ruled.REFUSED:
        mixed = any(answers.get(seat) != Ruled.REFUSED for seat in result["declarers"])
        return Outcome(None, _entered(deal, ruleset), seats=deal.seats, mixed=mixed)
    if answer:
        result["jury"] = answer
    replaced = deal.result is not None and {**result, "jury": None} != {**deal.result, "jury": None}
    scores = read(result, ruleset)
    return Outcome(scores, _entered(deal, ruleset) if replaced else None, void, scores.seats)


def _entered(deal: DealFacts, ruleset: RuleSet) -> Result | None:
    return read(deal.result, ruleset) if deal.result is not None else None


def _ruled(deal: DealFacts) -> tuple[dict[str, Any] | None, bool, dict[int, str]]:
    """The result that the rulings leave, whether they annul the deal, and the jury's answer to each declarer."""
    result = dict(deal.result) if deal.result is not None else None
    void, answers = False, _answers(result)
    for ruling in deal.rulings:
        if ruling.ruling == Ruled.RESULT and ruling.result is not None:
            result, void = dict(ruling.result), False
            answers = _answers(result)
        elif ruling.ruling == Ruled.ANNULLED:
            void = True
            answers = {seat: answer for seat, answer in answers.items() if answer != Ruled.REFUSED}
        elif result is not None and _is_about(ruling, result):
            if ruling.ruling == Ruled.REFUSED and not ruling.about:
                result, void = None, False  # an answer from before they were given per player: to the whole table
            else:
                answers |= dict.fromkeys(ruling.about or result.get("declarers", ()), ruling.ruling)
    return result, void, answers


def derived(answers: Mapping[int, str], declarers: Iterable[int]) -> str:
    """The one answer that counts for a deal, from the jury's answers to its declarers by position; "" if there is none.

    If it was refused to one of them, nothing was played that could score: the result is taken away from all, and the
    refused player passes. The deal counts as allowed when it was allowed to every declarer.
    """
    given = [answers.get(seat, "") for seat in declarers]
    if Ruled.REFUSED in given:
        return Ruled.REFUSED
    if Ruled.NOT_CALLED in given:
        return Ruled.NOT_CALLED
    return "" if "" in given else Ruled.ALLOWED


def refused_to(rulings: Iterable[facts.Ruling], contract: str, declarers: Collection[int]) -> list[int]:
    """Those declarers of a contract to whom the jury refused it, and has not allowed it since."""
    answers: dict[int, str] = {}
    for ruling in rulings:
        if contract and ruling.contract == contract:
            if ruling.ruling == Ruled.REFUSED and not ruling.about:
                return sorted(declarers)  # an answer from before they were given per player
            answers |= dict.fromkeys(ruling.about, ruling.ruling)
    return [seat for seat in sorted(declarers) if answers.get(seat) == Ruled.REFUSED]


def _answers(result: Mapping[str, Any] | None) -> dict[int, str]:
    """What a result itself says about the jury, by declarer."""
    said = (result or {}).get("jury")
    return dict.fromkeys(result["declarers"], said) if result and said else {}


def _is_about(ruling: facts.Ruling, result: Mapping[str, Any]) -> bool:
    """Whether an answer is about this contract, and not about one that a correction has replaced."""
    spoken = ruling.contract or ("" if ruling.ruling == Ruled.REFUSED else result.get("contract"))
    return spoken == result.get("contract")


def read(result: Mapping[str, object], ruleset: RuleSet) -> Result:
    """A result that was entered or ruled, read by the present rules. Raises ResultError if they do not allow it.

    The jury's answer is dropped if the contract no longer needs the jury. If a contract came to need the jury after it
    was played, there is no answer: the deal gives nobody points until the jury allows it (see `scoring.score`).
    """
    if "jury" in result and result.get("contract") not in ruleset.jury:
        result = {name: value for name, value in result.items() if name != "jury"}
    return Result.read(result, ruleset)


def table_shares(table: TableFacts, ruleset: RuleSet, bonus: Sequence[int] = ()) -> dict[int, Share]:
    """What each entry that sat at a table has from it. An entry without a deal so far has an empty share.

    `bonus` is what the places at a table give, best first.
    """
    played = _played(table, ruleset)
    places = _places(table, played, bonus)
    return {
        entry: share.with_bonus(places[entry].bonus) if entry in places else share
        for entry, share in played.shares.items()
    }


def places_at(table: TableFacts, ruleset: RuleSet, bonus: Sequence[int]) -> dict[int, TablePlace]:
    """The place at the table of everyone who sat there, by entry number, and the bonus it gives.

    Empty while there is no bonus: it is given once every deal is settled, or once the round was closed without some of
    them and this table played at least one.
    """
    return _places(table, _played(table, ruleset), bonus)


def _places(table: TableFacts, played: Played, bonus: Sequence[int]) -> dict[int, TablePlace]:
    ended = played.deals == table.planned or (table.round_closed and played.deals > 0)
    return table_places(played.totals, played.sat, bonus) if bonus and ended else {}


def _played(table: TableFacts, ruleset: RuleSet) -> Played:
    shares = {seat.entry: Share() for seat in table.seats}
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
        made = ended.fulfilled(ruleset)
        for position, points in ended.points(ruleset).items():
            entry = table.entry(position, number)
            shares[entry] = shares[entry].plus(points, made.get(position))
            totals[position] += points
            sat[position][entry] += 1
    return Played(deals, shares, totals, sat)


def missing_deals(table: TableFacts, ruleset: RuleSet) -> list[int]:
    """The numbers of the deals that have no result yet, entered or ruled, or whose result was refused."""
    return [n for n in range(1, table.planned + 1) if not outcome(table.deal(n), ruleset).settled]


def unfinished_tables(round: Round) -> dict[int, int]:
    """How many deals are missing at each unfinished table of a round, by table number, in order."""
    ruleset = facts.ruleset(round.event)
    tables = facts.tables(Table.objects.filter(round=round)).values()
    missing = {table.number: len(missing_deals(table, ruleset)) for table in tables}
    return {number: missing[number] for number in sorted(missing) if missing[number]}


def standings(contest: Contest, shares: Iterable[tuple[int, Mapping[int, Share]]]) -> list[Place]:
    """The ranking of all ranked entries, those who play the last final first.

    `shares` gives for each table its round number and what `table_shares` returned; tables of rounds that do not count
    are ignored. Ties are broken by the event's own list, within each section.
    """
    given = _given(shares, contest.rounds)
    begun = {round for rounds in given.values() for round, share in rounds.items() if share.best is not None}
    parts = sections(contest, begun)
    adjusted: dict[int, list[AdjustmentFacts]] = defaultdict(list)
    for adjustment in contest.adjustments:
        adjusted[adjustment.entry].append(adjustment)
    ranked = {entry.number: entry for entry in contest.entries if entry.ranked}
    tallied = {n: tallies(n, parts, given.get(n, {}), adjusted.get(n, ()), contest) for n in ranked}
    totals: list[list[Total]] = [[] for _section in parts]
    for number, own in tallied.items():
        totals[len(own) - 1].append(_total(number, own[-1], given.get(number, {}), contest.rounds))
    return [
        _place(standing, ranked[standing.row.number], tallied[standing.row.number], contest.rounds)
        for standing in _one_after_the_other(reversed(totals), contest)
    ]


def _given(shares: Iterable[tuple[int, Mapping[int, Share]]], rounds: Collection[int]) -> dict[int, dict[int, Share]]:
    """What each round that counts gave, by entry and round."""
    given: dict[int, dict[int, Share]] = defaultdict(dict)
    for round, table in shares:
        if round in rounds:
            for entry, share in table.items():
                before = given[entry].get(round)
                given[entry][round] = together([before, share]) if before else share
    return given


def _total(number: int, tally: Tally, given: Mapping[int, Share], rounds: Iterable[int]) -> Total:
    """What an entry brings to the ranking: its points, and the values that break ties."""
    counting = [given[round] for round in tally.counting]
    return Total(
        number=number,
        points=tally.points,
        contracts_made=sum(share.made for share in counting),
        contracts_lost=sum(share.lost for share in counting),
        rounds=tuple(given[round].points if round in tally.counting else None for round in rounds),
        best_deal=max((share.best for share in counting if share.best is not None), default=None),
    )


def _one_after_the_other(groups: Iterable[Sequence[Total]], contest: Contest) -> Iterator[Standing]:
    """The standings of all groups in sequence: the ranks of each follow those of the groups before it."""
    before = 0
    for group in groups:
        for standing in rank(group, contest.tie_breaks, contest.seed):
            yield replace(standing, rank=standing.rank + before) if before else standing
        before += len(group)


def _place(standing: Standing, entry: EntryFacts, own: Sequence[Tally], rounds: Sequence[int]) -> Place:
    last = own[-1]
    earlier = {round: points for tally in own[:-1] for round, points in tally.rounds.items()}
    return Place(
        standing,
        entry,
        last.adjustments,
        last.bonus,
        last.carried,
        tuple(last.rounds.get(round) for round in rounds),
        tuple(earlier.get(round) for round in rounds),
        len(own) - 1,
        own[0].points,
    )


def event_standings(event: Event, *, public: bool, upto: int | None = None, all_entries: bool = False) -> list[Place]:
    """The ranking of an event straight from the database: of the visible rounds, or of all for the staff.

    With `upto`, as it was after the round of that number. For `all_entries` see `contest`.
    """
    return standings_of(event, contest(event, public=public, upto=upto, all_entries=all_entries))


def standings_of(event: Event, now: Contest) -> list[Place]:
    """The ranking of a contest, with the results of its rounds' tables read from the database."""
    ruleset = facts.ruleset(event)
    rows = Table.objects.filter(round__event=event, round__number__in=now.rounds)
    tables = facts.tables(facts.with_entries(rows)).values()
    return standings(
        now, [(table.round, table_shares(table, ruleset, now.format.bonus_of(table.round))) for table in tables]
    )
