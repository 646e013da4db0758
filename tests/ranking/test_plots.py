"""Plots: round values beside them, every point where its value says, and a drawing that is allowed on every page."""

import itertools
import re
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from tournament.reading.plots import HEIGHT, MAX_STEPS, WIDTH, Curve, Plot, draw_plot, round_values

values = st.integers(-3_000, 3_000)


def drawn(*curves: Curve) -> Plot:
    return draw_plot("day", "Points", "In a sentence.", curves, [(1, "R1")], ["Round", "Points"], [["1", "40"]])


@given(st.tuples(values, values).map(sorted))
def test_an_axis_has_few_round_values_that_hold_everything(ends: list[int]) -> None:
    low, high = ends
    levels = round_values(low, high)
    steps = {after - before for before, after in itertools.pairwise(levels)}
    assert levels[0] <= low <= high <= levels[-1] and 2 <= len(levels) <= MAX_STEPS + 1
    assert len(steps) == 1 and re.fullmatch("[125]0*", str(steps.pop()))
    assert all(level % (levels[1] - levels[0]) == 0 for level in levels)


@given(st.lists(values, min_size=1, max_size=60))
def test_a_point_lies_where_the_axis_says(points: list[int]) -> None:
    plot = drawn(Curve("own", list(enumerate(points))))
    places = [tuple(map(float, pair.split(","))) for pair in plot.curves[0].coordinates.split()]
    levels = [(float(tick.coordinate), int(tick.label.replace("−", "-"))) for tick in plot.levels]
    (bottom, lowest), (top, highest) = levels[0], levels[-1]
    for (x, y), value in zip(places, points, strict=True):
        assert y == pytest.approx(bottom + (top - bottom) * (value - lowest) / (highest - lowest), abs=0.06)
        assert float(plot.left_edge) <= x <= WIDTH and 0 <= y <= HEIGHT


def test_a_drawing_has_no_style_and_says_in_words_what_it_shows() -> None:
    plot = drawn(Curve("An & <Bea>", [(0, 0), (1, 40)]), Curve("middle", [(0, 0), (1, 12.5)], is_main=False))
    figure = ElementTree.fromstring(render_to_string("shared/plot/plot.html", {"plot": plot}))
    drawing = figure.find("svg")
    assert drawing is not None and drawing.get("role") == "img"
    named = [
        element.text
        for name in drawing.get("aria-labelledby", "").split()
        for element in figure.iter()
        if element.get("id") == name
    ]
    assert named == ["Points", "In a sentence."]
    assert not {element.tag for element in figure.iter()} & {"style", "script"}
    assert not any(element.get("style") for element in figure.iter())
    own, middle = figure.iter("polyline")
    assert own.get("stroke-dasharray") is None and middle.get("stroke-dasharray")
    assert [cell.text for cell in figure.iter("td")] == ["40"] and "An & <Bea>" in "".join(figure.itertext())


def test_papers_have_no_table_to_unfold() -> None:
    html = render_to_string("shared/plot/plot.html", {"plot": drawn(Curve("own", [(0, 0)])), "paper": object()})
    assert "<svg" in html and "<details" not in html
