"""What was chosen or typed for one deal, before it is checked.

The captain's page carries its choices in the URL (`contract=PC9&who=1&who=3&tricks=10`); the desk types a line (`pc9`,
`13`, `10`). Both become the same `Choices`, so that one piece of code checks them. Input that is not a valid choice is
dropped, and then counts as not chosen.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.http import QueryDict

from scoring import Result, RuleSet
from scoring.game.contracts import CONTRACTS
from scoring.game.results import LOST, Own
from scoring.game.typed import meant
from tournament.integers import read_integer
from tournament.ranking.records import DealFacts

POSITIONS = (1, 2, 3, 4, 5)
DIGITS = re.compile(r"[0-9]{1,2}")
# What the desk types for the tricks of one declarer: a number, or a sign that the contract was lost.
OWN = re.compile(r"[0-9]{1,2}|[-−xX]")
Number = TypeVar("Number")


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen; None and "" mean not chosen.

    `tricks` is the side's number, `tricks_of` a number or LOST per declarer's position, `points` a number per position
    for rule sets that ask for nothing else. `could_be` lists the contracts that a typed `contract` may mean, if there
    are several.
    """

    contract: str = ""
    declarers: tuple[int, ...] = ()
    tricks: int | None = None
    tricks_of: Mapping[int, Own] = field(default_factory=dict)
    jury: str = ""
    trump: str = ""
    doubled: bool = False
    points: Mapping[int, int] = field(default_factory=dict)
    could_be: tuple[str, ...] = ()

    @property
    def announced(self) -> dict[str, Any]:
        """The part that is known when the bidding ends, as `scoring.game.results.read_announced` takes it."""
        trump = {"trump": self.trump} if self.trump else {}
        return {"contract": self.contract, "declarers": list(self.declarers), **trump}

    def query(self, **more: str) -> str:
        """These choices as a query string, with the `more` parameters."""
        fields: list[tuple[str, object]] = [
            ("contract", self.contract),
            *(("who", position) for position in self.declarers),
            ("tricks", "" if self.tricks is None else self.tricks),
            *((f"tricks{position}", own) for position, own in self.tricks_of.items()),
            *((f"points{position}", number) for position, number in self.points.items()),
            *(("jury", self.jury), ("trump", self.trump), ("double", "1" if self.doubled else "")),
            *more.items(),
        ]
        return urlencode([(name, value) for name, value in fields if value != ""])


def chosen(data: QueryDict) -> Choices:
    """The choices sent by a page of tiles."""
    return Choices(
        contract=data.get("contract", ""),
        declarers=_positions(data.getlist("who")),
        tricks=read_integer(data.get("tricks", "")),
        tricks_of=_per_position(data, "tricks", read_own_tricks),
        jury=data.get("jury", ""),
        trump=data.get("trump", ""),
        doubled=data.get("double") == "1",
        points=_per_position(data, "points", read_integer),
    )


def typed(data: QueryDict, ruleset: RuleSet) -> Choices:
    """The choices in a typed line: contract and positions as usually written ("ab 9", "1+3"), tricks "10" or "0 −"."""
    found = meant(data.get("contract", ""), ruleset)
    contract = found[0] if len(found) == 1 else data.get("contract", "").strip().upper()[:8]
    # Also seats that no table has: what was typed is refused, not left out.
    declarers = tuple(sorted({int(digit) for digit in re.findall(r"[0-9]", data.get("who", "")[:20])}))
    personal = contract in CONTRACTS and CONTRACTS[contract].kind == "personal"
    return Choices(
        contract=contract,
        declarers=declarers,
        tricks=None if personal else read_integer(data.get("tricks", "")),
        tricks_of=_tricks_of(declarers, data.get("tricks", "")) if personal else {},
        jury=data.get("jury", ""),
        trump=data.get("trump", ""),
        doubled=data.get("double") == "1",
        points=_per_position(data, "points", read_integer),
        could_be=found[1:] and found,
    )


def written(result: Mapping[str, Any], jury: str = "", passes: int = 0) -> QueryDict:
    """A result as the line one would type for it, for correcting it. `passes` doubles were not announced by anybody."""
    tricks = result.get("tricks", "")
    data = QueryDict(mutable=True)
    data["contract"] = str(result.get("contract", ""))
    data["who"] = "".join(str(position) for position in result.get("declarers", ()))
    data["tricks"] = " ".join(map(_as_typed, tricks.values())) if isinstance(tricks, Mapping) else str(tricks)
    data["jury"] = jury
    data["trump"] = str(result.get("trump", ""))
    data["double"] = "1" if result.get("doubles", 0) > passes else ""
    for position, number in result.get("points", {}).items():
        data[f"points{position}"] = str(number)
    return data


def entered(deal: DealFacts) -> QueryDict:
    """What was entered for a deal, as one would type it; empty if nothing was."""
    calls = [ruling.ruling for ruling in deal.rulings if ruling.from_table]
    return written(deal.result, calls[-1] if calls else "", deal.passes) if deal.result is not None else QueryDict()


def numbers_in(text: str) -> list[int]:
    """The numbers that a form sends back as it showed them, separated by commas; 0 for what is no number."""
    return [read_integer(number) or 0 for number in text.split(",")]


def _positions(texts: Iterable[str]) -> tuple[int, ...]:
    return tuple(position for position in POSITIONS if str(position) in set(texts))


def _as_typed(own: Own) -> str:
    return "−" if own == LOST else str(own)


def read_own_tricks(text: str) -> Own | None:
    """A declarer's own tricks: a whole number, or that the contract was lost; None for anything else."""
    return LOST if text == LOST else read_integer(text)


def _per_position(data: QueryDict, name: str, read: Callable[[str], Number | None]) -> dict[int, Number]:
    numbers = {position: read(data.get(f"{name}{position}", "")) for position in POSITIONS}
    return {position: number for position, number in numbers.items() if number is not None}


def _tricks_of(declarers: tuple[int, ...], text: str) -> dict[int, Own]:
    """A number per declarer in order of position, or a minus or cross for a lost contract: "0 1", "01", "0 −", "0x"."""
    for signs in ("".join(text.split()), DIGITS.findall(text[:20]), OWN.findall(text[:20])):
        if len(signs) == len(declarers) and all(OWN.fullmatch(sign) for sign in signs):
            return {seat: int(sign) if sign.isdigit() else LOST for seat, sign in zip(declarers, signs, strict=True)}
    return {}


def choices_of(result: Result, passes: int) -> Choices:
    """A result as the choices that lead to it."""
    team = result.tricks if isinstance(result.tricks, int) else None
    each = () if isinstance(result.tricks, int) else result.tricks
    return Choices(
        contract=result.contract,
        declarers=result.declarers,
        tricks=team,
        tricks_of=dict(zip(result.declarers, each, strict=team is None)),
        jury=result.jury or "",
        trump=result.trump or "",
        doubled=result.doubles > passes,
        points=dict(zip(result.seats, result.points or (), strict=result.points is not None)),
    )
