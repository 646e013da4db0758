"""An event as a workbook. Texts are never formulas: a name that begins with = + - or @ stays a name.

Each sheet prints in landscape, as wide as the page, with its heading on every page.
"""

import io
import re
from collections.abc import Iterable, Sequence
from copy import copy

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
# The height of one line of a heading, what it needs above and below, the length of a letter read from below (points).
LINE, AROUND, LETTER = 14.5, 4.0, 6.5
# A heading over a column narrower than this is read from below if it does not fit on a line; so many letters high.
UPRIGHT, MOST_HIGH = 8, 16
# What of the width of a column, in characters, is left for a text: not the edges.
EDGES = 2
# A text that is broken, and one that follows a number, from which it keeps its distance.
BROKEN, APART = Alignment(wrap_text=True), Alignment(wrap_text=True, indent=1)
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
    sheet.row_dimensions[1].height = max(map(_high, listing.columns)) + AROUND
    for at, column in enumerate(listing.columns, 1):
        sheet.column_dimensions[get_column_letter(at)].width = column.width
    sheet.append([_heading(sheet, column) for column in listing.columns])
    count, patterns = 1, (WriteOnlyCell(sheet), WriteOnlyCell(sheet))
    patterns[False].alignment, patterns[True].alignment = BROKEN, APART
    for row in listing.rows:
        beside = [False, *(isinstance(value, int | float) for value in row[:-1])]
        # A row may end before the last column.
        columns = listing.columns[: len(row)]
        sheet.append([_cell(sheet, patterns, *part) for part in zip(row, columns, beside, strict=True)])
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


def _high(column: ListingColumn) -> float:
    """The height of a heading, in points."""
    return LETTER * min(len(column.heading), MOST_HIGH) if _is_upright(column) else LINE * _lines(column)


def _is_upright(column: ListingColumn) -> bool:
    """Whether the heading of a column is read from below."""
    return column.width < UPRIGHT and len(column.heading) > column.width - EDGES


def _lines(column: ListingColumn) -> int:
    """The number of lines on which the heading of a column is broken."""
    room = max(column.width - EDGES, 1)
    lines, left = 1, room
    for word in column.heading.split():
        if len(word) + 1 > left and left < room:
            lines, left = lines + 1, room
        lines += max(0, len(word) - 1) // room
        left -= len(word) + 1
    return lines


def _heading(sheet: WriteOnlyWorksheet, column: ListingColumn) -> Cell:
    cell = WriteOnlyCell(sheet, column.heading)
    upright = _is_upright(column)
    cell.font, cell.fill = HEAD, SHADE
    cell.alignment = (
        Alignment(text_rotation=90, wrap_text=True) if upright else Alignment(wrap_text=True, vertical="top")
    )
    return cell


def _cell(
    sheet: WriteOnlyWorksheet, patterns: Sequence[Cell], value: Value, column: ListingColumn, beside: bool
) -> Value | Cell:
    """A value as a cell; a long text, or one `beside` a number, is laid out as in one of the patterns.

    A text that a spreadsheet might take for a formula is permanently marked as text.
    """
    if isinstance(value, Formula):
        return WriteOnlyCell(sheet, value.text)
    if not isinstance(value, str):
        return value
    text = FORBIDDEN.sub("", value)[:MOST_SIGNS]
    formula, broken = text.startswith(LIKE_A_FORMULA), len(text) > column.width - EDGES
    if not text or not (formula or beside or broken):
        return text or None
    cell = WriteOnlyCell(sheet, text)
    if beside or broken:
        # Setting the alignment of each cell anew would double the time.
        cell._style = copy(patterns[beside]._style)
    if formula:
        cell.data_type, cell.quotePrefix = "s", True
    return cell
