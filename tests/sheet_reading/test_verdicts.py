"""What a bubble says by its row and by its sheet: each rule with the bubble that it asks about, and with one beside it.

Every sheet has sixteen rows of twelve bubbles, marked by one hand, and one more row, which a test writes.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tournament.scan import strokes
from tournament.scan.ink import Ink
from tournament.scan.strips import BubbleSpot
from tournament.scan.verdicts import CHOSEN, CHOSEN_HARD, InkVerdict, Limits, verdicts

EMPTY, _FAINT, DOUBTFUL, MARKED = InkVerdict
PLACES = [
    *(("contract", key) for key in "ABCD"),
    *(("tricks", key) for key in "6789"),
    *(("made", key) for key in "1234"),
]
# Of the row that is judged: the bubbles that most tests look at, and those that are marked besides.
AT, NEXT, ELSEWHERE, MADE = 5, 6, 0, 8
DEALS = 16


def inked(core: float, strength: float = 0.5, **more: Any) -> Ink:
    """A bubble that is covered so far by ink so dark, which darkens it by as much."""
    return replace(Ink(core, strength, trace=core * strength), **more)


BLANK, CROSS, FILL, PALE = Ink(0.0, 0.0), inked(0.25), inked(0.7), inked(0.2, 0.15)
CIRCLE = Ink(0.02, 0.3, ring=0.5, arc=0.5)
Row = Mapping[int, Ink]


def usual_row(deal: int, mark: Ink, blank: Ink = BLANK) -> list[Ink]:
    """A row with a contract, its tricks and two players."""
    marked = {deal % 4, 4 + deal // 4 % 4, 8 + deal % 4, 8 + (deal + 1) % 4}
    return [mark if at in marked else blank for at in range(len(PLACES))]


def judged(
    row: Row,
    usual: Ink = CROSS,
    *,
    blank: Ink = BLANK,
    deal: int = DEALS + 1,
    limits: Limits = CHOSEN,
    kinds: Mapping[str, str] = {},
) -> list[InkVerdict]:
    """What the bubbles of a row say, on a sheet on which this mark is usual; all others are `blank`.

    `kinds` gives other names to some kinds of bubbles.
    """
    inks = [bubble for at in range(DEALS) for bubble in usual_row(at, usual)]
    inks += [row.get(at, blank) for at in range(len(PLACES))]
    spots: list[BubbleSpot] = [
        (at, kinds.get(kind, kind), value, 20 + 5.0 * column, 40 + 8.0 * at)
        for at in [*range(1, DEALS + 1), deal]
        for column, (kind, value) in enumerate(PLACES)
    ]
    return verdicts(inks, spots, limits)[-len(PLACES) :]


def beside_marks(bubble: Ink, usual: Ink = CROSS, limits: Limits = CHOSEN) -> InkVerdict:
    """What a bubble says in a row of usual marks."""
    return judged({ELSEWHERE: usual, MADE: usual, AT: bubble}, usual, limits=limits)[AT]


@pytest.mark.parametrize(
    ("bubble", "verdict"),
    [
        (BLANK, EMPTY),
        (CROSS, MARKED),
        (inked(0.06), DOUBTFUL),
        (inked(0.15, aside=1.5), DOUBTFUL),
        (inked(0.25, aside=1.2), DOUBTFUL),
        (inked(0.25, aside=0.5), MARKED),
        (inked(0.9), DOUBTFUL),
        (replace(CIRCLE, ring=0.1), DOUBTFUL),
        (CIRCLE, DOUBTFUL),
    ],
)
def test_a_bubble_is_empty_marked_or_in_doubt(bubble: Ink, verdict: InkVerdict) -> None:
    assert beside_marks(bubble) is verdict


def test_every_usual_mark_is_one_and_nothing_else() -> None:
    inks = [bubble for at in range(DEALS) for bubble in usual_row(at, CROSS)]
    spots: list[BubbleSpot] = [(at // 12 + 1, *PLACES[at % 12], 0.0, 0.0) for at in range(len(inks))]
    assert verdicts(inks, spots) == [MARKED if bubble is CROSS else EMPTY for bubble in inks]


def test_who_writes_thinly_is_measured_by_that() -> None:
    """A thin stroke is a mark on a sheet where all are thin, and a doubt where all others are bold."""
    assert beside_marks(inked(0.12), inked(0.2)) is MARKED
    assert beside_marks(inked(0.12), inked(0.6)) is DOUBTFUL


def test_who_writes_beside_the_middle_is_measured_by_that() -> None:
    right = inked(0.25, aside=0.8)
    assert beside_marks(inked(0.25, aside=1.2), right) is MARKED
    assert beside_marks(inked(0.25, aside=-0.4), right) is DOUBTFUL


@pytest.mark.parametrize(("strength", "verdict"), [(0.3, MARKED), (0.15, DOUBTFUL), (0.07, EMPTY)])
def test_a_faint_mark_beside_dark_ones_asks(strength: float, verdict: InkVerdict) -> None:
    """Much fainter still it shines through from the back, or was copied from somewhere."""
    assert beside_marks(inked(0.25, strength)) is verdict
    # Covering more does not make it darker.
    assert beside_marks(inked(0.5, strength)) is verdict


@pytest.mark.parametrize(("strength", "verdict"), [(0.15, MARKED), (0.07, DOUBTFUL)])
def test_a_row_in_pencil_is_measured_by_itself(strength: float, verdict: InkVerdict) -> None:
    """If it is hardly to be seen, it may have been rubbed out."""
    pencil = inked(0.25, strength)
    row = judged({ELSEWHERE: pencil, AT: pencil, MADE: pencil})
    assert [row[at] for at in (ELSEWHERE, AT, MADE)] == [verdict] * 3


def test_a_row_without_marks_asks_where_it_has_a_trace() -> None:
    trace = Ink(0.0, 0.0, trace=0.03)
    assert judged({AT: trace})[AT] is DOUBTFUL
    assert beside_marks(trace) is EMPTY
    assert judged({AT: Ink(0.0, 0.0, trace=0.004)}) == [EMPTY] * len(PLACES)


def test_a_shadow_along_a_row_is_no_trace() -> None:
    shade = Ink(0.0, 0.0, trace=0.05)
    assert judged({}, blank=shade) == [EMPTY] * len(PLACES)
    assert judged({AT: Ink(0.0, 0.0, trace=0.1)}, blank=shade)[AT] is DOUBTFUL


def test_a_column_that_is_soiled_on_many_rows_is_no_trace() -> None:
    """As where a streak of the scanner runs down it."""
    inks = [bubble for at in range(DEALS) for bubble in usual_row(at, CROSS)] + [BLANK] * len(PLACES)
    spots: list[BubbleSpot] = [(at // 12 + 1, *PLACES[at % 12], 0.0, 0.0) for at in range(len(inks))]
    last = len(inks) - len(PLACES) + AT
    inks[last] = Ink(0.0, 0.0, trace=0.03)
    assert verdicts(inks, spots)[last] is DOUBTFUL
    streak = {at: replace(BLANK, trace=0.03 * (at // 12 % 3) / 2) for at in range(AT, last, 12) if inks[at] is BLANK}
    assert verdicts([streak.get(at, bubble) for at, bubble in enumerate(inks)], spots)[last] is EMPTY


def test_a_speck_is_nothing() -> None:
    assert beside_marks(inked(0.08, trace=0.015)) is EMPTY
    assert beside_marks(inked(0.08, trace=0.03)) is DOUBTFUL


def test_a_circle_is_a_mark_where_circles_are_usual() -> None:
    assert beside_marks(CIRCLE, CIRCLE) is MARKED
    assert beside_marks(CIRCLE, CROSS) is DOUBTFUL
    rows = [mark for at in range(DEALS) for mark in usual_row(at, CIRCLE if at % 2 else CROSS)]
    spots: list[BubbleSpot] = [(at // 12 + 1, *PLACES[at % 12], 0.0, 0.0) for at in range(len(rows))]
    assert verdicts(rows, spots) == [EMPTY if bubble is BLANK else MARKED for bubble in rows]
    half, ghost = replace(CIRCLE, ring=0.1), replace(CIRCLE, ring=0.13)
    assert beside_marks(half, CIRCLE) is DOUBTFUL
    assert beside_marks(replace(ghost, arc=0.13), replace(CIRCLE, ring=0.6, arc=0.6)) is EMPTY


def test_a_cross_beside_circles_asks() -> None:
    """Who circled the wrong bubble first has crossed it out."""
    assert beside_marks(CROSS, CIRCLE) is DOUBTFUL
    row = judged({ELSEWHERE: CROSS, AT: CROSS, MADE: CROSS}, CIRCLE)
    assert [row[at] for at in (ELSEWHERE, AT, MADE)] == [MARKED] * 3


def test_what_does_not_darken_a_bubble_among_circles_is_no_cross() -> None:
    """It is the paper's noise; whatever darkens its bubble still asks."""
    noise = inked(0.1, 0.15, trace=0.005)
    assert beside_marks(noise, CIRCLE) is EMPTY
    assert beside_marks(replace(noise, trace=0.02), CIRCLE) is DOUBTFUL


