"""Reads CSV as Excel and others write it: with semicolons, commas, tabs or bars, in any of Excel's encodings."""

import csv
import io
from collections.abc import Iterable
from itertools import pairwise

from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.exchange.lists import headings
from tournament.exchange.lists.list_lines import MOST_COLUMNS, MOST_LINES, MOST_SIGNS, ListLine
from tournament.naming import begins_surname

SEPARATORS = "\t;|,"
WIDE = (b"\xff\xfe", b"\xfe\xff")
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), *((mark, "utf-16") for mark in WIDE))
# The encodings of Excel's CSV, CSV (Macintosh) and CSV (MS-DOS); the same byte is a different letter in each.
OLD_ENCODINGS = ("cp1252", "mac_roman", "cp850")
# How frequent a letter is, roughly; a character that is not listed is evidence against an encoding.
WEIGHTS = {
    **dict.fromkeys("âäáîíóùûúñßÈÊËÀÏÔÖÜÇ", 1),
    **dict.fromkeys("çïàöüôÉ’", 2),
    **dict.fromkeys("èëê", 3),
    "é": 4,
}
LINES_LOOKED_AT = 20
BYTES_LOOKED_AT = 100_000
# The limit on lines including empty ones.
LAST_LINE = 100_000


def lines(data: bytes) -> list[ListLine]:
    """The non-empty lines of a file; raises UserError if it is not text or has more than MOST_LINES of them."""
    return text_lines(_decoded(data))


def text_lines(text: str) -> list[ListLine]:
    """The non-empty lines of a text; raises UserError like `lines`."""
    separator, others, text = _separator(text)
    lines: list[ListLine] = []
    try:
        for number, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator), 1):
            cells = _otherwise_apart(cells, others)
            texts = tuple(cell.strip()[:MOST_SIGNS] for cell in cells[: MOST_COLUMNS + 1])
            if any(texts):
                lines.append(ListLine(number, texts, _formulas(texts)))
            if len(lines) > MOST_LINES or number > LAST_LINE:
                raise UserError(_("The list has more than %(most)s lines.") % {"most": MOST_LINES}, 422)
    except csv.Error as fault:
        raise UserError(_("The file cannot be read as CSV."), 422) from fault
    return lines


def _otherwise_apart(cells: list[str], separators: str) -> list[str]:
    """The cells of a line, split again if it was typed with another separator: "An Peeters, De Troef" among tabs."""
    signs = [sign for sign in separators if cells and sign in cells[0]]
    return cells[0].split(signs[0]) if len(cells) == 1 and signs else cells


def _formulas(cells: Iterable[str]) -> frozenset[int]:
    """The indices of cells that a spreadsheet would calculate when it opens the file."""
    return frozenset(at for at, cell in enumerate(cells) if cell.startswith("="))


def _decoded(data: bytes) -> str:
    try:
        for mark, encoding in MARKS:
            if data.startswith(mark):
                return data.decode(encoding)
        if b"\0" in data:
            raise UserError(_("This is not a spreadsheet. Save the list as .xlsx or as CSV."), 422)
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        if data.startswith(WIDE):
            raise UserError(_("This is not a spreadsheet. Save the list as .xlsx or as CSV."), 422) from fault
        telling = b"\n".join(line for line in data.splitlines() if not line.isascii())[:BYTES_LOOKED_AT]
        return _in(max(OLD_ENCODINGS, key=lambda encoding: _usual(_in(encoding, telling))), data)


def _in(encoding: str, data: bytes) -> str:
    return data.decode(encoding, errors="replace")


def _usual(text: str) -> int:
    """How much a text looks like one in our languages, in which a capital does not follow a lower-case letter."""
    strange = [(before, sign) for before, sign in pairwise(" " + text) if not sign.isascii()]
    odd = sum(before.islower() and sign.isupper() for before, sign in strange)
    return sum(WEIGHTS.get(sign, -2) for _before, sign in strange) - 3 * odd


def _separator(text: str) -> tuple[str, str, str]:
    """The separator of the cells, others that a line may have, and the text without the line in which Excel says it."""
    if text[:4].lower() == "sep=" and len(text) > 4 and text[4] in SEPARATORS:
        return text[4], SEPARATORS.replace(text[4], ""), text.partition("\n")[2]
    head = text.splitlines()[:LINES_LOOKED_AT]
    # A club may contain a comma, so we take the character found in the most lines, not the most frequent one.
    separator = max(SEPARATORS, key=lambda sign: sum(sign in line for line in head))
    if separator == "," and _in_names(head):
        return SEPARATORS[0], SEPARATORS[1:-1], text
    return separator, SEPARATORS.replace(separator, ""), text


def _in_names(first_lines: Iterable[str]) -> bool:
    """Whether commas stand in names ("Van Hoof, Marc") of which a line above or beside has none, and part no cells."""
    rows = [[cell.strip() for cell in line.split(",")] for line in first_lines if line.strip()]
    whole, parted = ([ListLine(1, tuple(row)) for row in rows if (len(row) > 1) == parts] for parts in (False, True))
    if headings.heading(parted) or any(len(line.cells) > 2 for line in parted):
        return False
    surnames = (line.cells[0] for line in parted)
    return bool(headings.heading(whole)) or (
        any(" " in line.cells[0] for line in whole)
        and all(" " not in surname or begins_surname(surname.split()[0]) for surname in surnames)
    )
