"""Which bid beats which: the ladder of a rule set, then the suits, then what its regulation says of no trump."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from string import ascii_lowercase
from typing import Literal

from scoring.bidding import SILENT, Bidding
from scoring.contracts import CONTRACTS, NO_TRUMP, SUITS
from scoring.errors import ResultError, shown
from scoring.presets import keys, load
from scoring.rulesets import RuleSet

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
class Verdict:
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
        raise ResultError("unknown_contract", {"given": shown(contract)})
    if contract not in ruleset.lines:
        raise ResultError("contract_not_played", {"contract": contract, "ruleset": ruleset.key})
    suits = suits_of(contract, ruleset)
    if suit and not suits:
        raise ResultError("troel_suit" if _is_troel(contract) else "trump_none", {"contract": contract})
    if suit == NO_TRUMP and suit not in suits:
        raise ResultError("bid_no_trump", {"contract": contract})
    if suit and suit not in suits:
        raise ResultError("bad_trump", {"contract": contract, "allowed": list(suits), "given": shown(suit)})
    return Bid(contract, suit)


def beats(one: Bid, other: Bid, ruleset: RuleSet) -> bool | None:
    """Whether the first bid beats the second; None if the regulation is silent or a suit is not known."""
    return compare(one, other, ruleset).beats


def compare(one: Bid, other: Bid, ruleset: RuleSet) -> Verdict:
    """Whether the first bid beats the second, and why; both must be bids under these rules (see `bid`).

    The higher contract wins, between equals the higher suit: hearts, diamonds, clubs, spades (the same in all sources).
    """
    places = {key: at for at, rank in enumerate(ruleset.ladder) for key in rank}
    said = bidding_of(ruleset)
    if places[one.contract] != places[other.contract]:
        interpreted = one.contract in said.interpreted or other.contract in said.interpreted
        return Verdict(places[one.contract] > places[other.contract], "ladder", interpreted)
    if _is_troel(one.contract) and _is_troel(other.contract):
        return Verdict(False, "one_troel")
    suited = [bool(suits_of(each.contract, ruleset)) for each in (one, other)]
    if all(suited):
        return _by_suit(one, other, said)
    return Verdict(None, "silent_equal") if one.contract != other.contract else _the_same(one.contract, ruleset, said)


def _by_suit(one: Bid, other: Bid, said: Bidding) -> Verdict:
    if not (one.suit and other.suit):
        return Verdict(None, "which_suit")
    if one.suit == other.suit:
        return Verdict(False, "same") if one.contract == other.contract else Verdict(None, "silent_equal")
    if NO_TRUMP in (one.suit, other.suit):
        return _without_trump(one.suit == NO_TRUMP, said)
    return Verdict(SUITS.index(one.suit) < SUITS.index(other.suit), "suit")


def _without_trump(first: bool, said: Bidding) -> Verdict:
    """One bid is without trump (the `first`, or the other one), one in a suit."""
    if said.says("slams", "none_above"):
        return Verdict(first, "none_above")
    return Verdict(not first, "none_below") if said.says("slams", "none_below") else Verdict(None, "silent_no_trump")


def _the_same(contract: str, ruleset: RuleSet, said: Bidding) -> Verdict:
    """The same contract without trump, bid twice: both stand if several may play it at once."""
    if max(ruleset.lines[contract].declarers) == 1:
        return Verdict(False, "same")
    return Verdict(False, "beside", interpreted=not said.names("several", contract))


def _is_troel(contract: str) -> bool:
    return CONTRACTS[contract].word == "TR"


def bids(ruleset: RuleSet) -> list[Bid]:
    """Every bid under these rules, from low to high; for each contract first the one whose suit is not known."""
    return [Bid(key, suit) for key in ruleset.lines for suit in ("", *suits_of(key, ruleset))]


@dataclass(frozen=True, slots=True)
class Compiled:
    """Every verdict of a rule set, for programs that only look them up.

    `verdicts` has a text per bid, with a sign per bid that it is compared with; `signs` gives the verdict of each sign.
    """

    bids: tuple[Bid, ...]
    verdicts: tuple[str, ...]
    signs: Mapping[str, Verdict]


@lru_cache(maxsize=16)
def compile_auction(ruleset: RuleSet) -> Compiled:
    """Every bid under these rules compared with every other."""
    every = bids(ruleset)
    found = [[compare(one, other, ruleset) for other in every] for one in every]
    kinds = dict(zip(dict.fromkeys(chain(*found)), ascii_lowercase, strict=False))
    texts = tuple("".join(kinds[verdict] for verdict in row) for row in found)
    return Compiled(tuple(every), texts, {sign: verdict for verdict, sign in kinds.items()})
