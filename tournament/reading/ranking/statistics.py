"""An event in figures: how often each contract was played and made, points by seat, how fast the rounds were played.

Of the rounds whose results everybody may see, and without anybody's name.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import median

from scoring import RuleSet
from scoring.game.contracts import CONTRACTS
from tournament.models import Event, Round, Table
from tournament.ranking import facts
from tournament.ranking.outcomes import DealOutcome, outcome
from tournament.ranking.records import TableFacts
from tournament.reading.people.player_deals import ContractShare
from tournament.reading.rounds.pace import signs


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
    paces = tuple(row for round in rounds if (row := _pace(round, tables)))
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


def _pace(round: Round, tables: Iterable[TableFacts]) -> PaceRow | None:
    """The pace of the tables of a round that wrote two deals or more by themselves; None without any."""
    own = signs(round)
    written = {
        table.number: sum(deal.result is not None for deal in table.deals.values())
        for table in tables
        if table.round == round.number
    }
    minutes = {
        number: (sign.last_deal - sign.first_deal).total_seconds() / 60 / (written[number] - 1)
        for number, sign in own.items()
        if sign.first_deal and sign.last_deal and written.get(number, 0) > 1
    }
    if not minutes:
        return None
    in_order: Mapping[int, float] = dict(sorted(minutes.items(), key=lambda row: row[1]))
    numbers = list(in_order)
    first, last = numbers[0], numbers[-1]
    return PaceRow(
        round.number, len(numbers), median(in_order.values()), (first, in_order[first]), (last, in_order[last])
    )
