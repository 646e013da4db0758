"""Tries other limits for what a bubble says (tournament/scan/verdicts.py) than those that the reader has.

    make tools READING=1 && .venv/bin/python benchmarks/reading_thresholds.py [--first 0] [--sheets 200]

On sheets of the second filler (tests/spoiled) on which nothing is judged: benchmarks/reading.py begins at 1000. Each is
drawn and measured once; its ink is judged by the limits of the reader, then with one limit at a time that is smaller or
larger. Counted are silent rows, and the clear ones that are asked: of all, and by class of picture. A limit is well
chosen if no other value of it has fewer silent rows, nor as many and clearly fewer that are asked.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place
from tests.spoiled.place import lay_events

# isort: split
import cv2

from tests.spoiled import blanks, judge, write
from tests.spoiled.sheets import spoiled_sheet
from tournament.models import Event
from tournament.scan import reader
from tournament.scan.verdicts import CHOSEN, Limits
from tournament.sheet_reading.rows import rows, substitutes

FACTORS = (0.7, 0.85, 1.2, 1.5)
# So much less of the clear rows asked is clearly less.
CLEARLY = 0.005


@dataclass(frozen=True, slots=True)
class Measured:
    """A sheet that was read: the truth about it, its marks by any limits, and by which the reader has them."""

    truth: judge.Truth
    marks: Callable[[Limits], dict[str, Any]]
    limits: Limits


@dataclass(frozen=True, slots=True)
class Tally:
    """Silent rows; clear rows asked and altogether, by class of picture."""

    silent: list[judge.Outcome]
    asked: Counter[str]
    clear: Counter[str]

    @property
    def share(self) -> float:
        """The share of the clear rows that is asked."""
        return self.asked.total() / max(1, self.clear.total())

    def is_clearly_better(self, other: "Tally") -> bool:
        """Fewer silent rows, or as many and clearly fewer asked."""
        silent, others = len(self.silent), len(other.silent)
        return silent < others or (silent == others and self.share < other.share - CLEARLY)

    def __str__(self) -> str:
        silent = Counter(outcome.sheet["sort"] for outcome in self.silent)
        by_class = [f"{name} {silent[name]}, {self.asked[name] / of:.1%}" for name, of in sorted(self.clear.items())]
        return f"{len(self.silent):3} silent, {self.share:6.2%} asked ({'; '.join(by_class)})"


def main() -> int:
    """Prints a line for each limit and value; the exit status is 1 when another value is clearly better."""
    parser = argparse.ArgumentParser(description="Tries other limits than those that the reader has.")
    parser.add_argument("--first", type=int, default=0, help="the number of the first sheet")
    parser.add_argument("--sheets", type=int, default=200)
    options = parser.parse_args()
    sheets = _measured(range(options.first, options.first + options.sheets))
    judging = judge.Judge()
    chosen = _judged(judging, sheets, lambda limits: limits)
    print(f"{'as chosen':24}{chosen}")
    for outcome in chosen.silent:
        print(f"silent: {outcome}")
    better = 0
    for name in (field.name for field in fields(CHOSEN) if isinstance(getattr(CHOSEN, field.name), float)):
        for factor in FACTORS:
            tally = _judged(judging, sheets, partial(_scaled, name=name, factor=factor))
            worth = " better" if tally.is_clearly_better(chosen) else ""
            better += bool(worth)
            print(f"{name:14} {factor * getattr(CHOSEN, name):<9.3g}{tally}{worth}", flush=True)
    return 1 if better else 0


def _scaled(limits: Limits, *, name: str, factor: float) -> Limits:
    return replace(limits, **{name: getattr(limits, name) * factor})


def _measured(numbers: Sequence[int]) -> list[Measured]:
    """The sheets of these numbers that are not refused."""
    cv2.setNumThreads(1)
    lay_events()
    events = [Event.objects.get(slug=kind.slug) for kind in blanks.EVENTS]
    forms, book = {event.slug: blanks.blanks(event) for event in events}, write.book(events)
    sheets, begun = [], time.monotonic()
    for number in numbers:
        sheet = spoiled_sheet(number, forms)
        path = place.FOLDER / sheet.file
        path.write_bytes(sheet.data)
        with mock.patch.object(reader, "_marks", wraps=reader._marks) as judged:
            list(reader.read(str(path), place.FOLDER, "page", book))
        path.unlink()
        if judged.call_args:
            *bubbles, limits = judged.call_args.args
            sheets.append(Measured(sheet.truth(), partial(reader._marks, *bubbles), limits))
    print(f"{len(sheets)} of {len(numbers)} sheets read, {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return sheets


def _judged(judging: judge.Judge, sheets: Sequence[Measured], change: Callable[[Limits], Limits]) -> Tally:
    tally = Tally([], Counter(), Counter())
    for sheet in sheets:
        answer = sheet.marks(change(sheet.limits))
        deals = [int(deal) for deal in sheet.truth["rows"]]
        read = rows(deals, answer["marked"], answer["doubtful"], judging.rules(sheet.truth))
        lines = {row.deal: f"? {row.question.code}" if row.question else row.line for row in read}
        seats, unsure = (tuple(map(str, substitutes(answer[some]))) for some in ("marked", "doubtful"))
        for outcome in judging.judge(sheet.truth, judge.Reading("", lines, seats, unsure)):
            sort = sheet.truth["sort"]
            is_clear = outcome.kind == "clear"
            tally.silent.extend([outcome] if outcome.verdict == "silent" else [])
            tally.clear[sort] += is_clear
            tally.asked[sort] += is_clear and outcome.verdict == "asked"
    return tally


if __name__ == "__main__":
    sys.exit(main())
