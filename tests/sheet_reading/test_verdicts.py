"""What a bubble says on a page that a test draws: what may be no mark, or another one, is asked, and nothing is lost.

Every page has twelve rows of 24 bubbles, in each of which one hand made four marks; one row is written by the test.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from tournament.scan import strokes
from tournament.scan.ink import Ink, inks
from tournament.scan.paper import SCALE
from tournament.scan.strips import BubbleSpot
from tournament.scan.verdicts import InkVerdict, Limits, judge, rows_of, verdicts, views
from tournament.sheet_reading.rows import LITTLE_INK

EMPTY, UNLIKELY, DOUBTFUL, MARKED = InkVerdict
DEALS, WIDE, TALL, PITCH, ROW = 12, 4.1, 4.6, 4.7, 8.0
PLACES = [
    *(("contract", key) for key in "ABCDEFGH"),
    *(("tricks", f"{count}") for count in range(5, 13)),
    *((kind, seat) for seat in "1234" for kind in ("made", "lost")),
]
# The total of each player lies after two bubbles of 4.7 mm, for 12 mm.
X = [20 + PITCH * at + 12 * max(0, (at - 16) // 2) for at in range(len(PLACES))]
SPOTS: list[BubbleSpot] = [
    (deal, *place, X[at], 20 + ROW * deal) for deal in range(1, DEALS + 1) for at, place in enumerate(PLACES)
]
# The row that a test writes: its contract, its tricks, and who made it.
DEAL, CONTRACT, TRICKS, MADE = 6, 2, 11, (16, 20)
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pen:
    """How dark a line is, of the black of the squares, and how wide in pixels."""

    dark: float = 0.9
    wide: int = 4


INK, PENCIL, HARDLY = Pen(), Pen(0.4), Pen(0.14)
Line = Sequence[Point]
Mark = tuple[Pen, Sequence[Line]]
CROSS: Sequence[Line] = (((-1.4, -1.4), (1.4, 1.4)), ((-1.4, 1.4), (1.4, -1.4)))
CIRCLE: Sequence[Line] = (tuple((2.6 * np.cos(turn), 2.9 * np.sin(turn)) for turn in np.linspace(0, 2 * np.pi, 40)),)
TICK: Sequence[Line] = (((-1.2, -0.2), (-0.4, 1.2), (1.5, -1.5)),)
SCRATCH: Sequence[Line] = tuple(((-1.7, y), (1.7, y + 0.3)) for y in np.linspace(-1.9, 1.9, 12))
Row = Mapping[int, Sequence[Mark]]


def usual(deal: int, mark: Mark) -> Row:
    """A contract, its tricks, and two players of whom one lost."""
    return {at: [mark] for at in (deal % 8, 8 + deal * 5 % 8, 16 + 2 * (deal % 3), 21 + deal % 2 * 2)}


def usual_row(mark: Mark = (INK, CROSS)) -> dict[int, Sequence[Mark]]:
    """The row that a test writes, without a slip."""
    return {at: [mark] for at in (CONTRACT, TRICKS, *MADE)}


def page(
    row: Row,
    mark: Mark = (INK, CROSS),
    shade: float = 0.0,
    white: Sequence[int] = (),
    spots: Sequence[BubbleSpot] = SPOTS,
) -> Sequence[Ink]:
    """The ink in such bubbles of a page of marks, with this row: in a shadow, and with white fluid on some bubbles."""
    dark = np.random.default_rng(1).normal(0, 0.01, (1000, 1500)).astype(np.float32)
    for _deal, _kind, _value, x, y in SPOTS:
        middle, axes = (round(x * SCALE), round(y * SCALE)), (round(WIDE / 2 * SCALE), round(TALL / 2 * SCALE))
        cv2.ellipse(dark, middle, axes, 0, 0, 360, 0.4, 2)
    drawn = np.zeros_like(dark)
    for at, (deal, _kind, _value, x, y) in enumerate(SPOTS):
        marks = row if deal == DEAL else usual(deal, mark)
        for pen, lines in marks.get(at % len(PLACES), ()):
            for line in lines:
                points = [[round((x + right) * SCALE), round((y + down) * SCALE)] for right, down in line]
                cv2.polylines(drawn, [np.array(points)], False, pen.dark, pen.wide)
    np.maximum(dark, drawn, out=dark)
    top, bottom = (round((20 + ROW * (DEAL + edge)) * SCALE) for edge in (-0.5, 0.5))
    dark[top:bottom] += shade
    for at in white:
        cv2.circle(dark, (round(X[at] * SCALE), round((20 + ROW * DEAL) * SCALE)), round(2.9 * SCALE), 0.0, -1)
    return inks(np.asarray(cv2.GaussianBlur(dark, (0, 0), 1.0), np.float32), spots, WIDE, TALL)


def read(bubbles: Sequence[Ink]) -> dict[int, InkVerdict]:
    """What the bubbles of the row say that are not empty, by place; in all others they are those that were marked."""
    judged = verdicts(bubbles, SPOTS, hard=False)
    wide = len(PLACES)
    rows = {
        deal: {
            at: verdict for at, verdict in enumerate(judged[(deal - 1) * wide : deal * wide]) if verdict is not EMPTY
        }
        for deal in range(1, DEALS + 1)
    }
    verdict_row = rows.pop(DEAL)
    assert {deal: set(row) for deal, row in rows.items()} == {deal: set(usual(deal, (INK, CROSS))) for deal in rows}
    return verdict_row


def marked(*places: int) -> dict[int, InkVerdict]:
    """The bubbles of a row that are marks, if no other one asks."""
    return dict.fromkeys(places, MARKED)


RIGHT = marked(CONTRACT, TRICKS, *MADE)


def asks(verdict_row: Mapping[int, InkVerdict]) -> bool:
    """Whether something in the row asks."""
    return DOUBTFUL in verdict_row.values()


@pytest.mark.parametrize("mark", [(INK, CROSS), (PENCIL, CROSS), (HARDLY, CROSS), (INK, TICK), (INK, CIRCLE)])
def test_every_usual_mark_is_one_and_nothing_else(mark: Mark) -> None:
    assert read(page(usual_row(mark), mark)) == RIGHT


@pytest.mark.parametrize("pen", [PENCIL, HARDLY])
def test_a_row_in_pencil_beside_a_pen_is_read_or_asks(pen: Pen) -> None:
    verdict_row = read(page(usual_row((pen, CROSS))))
    assert set(verdict_row) == set(RIGHT)


def test_a_faint_mark_beside_dark_ones_is_not_lost() -> None:
    assert TRICKS in read(page(usual_row() | {TRICKS: [(HARDLY, CROSS)]}))


def test_what_is_blackened_beside_the_right_one_asks_or_is_nothing() -> None:
    row = usual_row() | {TRICKS + 2: [(INK, CROSS), (INK, SCRATCH)]}
    verdict_row = read(page(row))
    assert asks(verdict_row) or verdict_row == RIGHT
    assert read(page({at: [(INK, SCRATCH)] for at in usual_row()}, (INK, SCRATCH))) == RIGHT


def test_a_circle_among_crosses_asks_and_a_cross_among_circles() -> None:
    for other, mark in ((CIRCLE, CROSS), (CROSS, CIRCLE)):
        row = usual_row((INK, mark)) | {TRICKS + 2: [(INK, other)]}
        assert asks(read(page(row, (INK, mark))))


def test_a_circle_has_ink_as_a_cross_has() -> None:
    for pen in (INK, PENCIL):
        bubbles = page(usual_row((pen, CIRCLE)), (pen, CIRCLE))
        row = [bubble.fill for spot, bubble in zip(SPOTS, bubbles, strict=True) if spot[0] == DEAL]
        assert [at for at, fill in enumerate(row) if fill >= LITTLE_INK] == [*RIGHT]


def test_a_covered_bubble_asks_and_no_other() -> None:
    verdict_row = read(page(usual_row(), white=[TRICKS + 2]))
    assert verdict_row == RIGHT | {TRICKS + 2: DOUBTFUL}
    assert read(page(usual_row() | {TRICKS: ()}, white=[TRICKS]))[TRICKS] is DOUBTFUL


def test_a_covered_bubble_says_nothing_of_what_is_printed_on_a_sheet_of_four_deals() -> None:
    few = [spot for spot in SPOTS if DEAL - 2 <= spot[0] <= DEAL + 1]
    judged = verdicts(page(usual_row(), white=[TRICKS + 2], spots=few), few, hard=False)
    column = [verdict for spot, verdict in zip(few, judged, strict=True) if spot[1:3] == PLACES[TRICKS + 2]]
    assert column == [EMPTY, EMPTY, DOUBTFUL, EMPTY]


def test_a_mark_below_its_bubble_is_not_lost() -> None:
    low = [[(x, y + 3.2) for x, y in line] for line in CROSS]
    assert asks(read(page(usual_row() | {TRICKS: [(INK, low)]})))


@pytest.mark.parametrize("down", [-0.3, 0.0, 0.3])
def test_a_mark_on_the_line_between_two_rows_may_be_of_either(down: float) -> None:
    on_line = [[(x, y + ROW / 2 + down) for x, y in line] for line in CROSS]
    judged = verdicts(page(usual_row() | {22: [(INK, on_line)]}), SPOTS, hard=False)
    assert {judged[deal * len(PLACES) + 22] for deal in (DEAL - 1, DEAL)} <= {UNLIKELY, DOUBTFUL}


@pytest.mark.parametrize("towards", [1, -1])
def test_a_short_arrow_to_the_next_bubble_asks(towards: int) -> None:
    """It ends before the middle of the right one, which has no mark of its own."""
    end = (towards * 3.7, 0.0)
    head = [(end, (towards * 2.9, down)) for down in (-0.6, 0.6)]
    assert asks(read(page(usual_row() | {TRICKS: [(INK, [*CROSS, ((0.0, 0.0), end), *head])]})))


@pytest.mark.parametrize(("at", "end", "down"), [(16, 17.5, 0.0), (TRICKS - 3, 13.0, 2.2), (TRICKS + 3, -13.0, 2.2)])
def test_a_long_arrow_asks(at: int, end: float, down: float) -> None:
    """Across a total, or below the bubbles to the one that was meant, which has no mark of its own."""
    back = end - 1.2 * np.sign(end)
    head = [((end, down), (back, down + aside)) for aside in (-0.7, 0.7)]
    shaft = ((0.0, 0.0), (0.2 * end, down + 0.6), (0.8 * end, down + 0.6), (end, down))
    crossed: Row = {at: [(INK, [*CROSS, shaft, *head])]}
    row: Row = usual_row() if at == 16 else {place: [(INK, CROSS)] for place in (CONTRACT, *MADE)}
    assert asks(read(page({**row, **crossed})))


def test_the_end_of_a_mark_in_the_next_bubble_is_nothing() -> None:
    long = (((-1.2, -0.2), (-0.4, 1.2), (3.2, -2.6)),)
    assert read(page(usual_row((INK, long)), (INK, long))) == RIGHT


def test_a_trace_in_an_empty_row_is_not_lost() -> None:
    assert TRICKS in read(page({TRICKS: [(HARDLY, CROSS)]}))
    assert read(page({})) == {}


def test_a_shadow_along_a_row_is_nothing() -> None:
    assert read(page({}, shade=0.1)) == {}
    assert read(page(usual_row(), shade=0.1)) == RIGHT


def test_a_speck_is_nothing() -> None:
    speck = [(Pen(0.5, 2), [((0.3, 0.3), (0.5, 0.4))])]
    assert read(page(usual_row() | {TRICKS + 2: speck})) == RIGHT


def test_one_of_several_players_that_is_struck_out_asks_or_is_nothing() -> None:
    struck = [(INK, [*CROSS, ((-2.0, -0.3), (2.0, 0.3)), ((-2.0, 0.5), (2.0, -0.2))])]
    verdict_row = read(page(usual_row() | {18: struck}))
    assert asks(verdict_row) or verdict_row == RIGHT


def test_one_of_several_players_that_is_much_fainter_asks() -> None:
    """It may have been rubbed out; of tricks or a contract a second mark asks anyway."""
    assert asks(read(page(usual_row() | {18: [(Pen(0.3), CROSS)]})))


def test_a_hole_over_a_bubble_is_no_mark() -> None:
    hole: Sequence[Mark] = [(Pen(1.0, round(5.5 * SCALE)), [((-0.01, 0.0), (0.01, 0.0))])]
    assert read(page(usual_row() | {TRICKS + 3: hole}))[TRICKS + 3] is DOUBTFUL


def test_how_far_a_mark_runs_on_is_measured_in_its_own_row() -> None:
    """Not what it has in the row below, nor the first four millimetres over a total."""
    across = X[16 + 2 * (5 % 3)] - X[16]
    ends = {16: [(INK, [*CROSS, ((1.4, 1.4), (1.6, 4.6), (across, 7.0))])]}
    figure, arrow = ({16: [(INK, [*CROSS, ((0.0, 0.0), (far, 0.0))])]} for far in (3.0, 15.0))
    reach = [page(usual_row() | row)[(DEAL - 1) * len(PLACES) + 16].reach for row in (ends, figure, arrow)]
    assert max(reach[:2]) < 1.5 < reach[2]


# --- How sure the nets have to be -----------------------------------------------------------------------------------

# Of the kind that the reader's are, which may be chosen anew.
LIMITS = Limits(likely=0.95, touching=0.98, missed=0.05, nothing=0.3, touched=0.6, unlikely=0.4)


@pytest.mark.parametrize(
    ("share", "touched", "verdict"),
    [
        ((0.0, 0.96), False, MARKED),
        ((0.0, 0.94), False, DOUBTFUL),
        ((0.5, 0.1), False, UNLIKELY),
        ((0.3, 0.1), False, DOUBTFUL),
        ((0.5, 0.1), True, DOUBTFUL),
        ((0.1, 0.04), False, DOUBTFUL),
        ((0.5, 0.04), False, EMPTY),
        ((0.25, 0.04), False, DOUBTFUL),
        ((0.5, 0.04), True, DOUBTFUL),
        ((0.7, 0.04), True, EMPTY),
        ((0.7, 0.1), True, UNLIKELY),
        ((0.0, 0.96), True, MARKED),
    ],
)
def test_a_bubble_is_a_mark_or_empty_if_that_is_likely(
    share: tuple[float, float], touched: bool, verdict: InkVerdict
) -> None:
    """By how likely it is empty, and a mark; and by whether a mark in another bubble ends there."""
    _usual, rows = rows_of([Ink(0.1, 0.5, touched=touched)] * len(PLACES), SPOTS[: len(PLACES)])
    judged = judge(rows, {TRICKS: np.array([*share, 1 - sum(share)], np.float32)}, LIMITS)
    assert {at: judged[at] for at in range(len(PLACES))} == dict.fromkeys(range(len(PLACES)), EMPTY) | {TRICKS: verdict}


@pytest.mark.parametrize(("mark", "verdict"), [(0.97, DOUBTFUL), (0.99, MARKED)])
def test_a_mark_that_ends_in_another_bubble_has_to_be_surer(mark: float, verdict: InkVerdict) -> None:
    """It may be an arrow."""
    _usual, rows = rows_of([Ink(0.3, 0.5, touching=True)] * len(PLACES), SPOTS[: len(PLACES)])
    assert judge(rows, {TRICKS: np.array([0, mark, 1 - mark], np.float32)}, LIMITS)[TRICKS] is verdict


def test_a_mark_touches_the_bubble_in_which_it_ends() -> None:
    long = (((-1.2, -0.2), (-0.4, 1.2), (3.6, -0.6)),)
    row = page({CONTRACT: [(INK, CROSS)], TRICKS: [(INK, long)]})[(DEAL - 1) * len(PLACES) :][: len(PLACES)]
    assert [at for at, bubble in enumerate(row) if bubble.touching] == [TRICKS]
    assert [at for at, bubble in enumerate(row) if bubble.touched] == [TRICKS + 1]


@pytest.mark.parametrize(
    ("kind", "trace", "verdict"),
    [("pass", 0.2, DOUBTFUL), ("doubled", 0.2, MARKED), ("doubled", 0.33, DOUBTFUL), ("tricks", 0.33, MARKED)],
)
def test_what_nothing_else_tells_asks(kind: str, trace: float, verdict: InkVerdict) -> None:
    """It may be a hole, through which the scanner's dark lid is seen: a pass beside other marks, a × unlike them."""
    spots = [(spot[0], kind if at == TRICKS else spot[1], *spot[2:]) for at, spot in enumerate(SPOTS[: len(PLACES)])]
    traces = {CONTRACT: 0.2, TRICKS: trace, MADE[0]: 0.18, MADE[1]: 0.22}
    bubbles = [Ink(0.3 if at in traces else 0.0, 0.5, trace=traces.get(at, 0.0)) for at in range(len(PLACES))]
    _usual, rows = rows_of(bubbles, spots)
    judged = judge(rows, dict.fromkeys(traces, np.array([0.0, 1.0, 0.0], np.float32)), LIMITS)
    assert [judged[at] for at in traces] == [MARKED, verdict, MARKED, MARKED]
    everybody_passed = judge(rows, {TRICKS: np.array([0.0, 1.0, 0.0], np.float32)}, LIMITS)
    assert everybody_passed[TRICKS] is MARKED


