"""From facts to points: what a deal was worth, what a table gave, who stands where. Pure, so that a hypothetical
fact can be passed in to show what it would do.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring import Result, RuleSet, Standing, fulfilled, rank, score
from scoring import Row as Total
from scoring.score import annulled
from tournament import facts
from tournament.facts import AdjustmentFacts, DealFacts, EntryFacts, TableFacts
from tournament.models import Decision, Event, Round, Table

Ruled = Decision.Ruling


@dataclass(frozen=True, slots=True)
class Outcome:
    """A deal after the rulings on it.

    `result` is what scores, None while there is nothing to score; `played` what was entered, where a ruling put
    another result in its place; an annulled deal gives every seat 0.
    """

    result: Result | None
    played: Result | None = None
    annulled: bool = False

    def points(self, ruleset: RuleSet) -> dict[int, int]:
        """Points per position; empty while there is no result."""
        if self.result is None:
            return {}
        return dict.fromkeys(self.result.seats, 0) if self.annulled else score(self.result, ruleset)

    def uncalled(self, ruleset: RuleSet) -> bool:
        """Whether the deal gives nothing because the jury was not called to a contract that needs it."""
        return self.result is not None and annulled(self.result, ruleset)

    def fulfilled(self, ruleset: RuleSet) -> dict[int, bool]:
        """Per declarer whether the contract was made; empty when nothing counts."""
        return {} if self.result is None or self.annulled else fulfilled(self.result, ruleset)


@dataclass(frozen=True, slots=True)
class Share:
    """What one entry has from one table."""

    points: int = 0
    made: int = 0
    lost: int = 0
    best: int | None = None

    def plus(self, points: int, made: bool | None) -> "Share":
        """With one more deal; `made` is None for who declared nothing."""
        best = points if self.best is None else max(self.best, points)
        return Share(self.points + points, self.made + (made is True), self.lost + (made is False), best)


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the ranking: the standing, the entry it belongs to, and the components of its points."""

    standing: Standing
    entry: EntryFacts
    adjustments: int
    bonus: int = 0
    carried: int = 0


def outcome(deal: DealFacts, ruleset: RuleSet) -> Outcome:
    """The deal after the rulings on it, the later ones over the earlier ones (rules of 2018, articles 3, 5 and 9)."""
    played = result = dict(deal.result) if deal.result is not None else None
    void = False
    for ruling in deal.rulings:
        if ruling.ruling == Ruled.RESULT and ruling.result is not None:
            result, void = dict(ruling.result), False
        elif ruling.ruling == Ruled.ANNULLED:
            void = True
        elif result is not None and ruling.ruling in (Ruled.ALLOWED, Ruled.NOT_CALLED):
            # An answer about one contract says nothing of the one that a correction put in its place.
            if ruling.contract in ("", result.get("contract")):
                result = {**result, "jury": ruling.ruling}
        elif result is not None and result.get("contract") == ruling.contract:
            result = None  # refused: the player must pass, and the table enters what is played instead
    if result is None:
        return Outcome(None, read(played, ruleset) if played is not None else None)
    replaced = played is not None and {**result, "jury": None} != {**played, "jury": None}
    return Outcome(read(result, ruleset), read(played, ruleset) if replaced and played else None, void)


def read(result: Mapping[str, object], ruleset: RuleSet) -> Result:
    """A result that was entered or ruled, by the rules as they are; raises ResultError where they know no such result.

    An answer of the jury says nothing once its contract is not the jury's any more. Where one became the jury's and
    was played before, nothing was said: the deal gives nobody anything until the jury allows it (see `scoring.score`).
    """
    if "jury" in result and result.get("contract") not in ruleset.jury:
        result = {name: value for name, value in result.items() if name != "jury"}
    return Result.read(result, ruleset)


def table_shares(table: TableFacts, ruleset: RuleSet) -> dict[int, Share]:
    """What each entry that sat at a table has from it. Who sat there and has no deal yet has an empty share."""
    shares = {seat.entry: Share() for seat in table.seats}
    for number in range(1, table.planned + 1):
        if number not in table.deals:
            continue
        ended = outcome(table.deals[number], ruleset)
        made = ended.fulfilled(ruleset)
        for position, points in ended.points(ruleset).items():
            entry = table.entry(position, number)
            shares[entry] = shares[entry].plus(points, made.get(position))
    return shares


def missing_deals(table: TableFacts, ruleset: RuleSet) -> list[int]:
    """Numbers of the deals that have no result yet, or whose result was refused."""
    return [n for n in range(1, table.planned + 1) if outcome(table.deal(n), ruleset).result is None]


def unfinished_tables(round: Round) -> list[int]:
    """Numbers of the tables of a round at which deals are missing."""
    ruleset = facts.ruleset(round.event)
    tables = facts.tables(Table.objects.filter(round=round)).values()
    return sorted(table.number for table in tables if missing_deals(table, ruleset))


def standings(
    entries: Iterable[EntryFacts],
    rounds: Sequence[int],
    shares: Iterable[tuple[int, Mapping[int, Share]]],
    adjustments: Iterable[AdjustmentFacts],
    tie_breaks: Sequence[str],
    seed: str,
) -> list[Place]:
    """The ranking of all ranked entries.

    `shares` gives per table its round number and what `table_shares` made of it; only tables of `rounds` count.
    Points are the deal points of those rounds plus the adjustments.
    """
    per_round: dict[int, dict[int, list[Share]]] = {number: defaultdict(list) for number in rounds}
    for number, table in shares:
        if number in per_round:
            for entry, share in table.items():
                per_round[number][entry].append(share)
    adjusted: dict[int, int] = defaultdict(int)
    for adjustment in adjustments:
        adjusted[adjustment.entry] += adjustment.points
    ranked = {entry.number: entry for entry in entries if entry.ranked}
    totals = [
        _total(number, [per_round[round].get(number, ()) for round in rounds], adjusted[number]) for number in ranked
    ]
    return [
        Place(standing, ranked[standing.row.number], adjusted[standing.row.number])
        for standing in rank(totals, tie_breaks, seed)
    ]


def _total(number: int, rounds: Sequence[Sequence[Share]], adjustment: int) -> Total:
    shares = [share for round in rounds for share in round]
    return Total(
        number=number,
        points=sum(share.points for share in shares) + adjustment,
        contracts_made=sum(share.made for share in shares),
        contracts_lost=sum(share.lost for share in shares),
        rounds=tuple(_round_points(round) for round in rounds),
        best_deal=max((share.best for share in shares if share.best is not None), default=None),
    )


def _round_points(shares: Sequence[Share]) -> int | None:
    """What a round gave; None until a deal of it did, also for who is already seated."""
    played = [share.points for share in shares if share.best is not None]
    return sum(played) if played else None


def event_standings(event: Event, *, public: bool) -> list[Place]:
    """The ranking of an event straight from the database: of the visible rounds, or of all for the staff."""
    rounds = facts.rounds(event, public=public)
    numbers = [round.number for round in rounds]
    hidden = {round.number for round in facts.rounds(event, public=False)} - set(numbers)
    ruleset = facts.ruleset(event)
    tables = facts.tables(Table.objects.filter(round__in=[round.pk for round in rounds])).values()
    return standings(
        facts.entries(event),
        numbers,
        [(table.round, table_shares(table, ruleset)) for table in tables],
        facts.adjustments(event, hidden),
        event.tie_breaks,
        event.lot_seed,
    )
