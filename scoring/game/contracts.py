"""The contracts of colour whist, and what each asks of its declarers.

There are no points here: the rule set decides which contracts are played and what they are worth.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["team", "personal"]
Trump = Literal["suit", "any", "none"]

SUITS = ("H", "D", "C", "S")
NO_TRUMP = "NT"
ALL_TRICKS = 13


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract.

    A *team* contract is made with `target` tricks or more, counted for the side; a *personal* one with exactly
    `target`, counted for each declarer alone.  `declarers` holds the usual numbers of declarers, `allowed` those a rule
    set may choose from; `trump` is the usual trump (a suit, a suit or none, none); `played` the number of tricks in the
    deal.  `word` is the catalogue code of the contract's name, into which the target is put.
    """

    key: str
    word: str
    kind: Kind
    target: int
    declarers: tuple[int, ...]
    allowed: tuple[int, ...]
    trump: Trump
    played: int = ALL_TRICKS

    def made_with(self, tricks: int) -> bool:
        """Whether this many tricks (of the side, or of one declarer) make the contract."""
        return tricks == self.target if self.kind == "personal" else tricks >= self.target

    def trumps(self, trump: Trump) -> tuple[str, ...]:
        """The trump codes allowed in a result when the rule set plays the contract with `trump`."""
        if trump == "none":
            return ()
        return (*SUITS, NO_TRUMP) if trump == "any" else SUITS


def _alone(word: str, first: int, last: int) -> Iterator[Contract]:
    for target in range(first, last + 1):
        yield Contract(f"{word}{target}", word, "team", target, (1,), (1,), "suit")


def _slam(target: int) -> Contract:
    key = f"S{target}"
    return Contract(key, key, "team", target, (1,), (1,), "any")


def _personal(key: str, target: int, played: int = ALL_TRICKS) -> Contract:
    return Contract(key, key, "personal", target, (1,), (1, 2, 3, 4), "none", played)


def _every() -> Iterator[Contract]:
    for target in range(8, 14):
        yield Contract(f"PC{target}", "PC", "team", target, (2,), (1, 2), "suit")
    yield from _alone("S", 5, 10)
    # In the petite misère everyone first discards one card, so 12 tricks are played.
    yield _personal("PM", 0, played=12)
    yield _personal("PMT", 0, played=12)
    yield _personal("PIC", 1)
    yield _personal("P2", 2)
    for target in (8, 9):
        yield Contract(f"TR{target}", "TR", "team", target, (2,), (2,), "suit")
    yield from _alone("A", 9, 12)
    yield from _alone("AT", 9, 9)
    yield _personal("GM", 0)
    yield _personal("GMT", 0)
    yield _slam(12)
    yield _slam(13)


CONTRACTS: dict[str, Contract] = {contract.key: contract for contract in _every()}
