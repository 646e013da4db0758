"""Cleans up lists with line numbers or bullets before the names, as in "1. Jan Peeters" or "• Jan"."""

import re
from collections.abc import Sequence
from dataclasses import replace

from tournament.exchange.lists.list_lines import ListLine

COUNTED = re.compile(r"([0-9]{1,4}[.)]?)\s*[-–]?\s*(?=['’‘]?[^\W\d_])(.+)", re.DOTALL)
SIGN = re.compile(r"[-–*•·]\s+")


def tidied(lines: Sequence[ListLine]) -> list[ListLine]:
    """The lines without bullets, and with the numbers before names in a separate column."""
    plain = [_with(line, 0, SIGN.sub("", line.cells[0], count=1)) for line in lines]
    at = next((at for at in range(2) if _counted(plain, at)), None)
    return plain if at is None else [_parted(line, at) for line in plain]


def _counted(lines: Sequence[ListLine], at: int) -> bool:
    """Whether most cells of a column begin with a number followed by a word."""
    cells = [line.cells[at] for line in lines if at < len(line.cells) and line.cells[at]]
    return len(cells) > 1 and 3 * sum(COUNTED.fullmatch(cell) is not None for cell in cells) >= 2 * len(cells)


def _parted(line: ListLine, at: int) -> ListLine:
    if at >= len(line.cells):
        return line
    found = COUNTED.fullmatch(line.cells[at])
    number, rest = found.groups() if found else ("", line.cells[at])
    cells = (*line.cells[:at], number, rest, *line.cells[at + 1 :])
    return ListLine(line.number, cells, frozenset(cell + (cell >= at) for cell in line.formulas))


def _with(line: ListLine, at: int, text: str) -> ListLine:
    return replace(line, cells=(*line.cells[:at], text, *line.cells[at + 1 :]))
