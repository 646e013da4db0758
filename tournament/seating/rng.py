"""Chance that anybody can repeat: SHA-256 of a seed and a counter, read as 32-bit numbers."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
WORD = 2**32
# What one SHA-256 gives, the highest byte of each first.
EIGHT_WORDS = Struct(">8I")


class Chance:
    """A stream of fair whole numbers from a seed; the same on every machine and in every version of Python."""

    def __init__(self, seed: str) -> None:
        self._words = _words(seed)

    def below(self, limit: int) -> int:
        """A number from 0 up to but not including `limit`, all equally likely (by rejection)."""
        for word in self._words:
            number = word % limit
            # Words beyond the last whole block of `limit` are passed over.
            if word - number <= WORD - limit:
                return number
        raise AssertionError  # the words have no end

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The things in another order, all orders equally likely (Fisher-Yates)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def _words(seed: str) -> Iterator[int]:
    for counter in count():
        yield from EIGHT_WORDS.unpack(hashlib.sha256(f"{seed}:{counter}".encode()).digest())
