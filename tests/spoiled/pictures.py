"""Draws the pictures of docs/reading-sheets.md: rows as people write them, with what the reader says of each bubble.

    .venv/bin/python -m tests.spoiled.pictures

A frame is green where the reader sees a mark, orange where it asks, and yellow where it does only if there is room.
"""

import argparse
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.spoiled import gestures
from tests.spoiled.place import lay_events, open_place

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
EVENT, FEW_ROWS = "flanders-4-12-nl", "interclub-2025-4-4-nl"
# What every row means, and what somebody marked first.
CONTRACT, TRICKS, MADE = ("contract", "S6"), ("tricks", "8"), ("made", "1")
WRONG, MORE, PASS = ("tricks", "5"), ("tricks", "9"), ("pass", "")
# Around the tricks, or the bubble that a picture is called after, in millimetres.
WIDE, NEAR, ABOVE = 62.0, 22.0, 0.3
GREEN, ORANGE, YELLOW = (60, 150, 30), (0, 120, 240), (0, 205, 245)
QUALITY = 82
# A writing of a row (`slips.Writing`), whose module needs Django.
Act = Callable[[Any], None]
Acts = Sequence[tuple[str, Act]]


def _faint(row: Any) -> None:
    row.write(TRICKS)
    row.write_one(TRICKS, press=0.25)


def _weighed(row: Any) -> None:
    row.write(TRICKS)
    row.write_one(TRICKS, press=0.55)


def _circled(row: Any) -> None:
    row.write(TRICKS)
    row.strokes(gestures.ring(row.rng, row.filled.blank.tall), row.spots[TRICKS])


def _blackened(row: Any) -> None:
    spot = row.scratch(WRONG)
    row.strokes(gestures.dense(row.rng, row.filled.blank.tall), spot, 1.1)
    row.write()


def _covered(row: Any) -> None:
    from tests.spoiled import slips

    slips.dab(row.filled, row.scratch(WRONG), row.rng)
    row.write()


def _arrow(row: Any) -> None:
    wrong, right = row.scratch(WRONG), row.spots[TRICKS]
    far = right.x - wrong.x
    shaft = np.array([(1.0, 1.2), (0.3 * far, 3.0), (0.7 * far, 3.2), (far - 1.0, 2.2)])
    head = np.array([(far - 2.0, 3.4), (far - 1.0, 2.2), (far - 2.4, 1.9)])
    row.strokes([shaft, head], wrong)
    row.write(TRICKS)


def _short_arrow(row: Any) -> None:
    wrong = row.scratch(MORE)
    row.strokes(gestures.arrow((-0.5, 0.3), (row.spots[TRICKS].x - wrong.x, 0.5), row.rng), wrong)
    row.write(TRICKS)


def _runs_on(row: Any) -> None:
    row.write(TRICKS)
    spot = row.spots[TRICKS]
    row.strokes([np.array([(-1.6, 0.2), (-0.5, 1.7), (1.5, -0.6), (4.6, -1.6)])], spot)


def _too_low(row: Any) -> None:
    row.write(TRICKS)
    row.write_one(TRICKS, shift=(0.2, 3.4))


def _on_line(row: Any) -> None:
    row.write(TRICKS)
    row.write_one(TRICKS, shift=(0.2, row.filled.blank.row / 2))


def _speck(row: Any) -> None:
    row.strokes([np.array([(1.0, 1.9), (1.6, 1.0)])], row.spots[WRONG], 0.6)
    row.write()


def _trace(row: Any) -> None:
    row.strokes(gestures.cross(row.rng, 2.6), row.spots[TRICKS], 0.3)


def _passed(row: Any) -> None:
    row.write()
    row.write_one(PASS)


def _usual(row: Any) -> None:
    row.write()


def _another(row: Any) -> None:
    row.write(TRICKS)
    row.write_one(MORE)


PEN: Acts = [
    ("printed", _usual),
    ("faint", _faint),
    ("circled", _circled),
    ("blackened", _blackened),
    ("covered", _covered),
    ("arrow", _arrow),
    ("short", _short_arrow),
    ("end", _runs_on),
]
# Before totals say anything of a row, some sure ones have to say that they are totals.
BESIDE_TOTALS: Acts = [("", _usual), ("", _usual), ("", _usual), ("settled", _blackened), ("otherwise", _another)]
# Which hand writes, of which sheet, in which machine; and the rows, from the first deal, with the picture of each.
SHEETS: tuple[tuple[str, str, str, Acts], ...] = (
    ("blue crosses", EVENT, "flat 150 colour", PEN),
    ("blue crosses", FEW_ROWS, "flat 150 colour", [("missed", _too_low)]),
    ("pencil crosses", EVENT, "flat 150 grey", [("trace", _trace), ("pass", _passed)]),
    ("blue crosses", EVENT, "flat 150 grey", [("line", _on_line)]),
    ("blue crosses", EVENT, "flat 150 colour", [("room", _speck)]),
    ("hard pencil ticks", EVENT, "flat 150 grey", [("weighed", _weighed)]),
    ("faint pencil crosses", EVENT, "black-and-white 200", [("hard", _usual)]),
    ("blue crosses", EVENT, "flat 150 colour", BESIDE_TOTALS),
)


