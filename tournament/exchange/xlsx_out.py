"""An event as a workbook. Texts are never formulas: a name that begins with = + - or @ stays a name."""

import io
import re
from collections.abc import Iterable

from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet

from tournament.exchange.listings import Listing, Value, listings
from tournament.models import Event

# Characters that XML cannot contain and Excel refuses.
FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
LIKE_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
MOST_SIGNS = 32_000
MOST_TITLE = 31
HEAD = Font(bold=True)
SHADE = PatternFill("solid", fgColor="FFE3E3E3")


def workbook(event: Event) -> bytes:
    """The content of the file, with headings in the active language."""
    return written(event.name, listings(event))


def written(title: str, lists: Iterable[Listing]) -> bytes:
    """The content of a workbook with one sheet per list."""
    book = Workbook(write_only=True)
    book.properties.title, book.properties.creator = FORBIDDEN.sub("", title), "Troel"
    for listing in lists:
        _fill(book, listing)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _fill(book: Workbook, listing: Listing) -> None:
    """Adds a sheet with a frozen heading and a row for each row of the list."""
    sheet = book.create_sheet(listing.title[:MOST_TITLE])
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    for at, column in enumerate(listing.columns, 1):
        sheet.column_dimensions[get_column_letter(at)].width = column.width
    sheet.append([_heading(sheet, column.heading) for column in listing.columns])
    count = 1
    for row in listing.rows:
        sheet.append([_cell(sheet, value) for value in row])
        count += 1
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(listing.columns))}{count}"


def _heading(sheet: WriteOnlyWorksheet, text: str) -> Cell:
    cell = WriteOnlyCell(sheet, text)
    cell.font, cell.fill, cell.alignment = HEAD, SHADE, Alignment(wrap_text=True, vertical="top")
    return cell


def _cell(sheet: WriteOnlyWorksheet, value: Value) -> Value | Cell:
    """A value as a cell; a text that a spreadsheet might take for a formula is permanently marked as text."""
    if not isinstance(value, str):
        return value
    text = FORBIDDEN.sub("", value)[:MOST_SIGNS]
    if not text.startswith(LIKE_A_FORMULA):
        return text or None
    cell = WriteOnlyCell(sheet, text)
    cell.data_type, cell.quotePrefix = "s", True
    return cell
