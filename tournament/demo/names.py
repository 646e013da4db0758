"""Invented people and clubs, from `people.toml`."""

import tomllib
from functools import cache
from pathlib import Path

from tournament.seating.rng import Chance

FILE = Path(__file__).with_name("people.toml")


def people(count: int, chance: Chance) -> list[tuple[str, str]]:
    """That many names with their clubs; no name twice, clubs of uneven size."""
    words = _words()
    pairs = [f"{first} {family}" for first in words["first"] for family in words["family"]]
    names = chance.shuffled(pairs)
    while len(names) < count:
        names += [f"{name} ({len(names) // len(pairs) + 1})" for name in names[: len(pairs)]]
    return [(name, _club(words["clubs"], chance)) for name in names[:count]]


def _club(clubs: list[str], chance: Chance) -> str:
    """The lower of two throws: the earlier clubs of the list become the larger ones."""
    return clubs[min(chance.below(len(clubs)), chance.below(len(clubs)))]


@cache
def _words() -> dict[str, list[str]]:
    return tomllib.loads(FILE.read_text("utf-8"))
