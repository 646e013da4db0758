"""Chooses the limits by which a bubble is a mark, is empty, or asks (tournament/scan/verdicts.py), from the beginning.

And then those by which running totals settle a row or ask about it (tournament/sheet_reading/running_totals.py).

    make tools READING=1 && .venv/bin/python benchmarks/reading_thresholds.py [--sheets 50]

On sheets of the second filler (tests/spoiled) that no net was taught and on which nothing is judged, with `--sheets` on
so many of each lot; many are careless, so that enough goes wrong. Each is drawn, measured and weighed once. At first no
limit asks. Then each in turn is given the value that is best, until none changes. A row that is silently wrong is as
bad as WORTH clear ones that are asked, or that are on a sheet of which too little is left (`is_illegible`); they are
counted with all nets, with the first half of them and with the second, as too few are wrong with all. While the limits
are chosen, the reader's own of the totals hold, and while those of the totals are, the reader's own limits. What is
chosen and what the reader has are then compared on sheets by which neither was chosen.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from benchmarks.support.measured import Lot, Measured, measured
from tests.spoiled import judge
from tournament.scan import reader, strokes, verdicts
from tournament.scan.ink import Ink, no_patch
from tournament.scan.verdicts import CHOSEN, Limits
from tournament.sheet_reading import running_totals
from tournament.sheet_reading.rows import is_illegible, rows, substitutes

LOTS = (
    Lot(1_196_000, 626),
    Lot(1_180_000, 231, hard=True),
    Lot(1_190_000, 507, careless=True),
    Lot(1_186_000, 224, hard=True, careless=True),
)
# Sheets by which nothing is chosen, about as careless.
OTHERS = (
    Lot(1_400_000, 260),
    Lot(1_410_000, 110, hard=True),
    Lot(1_420_000, 220, careless=True),
    Lot(1_430_000, 110, hard=True, careless=True),
)
# What each limit may be: at first what never asks.
VALUES: Mapping[str, Sequence[float]] = {
    "likely": (0.5, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98),
    "touching": (0.5, 0.9, 0.93, 0.95, 0.97, 0.98),
    "missed": (0.5, 0.3, 0.2, 0.15, 0.1, 0.07, 0.05, 0.03, 0.02, 0.015, 0.01, 0.007, 0.005),
    "nothing": (0.0, 0.05, 0.1, 0.2, 0.3, 0.4),
    "touched": (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9),
    "unlikely": (0.0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
}
# And those of the totals: at first they settle nothing and ask nothing.
TOTALS_VALUES: Mapping[str, Sequence[float]] = {
    "APART": (1e9, 1000, 300, 100, 50, 20, 10, 5),
    "OTHERWISE": (1e9, 3000, 1000, 300, 100, 50, 20),
    "BETTER": (1e9, 50, 20, 10, 5, 2, 1),
    "TOTALS": (1, 3, 10, 30, 100, 1000),
}
Values = Mapping[str, float]
# As many clear rows asked are as bad as one that is silent: more than all that the goals let five thousand rows ask, of
# which none may be silent.
WORTH = 400.0


@dataclass(frozen=True, slots=True)
class Tally:
    """What became of some rows: those that are silent, the clear ones, and how many of these ask or are illegible."""

    silent: Sequence[judge.Outcome] = ()
    questions: int = 0
    illegible: int = 0
    clear: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        illegible, clear = self.illegible + other.illegible, self.clear + other.clear
        return Tally([*self.silent, *other.silent], self.questions + other.questions, illegible, clear)

    def __str__(self) -> str:
        legible = self.clear - self.illegible
        share = self.questions / max(1, legible)
        return f"{len(self.silent):3} silent, {share:6.2%} of {legible} clear rows asked, {self.illegible} illegible"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet that was read: its truth, its rows of ink, and what all nets say of it and each half of them.

    `page` is what the reader makes an answer of, apart from its verdicts; `tallies` are those of verdicts that there
    were already, with the limits of totals.
    """

    truth: judge.Truth
    page: Sequence[Any]
    ink_rows: Sequence[verdicts.InkRow]
    shares: Sequence[verdicts.Shares]
    totals: Sequence[Sequence[Any]]
    tallies: dict[tuple[str, tuple[float, ...]], Tally] = field(default_factory=dict)


