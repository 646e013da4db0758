"""The printed squares by which the reader finds a sheet in a picture: from where each is, how the paper lies follows.

They are markers of the dictionary 4x4_50 of ArUco (S. Garrido-Jurado and others, Pattern Recognition 47, 2014, as in
OpenCV): four by four modules inside a dark border of one. No two on a page are alike, so that none is taken for its
neighbour, as a row of the grid could be.
"""

from collections.abc import Iterator
from dataclasses import dataclass

# Four digits each, which are the sixteen modules from the upper left one on; a one is light.
BITS = "b5320f9a332d9946549e79cd9e2ec4f2fedacf56f99111a70eb72a0f24b1263e466566006c5e76af868bb02bccd5"
# Modules on a side: four, and the border on either side.
MODULES = 6


@dataclass(frozen=True, slots=True)
class Fiducial:
    """One square on the page: its number in the dictionary, its left and upper edge and its size, in millimetres."""

    number: int
    left: float
    top: float
    size: float

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its corners in millimetres, clockwise from the upper left one, as OpenCV gives those it finds."""
        right, bottom = self.left + self.size, self.top + self.size
        return ((self.left, self.top), (right, self.top), (right, bottom), (self.left, bottom))

    def light(self) -> Iterator[tuple[float, float, float]]:
        """The modules that are light: left and upper edge and size, in millimetres. All others are dark."""
        bits = int(BITS[4 * self.number : 4 * self.number + 4], 16)
        side = self.size / MODULES
        for at in range(16):
            if bits >> (15 - at) & 1:
                yield self.left + (at % 4 + 1) * side, self.top + (at // 4 + 1) * side, side
