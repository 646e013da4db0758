"""Whole numbers in texts that were sent: few digits, and those of ASCII alone."""

import re

SIGNED = re.compile(r"[+\-−]?\d{1,7}", re.ASCII)


def read_integer(text: str) -> int | None:
    """A whole number as a person writes it, with any minus sign; None for anything else."""
    text = text.strip()
    return int(text.replace("−", "-")) if SIGNED.fullmatch(text) else None


def read_digits(text: str, max_digits: int = 15) -> int | None:
    """A number of nothing but digits; None for anything else, and for more digits than anybody means."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= max_digits else None
