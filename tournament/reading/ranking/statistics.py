"""An event in figures: how often each contract was played and made, points by seat, how fast the rounds were played.

Of the rounds whose results everybody may see, and without anybody's name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median

from scoring import RuleSet
from scoring.game.contracts import CONTRACTS
from tournament.models import Event, Table
from tournament.ranking import facts
from tournament.ranking.outcomes import DealOutcome, outcome
from tournament.ranking.records import TableFacts
from tournament.reading.people.player_deals import ContractShare
from tournament.reading.rounds.pace import Signs, signs

# Nobody deals, bids and plays thirteen tricks in less.
MIN_MINUTES = 0.5


@dataclass(frozen=True, slots=True)
class ContractRow:
    """How often a contract was played and made, by sides; and what it gave each of its declarers on average."""

    share: ContractShare
    mean: float


@dataclass(frozen=True, slots=True)
class SeatRow:
    """What a seat got on average, and in how many deals."""

    seat: int
    deals: int
    mean: float


@dataclass(frozen=True, slots=True)
class PaceRow:
    """How fast a round was played, in minutes for a deal: most tables, the fastest, the slowest."""

    round: int
    tables: int
    middle: float
    fastest: tuple[int, float]
    slowest: tuple[int, float]


@dataclass(frozen=True, slots=True)
class EventStatistics:
    """The figures of an event; `deals` is how many count."""

    deals: int
    contracts: tuple[ContractRow, ...]
    together: ContractShare
    by_seat: tuple[SeatRow, ...]
    paces: tuple[PaceRow, ...]


def statistics(event: Event) -> EventStatistics:
    """The figures of an event as it is, in a number of queries that depends on its rounds alone."""
    visible = facts.rounds(event, public=True)
    public_rounds = facts.public_rounds(event, visible)
    tables = list(facts.tables(Table.objects.filter(round__event=event, round__number__in=public_rounds)).values())
    ruleset = facts.ruleset(event)
    outcomes = [
        ended
        for table in tables
        for number, deal in table.deals.items()
        if number <= table.planned and (ended := outcome(deal, ruleset)).settled
    ]
    contracts = _contracts(outcomes, ruleset)
    played, fulfilled = (sum(getattr(row.share, name) for row in contracts) for name in ("played", "fulfilled"))
    rounds = [round for round in visible if round.number in public_rounds]
    paces = tuple(
        row for round in rounds if (row := pace_of(round.number, _written(tables, round.number), signs(round)))
    )
    return EventStatistics(len(outcomes), contracts, ContractShare(played, fulfilled), _seats(outcomes, ruleset), paces)


def _contracts(outcomes: Iterable[DealOutcome], ruleset: RuleSet) -> tuple[ContractRow, ...]:
    """Each contract that was played, in the order of the sheet; who plays a personal one plays it alone."""
    ends: dict[str, list[bool]] = {}
    gains: dict[str, list[int]] = {}
    for ended in outcomes:
        by_seat = ended.fulfilled(ruleset)
        if ended.result is None or not by_seat:
            continue
        key, points = ended.result.contract, ended.points(ruleset)
        is_personal = CONTRACTS[key].kind == "personal"
        ends.setdefault(key, []).extend(by_seat.values() if is_personal else list(by_seat.values())[:1])
        gains.setdefault(key, []).extend(points[seat] for seat in by_seat)
    return tuple(
        ContractRow(ContractShare(len(ends[key]), sum(ends[key]), contract=key), sum(gains[key]) / len(gains[key]))
        for key in CONTRACTS
        if key in ends
    )


def _seats(outcomes: Iterable[DealOutcome], ruleset: RuleSet) -> tuple[SeatRow, ...]:
    by_seat: dict[int, list[int]] = {}
    for ended in outcomes:
        for seat, points in ended.points(ruleset).items():
            by_seat.setdefault(seat, []).append(points)
    return tuple(SeatRow(seat, len(gains), sum(gains) / len(gains)) for seat, gains in sorted(by_seat.items()))


def pace_of(number: int, written: Mapping[int, int], table_signs: Mapping[int, Signs]) -> PaceRow | None:
    """The pace of a round, by the deals that its tables have written and the signs of those that write by themselves.

    None without any of two deals or more. Who writes a deal in less than MIN_MINUTES writes down what was played.
    """
    minutes = {
        table: (sign.last_deal - sign.first_deal).total_seconds() / 60 / (written[table] - 1)
        for table, sign in table_signs.items()
        if sign.first_deal and sign.last_deal and written.get(table, 0) > 1
    }
    in_order = sorted((pace, table) for table, pace in minutes.items() if pace >= MIN_MINUTES)
    if not in_order:
        return None
    (least, first), (most, last) = in_order[0], in_order[-1]
    return PaceRow(number, len(in_order), median(pace for pace, _table in in_order), (first, least), (last, most))


def _written(tables: Iterable[TableFacts], number: int) -> dict[int, int]:
    """How many deals each table of a round has written, by table number."""
    in_round = (table for table in tables if table.round == number)
    return {table.number: sum(deal.result is not None for deal in table.deals.values()) for table in in_round}