@pytest.mark.parametrize(
    ("traces", "asked"),
    [
        pytest.param((0.2, 0.22, 0.21), [], id="alike"),
        pytest.param((0.2, 0.22, 0.35), [2], id="struck out"),
        pytest.param((0.2, 0.09), [1], id="rubbed out"),
        pytest.param((0.88, 0.9, 0.98), [], id="filled"),
    ],
)
def test_one_of_several_players_asks_that_is_unlike_the_others(traces: Sequence[float], asked: list[int]) -> None:
    """But nobody strikes out a bubble that is filled by filling it."""
    spots = [(spot[0], "made", *spot[2:]) for spot in SPOTS[: len(PLACES)]]
    bubbles = [Ink(0.3, 0.5, trace=trace) for trace in traces] + [Ink(0.0)] * (len(PLACES) - len(traces))
    _usual, rows = rows_of(bubbles, spots)
    marks = dict.fromkeys(range(len(traces)), np.array([0.0, 1.0, 0.0], np.float32))
    assert [at for at, verdict in enumerate(judge(rows, marks, LIMITS)) if verdict is DOUBTFUL] == asked


def test_a_cross_is_more_likely_a_mark_the_darker_it_is() -> None:
    """On copies in black and white as elsewhere."""
    likely: dict[bool, list[float]] = {False: [], True: []}
    for dark in (0.0, 0.06, 0.12, 0.25, 0.9):
        usual_of_sheet, rows = rows_of(page(usual_row() | {TRICKS: [(Pen(dark), CROSS)] if dark else []}), SPOTS)
        # A cross that is hardly there, too, which is not looked at otherwise.
        picked = [(row, range(len(PLACES)) if row.spots[0][0] == DEAL else row.inked()) for row in rows]
        for hard, of_crosses in likely.items():
            numbers, looked_at = views(picked, usual_of_sheet, hard=hard)
            assert looked_at
            shares = strokes.likely(*looked_at)
            assert np.allclose(shares.sum(axis=1), 1, atol=1e-5)
            of_crosses.append(float(shares[numbers.index((DEAL - 1) * len(PLACES) + TRICKS), 1]))
    for of_crosses in likely.values():
        assert of_crosses == sorted(of_crosses)
        assert of_crosses[0] < 0.05 and of_crosses[-1] > 0.95
