"""Readers for the parts of a workbook that a list needs: sheets, shared texts, date styles, the cells of a sheet.

There is one class per part; `xml_in` calls it for each element. Names and values are those of ECMA-376, part 1,
chapter 18.
"""

import re
from dataclasses import dataclass, field

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format
from openpyxl.utils.datetime import from_excel

from tournament.exchange.list_lines import MOST_COLUMNS, MOST_LINES, MOST_SIGNS, ListLine

MOST_ROWS = 1_048_576
MOST_FORMAT = 255
COLUMN = re.compile(r"[A-Z]{1,3}")
# The escape for control characters, which XML cannot contain and which do not belong in names.
CONTROL = re.compile("_x00[01][0-9A-Fa-f]_")


class TooLong(Exception):
    """A sheet has more lines than a list may have."""


class Sheets:
    """The workbook itself: `first` is the relation id of the first visible sheet; "" if there is none."""

    def __init__(self) -> None:
        self.first = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if name == "sheet" and not self.first and attributes.get("state", "visible") == "visible":
            self.first = attributes.get("id", "")


@dataclass
class Relations:
    """The locations of a workbook's parts: targets by id, and by the last word of their type ("styles")."""

    by_id: dict[str, str] = field(default_factory=dict)
    by_type: dict[str, str] = field(default_factory=dict)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if name == "Relationship":
            target = attributes.get("Target", "")
            self.by_id[attributes.get("Id", "")] = target
            self.by_type.setdefault(attributes.get("Type", "").rpartition("/")[2], target)


class Words:
    """Collects a text from its pieces, without the phonetic readings that Japanese files add."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.length = 0
        self.inside = self.reading = False

    def start(self, name: str) -> None:
        """An element begins, which may be a text."""
        self.reading = self.reading or name == "rPh"
        self.inside = name in ("t", "v") and not self.reading

    def end(self, name: str) -> None:
        """An element ends."""
        self.inside = False
        if name == "rPh":
            self.reading = False

    def add(self, text: str) -> None:
        """A piece of text, kept only inside a text element."""
        if self.inside and self.length <= MOST_SIGNS:
            self.pieces.append(text[:MOST_SIGNS])
            self.length += len(text)

    def taken(self) -> str:
        """The text collected so far; starts a new one."""
        text = CONTROL.sub(" ", "".join(self.pieces))[:MOST_SIGNS]
        self.pieces, self.length = [], 0
        return text


class Strings:
    """The shared texts, which cells refer to by index."""

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
    """The cell styles that show a number as a date."""

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
        """The indices of these styles."""
        shown = {number: is_date_format(self._formats.get(number, "")) for number in set(self._cells)}
        return frozenset(at for at, number in enumerate(self._cells) if shown[number])


class Cells:
    """A sheet: its non-empty lines, up to MOST_COLUMNS wide. Raises TooLong if there are more than MOST_LINES."""

    def __init__(self, strings: list[str], days: frozenset[int]) -> None:
        self.lines: list[ListLine] = []
        self._strings, self._days, self._words = strings, days, Words()
        self._row = 0
        self._column = -1
        self._cell: dict[str, str] = {}
        self._kept: dict[int, str] = {}
        self._formulas: set[int] = set()

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins: a row, a cell, or the content of one."""
        self._words.start(name)
        if name == "c":
            letters = COLUMN.match(attributes.get("r", ""))
            self._column = _column(letters[0]) if letters else self._column + 1
            self._cell = attributes
        elif name == "f":
            self._formulas.add(self._column)
        elif name == "row":
            # Lines are identified by their number from here on, so it must be unique.
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
        """Keeps the text of a cell; a formula with an empty result becomes "="."""
        kept = self._told(said).strip() if said else ""
        if self._column <= MOST_COLUMNS and (kept or self._column in self._formulas):
            self._kept[self._column] = kept or "="

    def _end_line(self) -> None:
        if self._kept:
            cells = tuple(self._kept.get(at, "") for at in range(max(self._kept) + 1))
            self.lines.append(ListLine(self._row, cells, frozenset(self._formulas)))
        if len(self.lines) > MOST_LINES:
            raise TooLong
        self._kept, self._formulas = {}, set()

    def _told(self, said: str) -> str:
        """A cell's value as shown to a person: 12 for 12.0, a date for a number in a date style."""
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
    """The index of a column, from 0, by its letters: A, B, …, Z, AA."""
    place = 0
    for letter in letters:
        place = 26 * place + ord(letter) - ord("A") + 1
    return place - 1
