"""A player's deals that count: the contracts they played, with whom and against whom. Pure."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from scoring import fulfilled
from scoring.game.contracts import CONTRACTS
from tournament.reading.ranking.cards import Card, CardDeal, RoundPlayed
from tournament.wording import named

# With fewer, a share of them in per cent would look surer than it is.
MIN_SHARE = 20


@dataclass(frozen=True, slots=True)
class PlayerDeal:
    """A deal of a player at one of their tables; `fulfilled` says how their contract ended, None without one."""

    sat: RoundPlayed
    card_deal: CardDeal
    fulfilled: bool | None

    @property
    def points(self) -> int:
        """What it gave the player."""
        return self.card_deal.cell.points or 0

    @property
    def contract(self) -> str:
        """The key of its contract, whoever played it; "" without one."""
        return self.card_deal.line.contract

    @property
    def partners(self) -> list[int]:
        """The numbers of those who played the contract as one side with the player."""
        line, own = self.card_deal.line, self.card_deal.cell.position
        if line.result is None or self.fulfilled is None or CONTRACTS[line.contract].kind == "personal":
            return []
        return [self.sat.sheet.table.entry(seat, line.number) for seat in line.result.declarers if seat != own]

    @property
    def others(self) -> list[int]:
        """The numbers of the others who played the deal."""
        table, line, own = self.sat.sheet.table, self.card_deal.line, self.card_deal.cell.position
        return [table.entry(seat, line.number) for seat in table.playing(line.number) if seat != own]


@dataclass(frozen=True, slots=True)
class ContractShare:
    """How many contracts were played, and how many made; `player_deals` are those of a player that it comes from."""

    played: int
    fulfilled: int
    player_deals: Sequence[PlayerDeal] = ()
    contract: str = ""

    @property
    def share(self) -> float:
        """The part that was made, in per cent."""
        return 100 * self.fulfilled / self.played if self.played else 0.0

    @property
    def per_cent(self) -> int | None:
        """The same as a whole figure; None where there are too few to say it."""
        return round(self.share) if self.played >= MIN_SHARE else None


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody who sat with a player: in how many deals, in which rounds, and what the two played as one side."""

    entry: int
    name: str
    deals: int
    rounds: Sequence[int]
    together: ContractShare


def counting_deals(card: Card, left_out: Collection[int]) -> list[PlayerDeal]:
    """The deals that count, in order, without those of the rounds `left_out`, which do not count for the player."""
    return [
        PlayerDeal(sat, card_deal, _fulfilled(card_deal))
        for sat in card.sat
        if not sat.withheld and sat.round not in left_out
        for card_deal in sat.card_deals
        if card_deal.line.settled and card_deal.cell.points is not None
    ]


def contract_share(player_deals: Iterable[PlayerDeal], contract: str = "") -> ContractShare:
    """How many contracts the player played in these deals, and made."""
    own = [deal for deal in player_deals if deal.fulfilled is not None]
    return ContractShare(len(own), sum(deal.fulfilled is True for deal in own), own, contract)


def by_contract(player_deals: Iterable[PlayerDeal]) -> list[ContractShare]:
    """The same for each contract that the player played, the most frequent first."""
    grouped: dict[str, list[PlayerDeal]] = defaultdict(list)
    for deal in player_deals:
        if deal.fulfilled is not None:
            grouped[deal.contract].append(deal)
    shares = [contract_share(group, contract) for contract, group in grouped.items()]
    return sorted(shares, key=lambda share: (-share.played, list(CONTRACTS).index(share.contract)))


def companions(player_deals: Iterable[PlayerDeal]) -> list[Companion]:
    """Those who sat with the player in these deals: who played most with them as one side first."""
    shared: dict[int, list[PlayerDeal]] = defaultdict(list)
    for deal in player_deals:
        for entry in deal.others:
            shared[entry].append(deal)
    known = [
        Companion(
            entry,
            named(group[0].sat.sheet.entry_names[entry], entry),
            len(group),
            list(dict.fromkeys(deal.sat.round for deal in group)),
            contract_share([deal for deal in group if entry in deal.partners]),
        )
        for entry, group in shared.items()
    ]
    return sorted(known, key=lambda companion: (-companion.together.played, -companion.deals, companion.entry))


def best_deal(player_deals: Iterable[PlayerDeal]) -> PlayerDeal | None:
    """The deal that gave the player most, the first of several; None if none gave anything."""
    best = max(player_deals, key=lambda deal: deal.points, default=None)
    return best if best and best.points > 0 else None


def _fulfilled(card_deal: CardDeal) -> bool | None:
    line = card_deal.line
    if line.result is None or line.annulled:
        return None
    return fulfilled(line.result, line.ruleset).get(card_deal.cell.position)
