"""What the parts of a workbook say that matters to a list: its sheets, its texts, its days, the cells of a sheet.

One reader a part, told of its elements by `xml_in`. Names and values are those of ECMA-376, part 1, chapter 18.
"""

import re
from dataclasses import dataclass, field

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils.datetime import from_excel

from tournament.exchange.sheet_lines import MOST_COLUMNS, MOST_LINES, MOST_SIGNS, Line

MOST_ROWS = 1_048_576
MOST_FORMAT = 255
COLUMN = re.compile(r"[A-Z]{1,3}")
# How a text keeps a sign that XML cannot hold; of these none belongs in a name.
CONTROL = re.compile("_x00[01][0-9A-Fa-f]_")


class TooLong(Exception):
    """A sheet has more lines than a list may have."""


class Sheets:
    """The workbook itself: which sheet in sight comes first, by the id of its relation; "" where there is none."""

    def __init__(self) -> None:
        self.first = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if name == "sheet" and not self.first and attributes.get("state", "visible") == "visible":
            self.first = attributes.get("id", "")


@dataclass
class Relations:
    """Where the parts of a workbook lie: targets by id, and by the last word of their type ("styles")."""

    by_id: dict[str, str] = field(default_factory=dict)
    by_type: dict[str, str] = field(default_factory=dict)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if name == "Relationship":
            target = attributes.get("Target", "")
            self.by_id[attributes.get("Id", "")] = target
            self.by_type.setdefault(attributes.get("Type", "").rpartition("/")[2], target)


class Words:
    """A text as it is gathered from its pieces, without the readings that Japanese files add to it."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0
        self.inside = self.reading = False

    def start(self, name: str) -> None:
        """An element begins: a text, or what is none."""
        self.reading = self.reading or name == "rPh"
        self.inside = name in ("t", "v") and not self.reading

    def end(self, name: str) -> None:
        """An element ends."""
        self.inside = False
        if name == "rPh":
            self.reading = False

    def add(self, text: str) -> None:
        """A piece of text, wherever it stands."""
        if self.inside and self.length <= MOST_SIGNS:
            self.pieces.append(text[:MOST_SIGNS])
            self.length += len(text)

    def taken(self) -> str:
        """What was gathered; the next text begins."""
        text = CONTROL.sub(" ", "".join(self.pieces))[:MOST_SIGNS]
        self.pieces, self.length = [], 0
        return text


class Strings:
    """The texts that cells name by their place."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._words = Words()

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self._words.start(name)

    def end(self, name: str) -> None:
        """An element ends."""
        self._words.end(name)
        if name == "si":
            self.texts.append(self._words.taken())

    def text(self, text: str) -> None:
        """A piece of text."""
        self._words.add(text)


class Styles:
    """Which styles of cells show a number as a day."""

    def __init__(self) -> None:
        self._formats = dict(BUILTIN_FORMATS)
        self._cells: list[int] = []
        self._within = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if name == "numFmt":
            self._formats[_whole(attributes.get("numFmtId", ""))] = attributes.get("formatCode", "")[:MOST_FORMAT]
        elif name == "cellXfs":
            self._within = True
        elif name == "xf" and self._within:
            self._cells.append(_whole(attributes.get("numFmtId", "")))

    def end(self, name: str) -> None:
        """An element ends."""
        if name == "cellXfs":
            self._within = False

    def days(self) -> frozenset[int]:
        """The places of these styles."""
        shown = {number: is_date_format(self._formats.get(number, "")) for number in set(self._cells)}
        return frozenset(at for at, number in enumerate(self._cells) if shown[number])


class Cells:
    """A sheet: its lines that hold something, as far as a list can be wide. Raises TooLong beyond MOST_LINES."""

    def __init__(self, strings: list[str], days: frozenset[int]) -> None:
        self.lines: list[Line] = []
        self._strings, self._days, self._words = strings, days, Words()
        self._row = 0
        self._column = -1
        self._cell: dict[str, str] = {}
        self._kept: dict[int, str] = {}
        self._formulas: set[int] = set()

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins: a row, a cell, what stands in it."""
        self._words.start(name)
        if name == "c":
            letters = COLUMN.match(attributes.get("r", ""))
            self._column = _column(letters[0]) if letters else self._column + 1
            self._cell = attributes
        elif name == "f":
            self._formulas.add(self._column)
        elif name == "row":
            # A line's number names it from here on: it may not come twice.
            self._row = max(self._row + 1, min(_whole(attributes.get("r", "")), MOST_ROWS))
            self._column = -1

    def end(self, name: str) -> None:
        """An element ends, and with it a cell or a line."""
        self._words.end(name)
        if name == "c":
            self._end_cell(self._words.taken())
        elif name == "row":
            self._end_line()

    def text(self, text: str) -> None:
        """A piece of text."""
        self._words.add(text)

    def _end_cell(self, said: str) -> None:
        """Keeps what a cell says; one whose formula came to nothing says "="."""
        kept = self._told(said).strip() if said else ""
        if self._column <= MOST_COLUMNS and (kept or self._column in self._formulas):
            self._kept[self._column] = kept or "="

    def _end_line(self) -> None:
        if self._kept:
            cells = tuple(self._kept.get(at, "") for at in range(max(self._kept) + 1))
            self.lines.append(Line(self._row, cells, frozenset(self._formulas)))
        if len(self.lines) > MOST_LINES:
            raise TooLong
        self._kept, self._formulas = {}, set()

    def _told(self, said: str) -> str:
        """A cell's value as it is read: 12.0 is 12, a day is a day."""
        kind = self._cell.get("t", "n")
        if kind == "s":
            return self._strings[int(said)]
        if kind == "d":
            return said.removesuffix("T00:00:00")
        if kind != "n":
            return said
        number = float(said)
        if _whole(self._cell.get("s", "")) in self._days:
            return str(from_excel(number)).removesuffix(" 00:00:00")
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else said


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _column(letters: str) -> int:
    """The place of a column from 0: A, B, …, Z, AA."""
    place = 0
    for letter in letters:
        place = 26 * place + ord(letter) - ord("A") + 1
    return place - 1
