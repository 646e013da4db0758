"""Reads an uploaded table, an Excel workbook or CSV; the content decides which, not the file name."""

from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.exchange.lists import csv_in, xlsx_in
from tournament.exchange.lists.line_cleaning import tidied
from tournament.exchange.lists.list_lines import MOST_BYTES, ListLine

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
OLD_OFFICE = b"\xd0\xcf\x11\xe0"
# PDF, pictures, rich text, compressed files: what people upload by mistake.
OTHERS = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!", b"SQLite")


def pasted(text: str) -> list[ListLine]:
    """The non-empty lines of a pasted text."""
    return tidied(csv_in.text_lines(text))


def lines(data: bytes) -> list[ListLine]:
    """The non-empty lines of a file; raises UserError if it is not a table or is too large."""
    return tidied(_lines(data))


def _lines(data: bytes) -> list[ListLine]:
    if not data.strip():
        raise UserError(_("The file is empty."), 422)
    if len(data) > MOST_BYTES:
        raise UserError(_("The file is larger than %(most)s MB.") % {"most": MOST_BYTES // 1024**2}, 422)
    if data.startswith(ZIP):
        return xlsx_in.lines(data)
    if data.startswith(OLD_OFFICE):
        raise UserError(
            _("This is an old Excel file, or one with a password. Save it as .xlsx without a password, or as CSV."), 422
        )
    if data.startswith(OTHERS):
        raise UserError(_("This is not a spreadsheet. Save the list as .xlsx or as CSV."), 422)
    return csv_in.lines(data)
