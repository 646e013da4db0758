"""The second filler itself: what it draws is what it says it drew. What a reader makes of it: test_spoiled_read.py."""

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest
from pytest_django import DjangoDbBlocker

from scoring import Result, score
from tests.spoiled import filling, hands, ink, judge, results, sheets
from tests.spoiled.accidents import ACCIDENTS
from tests.spoiled.blanks import DOTS, EVENTS, Blank, Spot, blanks, make_event, require_known
from tests.spoiled.filling import Filled
from tests.spoiled.slips import SLIPS, Writing
from tournament.memory import empty_database
from tournament.sheet_reading import marks
from tournament.sheet_reading.marks import SheetRules

# The one with the most kinds of bubbles, and the one with the tallest rows.
KINDS = (EVENTS[7], EVENTS[4])
# How many of the hands the fast tests try.
FAST_HANDS = 6


@pytest.fixture(scope="module")
def forms(django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, list[Blank]]]:
    """The sheets of two events."""
    cv2.setNumThreads(1)
    with django_db_blocker.unblock(), empty_database():
        yield {kind.slug: blanks(make_event(kind)) for kind in KINDS}


@pytest.fixture
def blank(forms: dict[str, list[Blank]]) -> Blank:
    """One sheet with personal contracts, trumps and a table of five."""
    return forms[KINDS[0].slug][0]


def lightness(filled: Filled, spot: Spot) -> float:
    """How light a bubble is beside its blank: 1 if nothing was added."""
    half = filled.blank.tall / 2
    rows, columns = filled.sheet.patch((spot.x - half, spot.y - half, spot.x + half, spot.y + half))
    grey = cv2.cvtColor(filled.sheet.light[rows, columns], cv2.COLOR_RGB2GRAY)
    return float(grey.mean() / filled.blank.picture[rows, columns].mean())


@pytest.mark.long
@pytest.mark.parametrize("unnamed", [False, True])
def test_a_number_is_always_the_same_sheet(forms: dict[str, list[Blank]], unnamed: bool) -> None:
    first, again, other = (sheets.spoiled_sheet(number, forms, unnamed=unnamed) for number in (12, 12, 13))
    assert first.data == again.data
    assert first.truth() == again.truth()
    assert first.truth() != other.truth()


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param(hand, marks=pytest.mark.long if place >= FAST_HANDS else ())
        for place, hand in enumerate(hand for hand in hands.HANDS if hand.gesture.__name__ != "ring")
    ],
    ids=lambda hand: hand.key,
)
def test_the_bubbles_that_are_meant_are_the_ones_that_darken(blank: Blank, hand: hands.Hand) -> None:
    filled = filling.begin(blank, (1.0, 1.0, 1.0), np.random.default_rng(3))
    rng = np.random.default_rng(4)
    for deal in filled.rows:
        Writing(filled, deal, hand, rng).write()
    filled.judge_marks()
    assert sum(row.is_clear for row in filled.rows.values()) > len(filled.rows) / 2
    for deal, row in filled.rows.items():
        darkest = sorted(blank.by_deal[deal], key=lambda mark: lightness(filled, blank.by_deal[deal][mark]))
        if row.is_clear:
            assert set(darkest[: len(row.meant)]) == row.meant


