"""Chooses the limits by which the reader tells marks, doubts and empty bubbles apart (tournament/scan/ink.py).

    make tools READING=1 && .venv/bin/python benchmarks/reading_thresholds.py [--sheets 200]

On the sheets with even numbers, on which nothing is judged. What every limit has to separate is printed; then, for the
share of the usual mark that is a mark and the one that is something, how many rows each pair accepts wrongly and asks.
Chosen is the pair in the middle of those that accept none wrongly and ask the fewest rows, give or take one in 500.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
import cv2
import numpy as np

from tests.filled import judge, trial
from tests.filled.trial import Trial
from tournament.scan import ink, paper
from tournament.scan.ink import Ink, Limits
from tournament.scan.pages import pages
from tournament.scan.reader import measure

SOME, MARK = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4), (0.2, 0.3, 0.4, 0.5, 0.6)
Spots = list[list[Any]]


@dataclass(frozen=True)
class Measured:
    """A sheet with the ink in its bubbles."""

    trial: Trial
    spots: Spots
    inks: list[Ink]


def main() -> int:
    """Prints what it measured and chose; the exit status is 1 when that is not what the reader has."""
    parser = argparse.ArgumentParser(description="Chooses the reader's limits.")
    parser.add_argument("--sheets", type=int, default=200)
    cv2.setNumThreads(1)
    sheets = [_measured(trial.trial(2 * at + trial.SET)) for at in range(parser.parse_args().sheets)]
    _separated(sheets)
    some, mark = _chosen(sheets)
    print(f"chosen: some {some}, mark {mark}; the reader has {ink.CHOSEN}")
    return 0 if (some, mark) == (ink.CHOSEN.some, ink.CHOSEN.mark) else 1


def _measured(sheet_trial: Trial) -> Measured:
    picture = pages(trial.saved(sheet_trial, place.FOLDER))[0]()
    known = trial.book()
    form = known["forms"][known["sheets"][sheet_trial.filled.text]]
    seen = paper.detect(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
    _flat, inks = measure(picture, paper.find(seen, form["fiducials"]), form)
    return Measured(sheet_trial, form["spots"], inks)


def _bubbles(sheets: list[Measured]) -> Iterator[tuple[str, bool, str, Ink]]:
    """Of every bubble of a deal: the writer's mark, whether it is meant, what makes its row unclear, the ink."""
    for sheet in sheets:
        filled = sheet.trial.filled
        for (deal, kind, value, _x, _y), bubble_ink in zip(sheet.spots, sheet.inks, strict=True):
            if deal:
                yield filled.style, (kind, value) in filled.meant[deal], filled.unclear.get(deal, ""), bubble_ink


def _separated(sheets: list[Measured]) -> None:
    """Prints the quantiles of what the limits are between."""
    kinds: dict[str, list[float]] = {}
    for style, meant, unclear, bubble_ink in _bubbles(sheets):
        if not unclear:
            round_or_not = "circles" if style == "circle" and meant else "no circles"
            kinds.setdefault(f"round, {round_or_not}", []).append(bubble_ink.ring)
            kinds.setdefault(f"core, {'marked' if meant else 'empty'}", []).append(bubble_ink.core)
        if meant and unclear in ("", "between"):
            kinds.setdefault(f"aside, {unclear or 'clear'}", []).append(bubble_ink.aside)
    print(f"{'':20}{'least':>8}{'0.1 %':>8}{'1 %':>8}{'half':>8}{'99 %':>8}{'99.9 %':>8}{'most':>8}")
    for name, values in sorted(kinds.items()):
        print(f"{name:20}" + "".join(f"{at:8.3f}" for at in np.quantile(values, (0, 0.001, 0.01, 0.5, 0.99, 0.999, 1))))


def _chosen(sheets: list[Measured]) -> tuple[float, float]:
    """The two limits; prints the rows that each pair accepts wrongly and asks."""
    figures = {}
    for some, mark in product(SOME, MARK):
        if some < mark:
            tally = _judged(sheets, replace(ink.CHOSEN, some=some, mark=mark))
            figures[some, mark] = (len(tally.wrong), tally.asked / tally.clear)
            share_asked = 100 * tally.asked / tally.clear
            print(f"some {some:.2f}, mark {mark:.2f}: {len(tally.wrong)} wrong, {share_asked:.1f} % asked")
    fewest = min(figures.values())
    good = [
        pair
        for pair, (wrong, share_asked) in figures.items()
        if wrong == fewest[0] and share_asked <= fewest[1] + 0.002
    ]
    return sorted(good)[len(good) // 2]


def _judged(sheets: list[Measured], limits: Limits) -> judge.Tally:
    whole = judge.Tally()
    for sheet in sheets:
        verdicts = list(
            zip(sheet.spots, ink.verdicts(sheet.inks, [tuple(spot) for spot in sheet.spots], limits), strict=True)
        )
        answer = {
            "refused": "",
            "payload": sheet.trial.filled.text,
            "seconds": 0.0,
            "marked": [spot[:3] for spot, verdict in verdicts if verdict is ink.InkVerdict.MARKED],
            "doubtful": [spot[:3] for spot, verdict in verdicts if verdict is ink.InkVerdict.DOUBTFUL],
        }
        blank = sheet.trial.blank
        whole += judge.judged(answer, sheet.trial.filled, blank.shape, blank.rules, sheet.trial.name)
    return whole


if __name__ == "__main__":
    sys.exit(main())
