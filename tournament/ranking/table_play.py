"""What a table gives: the worth of its deals added up by entry, and the places at it; read in bulk for a ranking."""

import json
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from operator import attrgetter, mul
from typing import NamedTuple

from django.db.models import TextField
from django.db.models.functions import Cast

from scoring import RuleSet
from tournament.models import Deal, Table
from tournament.ranking import facts
from tournament.ranking.format import Format
from tournament.ranking.outcomes import DealOutcome, outcome
from tournament.ranking.records import DealFacts, DealRuling, TableFacts, of_hand
from tournament.ranking.shares import EntryShare, TablePlace, table_places, together

# So many tables are read at a time, which bounds the memory it takes.
CHUNK = 500


class DealWorth(NamedTuple):
    """What a deal that counts gives those at these `seats`.

    `figures` holds the points of each, then whether each made a contract, then whether each lost one.
    """

    seats: tuple[int, ...]
    figures: tuple[int, ...]


# The number of a deal, and what it is worth: None while it does not count.
NumberedWorth = tuple[int, DealWorth | None]


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


def table_shares(table: TableFacts, ruleset: RuleSet, bonus: Sequence[int] = ()) -> dict[int, EntryShare]:
    """What each entry that sat at a table has from it. An entry without a deal so far has an empty share.

    `bonus` is what the places at a table give, best first.
    """
    return shares(table, _worths(table, ruleset), bonus)


def shares(table: TableFacts, worths: Iterable[NumberedWorth], bonus: Sequence[int]) -> dict[int, EntryShare]:
    """As `table_shares`, from what its deals are worth; those it no longer plays count nothing."""
    played = _add_up(table, worths)
    places, averages = _places(table, played, bonus), _averages(table, played)
    if not places and not averages:
        return dict(played.shares)
    return {
        entry: share._replace(
            points=share.points + averages.get(entry, 0),
            bonus=places[entry].bonus if entry in places else 0,
            averaged=averages.get(entry, 0),
        )
        for entry, share in played.shares.items()
    }


def averages(table: TableFacts, ruleset: RuleSet) -> dict[int, int]:
    """What the players of a table that was stopped early get for the deals it did not play, by entry number.

    Each gets for every deal that they would have played the average of the deals they played at this table; the sum is
    rounded down. Nobody gets anything before the last deal counts, or where such deals count nothing.
    """
    return _averages(table, _add_up(table, _worths(table, ruleset))) if table.ended else {}


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
    return _places(table, _add_up(table, _worths(table, ruleset)), bonus)


def _places(table: TableFacts, play: TablePlay, bonus: Sequence[int]) -> dict[int, TablePlace]:
    return table_places(play.totals, play.deals_by_seat, bonus) if bonus and _over(table, play) else {}


def _over(table: TableFacts, play: TablePlay) -> bool:
    """Whether every deal of a table counts, or its round was closed without some of them."""
    return play.deals == table.planned or (table.round_closed and play.deals > 0)


def worth_of(ended: DealOutcome, ruleset: RuleSet) -> DealWorth | None:
    """What a deal gives; None while it does not count."""
    points, fulfilled = ended.points(ruleset), ended.fulfilled(ruleset)
    made = (fulfilled.get(seat) is True for seat in points)
    lost = (fulfilled.get(seat) is False for seat in points)
    return DealWorth(tuple(points), (*points.values(), *made, *lost)) if ended.settled else None


def _worths(table: TableFacts, ruleset: RuleSet) -> Iterator[NumberedWorth]:
    return ((number, worth_of(outcome(deal, ruleset), ruleset)) for number, deal in table.deals.items())