def test_any_hand_marks_at_the_bubbles_that_are_meant(blank: Blank) -> None:
    rng = np.random.default_rng(14)
    some = [hands.any_hand(rng) for _hand in range(40)]
    assert len({hand.gesture for hand in some}) > 12
    for hand in some:
        filled = filling.begin(blank, (1.0, 1.0, 1.0), rng)
        Writing(filled, blank.deals[0], hand, rng).write()
        assert len(filled.marks) == len(filled.rows[blank.deals[0]].meant)
        for mark in filled.marks:
            far = np.hypot(mark.trace.x - mark.spot.x, mark.trace.y - mark.spot.y)
            assert mark.trace.ink > 0 and far < hands.FARTHEST + 2 * np.hypot(1, 1) * hand.stray + 0.2 * blank.tall


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_leaves_more_or_less_than_the_marks(forms: dict[str, list[Blank]], slip: str) -> None:
    tall = forms[KINDS[1].slug][0]
    filled = filling.begin(tall, (1.0, 1.0, 1.0), np.random.default_rng(5))
    first, *others = tall.deals
    for deal in others:
        Writing(filled, deal, hands.HANDS[0], np.random.default_rng(6)).write()
    SLIPS[slip](Writing(filled, first, hands.HANDS[0], np.random.default_rng(7)))
    filled.judge_marks()
    spots = tall.by_deal[first]
    changed = {mark for mark, spot in spots.items() if abs(lightness(filled, spot) - 1) > 0.01}
    assert changed != filled.rows[first].meant or filled.rows[first].why or slip == "emphasised"


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_what_an_accident_touches_is_not_clear(blank: Blank, accident: str) -> None:
    filled = filling.begin(blank, (1.0, 1.0, 1.0), np.random.default_rng(8))
    before = filled.sheet.light.copy()
    ACCIDENTS[accident](filled, np.random.default_rng(9))
    changed = cv2.cvtColor(cv2.absdiff(before, filled.sheet.light), cv2.COLOR_RGB2GRAY) > 40
    for deal, row in filled.rows.items():
        reached = 0.0
        for spot in blank.by_deal[deal].values():
            half_tall, half_wide = blank.tall / 2, blank.wide / 2
            at = filled.sheet.patch((spot.x - half_wide, spot.y - half_tall, spot.x + half_wide, spot.y + half_tall))
            reached = max(reached, float(changed[at].mean()))
        # A fold moves what is printed beside it by a third of a millimetre at most, which is no ink.
        assert reached < 0.02 or not row.is_clear or accident == "folded"


def test_a_mark_that_is_off_or_pale_is_not_clear(blank: Blank) -> None:
    filled = filling.begin(blank, (1.0, 1.0, 1.0), np.random.default_rng(10))
    rng, hand = np.random.default_rng(11), hands.HANDS[0]
    off, pale, *others = filled.rows
    for deal in filled.rows:
        writing = Writing(filled, deal, hand, rng)
        for mark in writing.meant:
            writing.write_one(mark, press=0.3 if deal == pale else 1, shift=(1.5, 0.0) if deal == off else (0.0, 0.0))
    filled.judge_marks()
    assert filled.rows[off].why and set(filled.rows[off].why) == {"off its bubble"}
    assert filled.rows[pale].why and set(filled.rows[pale].why) <= {"paler than usual", "less than usual"}
    assert all(filled.rows[deal].is_clear for deal in others)


def gains(blank: Blank, meant: results.Meant, seats: list[int]) -> dict[int, int]:
    """What the desk would reckon for a row, by what Troel makes of its marks."""
    if ("misdeal", "") in meant:
        return {}
    played = marks.read(meant, SheetRules(blank.rules, True, blank.is_lost_marked, len(blank.cells))).played
    return score(Result.read({**played, "seats": seats}, blank.rules), blank.rules) if played else {}


def test_every_row_is_a_result_of_the_rules(forms: dict[str, list[Blank]]) -> None:
    rng, kinds = np.random.default_rng(12), set()
    for blank in (sheet for some in forms.values() for sheet in some):
        for deal in blank.deals:
            meant = results.play(blank, deal, rng)
            kinds |= {kind for kind, _value in meant}
            assert results.line(blank, deal, meant).line or ("misdeal", "") in meant
            seats = sorted({int(value) for kind, value in blank.by_deal[deal] if kind in ("declares", "made")})
            assert results.points(blank, deal, meant) == gains(blank, meant, seats)
    assert {"contract", "declares", "tricks", "trump"} <= kinds


def test_a_bubble_of_an_unknown_kind_fails(blank: Blank) -> None:
    require_known(blank.spots)
    with pytest.raises(AssertionError, match="colour of the cards"):
        require_known([*blank.spots, Spot(1, "colour of the cards", "", 10.0, 10.0)])