def test_a_circle_that_reaches_into_the_next_bubble_marks_one() -> None:
    edge = inked(0.12, aside=1.6)
    row = judged({ELSEWHERE: CIRCLE, AT: edge, NEXT: CIRCLE, MADE: CIRCLE}, CIRCLE)
    assert (row[AT], row[NEXT]) == (EMPTY, MARKED)
    assert judged({ELSEWHERE: CIRCLE, AT: edge, MADE: CIRCLE}, CIRCLE)[AT] is DOUBTFUL


def test_a_bubble_filled_solidly_asks_where_that_is_not_usual() -> None:
    """As the sheet says, a slip of the pen is blackened."""
    solid = inked(0.85)
    assert beside_marks(solid, CROSS) is DOUBTFUL
    assert beside_marks(solid, FILL) is MARKED
    assert beside_marks(inked(0.99, 0.7), FILL) is DOUBTFUL


def test_of_several_players_the_one_that_differs_may_be_undone() -> None:
    """Struck out or rubbed out; where one mark is all, only what is rubbed out differs from the rest of the row."""
    struck, rubbed = inked(0.4), inked(0.25, 0.21)
    for undone, alone in ((struck, MARKED), (rubbed, DOUBTFUL)):
        row = judged({ELSEWHERE: CROSS, AT: undone, 8: CROSS, 9: CROSS, 10: undone})
        assert row[AT] is alone
        assert [row[at] for at in (8, 9, 10)] == [MARKED, MARKED, DOUBTFUL]
    full = Ink(0.9, trace=0.7)
    row = judged({ELSEWHERE: full, AT: full, 8: full, 9: full, 10: replace(full, trace=0.9)}, full)
    assert [row[at] for at in (8, 9, 10)] == [MARKED, MARKED, DOUBTFUL]
    row = judged({ELSEWHERE: CROSS, AT: CROSS, 8: CROSS, 9: CROSS, 10: CROSS})
    assert [row[at] for at in (8, 9, 10)] == [MARKED] * 3


