"""The places of a score sheet that a machine reads: nothing overlaps, nothing is missing, and every mark is unique."""

from dataclasses import replace
from itertools import combinations, pairwise, product

import cv2
import numpy
import pytest

import scoring
from scoring import words
from tournament.scan import layout
from tournament.scan.fiducials import BITS, MODULES
from tournament.scan.identity import sheet_text
from tournament.scan.layout import Layout, SheetForm, spans

FOUR, FIVE = (1, 2, 3, 4), (1, 2, 3, 4, 5)
LEAST_TOTAL = 9.0


def shape(
    rules: str,
    positions: tuple[int, ...] = FOUR,
    deals: int = 16,
    *,
    trump: bool = False,
    edition: int = layout.VERSION,
) -> Layout:
    form = SheetForm(positions, 1, deals, deals)
    return layout.layout(form, scoring.load(rules), "nl", trump=trump, edition=edition)


@pytest.mark.parametrize("rules", sorted({*scoring.keys()} - {"points-only"}))
def test_every_contract_of_every_rule_set_has_its_bubble(rules: str) -> None:
    ruleset = scoring.load(rules)
    for language, positions, trump in product(("nl", "fr", "en"), (FOUR, FIVE), (False, True)):
        found = layout.layout(SheetForm(positions, 1, 16, 16), ruleset, language, trump=trump)
        columns = [(column.kind, column.value) for column in found.columns]
        assert sorted(value for kind, value in columns if kind == "contract") == sorted(ruleset.lines)
        assert len({*columns}) == len(columns)
        named = {
            words.contract_short(key, language, ruleset)
            for key in ruleset.lines
            if len(words.contract_short(key, language, ruleset)) <= layout.MAX_LABEL
        }
        told = {f"{head.label} {column.text}" for head in found.heads for column in found.columns}
        assert all(name in told | {head.label for head in found.heads} for name in named)


@pytest.mark.parametrize("rules", scoring.keys())
def test_bubbles_lie_apart_and_totals_have_their_room(rules: str) -> None:
    """Also in the narrowest sheet there is: most contracts, five players, trump recorded."""
    for positions, trump, deals in product((FOUR, FIVE), (False, True), (1, 8, 16)):
        found = shape(rules, positions, deals, trump=trump)
        assert layout.PITCHES[-1] <= found.pitch <= layout.PITCHES[0]
        xs = sorted(column.x for column in found.columns)
        assert all(right - left > found.wide for left, right in pairwise(xs))
        assert found.tall < found.row and found.rows_bottom <= layout.ROWS_BOTTOM + 0.01
        for seat in found.seat_parts:
            assert seat.right - seat.cell >= LEAST_TOTAL
            assert seat.left >= layout.LEFT and seat.right <= layout.RIGHT + 0.01


def test_who_sits_out_cannot_declare() -> None:
    spots = [spot for spot in shape("iwwa-2025", FIVE, 10).spots() if spot.kind in layout.OWN_KINDS]
    assert len(spots) == 10 * 4 * 2
    assert not [spot for spot in spots if int(spot.value) == (spot.deal - 1) % 5 + 1]


def test_who_declares_has_one_bubble_or_two_that_say_how_it_went() -> None:
    for rules, positions, trump in product(sorted({*scoring.keys()} - {"points-only"}), (FOUR, FIVE), (False, True)):
        found = shape(rules, positions, trump=trump)
        own = {column.kind for column in found.columns if column.kind in layout.OWN_KINDS}
        assert own == ({"made", "lost"} if found.tells_lost else {"declares"})


@pytest.mark.parametrize("positions", [FOUR, FIVE])
def test_a_signature_does_not_reach_what_is_read(positions: tuple[int, ...]) -> None:
    """Each has a box of 35 mm by 9 at least, and a big one that leaves it by 15 mm touches no bubble of the foot."""
    found = shape("iwwa-2025", positions)
    boxes = [found.signed(at) for at in range(len(positions))]
    foot = [spot for spot in found.spots() if not spot.deal]
    assert [(spot.kind, spot.value) for spot in foot] == [("substitute", str(position)) for position in positions]
    assert layout.SIGNED_HEIGHT >= 9 and all(right - left >= 36 for left, right in boxes)
    for (left, right), spot in product(boxes, foot):
        assert max(left - spot.x, spot.x - right) > 15 + found.wide / 2
    assert all(right <= left for (_left, right), (left, _right) in pairwise(boxes))
    assert foot[0].x - found.wide / 2 >= layout.LEFT and found.signed(len(positions))[0] == pytest.approx(boxes[-1][1])


def test_points_alone_have_nothing_to_mark() -> None:
    found = shape("points-only")
    assert list(found.spots()) == [] and len(found.seat_parts) == 4


@pytest.mark.parametrize("deals", [1, 3, 8, 15, 16])
def test_no_two_squares_are_alike_or_touch_what_is_marked(deals: int) -> None:
    found = shape("interclub-2025", FIVE, deals, trump=True)
    squares = found.fiducials()
    assert len({square.number for square in squares}) == len(squares)
    for one, other in combinations(squares, 2):
        assert abs(one.left - other.left) > one.size or abs(one.top - other.top) > one.size
    for square, spot in product(squares, found.spots()):
        across = max(square.left - spot.x, spot.x - square.left - square.size)
        down = max(square.top - spot.y, spot.y - square.top - square.size)
        assert across > found.wide / 2 or down > found.tall / 2


def test_the_squares_are_those_of_the_dictionary() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number in range(len(BITS) // 4):
        drawn = cv2.aruco.generateImageMarker(dictionary, number, MODULES)[1:-1, 1:-1] > 0
        bits = int(BITS[4 * number : 4 * number + 4], 16)
        assert numpy.array_equal(drawn.ravel(), [bool(bits >> (15 - at) & 1) for at in range(16)])


@pytest.mark.parametrize("name", ["Huis ", "Een naam van het huis ", "W" * 590])
def test_long_names_of_the_house_give_way_to_the_usual_ones(name: str) -> None:
    rules = scoring.load("iwwa-2025")
    lines = {
        key: replace(line, names=dict.fromkeys(words.LANGUAGES, f"{name}{key}")) for key, line in rules.lines.items()
    }
    found = layout.layout(SheetForm(FOUR, 1, 16, 16), replace(rules, lines=lines), "nl", trump=False)
    assert {column.value for column in found.columns if column.kind == "contract"} == {*rules.lines}
    assert ("Samen" in {head.label for head in found.heads}) == (name != "Huis ")


def test_a_sheet_says_which_one_it_is() -> None:
    found, seats = shape("iwwa-2025"), {1: 11, 2: 12, 3: 13, 4: 14}
    text = sheet_text("ab" * 32, "20017-3", seats, found)
    assert text.startswith("TROEL1 20017-3 1 ") and len(text) == len("TROEL1 20017-3 1 ") + 8
    others = [
        sheet_text("cd" * 32, "20017-3", seats, found),
        sheet_text("ab" * 32, "20018-1", seats, found),
        sheet_text("ab" * 32, "20017-3", {**seats, 4: 15}, found),
        sheet_text("ab" * 32, "20017-3", seats, shape("iwwa-2025", deals=12)),
        sheet_text("ab" * 32, "20017-3", seats, shape("world-2018")),
        sheet_text("ab" * 32, "20017-3", seats, shape("iwwa-2025", edition=1)),
    ]
    assert len({text[-8:], *(other[-8:] for other in others)}) == 7
    assert spans(32) == [(1, 16), (17, 32)] and spans(17) == [(1, 8), (9, 17)]
