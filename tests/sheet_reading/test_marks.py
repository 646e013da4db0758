"""What people do on a sheet, one habit at a time: what is read of it, and what is asked rather than guessed."""

import json
import random
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.filled import blanks, camera, marks, trial
from tests.filled.blanks import DOTS, Blank
from tests.filled.pens import PENS, Colours, Pen, Point, draw, line
from tournament.scan.layout import PageBubble

Bubble = tuple[str, str]
PEN = {pen.name: pen for pen, _weight in PENS}
BLUE, PENCIL, FAINT = PEN["blue ballpoint"], PEN["soft pencil"], Pen("faint pencil", (120, 120, 122), 0.4, 0.35, 0.35)


def played(deal: int) -> set[Bubble]:
    """What a table of four writes for a deal."""
    contract = ("S8", "PC9", "S7", "PC10", "S6")[deal % 5]
    seats = {deal % 4 + 1, (deal + deal // 4) % 4 + 1}
    return {("contract", contract), ("tricks", str(6 + deal % 6)), *(("made", str(seat)) for seat in seats)}


def unplayed(deal: int, kind: str) -> Bubble:
    """A bubble of a kind that is not among them."""
    values = ("1", "2", "3", "4") if kind == "made" else ("11", "12", "13")
    return next((kind, value) for value in values if (kind, value) not in played(deal))


class Written:
    """A blank sheet, on which a test writes."""

    def __init__(self, blank: Blank) -> None:
        self.blank, self.chance = blank, random.Random("a hand")
        self.paper: Colours = np.repeat(blank.paper[:, :, None], 3, axis=2)
        self.spots = {(spot.deal, spot.kind, spot.value): spot for spot in blank.shape.spots()}

    def spot(self, deal: int, bubble: Bubble) -> PageBubble:
        kind, value = bubble
        return next(spot for at, spot in self.spots.items() if at == (deal, kind, value))

    def mark(
        self, deal: int, bubbles: Iterable[Bubble], mark: marks.Mark = marks.cross, pen: Pen = BLUE, below: float = 0.0
    ) -> None:
        """Marks bubbles of a deal, so many millimetres below their middle."""
        for bubble in bubbles:
            spot = self.spot(deal, bubble)
            for stroke in mark((spot.x, spot.y + below), self.blank.shape.wide, self.chance):
                draw(self.paper, stroke, pen, self.chance)

    def deals(self, last: int, pen: Pen = BLUE, mark: marks.Mark = marks.cross, first: int = 1) -> None:
        for deal in range(first, last + 1):
            self.mark(deal, played(deal), mark, pen)

    def stroke(self, points: Iterable[Point], pen: Pen = BLUE) -> None:
        for begin, end in pairwise(points):
            draw(self.paper, line(begin, end, self.chance, 0.02), pen, self.chance)

    def whiten(self, x: float, y: float, wide: float, tall: float) -> None:
        """Tipp-ex or a sticker: whiter than the paper."""
        axes = (round(wide / 2 * DOTS), round(tall / 2 * DOTS))
        cv2.ellipse(self.paper, (round(x * DOTS), round(y * DOTS)), axes, 0, 0, 360, (255, 255, 255), -1)

    def read(self, folder: Path, scan: Any = None) -> "Reading":
        """What the reader says of the scanned sheet."""
        file = folder / "sheet.jpg"
        file.write_bytes((scan or camera.scan(200, grey=True, quality=85))(self.paper, random.Random("scan")).data)
        (answer,) = trial.read([file], folder, blanks.book([[self.blank]]))
        assert answer["refused"] == "", json.dumps(answer)[:300]
        return Reading(answer)


class Reading:
    """The marks of each deal, and those that are in doubt."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.answer = answer

    def marked(self, deal: int) -> set[Bubble]:
        return {(kind, value) for at, kind, value in self.answer["marked"] if at == deal}

    def doubtful(self, deal: int) -> set[Bubble]:
        return {(kind, value) for at, kind, value, *_rest in self.answer["doubtful"] if at == deal}

    def is_plain(self, deal: int) -> bool:
        """Whether a deal is read as it was played, and nothing asked."""
        return self.marked(deal) == played(deal) and not self.doubtful(deal)


@pytest.fixture
def low(db: None) -> Blank:
    """A sheet of sixteen deals."""
    return blanks.kind(0)[0]


@pytest.mark.long
def test_a_dab_of_white_spoils_nothing_but_its_own_bubble(low: Blank, tmp_path: Path) -> None:
    sheet = Written(low)
    sheet.deals(16)
    spot = sheet.spot(5, ("tricks", "3"))
    sheet.whiten(spot.x, spot.y, 6, 6)
    reading = sheet.read(tmp_path)
    assert [deal for deal in range(1, 17) if not reading.is_plain(deal)] == [5]
    assert ("tricks", "3") in reading.doubtful(5)
    assert reading.marked(5) == played(5)


@pytest.mark.long
def test_a_column_that_is_filled_whole_shows_what_is_printed_by_the_others(low: Blank, tmp_path: Path) -> None:
    """Not by the one bubble in it that lost its outline."""
    sheet = Written(low)
    sheet.deals(16, mark=marks.filled)
    for deal in range(1, 17):
        if ("made", "1") not in played(deal) and deal != 9:
            sheet.mark(deal, [("made", "1")], marks.filled)
    spot = sheet.spot(9, ("made", "1"))
    sheet.whiten(spot.x, spot.y, 6, 6)
    reading = sheet.read(tmp_path)
    assert ("made", "1") not in reading.marked(9)
    assert all(("made", "1") in reading.marked(deal) | reading.doubtful(deal) for deal in range(1, 17) if deal != 9)


@pytest.mark.long
@pytest.mark.parametrize("last", [6, 14])
def test_pencil_beside_pen_is_read_or_asked(low: Blank, tmp_path: Path, last: int) -> None:
    sheet = Written(low)
    sheet.deals(last)
    sheet.deals(16, PENCIL, first=last + 1)
    reading = sheet.read(tmp_path)
    assert all(reading.is_plain(deal) for deal in range(1, last + 1))
    assert all(reading.marked(deal) | reading.doubtful(deal) >= played(deal) for deal in range(last + 1, 17))


@pytest.mark.long
def test_faint_pencil_at_the_end_is_not_an_empty_row(low: Blank, tmp_path: Path) -> None:
    sheet = Written(low)
    sheet.deals(11)
    sheet.deals(16, FAINT, first=12)
    reading = sheet.read(tmp_path, camera.scan(150, grey=True, quality=80))
    assert all(reading.is_plain(deal) for deal in range(1, 12))
    assert all(reading.marked(deal) or reading.doubtful(deal) for deal in range(12, 17))


@pytest.mark.long
def test_empty_rows_at_the_end_are_empty(low: Blank, tmp_path: Path) -> None:
    sheet = Written(low)
    sheet.deals(11)
    reading = sheet.read(tmp_path, camera.scan(150, grey=True, quality=80))
    assert not any(reading.marked(deal) or reading.doubtful(deal) for deal in range(12, 17))


@pytest.mark.long
@pytest.mark.parametrize("mark", [marks.cross, marks.scribble, marks.filled])
def test_a_blackened_bubble_is_never_lost(low: Blank, tmp_path: Path, mark: marks.Mark) -> None:
    """As the sheet tells a player to undo a slip: where the usual mark is as dense, three declare, and the row asks."""
    sheet = Written(low)
    sheet.deals(16, mark=mark)
    slip = unplayed(7, "made")
    sheet.mark(7, [slip], mark)
    sheet.mark(7, [slip], marks.blackened)
    reading = sheet.read(tmp_path)
    assert slip in (reading.doubtful(7) | reading.marked(7) if mark is marks.filled else reading.doubtful(7))


@pytest.mark.long
@pytest.mark.parametrize("below", [3.4, -3.4])
def test_a_tick_beside_its_bubble_asks(tmp_path: Path, db: None, below: float) -> None:
    """In a tall row there is room for a mark in no bubble at all."""
    sheet = Written(blanks.kind(3)[0])
    kind = "made" if any(spot.kind == "made" for spot in sheet.blank.shape.spots()) else "declares"
    for deal in range(1, 13):
        row = [("contract", "S8"), ("tricks", str(deal)), ("trump", "HDCS"[deal % 4]), (kind, str(deal % 4 + 1))]
        sheet.mark(deal, row[: 3 if deal == 4 else 4], marks.tick)
    sheet.mark(4, [(kind, "1")], marks.tick, below=below)
    assert (kind, "1") in sheet.read(tmp_path).doubtful(4)


@pytest.mark.long
def test_wrong_crossed_and_right_circled_asks(low: Blank, tmp_path: Path) -> None:
    sheet = Written(low)
    sheet.deals(16)
    right = unplayed(3, "tricks")
    sheet.mark(3, [right], marks.circle)
    reading = sheet.read(tmp_path)
    assert right in reading.doubtful(3)
    assert all(reading.is_plain(deal) for deal in range(1, 17) if deal != 3)


@pytest.mark.long
def test_who_circles_is_read(low: Blank, tmp_path: Path) -> None:
    sheet = Written(low)
    sheet.deals(16, mark=marks.circle)
    reading = sheet.read(tmp_path)
    assert sum(reading.is_plain(deal) for deal in range(1, 17)) >= 12
    assert all(reading.marked(deal) <= played(deal) for deal in range(1, 17))


@pytest.mark.long
def test_an_arrow_from_wrong_to_right_asks(low: Blank, tmp_path: Path) -> None:
    sheet = Written(low)
    sheet.deals(16)
    wrong, right = sheet.spot(6, ("made", "3")), sheet.spot(6, unplayed(6, "made"))
    sheet.stroke([(wrong.x + 2, wrong.y - 1), (right.x - 1, right.y), (right.x - 3, right.y - 1.5)])
    reading = sheet.read(tmp_path)
    assert reading.doubtful(6) | (reading.marked(6) - played(6))


@pytest.mark.long
def test_a_smear_beside_full_marks_is_no_mark(low: Blank, tmp_path: Path) -> None:
    sheet = Written(low)
    sheet.deals(16, mark=marks.filled)
    for deal in (4, 9):
        spot = sheet.spot(deal, next(bubble for bubble in played(deal) if bubble[0] == "tricks"))
        x, y = round(spot.x * DOTS), round(spot.y * DOTS)
        part = sheet.paper[y - 14 : y + 14, x : x + 90]
        part[:] = (part * np.linspace(0.72, 0.97, 90)[None, :, None]).astype(np.uint8)
    reading = sheet.read(tmp_path)
    assert all(reading.marked(deal) == played(deal) for deal in (4, 9))


@pytest.mark.long
def test_a_signature_is_no_substitute(low: Blank, tmp_path: Path) -> None:
    """Also on a sheet of the first edition, where the bubbles are in the box in which one signs."""
    sheet = Written(low)
    sheet.deals(16)
    for at in range(4):
        left, right = low.shape.signed(at)
        y = next(spot.y for spot in low.shape.spots() if spot.kind == "substitute")
        sheet.stroke(
            [(left - 3 + step * 3.0, y + (-4, 3, -2, 4)[step % 4]) for step in range(round((right - left) / 3))]
        )
    answer = sheet.read(tmp_path).answer
    assert [mark for mark in answer["marked"] if mark[0] == 0] == []
