"""An event as a workbook. Texts are never formulas: a name that begins with = + - or @ stays a name.

Each sheet prints in landscape, as wide as the page, with its heading on every page.
"""

import io
import re
from collections.abc import Iterable

from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.worksheet.properties import PageSetupProperties

from tournament.exchange.lists.listings import Formula, Listing, ListingColumn, Value
from tournament.exchange.workbook.checking import checked_listings
from tournament.models import Event

# Characters that XML cannot contain and Excel refuses.
FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
LIKE_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
MOST_SIGNS = 32_000
HEAD = Font(name="Calibri", size=11, bold=True)
# The height of one line of a heading, and what it needs above and below (points).
LINE, AROUND = 14.5, 4.0
# The margins of a printed page, in inches.
SIDE, TOP, FOOT = 0.4, 0.45, 0.6
A4 = 9
# Excel refuses a footer of more than 255 signs, in which each & counts twice.
MOST_FOOT = 80
SHADE = PatternFill("solid", fgColor="FFE3E3E3")


def workbook(event: Event) -> bytes:
    """The content of the file, with headings in the active language."""
    return written(event.name, checked_listings(event))


def written(title: str, listings: Iterable[Listing]) -> bytes:
    """The content of a workbook with one sheet per list."""
    book = Workbook(write_only=True)
    book.properties.title, book.properties.creator = FORBIDDEN.sub("", title), "Troel"
    for listing in listings:
        _fill(book, listing, title)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _fill(book: Workbook, listing: Listing, title: str) -> None:
    """Adds a sheet with a frozen heading and a row for each row of the list."""
    sheet = book.create_sheet(listing.sheet)
    sheet.freeze_panes = "A2"
    _set_page(sheet, title, listing.title)
    sheet.row_dimensions[1].height = LINE * max(map(_lines, listing.columns)) + AROUND
    for at, column in enumerate(listing.columns, 1):
        sheet.column_dimensions[get_column_letter(at)].width = column.width
    sheet.append([_heading(sheet, column.heading) for column in listing.columns])
    count = 1
    for row in listing.rows:
        sheet.append([_cell(sheet, value) for value in row])
        count += 1
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(listing.columns))}{count}"


def _set_page(sheet: WriteOnlyWorksheet, title: str, name: str) -> None:
    """How the sheet is printed: all columns on one page, which says what it is, when it was printed, page n of m."""
    sheet.print_title_rows = "1:1"
    sheet.page_setup.orientation, sheet.page_setup.paperSize = "landscape", A4
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    margins = sheet.page_margins
    margins.left = margins.right = SIDE
    margins.top, margins.bottom, margins.footer = TOP, FOOT, SIDE / 2
    # A single & would begin a code of the footer.
    left, middle = (FORBIDDEN.sub("", text)[:MOST_FOOT].replace("&", "&&") for text in (title, name))
    sheet.oddFooter.left.text, sheet.oddFooter.center.text = left, f"{middle} · &D &T"
    sheet.oddFooter.right.text = "&P / &N"


def _lines(column: ListingColumn) -> int:
    """The number of lines on which the heading of a column is broken."""
    room = max(column.width - 2, 1)
    lines, left = 1, room
    for word in column.heading.split():
        if len(word) + 1 > left and left < room:
            lines, left = lines + 1, room
        lines += max(0, len(word) - 1) // room
        left -= len(word) + 1
    return lines


def _heading(sheet: WriteOnlyWorksheet, text: str) -> Cell:
    cell = WriteOnlyCell(sheet, text)
    cell.font, cell.fill, cell.alignment = HEAD, SHADE, Alignment(wrap_text=True, vertical="top")
    return cell


def _cell(sheet: WriteOnlyWorksheet, value: Value) -> Value | Cell:
    """A value as a cell; a text that a spreadsheet might take for a formula is permanently marked as text."""
    if isinstance(value, Formula):
        return WriteOnlyCell(sheet, value.text)
    if not isinstance(value, str):
        return value
    text = FORBIDDEN.sub("", value)[:MOST_SIGNS]
    if not text.startswith(LIKE_A_FORMULA):
        return text or None
    cell = WriteOnlyCell(sheet, text)
    cell.data_type, cell.quotePrefix = "s", True
    return cell