def test_what_darkens_a_bubble_far_more_than_a_mark_asks() -> None:
    assert beside_marks(inked(0.25, trace=0.25)) is DOUBTFUL
    assert beside_marks(inked(0.25, trace=0.15)) is MARKED


def test_a_covered_bubble_asks() -> None:
    """White fluid, a sticker, a hole: nobody can say what is below."""
    assert beside_marks(replace(BLANK, outline=0.3)) is DOUBTFUL
    assert beside_marks(replace(CROSS, outline=0.3)) is DOUBTFUL
    assert beside_marks(replace(BLANK, outline=0.8)) is EMPTY


def test_the_end_of_another_mark_is_none_but_asks_at_the_foot() -> None:
    """A signature runs through the foot's bubbles."""
    end = inked(0.2, touched=True)
    assert beside_marks(end) is EMPTY
    foot = judged({ELSEWHERE: CROSS, AT: end, NEXT: inked(0.03, touched=True)}, deal=0)
    assert [foot[at] for at in (ELSEWHERE, AT, NEXT)] == [MARKED, DOUBTFUL, EMPTY]


def test_a_mark_that_runs_on_asks() -> None:
    """An arrow, or a line through the row."""
    assert [beside_marks(inked(0.25, reach=reach)) for reach in (8.0, 1.5)] == [DOUBTFUL, DOUBTFUL]
    assert beside_marks(inked(0.25, reach=1.0)) is MARKED
    assert beside_marks(inked(0.25, reach=4.0), inked(0.25, reach=3.0)) is MARKED


