"""The outlines of the bubbles, which say how the paper bends between the squares."""

import numpy as np
import pytest

from tournament.scan import align
from tournament.scan.pages import Numbers
from tournament.scan.paper import Points

PLACES = np.array([[25 + 4.9 * across, 60 + 15.4 * down] for across in range(50) for down in range(8)])
MIDDLE = np.abs(PLACES[:, 0] - 147.5) < 20


def drawn(away: Points) -> Numbers:
    """A page on which each outline lies so far away from its place."""
    ring = align._ring(4.3, 4.6)
    dark = np.zeros((1680, 2376), np.float32)
    for x, y in PLACES + away:
        left, top = round(x * 8 - ring.shape[1] / 2), round(y * 8 - ring.shape[0] / 2)
        part = dark[top : top + ring.shape[0], left : left + ring.shape[1]]
        np.maximum(part, ring, out=part)
    return dark


@pytest.mark.parametrize("axis", [0, 1])
@pytest.mark.parametrize(("bend", "sure"), [(0.3, True), (2.0, True), (2.6, False)])
def test_outlines_are_followed_two_millimetres_and_not_to_the_next_bubble(bend: float, sure: bool, axis: int) -> None:
    """As on paper that curls most in the middle, where no squares are."""
    away = np.zeros_like(PLACES)
    away[:, axis] = bend * np.sin((PLACES[:, 0] - 25) / 245 * np.pi)
    places, held = align.align(drawn(away), PLACES, 4.3, 4.6)
    assert not np.array(held)[MIDDLE].any() if not sure else all(held)
    assert not sure or np.abs(places - PLACES - away).max() < 0.25


def test_where_paper_bends_more_than_a_smooth_map_the_outlines_around_are_followed() -> None:
    """As beside a corner that stands up; a mark hides some outlines there, and another lies beside its bubble."""
    away = np.zeros_like(PLACES)
    away[:, 1] = np.exp(-(((PLACES[:, 0] - 200) / 20) ** 2))
    dark = drawn(away)
    for at, shift in ((282, 0), (291, 0.9)):
        x, y = ((PLACES[at] + away[at] + shift) * 8).astype(int)
        dark[y - 16 : y + 16, x - 16 : x + 16] = 1
    places, held = align.align(dark, PLACES, 4.3, 4.6)
    assert all(held)
    assert np.abs(places - PLACES - away).max() < 0.3
