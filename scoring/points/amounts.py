"""Figures as printed on paper: gains with a plus, losses with a real minus sign, a dash for nothing."""

from collections.abc import Sequence

NONE = "–"


def number(points: int) -> str:
    """Points as written in a sentence, with a real minus sign."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Points with a sign: +3, −3; zero has none."""
    return f"+{points}" if points > 0 else number(points)


def gain(points: int) -> str:
    """A gain in a column that may be empty: a dash for 0."""
    return signed(points) if points else NONE


def gains(amounts: Sequence[int]) -> str:
    """A list of gains: +4 / +5 / +7."""
    return " / ".join(signed(amount) for amount in amounts)


def loss(points: int) -> str:
    """A loss, given as an amount without a sign: −7 for 7."""
    return number(-points) if points else "0"


def players(declarers: Sequence[int]) -> str:
    """The allowed numbers of declarers: 1–3, or 1, 3."""
    unbroken = 1 < len(declarers) == declarers[-1] - declarers[0] + 1
    return f"{declarers[0]}–{declarers[-1]}" if unbroken else ", ".join(map(str, declarers))