def main() -> int:
    """Prints the value of each limit in turn, and what they cost; 1 if they are better than the reader's elsewhere.

    On the sheets by which they are chosen something always is better.
    """
    parser = argparse.ArgumentParser(description="Chooses the limits by which a bubble is a mark, is empty, or asks.")
    parser.add_argument("--sheets", type=int, help="at most so many of each lot")
    most, judging = parser.parse_args().sheets, judge.Judge()
    totals: Values = {name: getattr(running_totals, name) for name in TOTALS_VALUES}
    sheets = _weigh_lots(LOTS, most)
    marks = Limits(**_choose(VALUES, lambda values: _cost(judging, sheets, Limits(**values), totals)))
    chosen_totals = _choose(TOTALS_VALUES, lambda values: _cost(judging, sheets, CHOSEN, values))
    costs = list[float]()
    for some, which in ((sheets, "these sheets"), (_weigh_lots(OTHERS, most), "other sheets")):
        for limits, of_totals, whose in ((CHOSEN, totals, "reader"), (marks, chosen_totals, "chosen")):
            costs.append(_cost(judging, some, limits, of_totals))
            print(f"{which}, {whose}: {costs[-1]:.1f} {limits} {of_totals}")
            for sort in sorted({sheet.truth["sort"] for sheet in some}):
                of_sort = [sheet for sheet in some if sheet.truth["sort"] == sort]
                tally = _tallies(judging, of_sort, limits, of_totals)[0]
                print(f"{sort:5}: {tally}", *tally.silent, sep="\n", flush=True)
    return 1 if costs[-1] < costs[-2] else 0


def _choose(values: Mapping[str, Sequence[float]], cost_of: Callable[[Values], float]) -> Values:
    """The limits of which none is better with another value; the first of those that are as good."""
    chosen: Values = {name: some[0] for name, some in values.items()}
    before: Values = {}
    while chosen != before:
        before = chosen
        for name, some in values.items():
            costs = [cost_of({**chosen, name: value}) for value in some]
            chosen = {**chosen, name: some[costs.index(min(costs))]}
            print(f"{name:9} {chosen[name]:<8g} {min(costs):8.1f}", flush=True)
    return chosen


def _cost(judging: judge.Judge, sheets: Sequence[Sheet], limits: Limits, totals: Values) -> float:
    tallies = _tallies(judging, sheets, limits, totals)
    silent = sum(len(tally.silent) for tally in tallies) / len(tallies)
    return tallies[0].questions + tallies[0].illegible + WORTH * silent


def _tallies(judging: judge.Judge, sheets: Sequence[Sheet], limits: Limits, totals: Values) -> list[Tally]:
    """The tally with all nets, and with each half of them."""
    by_sheet = [[_tally(judging, sheet, shares, limits, totals) for shares in sheet.shares] for sheet in sheets]
    return [sum(some, Tally()) for some in zip(*by_sheet, strict=True)]


def _tally(judging: judge.Judge, sheet: Sheet, shares: verdicts.Shares, limits: Limits, totals: Values) -> Tally:
    judged = verdicts.judge(sheet.ink_rows, shares, limits)
    key = "".join(verdict.value[0] for verdict in judged), tuple(totals.values())
    if key not in sheet.tallies:
        answer = reader._marks(*sheet.page, judged)
        with mock.patch.multiple(running_totals, **totals):
            sheet.tallies[key] = _judged(judging, sheet.truth, answer | {"totals": sheet.totals})
    return sheet.tallies[key]


def _judged(judging: judge.Judge, truth: judge.Truth, answer: reader.Json) -> Tally:
    deals, marks = [int(deal) for deal in truth["rows"]], (answer["marked"], answer["doubtful"])
    read = rows(deals, *marks, judging.rules(truth), answer["totals"])
    lines = {row.deal: f"? {row.question.code}" if row.question else row.line for row in read}
    seats, unsure = (tuple(map(str, substitutes(answer[some]))) for some in ("marked", "doubtful"))
    ending = len(lines) - max((at for at, line in enumerate(lines.values(), start=1) if line), default=0)
    refused = "illegible" if is_illegible(read, *marks) else ""
    outcomes = judging.judge(truth, judge.Reading(refused, lines, seats, unsure, ending))
    clear = Counter(outcome.verdict for outcome in outcomes if outcome.kind == "clear")
    silent = [outcome for outcome in outcomes if outcome.verdict == "silent"]
    return Tally(silent, clear["asked"], clear["refused"], clear.total())


def _weigh_lots(lots: Sequence[Lot], most: int | None) -> list[Sheet]:
    """What the nets say of the sheets of these lots; their pictures are not kept."""
    return [_weigh_sheet(sheet) for sheet in measured(lots, most)]


def _weigh_sheet(sheet: Measured) -> Sheet:
    usual, ink_rows = verdicts.rows_of(sheet.inks, sheet.spots)
    picked = [(ink_row, ink_row.inked()) for ink_row in ink_rows]
    numbers, looked_at = verdicts.views(picked, usual, hard=sheet.hard)
    by_net = strokes.by_net(*looked_at) if looked_at else np.zeros((2, 0, 3))
    groups = (by_net, *np.array_split(by_net, 2))
    shares = [dict(zip(numbers, np.mean(group, axis=0), strict=True)) for group in groups]
    ink_rows = [replace(ink_row, bubbles=_without_pictures(ink_row.bubbles)) for ink_row in ink_rows]
    page = _without_pictures(sheet.inks), sheet.sheet_map, sheet.form
    return Sheet(sheet.truth, page, ink_rows, shares, sheet.totals)


def _without_pictures(inks: Sequence[Ink]) -> list[Ink]:
    return [replace(bubble, patch=no_patch) for bubble in inks]


if __name__ == "__main__":
    sys.exit(main())