def test_a_mark_that_missed_every_bubble_asks() -> None:
    missed = replace(BLANK, stray=0.4)
    assert beside_marks(missed) is DOUBTFUL
    assert beside_marks(replace(BLANK, stray=0.1)) is EMPTY
    row = judged({ELSEWHERE: CROSS, AT: missed, NEXT: CROSS, MADE: CROSS})
    assert (row[AT], row[NEXT]) == (EMPTY, MARKED)


def test_what_a_hard_copy_left_of_a_stroke_asks() -> None:
    """Elsewhere it is a speck, and what is darker a mark."""
    left, thin = inked(0.05, 0.15, trace=0.008), inked(0.2, 0.15, trace=0.018)
    assert [beside_marks(some, PALE) for some in (left, thin)] == [EMPTY, MARKED]
    assert [beside_marks(some, PALE, CHOSEN_HARD) for some in (left, thin)] == [DOUBTFUL, DOUBTFUL]
    assert [beside_marks(some, PALE, CHOSEN_HARD) for some in (BLANK, PALE)] == [EMPTY, MARKED]


def test_a_speck_is_blacker_on_a_hard_copy() -> None:
    speck = inked(0.08, trace=0.03)
    assert [beside_marks(speck, CROSS, limits) for limits in (CHOSEN, CHOSEN_HARD)] == [DOUBTFUL, EMPTY]
    assert beside_marks(inked(0.08, trace=0.035), CROSS, CHOSEN_HARD) is DOUBTFUL


def test_a_single_mark_on_a_sheet_is_one() -> None:
    """Nothing is usual yet."""
    spots: list[BubbleSpot] = [(1, *place, 0.0, 0.0) for place in PLACES]
    row = [CROSS if at == AT else BLANK for at in range(len(PLACES))]
    assert verdicts(row, spots) == [MARKED if at == AT else EMPTY for at in range(len(PLACES))]
    assert verdicts([BLANK] * len(PLACES), spots) == [EMPTY] * len(PLACES)


# --- What the net says ----------------------------------------------------------------------------------------------

# A bubble of 4.1 × 4.6 mm in squares of a quarter of a millimetre, as `Ink.patch` shows it.
ACROSS, DOWN = (np.mgrid[:28, :28] + 0.5 - 14)[::-1] / 4
OUTLINE = 0.65 * np.exp(-(((np.hypot(ACROSS / 2.05, DOWN / 2.3) - 1) / 0.1) ** 2))
STROKES = np.exp(-((np.minimum(abs(ACROSS - DOWN), abs(ACROSS + DOWN)) / 0.31) ** 2)) * (abs(ACROSS) < 1.4)
LINE = 1.0 * (abs(DOWN - 0.4) < 0.22)
FAINT = 0.12
PAPER = np.random.default_rng(0).normal(0, 0.01, OUTLINE.shape)


def drawn(strokes: Any, dark: float) -> Ink:
    """A bubble in which this is drawn so dark; measured as a cross would be."""
    patch = np.stack([dark * strokes + PAPER, OUTLINE]).astype(np.float32)
    return replace(inked(0.25 if dark else 0.0, dark), patch=lambda: patch)


DARK = drawn(STROKES, 0.3)


def weighed(row: Row, limits: Limits = CHOSEN, usual: Ink = DARK, **kinds: str) -> list[InkVerdict]:
    """What the bubbles of a row say that has two usual marks, on a sheet of crosses in pencil."""
    row = {ELSEWHERE: usual, MADE: usual, **row}
    return judged(row, usual, blank=drawn(STROKES, 0.0), limits=limits, kinds=kinds)


