"""Which bid beats which: the ladder of a rule set, then the suits, then what its regulation says of no trump."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from string import ascii_lowercase
from typing import Literal

from scoring.errors import ResultError, quote
from scoring.game.contracts import CONTRACTS, NO_TRUMP, SUITS
from scoring.rules.bidding import SILENT, Bidding
from scoring.rules.presets import keys, load
from scoring.rules.rulesets import RuleSet

Why = Literal[
    "ladder", "suit", "none_above", "none_below", "same", "beside", "one_troel", "which_suit", "silent_no_trump",
    "silent_equal",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bid:
    """A contract and its suit: one of `SUITS`, `NO_TRUMP`, or "" where it has none or is not known."""

    contract: str
    suit: str = ""


@dataclass(frozen=True, slots=True)
class BidVerdict:
    """Whether a bid `beats` another, None if that is not known, and `why`.

    `ladder`: their places on the ladder decide; `suit`: their suits; `none_above`, `none_below`: one is without trump;
    `same`: they are the same bid; `beside`: both stand and are played together; `one_troel`: a deal has one troel only;
    `which_suit`: the suit must be known; `silent_…`: the regulation does not say.
    `interpreted` says that this is an interpretation, not what a regulation says.
    """

    beats: bool | None
    why: Why
    interpreted: bool = False


def bidding_of(ruleset: RuleSet) -> Bidding:
    """What the rule set says of bidding; if it says nothing, what the preset with its key says.

    Rule sets that were written before there was a word on bidding in them are thus read like those written since.
    """
    if ruleset.bidding is None and ruleset.key in keys():
        return load(ruleset.key).bidding or SILENT
    return ruleset.bidding or SILENT


def suits_of(contract: str, ruleset: RuleSet) -> tuple[str, ...]:
    """The suits in which a contract can be bid, from high to low; none for troel, whose trump is chosen later."""
    return () if _is_troel(contract) else CONTRACTS[contract].trumps(ruleset.lines[contract].trump)


def bid(contract: str, suit: str, ruleset: RuleSet) -> Bid:
    """The bid of a contract in a suit ("" if that is not known or there is none).

    Raises ResultError if the contract is not played under these rules, or cannot be bid in this suit.
    """
    if contract not in CONTRACTS:
        raise ResultError("unknown_contract", {"given": quote(contract)})
    if contract not in ruleset.lines:
        raise ResultError("contract_not_played", {"contract": contract, "ruleset": ruleset.key})
    suits = suits_of(contract, ruleset)
    if suit and not suits:
        raise ResultError("troel_suit" if _is_troel(contract) else "trump_none", {"contract": contract})
    if suit == NO_TRUMP and suit not in suits:
        raise ResultError("bid_no_trump", {"contract": contract})
    if suit and suit not in suits:
        raise ResultError("bad_trump", {"contract": contract, "allowed": list(suits), "given": quote(suit)})
    return Bid(contract, suit)


def beats(first_bid: Bid, second_bid: Bid, ruleset: RuleSet) -> bool | None:
    """Whether the first bid beats the second; None if the regulation is silent or a suit is not known."""
    return compare(first_bid, second_bid, ruleset).beats


def compare(first_bid: Bid, second_bid: Bid, ruleset: RuleSet) -> BidVerdict:
    """Whether the first bid beats the second, and why; both must be bids under these rules (see `bid`).

    The higher contract wins, between equals the higher suit: hearts, diamonds, clubs, spades (the same in all sources).
    """
    places = {key: at for at, rank in enumerate(ruleset.ladder) for key in rank}
    bidding = bidding_of(ruleset)
    if places[first_bid.contract] != places[second_bid.contract]:
        interpreted = first_bid.contract in bidding.interpreted or second_bid.contract in bidding.interpreted
        return BidVerdict(places[first_bid.contract] > places[second_bid.contract], "ladder", interpreted)
    if _is_troel(first_bid.contract) and _is_troel(second_bid.contract):
        return BidVerdict(False, "one_troel")
    suited = [bool(suits_of(each.contract, ruleset)) for each in (first_bid, second_bid)]
    if all(suited):
        return _compare_suits(first_bid, second_bid, bidding)
    return (
        BidVerdict(None, "silent_equal")
        if first_bid.contract != second_bid.contract
        else _compare_same(first_bid.contract, ruleset, bidding)
    )


def _compare_suits(first_bid: Bid, second_bid: Bid, bidding: Bidding) -> BidVerdict:
    if not (first_bid.suit and second_bid.suit):
        return BidVerdict(None, "which_suit")
    if first_bid.suit == second_bid.suit:
        return (
            BidVerdict(False, "same") if first_bid.contract == second_bid.contract else BidVerdict(None, "silent_equal")
        )
    if NO_TRUMP in (first_bid.suit, second_bid.suit):
        return _compare_no_trump(first_bid.suit == NO_TRUMP, bidding)
    return BidVerdict(SUITS.index(first_bid.suit) < SUITS.index(second_bid.suit), "suit")


def _compare_no_trump(is_first: bool, bidding: Bidding) -> BidVerdict:
    """One bid is without trump (the first where `is_first`, else the other one), one in a suit."""
    if bidding.says("slams", "none_above"):
        return BidVerdict(is_first, "none_above")
    return (
        BidVerdict(not is_first, "none_below")
        if bidding.says("slams", "none_below")
        else BidVerdict(None, "silent_no_trump")
    )


def _compare_same(contract: str, ruleset: RuleSet, bidding: Bidding) -> BidVerdict:
    """The same contract without trump, bid twice: both stand if several may play it at once."""
    if max(ruleset.lines[contract].declarers) == 1:
        return BidVerdict(False, "same")
    return BidVerdict(False, "beside", interpreted=not bidding.names("several", contract))


def _is_troel(contract: str) -> bool:
    return CONTRACTS[contract].word == "TR"


def bids(ruleset: RuleSet) -> list[Bid]:
    """Every bid under these rules, from low to high; for each contract first the one whose suit is not known."""
    return [Bid(key, suit) for key in ruleset.lines for suit in ("", *suits_of(key, ruleset))]


@dataclass(frozen=True, slots=True)
class CompiledAuction:
    """Every verdict of a rule set, for programs that only look them up.

    `verdicts` has a text per bid, with a sign per bid that it is compared with; `signs` gives the verdict of each sign.
    """

    bids: tuple[Bid, ...]
    verdicts: tuple[str, ...]
    signs: Mapping[str, BidVerdict]


@lru_cache(maxsize=16)
def compile_auction(ruleset: RuleSet) -> CompiledAuction:
    """Every bid under these rules compared with every other."""
    every = bids(ruleset)
    table = [[compare(first_bid, second_bid, ruleset) for second_bid in every] for first_bid in every]
    kinds = dict(zip(dict.fromkeys(chain(*table)), ascii_lowercase, strict=False))
    texts = tuple("".join(kinds[verdict] for verdict in row) for row in table)
    return CompiledAuction(tuple(every), texts, {sign: verdict for verdict, sign in kinds.items()})
