"""Figures as they stand on paper: gains with their plus, losses with a real minus, a dash where there is nothing."""

from collections.abc import Sequence

NONE = "–"


def number(points: int) -> str:
    """Points as they stand in a sentence, with a real minus."""
    return str(points).replace("-", "−")


def signed(points: int) -> str:
    """Points that somebody gets, +3, or has to pay, −3; nought has no sign."""
    return f"+{points}" if points > 0 else number(points)


def gain(points: int) -> str:
    """An amount of a column that may be empty."""
    return signed(points) if points else NONE


def gains(points: Sequence[int]) -> str:
    """The amounts of a list: +4 / +5 / +7."""
    return " / ".join(signed(each) for each in points)


def loss(points: int) -> str:
    """What is lost, from its amount without a sign."""
    return number(-points) if points else "0"


def players(declarers: Sequence[int]) -> str:
    """How many may play it: 1–3, or 1, 3."""
    unbroken = 1 < len(declarers) == declarers[-1] - declarers[0] + 1
    return f"{declarers[0]}–{declarers[-1]}" if unbroken else ", ".join(map(str, declarers))
