"""Plots: values in, the coordinates of an SVG drawing out, which `shared/plot/plot.html` writes. Pure.

The drawing has neither script nor style, so that it is allowed on every page and the same on paper: what is drawn has
the colour of the text, and curves differ by their strokes. A plot comes with its figures as a table, and as a sentence.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, floor
from typing import NamedTuple

# The drawing in its own units, which fit a phone: the curves, and below them what the marks are called.
WIDTH, HEIGHT, FOOT = 340, 140, 16
# The width of a figure of the font, and the room beside the curves.
FIGURE, MARGIN = 6.5, 8
# So many steps an axis has at most.
MAX_STEPS = 4


class PlotTick(NamedTuple):
    """A coordinate on an axis, and what is written beside it."""

    coordinate: str
    label: str


class Curve(NamedTuple):
    """A curve to draw through (across, up); what it is called; whether it is the one that the plot is about."""

    label: str
    course: Sequence[tuple[float, float]]
    is_main: bool = True


class DrawnCurve(NamedTuple):
    """A curve as its coordinates; `dots` are those of its course, where it has few."""

    label: str
    coordinates: str
    dots: tuple[tuple[str, str], ...]
    is_main: bool


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing: its curves, the round values on its left, the ticks below. `key` names it on its page.

    `headings` and `figures` are a table for who cannot see it or wants it exact; `sentence` says what it shows.
    """

    key: str
    title: str
    sentence: str
    headings: tuple[str, ...]
    figures: tuple[tuple[str, ...], ...]
    curves: tuple[DrawnCurve, ...]
    levels: tuple[PlotTick, ...]
    ticks: tuple[PlotTick, ...]
    left_edge: str
    right_edge: int = WIDTH - MARGIN
    top_edge: int = MARGIN
    bottom_edge: int = HEIGHT - FOOT
    width: int = WIDTH
    height: int = HEIGHT


def round_values(low: float, high: float) -> list[int]:
    """Round values at even steps of 1, 2 or 5 times a power of ten, from `low` or below to `high` or above."""
    steps = (factor * 10**size for size in count() for factor in (1, 2, 5))
    step = next(step for step in steps if ceil(high / step) - floor(low / step) <= MAX_STEPS)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [step * multiple for multiple in range(first, last + 1)]


def draw_plot(
    key: str,
    title: str,
    sentence: str,
    curves: Sequence[Curve],
    across: Iterable[tuple[float, str]],
    headings: Iterable[str],
    figures: Iterable[Iterable[str]],
) -> Plot:
    """A plot of these curves, each of which has a point; `across` are the values to mark below, and their names."""
    xs, ys = zip(*(value for curve in curves for value in curve.course), strict=True)
    values = round_values(min(ys), max(ys))
    labels = [str(value).replace("-", "−") for value in values]
    left = round(FIGURE * max(map(len, labels))) + MARGIN
    first, span, high, depth = min(xs), max(xs) - min(xs) or 1, values[-1], values[-1] - values[0]

    def x_of(value: float) -> str:
        return _coordinate(left + (WIDTH - MARGIN - left) * (value - first) / span)

    def y_of(value: float) -> str:
        return _coordinate(MARGIN + (HEIGHT - FOOT - MARGIN) * (high - value) / depth)

    return Plot(
        key=key,
        title=title,
        sentence=sentence,
        headings=tuple(headings),
        figures=tuple(tuple(row) for row in figures),
        curves=tuple(_drawn(curve, [(x_of(x), y_of(y)) for x, y in curve.course]) for curve in curves),
        levels=tuple(PlotTick(y_of(value), label) for value, label in zip(values, labels, strict=True)),
        ticks=tuple(PlotTick(x_of(value), label) for value, label in across),
        left_edge=_coordinate(left),
    )


def _drawn(curve: Curve, coordinates: Sequence[tuple[str, str]]) -> DrawnCurve:
    dots = () if curve.is_main else tuple(coordinates[1:])
    return DrawnCurve(curve.label, " ".join(f"{x},{y}" for x, y in coordinates), dots, curve.is_main)


def _coordinate(value: float) -> str:
    """A coordinate with a decimal at most, in whatever language the page is."""
    return f"{value:.1f}".removesuffix(".0")
