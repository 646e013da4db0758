"""Reads the first sheet of an untrusted Excel workbook.

A workbook is a ZIP of XML. We unpack only what a list needs, limit the number of bytes and elements, and keep no tree
in memory. Names and values are those of ECMA-376, part 1, chapter 18.
"""

import io
import posixpath
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from xml.parsers import expat

from django.utils.translation import gettext as _
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils import column_index_from_string
from openpyxl.utils.datetime import from_excel

from tournament.errors import UserError
from tournament.exchange.lists.list_lines import MOST_COLUMNS, MOST_LINES, MOST_SIGNS, ListLine

MOST_UNPACKED = 16 * 1024 * 1024
# 20,000 lines of eight columns, with each text once, have 460,000; this limit takes about a second.
MOST_ELEMENTS = 600_000
MOST_ATTRIBUTES = 100
MOST_ROWS = 1_048_576
MOST_FORMAT = 255
# The compression methods of a workbook (ECMA-376, part 2).
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
BOOK = "xl/workbook.xml"
RELATIONS = "xl/_rels/workbook.xml.rels"
COLUMN = re.compile(r"[A-Z]{1,3}")
# The escape for control characters, which XML cannot contain and which do not belong in names.
CONTROL = re.compile("_x00[01][0-9A-Fa-f]_")


@dataclass(slots=True)
class Element:
    """An element that is wanted: its text is that of its `t` and `v`, without the readings aloud of Japanese files.

    Names come without a namespace.
    """

    name: str
    parent: str
    attributes: Mapping[str, str]
    text: str = ""
    formula: bool = False


