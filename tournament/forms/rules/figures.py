"""One figure of the form for the rules, as it is typed and as a rule set stores it.

A figure is typed as on paper: 10, +3, −7 in the columns of losses, "4/5/7" for a list, a dash for nothing. Text that is
not a figure is left as it is: reading the rule set then reports it as a fault, at its place.
"""

import re
from collections.abc import Sequence
from typing import Literal

from tournament.integers import read_digits

Sign = Literal["+", "−"]

DASHES = frozenset(("", "-", "–", "—", "−"))
# More digits than any figure in a rule set may have; anything longer is not a figure.
MAX_DIGITS = 9
PLACE = re.compile(r"\d{1,3}([.,]\d{1,2})?", re.ASCII)
UNBROKEN = re.compile(r"([1-4])\s*[-–]\s*([1-4])", re.ASCII)
BETWEEN = re.compile(r"[\s/,;]+")


def figure(text: str, sign: Sign = "+") -> int | str | None:
    """A whole amount, possibly with the sign of its column; None for nothing, the text itself if it is not a figure."""
    text = text.strip()
    if text in DASHES:
        return None
    bare = text.removeprefix("+") if sign == "+" else text.lstrip("-–−")
    amount = read_digits(bare.strip(), MAX_DIGITS)
    return text if amount is None else amount


def figures(text: str) -> int | str | list[int | str] | None:
    """One amount, or a list of them; None for nothing."""
    parts = [part for part in BETWEEN.split(text.strip()) if part]
    return figure(text) if len(parts) < 2 else [_listed(part) for part in parts]


def _listed(part: str) -> int | str:
    """An amount in a list, where a dash is not an amount."""
    found = figure(part)
    return part if found is None else found


def declarers(text: str) -> list[int | str]:
    """How many may play a contract: "2", "1–3" or "1, 2" as ascending numbers."""
    unbroken = UNBROKEN.fullmatch(text.strip())
    if unbroken:
        return list(range(int(unbroken[1]), int(unbroken[2]) + 1)) or [text]
    return [_listed(part) for part in BETWEEN.split(text.strip()) if part]


def place(text: str) -> float | None:
    """A place on the ladder, low to high; 6.5 (or 6,5) comes between 6 and 7. None if it is not a place."""
    found = PLACE.fullmatch(text.strip())
    return float(found[0].replace(",", ".")) if found else None


def shown(amount: int | Sequence[int] | None) -> str:
    """An amount, or a list of them, as the text of its field; "" for none."""
    if amount is None:
        return ""
    return str(amount) if isinstance(amount, int) else "/".join(map(str, amount))
