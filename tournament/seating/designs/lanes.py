"""Clubs too large for the columns: their members lie in lanes across all columns, and the design steps over them.

Two people of different columns whose numbers differ by d meet when the difference of the shifts is d. So a design that
never uses the differences within a lane keeps its people apart. The numbers of a lane are a subgroup moved along, or
an interval: whichever has fewer differences.
"""

from dataclasses import dataclass

# The four columns of a table lie in four different lanes: with fewer there is no room, and intervals need more.
LANES, INTERVALS = 4, 6


@dataclass(frozen=True)
class Lanes:
    """Lane k holds the numbers `offset` * k + `stride` * i modulo `size`, for i < `length`."""

    size: int
    length: int
    stride: int
    offset: int

    def lane(self, number: int) -> list[int]:
        """The numbers in a lane."""
        return [(self.offset * number + self.stride * i) % self.size for i in range(self.length)]

    @property
    def forbidden(self) -> int:
        """The mask of differences between two numbers of a lane."""
        mask = 0
        for i in range(self.length):
            mask |= 1 << self.stride * i % self.size | 1 << -self.stride * i % self.size
        return mask


def lanes(size: int, longest: int, club_count: int) -> Lanes | None:
    """Lanes modulo `size` for so many clubs with at most `longest` members in a column; None when there is no room."""
    for length in range(longest, min(size // LANES, 2 * longest - 2) + 1):
        if size % length == 0 and club_count <= size // length:
            return Lanes(size, length, size // length, 1)
    if longest * max(club_count, INTERVALS) <= size:
        return Lanes(size, longest, 1, longest)
    return None