def _add_up(table: TableFacts, worths: Iterable[NumberedWorth]) -> TablePlay:
    positions = table.positions
    sums = dict.fromkeys((seat.entry for seat in table.seats), EntryShare())
    totals = dict.fromkeys(positions, 0)
    sat: dict[int, dict[int, int]] = {position: {} for position in positions}
    for seat in table.seats:
        sat[seat.position][seat.entry] = 0
    # Deals that the same people play are added up column by column: a championship has 100,000 of them.
    in_time = sorted(table.seats, key=attrgetter("from_deal"))
    changes = sorted({seat.from_deal for seat in table.seats})
    alike: dict[tuple[int, tuple[int, ...]], list[tuple[int, ...]]] = {}
    for number, worth in worths:
        if worth is not None and number <= table.planned:
            since = changes[0] if len(changes) == 1 else changes[bisect_right(changes, number) - 1]
            alike.setdefault((since, worth.seats), []).append(worth.figures)
    for (since, seats), rows in alike.items():
        columns = list(zip(*rows, strict=True))
        summed, count = list(map(sum, columns)), len(seats)
        people = {seat.position: seat.entry for seat in in_time if seat.from_deal <= since}
        for at, position in enumerate(seats):
            entry, points = people[position], summed[at]
            made, lost, squares = summed[count + at], summed[2 * count + at], sum(map(mul, columns[at], columns[at]))
            share = EntryShare(points, made, lost, max(columns[at]), deals=len(rows), squares=squares)
            sums[entry] = share if sums[entry].best is None else together((sums[entry], share))
            totals[position] += points
            sat[position][entry] += len(rows)
    return TablePlay(sum(map(len, alike.values())), sums, totals, sat)


def read_shares(tables: Collection[int], ruleset: RuleSet, planned: Format) -> dict[int, dict[int, EntryShare]]:
    """What `table_shares` returns for each of these tables, by primary key, read from the database in one pass.

    Empty for a table that has not begun: of ten rounds drawn at once, nine are still ahead.
    """
    keys, known, bonus_of = iter(tables), _WorthByText(ruleset), cache(planned.bonus_of)
    read: dict[int, dict[int, EntryShare]] = {key: {} for key in tables}
    while chunk := list(islice(keys, CHUNK)):
        written: defaultdict[int, list[_Written]] = defaultdict(list)
        columns = "table", "number", Cast("result", TextField()), "passes", "misdeals"
        for row in Deal.objects.filter(table__in=chunk).order_by().values_list(*columns):
            written[row[0]].append(row)
        ruled: defaultdict[int, dict[int, list[DealRuling]]] = defaultdict(dict)
        for (pk, number), rulings in facts.rulings(chunk).items():
            ruled[pk][number] = rulings
        for pk, table in facts.seated_tables(Table.objects.filter(pk__in=written.keys() | ruled.keys())).items():
            worths = _worths_read(table, written[pk], ruled[pk], known)
            read[pk] = shares(table, worths, bonus_of(table.round))
    return read


# A deal as it is read in bulk: its table, its number, its result as text (None if there is none), passes and misdeals.
_Written = tuple[int, int, str | None, int, int]


class _WorthByText(dict[str | None, DealWorth | None]):
    """What a deal on which nobody ruled is worth, by its result as text: 100,000 deals have few different ones."""

    def __init__(self, ruleset: RuleSet) -> None:
        super().__init__({None: None})
        self.ruleset = ruleset

    def __missing__(self, text: str) -> DealWorth | None:
        worth = self[text] = worth_of(outcome(DealFacts(0, json.loads(text)), self.ruleset), self.ruleset)
        return worth


def _worths_read(
    table: TableFacts, written: Sequence[_Written], ruled: Mapping[int, list[DealRuling]], known: _WorthByText
) -> list[NumberedWorth]:
    """What the deals of a table are worth; the jury may have ruled on one before the captain wrote it."""
    worths = [(row[1], known[row[2]]) for row in written if row[1] not in ruled]
    by_number = {row[1]: row for row in written} if ruled else {}
    for number, rulings in ruled.items():
        _pk, _number, text, *dealt_again = by_number.get(number, (0, number, None, 0, 0))
        result = None if text is None else json.loads(text)
        deal = DealFacts(number, result, of_hand(rulings, sum(dealt_again)), seats=table.playing(number))
        worths.append((number, worth_of(outcome(deal, known.ruleset), known.ruleset)))
    return worths