def main() -> None:
    """Draws them."""
    parser = argparse.ArgumentParser(description="Draws the pictures of docs/reading-sheets.md.")
    parser.add_argument("--out", type=Path, default=FOLDER)
    out = parser.parse_args().out
    out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="troel-pictures-") as aside:
        open_place(Path(aside) / "var")
        lay_events([EVENT, FEW_ROWS])
        for hand, event, machine, acts in SHEETS:
            _draw(Path(aside), out, hand, event, machine, acts)


def _draw(folder: Path, out: Path, hand_name: str, slug: str, machine: str, acts: Acts) -> None:
    from tests.spoiled import blanks, filling, foot, hands, scanners, slips, write
    from tournament.models import Event
    from tournament.scan import reader

    event, rng = Event.objects.get(slug=slug), np.random.default_rng(12)
    blank = blanks.blanks(event)[0]
    (hand,) = (replace(hand, vary=0.03, stray=0.1) for hand in hands.HANDS if hand.key == hand_name)
    (scanner,) = (scanner for scanner in scanners.SCANNERS if scanner.key == machine)
    filled = filling.begin(blank, (0.96, 0.96, 0.95), rng)
    by_deal = dict(zip(blank.deals, acts, strict=False))
    for deal in blank.deals:
        if deal in by_deal:
            filled.rows[deal].meant = frozenset({CONTRACT, TRICKS, MADE})
        by_deal.get(deal, ("", _usual))[1](slips.Writing(filled, deal, hand, rng))
    if acts is BESIDE_TOTALS:
        foot.write_totals(filled, hand.pen, np.random.default_rng(3), 1.0)
    file = folder / f"sheet{scanner.suffix}"
    file.write_bytes(scanner.scan(filled.sheet.light, blank.picture, rng)[0])
    book = write.book([event])
    (answer,) = reader.read(str(file), folder, "page", book)
    flat, form = _flat(file, book), book["forms"][0]
    for deal, (name, _act) in by_deal.items():
        spot = blank.by_deal[deal][PASS if name == "pass" else TRICKS]
        box = (spot.x - WIDE / 2, spot.y - blank.row / 2 - ABOVE, WIDE, blank.row + 2 * ABOVE)
        if acts is BESIDE_TOTALS:
            # With the row above it, and up to the last total.
            box = (spot.x - NEAR, box[1] - blank.row, blank.cells[-1][1] + 2 - spot.x + NEAR, box[3] + blank.row)
        elif name == "line":
            box = (*box[:3], box[3] + blank.row)
        framed = _cut(_framed(flat, answer, form), box)
        if name:
            _save(out / f"{name}.webp", _layers(flat, form, deal, box) if name == "printed" else framed)


def _flat(file: Path, book: Mapping[str, Any]) -> Any:
    from tournament.scan import pages, paper

    picture = pages.pages(file)[0]()
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return paper.flat(picture, paper.find(paper.detect(gray), book["forms"][0]["fiducials"]))


def _framed(flat: Any, answer: Mapping[str, Any], form: Mapping[str, Any]) -> Any:
    """The page with frames around the bubbles that are marks or in doubt."""
    from tournament.scan.paper import SCALE

    picture = flat.copy()
    colours = {tuple(bubble): GREEN for bubble in answer["marked"]}
    colours |= {tuple(place): YELLOW if unlikely else ORANGE for *place, _fill, unlikely in answer["doubtful"]}
    for spot in form["spots"]:
        if colour := colours.get(tuple(spot[:3])):
            half = np.array([form["wide"], form["tall"]]) / 2 + 0.2
            low, high = ((np.array(spot[3:]) + side * half) * SCALE for side in (-1, 1))
            cv2.rectangle(picture, low.astype(int).tolist(), high.astype(int).tolist(), colour, 2, cv2.LINE_AA)
    return picture


def _layers(flat: Any, form: Mapping[str, Any], deal: int, box: tuple[float, float, float, float]) -> Any:
    """A row as it was scanned, what all rows have in common, and what is left: one below the other."""
    from tournament.scan import ink, paper

    dark = ink.darkness(flat, form["fiducials"])
    rows = sorted({spot[4] for spot in form["spots"] if spot[0]})
    here = next(spot[4] for spot in form["spots"] if spot[0] == deal)
    strips = np.stack([_cut(dark, (box[0], box[1] + row - here, *box[2:])) for row in rows])
    seen, common = strips[rows.index(here)], np.quantile(strips, ink.EMPTY, axis=0)
    line = np.full((round(paper.SCALE), seen.shape[1]), 0.0, np.float32)
    whole = np.concatenate([seen, line, common, line, seen - common])
    return (255 * (1 - whole.clip(0, 1))).astype(np.uint8)


def _cut(picture: Any, box: tuple[float, float, float, float]) -> Any:
    from tournament.scan.paper import SCALE

    left, top, wide, tall = (round(length * SCALE) for length in box)
    return picture[top : top + tall, left : left + wide]


def _save(path: Path, picture: Any) -> None:
    path.write_bytes(cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])[1].tobytes())


if __name__ == "__main__":
    main()
