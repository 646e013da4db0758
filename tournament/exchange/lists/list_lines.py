"""A line of a spreadsheet of any file type, and the limits on what is read of a file."""

from dataclasses import dataclass

MOST_BYTES = 5 * 1024 * 1024
MOST_LINES = 20_000
MOST_COLUMNS = 60
# No name is longer than this; the rest of a cell is ignored.
MOST_SIGNS = 500


@dataclass(frozen=True, slots=True)
class ListLine:
    """One non-empty line: its number in the file, its cells as text, and the indices (from 0) of formulas."""

    number: int
    cells: tuple[str, ...]
    formulas: frozenset[int] = frozenset()
