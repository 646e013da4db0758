"""A row of the table: a function that plays something, and yields its figures with their limits."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random


@dataclass(frozen=True)
class Size:
    """How much is played, in counts of what their names say; `tables` of each event, `frozen` in seconds."""

    starts: int = 5
    seen: int = 100
    visitors: int = 200
    hidings: int = 5
    addresses: int = 60
    tables: int = 25
    posts: int = 10_000
    kills: int = 10
    proxied: int = 1_000
    frozen: float = 60.0


@dataclass(frozen=True)
class Place:
    """Where a row is played: an empty folder, how much, and the seed from which its chances follow."""

    folder: Path
    size: Size
    seed: str

    def chance(self, of: object) -> Random:
        """A source of chance of its own for a part of the row."""
        return Random(f"{self.seed}/{of}")


@dataclass(frozen=True)
class Figure:
    """What was measured, in words, beside its limit."""

    words: str
    measured: str
    limit: str
    holds: bool

    @property
    def line(self) -> str:
        """The figure as a line of the table."""
        return f"  {'ok  ' if self.holds else 'RED '}{self.words:62}{self.measured:>16}   {self.limit}"


Play = Callable[[Place], Iterator[Figure]]


@dataclass(frozen=True)
class Row:
    """A row of the table by its name; `needs` is a program of Debian's without which it cannot be played."""

    name: str
    title: str
    play: Play
    needs: str = ""


def at_most(words: str, value: float, limit: float) -> Figure:
    """Seconds that may not be more than a limit."""
    return Figure(words, f"{value:.2f} s", f"≤ {limit:g} s", value <= limit)


def exactly(words: str, value: object, wanted: object) -> Figure:
    """What must be just so."""
    return Figure(words, str(value), f"= {wanted}", value == wanted)


def p99(values: Sequence[float]) -> float:
    """The value that one in a hundred exceeds; infinite where there is none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))] if ordered else float("inf")
