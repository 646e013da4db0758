"""A bent page as straight strips, in which every bubble of a column is at the same place."""

import cv2
import numpy as np

from tournament.scan.paper import SCALE, Points
from tournament.scan.strips import BubbleSpot, Strips, cut, row_height

TALL = 4.6
DEALS = [(deal, "tricks", str(at), 30 + 12.0 * at, 60 + 8.0 * deal) for deal in range(1, 6) for at in range(20)]
FOOT = [(0, "substitute", str(seat), 120 + 30.0 * seat, 150.0) for seat in range(1, 5)]


def bent(spots: list[BubbleSpot]) -> Points:
    """Where bubbles are on a page that curls: up to two millimetres lower, and one to the right."""
    flat = np.array([spot[3:] for spot in spots])
    wave = np.sin((flat[:, :1] - 30) / 228 * np.pi)
    return flat + wave * [1.0, 2.0]


def drawn(places: Points) -> np.ndarray:
    """A page with a dot at each of these places."""
    page = np.zeros((round(210 * SCALE), round(297 * SCALE)), np.float32)
    for x, y in places:
        cv2.circle(
            page, (round((x * SCALE - 0.5) * 16), round((y * SCALE - 0.5) * 16)), 8 * 16, 1.0, -1, cv2.LINE_AA, 4
        )
    return page


def off_middle(strips: Strips) -> float:
    """How far the worst dot is from where its column and strip say, in pixels; infinite where there is none."""
    far = []
    for column in strips.spot_columns:
        for number in column.strips:
            part = strips.dark[number, :, column.middle - 16 : column.middle + 16]
            down, across = (part.sum(axis=axis) for axis in (1, 0))
            if not down.sum():
                return np.inf
            middle = [
                float(some @ (np.arange(len(some)) + 0.5) / some.sum() - len(some) / 2) for some in (down, across)
            ]
            far.append(max(map(abs, middle)))
    return max(far)


def test_rows_that_bend_are_drawn_straight() -> None:
    places = bent(DEALS)
    (strips,) = cut(drawn(places), DEALS, places, TALL)
    assert not strips.apart
    assert strips.dark.shape[:2] == (5, round(8.0 * SCALE))
    assert [(len(column.spots), column.strips) for column in strips.spot_columns] == [(5, [0, 1, 2, 3, 4])] * 20
    assert sorted(at for column in strips.spot_columns for at in column.spots) == list(range(100))
    assert off_middle(strips) < 0.7
    # As if nothing were bent: the dots are two millimetres away.
    (printed,) = cut(drawn(places), DEALS, np.array([spot[3:] for spot in DEALS]), TALL)
    assert off_middle(printed) > 1.5 * SCALE


def test_each_bubble_at_the_foot_has_a_strip_of_its_own() -> None:
    spots = [*FOOT[:2], *DEALS, *FOOT[2:]]
    places = bent(spots)
    deals, foot = cut(drawn(places), spots, places, TALL)
    assert foot.apart and len(foot.dark) == 4
    (column,) = foot.spot_columns
    assert [spots[at] for at in column.spots] == FOOT
    assert {spots[at][0] for column in deals.spot_columns for at in column.spots} == {1, 2, 3, 4, 5}
    assert off_middle(foot) < 0.7 and off_middle(deals) < 0.7


def test_nothing_is_cut_where_there_is_nothing() -> None:
    places = bent(FOOT)
    assert [strips.apart for strips in cut(drawn(places), FOOT, places, TALL)] == [True]
    assert cut(drawn(places), [], places[:0], TALL) == []


def test_a_row_is_as_high_as_the_next_one_is_away() -> None:
    assert row_height([*DEALS, *FOOT], TALL) == 8.0
    assert row_height(DEALS[:20], TALL) == TALL + 2.4