def test_a_fainter_cross_is_a_mark_and_a_line_asks() -> None:
    for some, verdict in ((STROKES, MARKED), (LINE, DOUBTFUL), (0 * LINE, EMPTY)):
        row = weighed({AT: drawn(some, FAINT)})
        assert row[AT] is verdict
        assert [at for at, of in enumerate(row) if at != AT and of is not EMPTY] == [ELSEWHERE, MADE]


def test_a_whole_cross_is_a_mark_beside_a_pen_and_on_a_hard_copy() -> None:
    pen = drawn(STROKES, 0.5)
    assert weighed({AT: drawn(STROKES, 0.2)}, usual=pen)[AT] is MARKED
    assert weighed({AT: drawn(STROKES, FAINT)}, CHOSEN_HARD)[AT] is MARKED


def test_what_seems_empty_or_a_mark_asks_where_the_net_thinks_otherwise() -> None:
    """What is a speck by its size may be a mark, and a line that is as dark as a mark may be none."""
    assert weighed({NEXT: replace(drawn(STROKES, 0.07), trace=0.01)})[NEXT] is DOUBTFUL
    assert weighed({NEXT: replace(drawn(0 * LINE, 0.09), trace=0.01)})[NEXT] is EMPTY
    assert weighed({NEXT: drawn(LINE, 0.3)})[NEXT] is DOUBTFUL


def test_the_least_trace_of_the_only_trump_asks() -> None:
    """As tricks, or beside another trump, it is nothing."""
    trace = replace(drawn(STROKES, 0.04), core=0.05, trace=0.002)
    assert weighed({AT: trace})[AT] is EMPTY
    assert weighed({AT: trace}, tricks="trump")[AT] is DOUBTFUL
    assert weighed({AT: trace, AT + 2: DARK}, tricks="trump")[AT] is EMPTY


def test_a_broken_circle_is_a_mark_where_circles_are_usual() -> None:
    """Beside crosses it asks, however plain it is."""
    open_circle = np.exp(-(((np.hypot(ACROSS / 2.3, DOWN / 2.6) - 1) / 0.1) ** 2)) * (DOWN + ACROSS < 1.5)
    circle, broken = (
        replace(some, patch=drawn(open_circle, 0.5).patch) for some in (CIRCLE, replace(CIRCLE, ring=0.1))
    )
    assert weighed({AT: broken}, usual=circle)[AT] is MARKED
    assert weighed({AT: broken})[AT] is DOUBTFUL
    assert weighed({AT: replace(broken, outline=0.4)}, usual=circle)[AT] is DOUBTFUL


def test_small_doubts_of_a_row_together_ask_at_the_largest(monkeypatch: pytest.MonkeyPatch) -> None:
    def likely(_pictures: Any, measures: Any, *_numbers: Any) -> Any:
        """A mark where much is covered; of the rest as likely one as three times as much."""
        mark = np.where(measures[:, 0] > 0.2, 1, 3 * measures[:, 0])
        return np.stack([1 - mark, mark, 0 * mark], axis=1)

    monkeypatch.setattr(strokes, "likely", likely)
    limits = replace(CHOSEN, missed=0.2, risk=0.25)
    less, more = (replace(drawn(0 * LINE, 0.1), core=core, trace=0.0) for core in (0.04, 0.05))
    assert weighed({AT: less, NEXT: less}, limits)[AT : NEXT + 1] == [EMPTY, EMPTY]
    assert weighed({AT: less, NEXT: more}, limits)[AT : NEXT + 1] == [EMPTY, DOUBTFUL]


def test_a_cross_is_more_likely_a_mark_the_darker_it_is() -> None:
    faint = [drawn(STROKES, at) for at in (0.0, 0.03, 0.06, 0.12, 0.2)]
    noise = [0.012] * (len(faint) + 1)
    views = strokes.views([DARK, *faint], noise, (0.3, 0.075), (0.3, 0.075), (False, False, 0.075))
    places = np.arange(len(noise))
    shares = strokes.likely(*views, 0 * places, places)
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-5)
    assert shares[0, 1] > 0.99 and shares[1, 0] > 0.99
    assert (np.diff(shares[1:, 1]) > 0).all()
