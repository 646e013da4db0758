"""Invented people and clubs, from `people.toml`."""

import tomllib
from functools import cache
from pathlib import Path

from tournament.seating.rng import Chance

FILE = Path(__file__).with_name("people.toml")


def people(count: int, chance: Chance) -> list[tuple[str, str]]:
    """The given number of names, each with a club; no name occurs twice, and clubs differ in size."""
    words = _words()
    pairs = [f"{first} {family}" for first in words["first"] for family in words["family"]]
    names = chance.shuffled(pairs)
    while len(names) < count:
        names += [f"{name} ({len(names) // len(pairs) + 1})" for name in names[: len(pairs)]]
    return [(name, _club(words["clubs"], chance)) for name in names[:count]]


def _club(clubs: list[str], chance: Chance) -> str:
    """A club by the lower of two random numbers, so that the first clubs in the list become the largest."""
    return clubs[min(chance.below(len(clubs)), chance.below(len(clubs)))]


@cache
def _words() -> dict[str, list[str]]:
    return tomllib.loads(FILE.read_text("utf-8"))