def lines(data: bytes) -> list[ListLine]:
    """The non-empty lines of the first visible sheet; raises UserError for anything but an ordinary workbook."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if BOOK not in packed.namelist():
                raise UserError(_("This is not an Excel workbook. Save the list as .xlsx or as CSV."), 422)
            return _lines(_Parts(packed))
    except UserError:
        raise
    except Exception as error:
        # A hostile or truncated file makes zipfile and the readers of its parts fail in some thirty ways.
        raise UserError(_("The workbook is damaged and cannot be read."), 422) from error


class _Parts:
    """The parts of an open workbook, and how much of them may still be read."""

    def __init__(self, packed: zipfile.ZipFile) -> None:
        self._packed = packed
        self._names = {name.lower(): name for name in packed.namelist()}
        self._bytes = MOST_UNPACKED
        self._elements = MOST_ELEMENTS

    def elements(self, name: str, *tags: str) -> list[Element]:
        """The elements of a part that have one of these tags."""
        elements: list[Element] = []
        self.read(name, tags, elements.append)
        return elements

    def read(self, name: str, tags: Sequence[str], take: Callable[[Element], None]) -> None:
        """Hands over each element of a part that has one of these tags, when it ends.

        Expat gets the whole part at once: fed in blocks, it restarts each long tag with every block, and 23 MB of one
        attribute took 19 seconds.
        """
        path, wanted = [""], list[Element]()

        def start(tag: str, attributes: dict[str, str]) -> None:
            self._elements -= 1
            _limit(min(self._elements, MOST_ATTRIBUTES - len(attributes)))
            tag = _local(tag)
            if tag in tags:
                wanted.append(Element(tag, path[-1], {_local(key): value for key, value in attributes.items()}))
            elif tag == "f" and wanted:
                wanted[-1].formula = True
            path.append(tag)

        def add(text: str) -> None:
            if wanted and path[-1] in ("t", "v") and path[-2] != "rPh" and len(wanted[-1].text) < MOST_SIGNS:
                wanted[-1].text += text[:MOST_SIGNS]

        def end(_tag: str) -> None:
            if path.pop() in tags:
                element = wanted.pop()
                element.text = CONTROL.sub(" ", element.text)[:MOST_SIGNS]
                take(element)

        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, add
        parser.StartDoctypeDeclHandler = _refuse_types
        parser.Parse(self._content(name), True)

    def _content(self, name: str) -> bytes:
        """The content of a part, unpacked up to its declared size.

        Asked for all of a part, zipfile would unpack 5 MB whole even if the declared size is smaller, and with other
        compression methods than a workbook's it unpacks everything whatever it is asked for.
        """
        part = self._packed.getinfo(self._names[name.lower()])
        self._bytes -= part.file_size
        _limit(self._bytes)
        if part.compress_type not in PACKINGS:
            raise ValueError("No workbook is compressed like this.")
        with self._packed.open(part) as packed:
            content = packed.read(part.file_size)
        if len(content) < part.file_size:
            raise ValueError("The part is shorter than it declares.")
        return content


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _limit(left: int) -> None:
    if left < 0:
        raise UserError(
            _("The workbook contains more than a list of players can. Save the sheet on its own, or as CSV."), 422
        )


def _refuse_types(*_definition: object) -> None:
    raise ValueError("A workbook defines no types of its own.")


def _lines(files: _Parts) -> list[ListLine]:
    """The lines of the first visible sheet; empty if there is none."""
    visible = (sheet.attributes for sheet in files.elements(BOOK, "sheet"))
    first = next((sheet.get("id") for sheet in visible if sheet.get("state", "visible") == "visible"), None)
    by_id: dict[str, str] = {}
    by_type: dict[str, str] = {}
    for relation in files.elements(RELATIONS, "Relationship"):
        target, key, kind = (relation.attributes.get(name, "") for name in ("Target", "Id", "Type"))
        # Relative to the workbook, or absolute.
        by_id[key] = posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")
        by_type.setdefault(kind.rpartition("/")[2], by_id[key])

    texts, styles = by_type.get("sharedStrings"), by_type.get("styles")
    strings = [string.text for string in files.elements(texts, "si")] if texts else []
    sheet = _Sheet(strings, _days(files.elements(styles, "numFmt", "xf")) if styles else frozenset())
    if first in by_id:
        files.read(by_id[first], ("row", "c"), sheet.take)
    return sheet.lines


def _days(styles: Sequence[Element]) -> frozenset[int]:
    """The indices of the cell styles that show a number as a date."""
    formats = dict(BUILTIN_FORMATS)
    for style in styles:
        if style.name == "numFmt":
            formats[_whole(style, "numFmtId")] = style.attributes.get("formatCode", "")[:MOST_FORMAT]
    cells = [_whole(style, "numFmtId") for style in styles if style.parent == "cellXfs"]
    dates = {number for number in set(cells) if is_date_format(formats.get(number, ""))}
    return frozenset(at for at, number in enumerate(cells) if number in dates)


class _Sheet:
    """The non-empty lines of a sheet, up to MOST_COLUMNS wide; it takes each row after its cells."""

    def __init__(self, strings: Sequence[str], days: frozenset[int]) -> None:
        self.lines: list[ListLine] = []
        self._strings, self._days = strings, days
        self._row = 0
        self._column = -1
        self._texts: dict[int, str] = {}
        self._formulas: set[int] = set()

    def take(self, element: Element) -> None:
        """Takes a cell, or the end of a row. Refused if there are more than MOST_LINES."""
        if element.name == "c":
            return self._add(element)
        # Lines are identified by their number from here on, so it must be unique.
        self._row = max(self._row + 1, min(_whole(element, "r"), MOST_ROWS))
        if self._texts:
            cells = tuple(self._texts.get(at, "") for at in range(max(self._texts) + 1))
            self.lines.append(ListLine(self._row, cells, frozenset(self._formulas)))
        if len(self.lines) > MOST_LINES:
            raise UserError(_("The list has more than %(most)s lines.") % {"most": MOST_LINES}, 422)
        self._texts, self._formulas, self._column = {}, set(), -1
        return None

    def _add(self, cell: Element) -> None:
        """Adds a cell to its row; a formula with an empty result becomes "="."""
        letters = COLUMN.match(cell.attributes.get("r", ""))
        self._column = column_index_from_string(letters[0]) - 1 if letters else self._column + 1
        if cell.formula:
            self._formulas.add(self._column)
        text = self._shown(cell).strip() if cell.text else ""
        if self._column <= MOST_COLUMNS and (text or self._column in self._formulas):
            self._texts[self._column] = text or "="

    def _shown(self, cell: Element) -> str:
        """A cell's value as shown to a person: 12 for 12.0, a date for a number in a date style."""
        kind = cell.attributes.get("t", "n")
        if kind == "s":
            return self._strings[int(cell.text)]
        if kind == "d":
            return cell.text.removesuffix("T00:00:00")
        if kind != "n":
            return cell.text
        number = float(cell.text)
        if _whole(cell, "s") in self._days:
            return str(from_excel(number)).removesuffix(" 00:00:00")
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else cell.text


def _whole(element: Element, name: str) -> int:
    """A whole number among the attributes; 0 if there is none."""
    text = element.attributes.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
