"""What was chosen or typed for one deal, before it is checked.

The captain's page carries its choices in the URL (`contract=PC9&who=1&who=3&tricks=10`); the desk types a line (`pc9`,
`13`, `10`). Both become the same `Choices`, so that one piece of code checks them. Input that is not a valid choice is
dropped, and then counts as not chosen.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from scoring import RuleSet
from scoring.contracts import CONTRACTS
from scoring.typed import meant

POSITIONS = (1, 2, 3, 4, 5)
DIGITS = re.compile(r"\d{1,2}", re.ASCII)
WHOLE = re.compile(r"[+\-−]?\d{1,7}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen; None and "" mean not chosen.

    `tricks` is the side's number, `tricks_of` a number per declarer's position, `points` a number per position for rule
    sets that ask for nothing else. `could_be` lists the contracts that a typed `contract` may mean, if there are
    several.
    """

    contract: str = ""
    declarers: tuple[int, ...] = ()
    tricks: int | None = None
    tricks_of: Mapping[int, int] = field(default_factory=dict)
    jury: str = ""
    trump: str = ""
    doubled: bool = False
    points: Mapping[int, int] = field(default_factory=dict)
    could_be: tuple[str, ...] = ()

    def query(self, **more: str) -> str:
        """These choices as a query string, with the `more` parameters."""
        query = QueryDict(mutable=True)
        query["contract"] = self.contract
        query.setlist("who", [str(position) for position in self.declarers])
        query["tricks"] = "" if self.tricks is None else str(self.tricks)
        for name, numbers in (("tricks", self.tricks_of), ("points", self.points)):
            query.update({f"{name}{position}": str(number) for position, number in numbers.items()})
        query.update({"jury": self.jury, "trump": self.trump, "double": "1" if self.doubled else "", **more})
        for name in [name for name, values in query.lists() if not any(values)]:
            del query[name]
        return query.urlencode()


def chosen(data: QueryDict) -> Choices:
    """The choices sent by a page of tiles."""
    return Choices(
        contract=data.get("contract", ""),
        declarers=_positions(data.getlist("who")),
        tricks=whole(data.get("tricks", "")),
        tricks_of=_per_position(data, "tricks"),
        jury=data.get("jury", ""),
        trump=data.get("trump", ""),
        doubled=data.get("double") == "1",
        points=_per_position(data, "points"),
    )


def typed(data: QueryDict, ruleset: RuleSet) -> Choices:
    """The choices in a typed line: contract and positions as usually written ("ab 9", "1+3"), tricks "10" or "0 1"."""
    found = meant(data.get("contract", ""), ruleset)
    contract = found[0] if len(found) == 1 else data.get("contract", "").strip().upper()[:8]
    # Also seats that no table has: what was typed is refused, not left out.
    declarers = tuple(sorted({int(digit) for digit in re.findall(r"[0-9]", data.get("who", "")[:20])}))
    personal = contract in CONTRACTS and CONTRACTS[contract].kind == "personal"
    return Choices(
        contract=contract,
        declarers=declarers,
        tricks=None if personal else whole(data.get("tricks", "")),
        tricks_of=_tricks_of(declarers, data.get("tricks", "")) if personal else {},
        jury=data.get("jury", ""),
        trump=data.get("trump", ""),
        doubled=data.get("double") == "1",
        points=_per_position(data, "points"),
        could_be=found[1:] and found,
    )


def written(result: Mapping[str, Any], jury: str = "", passes: int = 0) -> QueryDict:
    """A result as the line one would type for it, for correcting it. `passes` doubles were not announced by anybody."""
    tricks = result.get("tricks", "")
    data = QueryDict(mutable=True)
    data["contract"] = str(result.get("contract", ""))
    data["who"] = "".join(str(position) for position in result.get("declarers", ()))
    data["tricks"] = " ".join(str(count) for count in tricks.values()) if isinstance(tricks, Mapping) else str(tricks)
    data["jury"] = jury
    data["trump"] = str(result.get("trump", ""))
    data["double"] = "1" if result.get("doubles", 0) > passes else ""
    for position, number in result.get("points", {}).items():
        data[f"points{position}"] = str(number)
    return data


def whole(text: str) -> int | None:
    """A whole number as a person writes it, with any minus sign; None for anything else."""
    text = text.strip()
    return int(text.replace("−", "-")) if WHOLE.fullmatch(text) else None


def numbers_in(text: str) -> list[int]:
    """The numbers that a form sends back as it showed them, separated by commas; 0 for what is no number."""
    return [whole(number) or 0 for number in text.split(",")]


def _positions(texts: Iterable[str]) -> tuple[int, ...]:
    return tuple(position for position in POSITIONS if str(position) in set(texts))


def _per_position(data: QueryDict, name: str) -> dict[int, int]:
    numbers = {position: whole(data.get(f"{name}{position}", "")) for position in POSITIONS}
    return {position: number for position, number in numbers.items() if number is not None}


def _tricks_of(declarers: tuple[int, ...], text: str) -> dict[int, int]:
    """One number per declarer in order of position: "0 1", or "01" if each is a single digit."""
    digits = text.strip()
    single = len(digits) == len(declarers) and digits.isascii() and digits.isdigit()
    numbers = list(digits) if single else DIGITS.findall(text[:20])
    return dict(zip(declarers, map(int, numbers), strict=True)) if len(numbers) == len(declarers) else {}
