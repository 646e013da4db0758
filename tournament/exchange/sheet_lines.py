"""A line of a spreadsheet, whichever file it came from, and how much of a file is read at all."""

from dataclasses import dataclass

MOST_BYTES = 5 * 1024 * 1024
MOST_LINES = 20_000
MOST_COLUMNS = 60
# Beyond this no name can be; what comes after it is not looked at.
MOST_SIGNS = 500


@dataclass(frozen=True, slots=True)
class Line:
    """One line that holds something: its number in the file, its cells as text, which of them are formulas (from 0)."""

    number: int
    cells: tuple[str, ...]
    formulas: frozenset[int] = frozenset()