def test_ink_lets_less_light_through_where_two_strokes_cross() -> None:
    page = ink.paper(np.full((20 * DOTS, 20 * DOTS), 255, np.uint8), (1.0, 1.0, 1.0))
    pen, rng = hands.BLUE, np.random.default_rng(13)
    level, upright = np.array([(3.0, 10.0), (17.0, 10.0)]), np.array([(10.0, 3.0), (10.0, 17.0)])
    trace = ink.draw(page, pen, level, rng)
    alone = int(page.light[10 * DOTS, 10 * DOTS].sum())
    ink.draw(page, pen, upright, rng)
    assert int(page.light[10 * DOTS, 10 * DOTS].sum()) < alone < 3 * 255
    assert trace.box == pytest.approx((3, 10, 17, 10), abs=0.4)
    assert (trace.x, trace.y) == pytest.approx((10, 10), abs=0.3)


OUTPUT = """\
00001.jpg: round 1 table 1, 10001-4: 3 rows read, 1 asked, 2 empty at the end?
    1 11 13 9
    2 ? Two contracts are marked.
    3 14 2 6
  substitute at seat 3
  substitute at seat 4?
00002.pdf 1: This picture is too small to read: hold the phone closer.
"""


def test_what_the_command_prints_is_understood() -> None:
    readings = dict(judge.printed(OUTPUT.splitlines()))
    assert readings["00001.jpg"].lines == {1: "11 13 9", 2: "? Two contracts are marked.", 3: "14 2 6"}
    assert (readings["00001.jpg"].substitutes, readings["00001.jpg"].unsure) == (("3",), ("4",))
    assert readings["00001.jpg"].ending == 2
    assert readings["00002.pdf"].refused == "This picture is too small to read: hold the phone closer."


def test_a_row_is_right_asked_or_silent(forms: dict[str, list[Blank]]) -> None:
    sheet = sheets.spoiled_sheet(14, forms).truth()
    number, row = next((number, row) for number, row in sheet["rows"].items() if row["played"])
    sheet |= {"rows": {number: row | {"void": False}}, "foot": [["substitute", "2"]]}
    judging, deal = judge.Judge(), int(number)
    line = judging.line(sheet, deal)
    assert line

    def verdicts(**reading: Any) -> list[str]:
        return [outcome.verdict for outcome in judging.judge(sheet, judge.Reading(**reading))]

    assert verdicts(lines={deal: line}, substitutes=("2",)) == ["right", "right"]
    assert verdicts(lines={deal: "? Is this a mark?"}, substitutes=("2",), unsure=("1",)) == ["asked", "asked"]
    assert verdicts(lines={deal: f"{line} /"}, substitutes=("1", "2")) == ["silent", "silent"]
    # One of the last rows is not lost without a question.
    assert verdicts(ending=1, substitutes=("2",)) == ["asked", "right"]
    # Taken for not played; a substitute that is not seen.
    assert verdicts() == ["silent", "silent"]
    assert verdicts(refused="This picture is too small to read.") == ["refused", "refused"]
    row["void"] = True
    sheet["rows"] = {number: row}
    assert verdicts(lines={deal: "? Is this a mark?"}, substitutes=("2",)) == ["right", "right"]
    assert verdicts(lines={deal: line}, substitutes=("2",)) == ["silent", "right"]


def test_a_share_has_its_interval() -> None:
    low, high = judge.interval(0, 5000)
    assert (low, round(100 * high, 2)) == (0, 0.06)
    assert judge.interval(50, 1000) == pytest.approx((0.0381, 0.0653), abs=1e-4)
    assert judge.interval(0, 0) == (0, 1)


def test_every_hand_comes_before_every_device() -> None:
    pairs = {sheets.pair(number) for number in range(len(sheets.DEVICES) * len(hands.HANDS))}
    assert len(pairs) == len(sheets.DEVICES) * len(hands.HANDS)
