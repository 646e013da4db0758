"""Sheets of the second filler (tests/spoiled), drawn and measured in this process: the ink that the reader judges."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from typing import Any
from unittest import mock

from benchmarks.support import place
from tests.spoiled.place import lay_events

# isort: split
import cv2

from tests.spoiled import blanks, judge, write
from tests.spoiled.sheets import PALE, pair, spoiled_sheet
from tournament.scan import paper, reader
from tournament.scan.ink import Ink
from tournament.scan.strips import BubbleSpot


@dataclass(frozen=True, slots=True)
class Lot:
    """So many sheets from a number on: in pure black and white, all but those, or (None) any; and careless ones.

    If `pale`, those of the odd numbers are left out whose first hand is not in PALE. `unnamed` hands are none of HANDS.
    """

    first: int
    sheets: int
    hard: bool | None = None
    careless: bool = False
    pale: bool = False
    unnamed: bool = False

    def numbers(self) -> Iterator[int]:
        """The numbers of its sheets."""
        return islice(filter(self._has, count(self.first)), self.sheets)

    def _has(self, number: int) -> bool:
        device, hand = pair(number)
        is_pale = not self.pale or number % 2 == 0 or hand in PALE
        return is_pale and self.hard in (None, device.sort == "bw")


@dataclass(frozen=True, slots=True)
class Measured:
    """The truth about a sheet, and what the reader has of it before it judges; `hard` is one in black and white."""

    truth: judge.Truth
    inks: list[Ink]
    sheet_map: paper.SheetMap
    form: reader.Json
    hard: bool
    totals: Sequence[Sequence[Any]]

    @property
    def spots(self) -> Sequence[BubbleSpot]:
        """The bubbles of its form."""
        return list(self.form["spots"])


def measured(lots: Iterable[Lot], most: int | None = None) -> Iterator[Measured]:
    """The sheets of these lots that are not refused, of at most so many of each."""
    cv2.setNumThreads(1)
    events = lay_events()
    forms, book = {event.slug: blanks.blanks(event) for event in events}, write.book(events)
    for lot in lots:
        for number in islice(lot.numbers(), most):
            sheet = spoiled_sheet(number, forms, careless=lot.careless, unnamed=lot.unnamed)
            path = place.FOLDER / sheet.file
            path.write_bytes(sheet.data)
            with (
                mock.patch.object(reader, "verdicts", wraps=reader.verdicts) as verdicts,
                mock.patch.object(reader, "_marks", wraps=reader._marks) as marks,
            ):
                (answer,) = reader.read(str(path), place.FOLDER, "page", book)
            path.unlink()
            if marks.call_args:
                inks, sheet_map, form, _judged = marks.call_args.args
                hard = verdicts.call_args.kwargs["hard"]
                yield Measured(sheet.truth(), inks, sheet_map, form, hard, answer["totals"])
