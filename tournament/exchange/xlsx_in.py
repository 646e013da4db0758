"""Reads the first sheet of an untrusted Excel workbook.

A workbook is a ZIP of XML. We unpack only what a list needs, and limit the number of bytes and elements. openpyxl
writes our workbooks but does not read those of strangers: 30 kB of one row with eight million empty cells cost it
28 seconds and 2.6 GB.
"""

import io
import posixpath
import zipfile

from django.utils.translation import gettext as _

from tournament.exchange.book_in import Cells, Relations, Sheets, Strings, Styles, TooLong
from tournament.exchange.list_lines import MOST_LINES, ListLine
from tournament.exchange.xml_in import Damaged, Grant, Start, Told, TooMuch
from tournament.refusal import Refusal

MOST_UNPACKED = 16 * 1024 * 1024
# 20,000 lines of eight columns, with each text once, have 460,000; this limit takes less than a second.
MOST_ELEMENTS = 600_000
# The compression methods of a workbook (ECMA-376, part 2).
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
BOOK = "xl/workbook.xml"
RELATIONS = "xl/_rels/workbook.xml.rels"


def lines(data: bytes) -> list[ListLine]:
    """The non-empty lines of the first visible sheet; raises Refusal for anything but an ordinary workbook."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if BOOK not in packed.namelist():
                raise Refusal(_("This is not an Excel workbook. Save the list as .xlsx or as CSV."), 422)
            return _Book(packed).lines()
    except Refusal:
        raise
    except TooLong as fault:
        raise Refusal(_("The list has more than %(most)s lines.") % {"most": MOST_LINES}, 422) from fault
    except TooMuch as fault:
        raise Refusal(
            _("The workbook contains more than a list of players can. Save the sheet on its own, or as CSV."), 422
        ) from fault
    except Exception as fault:
        # A hostile or truncated file makes zipfile and the readers of its parts fail in some thirty ways.
        raise Refusal(_("The workbook is damaged and cannot be read."), 422) from fault


class _Book:
    """An open workbook: its parts by name, and how much of them may still be read."""

    def __init__(self, packed: zipfile.ZipFile) -> None:
        self._packed = packed
        self._names = {name.lower(): name for name in packed.namelist()}
        self._unpacked = MOST_UNPACKED
        self._grant = Grant(MOST_ELEMENTS)

    def lines(self) -> list[ListLine]:
        """The lines of the first visible sheet; empty if there is none."""
        sheets, relations, strings, styles = Sheets(), Relations(), Strings(), Styles()
        self._read(BOOK, sheets.start)
        self._read(RELATIONS, relations.start)
        self._read_related(relations.by_type.get("sharedStrings", ""), strings.start, strings.end, strings.text)
        self._read_related(relations.by_type.get("styles", ""), styles.start, styles.end)
        cells = Cells(strings.texts, styles.days())
        self._read_related(relations.by_id.get(sheets.first, ""), cells.start, cells.end, cells.text)
        return cells.lines

    def _read_related(self, target: str, start: Start, *others: Told) -> None:
        """Reads the part at a target given in the workbook's relations: relative to the workbook, or absolute."""
        if target:
            self._read(posixpath.normpath(posixpath.join("/xl", target)).lstrip("/"), start, *others)

    def _read(self, name: str, start: Start, *others: Told) -> None:
        part = self._packed.getinfo(self._names[name.lower()])
        self._unpacked -= part.file_size
        if self._unpacked < 0:
            raise TooMuch
        self._grant.read(self._content(part), start, *others)

    def _content(self, part: zipfile.ZipInfo) -> bytes:
        """The content of a part, unpacked up to its declared size.

        Asked for all of a part, zipfile would unpack 5 MB whole even if the declared size is smaller, and with other
        compression methods than a workbook's it unpacks everything whatever it is asked for.
        """
        if part.compress_type not in PACKINGS:
            raise Damaged
        with self._packed.open(part) as packed:
            content = packed.read(part.file_size)
        if len(content) < part.file_size:
            raise Damaged
        return content
