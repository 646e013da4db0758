"""The first sheet of an Excel workbook, read with as little trust as its sender deserves.

A workbook is a ZIP of XML: what it unpacks to is bounded before anything is unpacked, and entities are refused by the
parser (defusedxml, which openpyxl takes where it is installed).
"""

import io
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import load_workbook

from tournament.acts.refusal import Refusal
from tournament.exchange.sheet_lines import MOST_COLUMNS, MOST_LINES, MOST_SIGNS, Line

MOST_UNPACKED = 48 * 1024 * 1024
MOST_PARTS = 1000
# Empty lines count here: a cell in the last line of a sheet makes a million of them.
LAST_LINE = 100_000


def lines(data: bytes) -> list[Line]:
    """The lines of the first sheet that hold something. Refuses, with a sentence, all but a workbook of usual size."""
    _check_parts(data)
    found: list[Line] = []
    try:
        for line in _lines(data):
            found.append(line)
            if len(found) > MOST_LINES or line.number > LAST_LINE:
                raise Refusal(_("The list has more than %(most)s lines.") % {"most": MOST_LINES}, 422)
    except Refusal:
        raise
    except Exception as fault:
        # A hostile or half a file makes zipfile, the XML parser or openpyxl fail in some thirty ways.
        raise Refusal(_("The workbook is damaged and cannot be read."), 422) from fault
    return found


def _check_parts(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as fault:
        raise Refusal(_("The workbook is damaged and cannot be read."), 422) from fault
    names = {part.filename for part in parts}
    if "xl/workbook.xml" not in names:
        raise Refusal(_("This is not an Excel workbook. Save the list as .xlsx or as CSV."), 422)
    # zipfile hands out no more of a part than it declares, so that the declared sizes are the true bound.
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        raise Refusal(_("The workbook unpacks to more than a list of players can be."), 422)


def _lines(data: bytes) -> Iterator[Line]:
    book = load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
    try:
        if not book.worksheets:
            return
        for number, cells in enumerate(book.worksheets[0].iter_rows(max_col=MOST_COLUMNS), 1):
            kept = tuple(_text(cell.value) for cell in cells)
            if any(kept) or number > LAST_LINE:
                yield Line(number, _without_tail(kept), _has_formula(cells))
    finally:
        book.close()


def _text(value: object) -> str:
    """A cell as it is read: 12.0 is 12, a day is a day."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, datetime) and value.time() == datetime.min.time():
        value = value.date()
    text = value.isoformat() if isinstance(value, date) else str(value)
    return text[:MOST_SIGNS].strip()


def _without_tail(cells: tuple[str, ...]) -> tuple[str, ...]:
    return cells[: max((at for at, cell in enumerate(cells, 1) if cell), default=0)]


def _has_formula(cells: Iterable[Any]) -> bool:
    return any(cell.value is not None and cell.data_type == "f" for cell in cells)
