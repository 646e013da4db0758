"""Whether there is a mark in a bubble, by what is in it, in its row, and on its sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from statistics import median_high

import numpy as np

from tournament.scan.ink import Ink
from tournament.scan.strips import BubbleSpot

# The kinds of bubbles of which a row may rightly have several marks.
SEVERAL = frozenset({"declares", "made", "lost"})


class InkVerdict(Enum):
    """What a bubble says."""

    EMPTY = "empty"
    DOUBTFUL = "doubtful"
    MARKED = "marked"


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a mark begins, set on other sheets than those it is judged by; benchmarks/reading_thresholds.py compares.

    All shares are of what `Ink` measures; what is usual is the median of the sheet's or the row's marks.
    """

    # Of how much a usual mark covers, a mark, and within which bounds; and of that, some ink.
    mark: float = 0.3
    marks: tuple[float, float] = (0.025, 0.09)
    some: float = 0.6
    # In millimetres: a mark further aside than usual may be meant for the next bubble; one that runs on further than
    # usual may be an arrow or a line.
    aside: float = 0.95
    far: float = 5.0
    # Of how much a mark usually darkens its bubble: less is a doubt, more is one; less than the last is a speck.
    little: float = 0.45
    much: float = 1.7
    speck: float = 0.2
    # The same where a row has several marks of a kind, of which one may be undone.
    heavier: float = 1.4
    fuller: float = 0.5
    # Of the darkest mark of the row: less is a doubt, and less than the second nothing.
    faint: float = 0.37
    ghost: float = 0.2
    # A circle: what it covers at most inside, how dark it is at least, also by its row; and from how many circles for
    # each other mark on they are this hand's habit.
    edge: float = 0.15
    dark: float = 0.12
    round: float = 0.33
    circles: float = 0.4
    # What darkens a bubble without a mark: at least, by how the others vary, and at most; so many times that is surely
    # more; and from which share of a mark on less than that is a doubt.
    trace: float = 0.012
    noise: float = 5.0
    most_noise: float = 0.035
    surely: float = 1.0
    untraced: float = 1.0
    # Of the printed outline: with less a bubble is covered.
    outline: float = 0.5


CHOSEN = Limits()
# Where a picture is all black and white, strokes may be lost: what is left of them asks.
CHOSEN_HARD = Limits(surely=2.0, untraced=0.0)


def verdicts(inks: Sequence[Ink], spots: Sequence[BubbleSpot], limits: Limits = CHOSEN) -> list[InkVerdict]:
    """Whether there is a mark in each bubble."""
    rows: dict[int, list[int]] = {}
    for at, spot in enumerate(spots):
        rows.setdefault(spot[0], []).append(at)
    # A stain or a shadow darkens a whole row.
    level = {deal: float(np.median([inks[at].trace for at in row])) for deal, row in rows.items()}
    levelled = [replace(bubble, trace=bubble.trace - level[spot[0]]) for bubble, spot in zip(inks, spots, strict=True)]
    sheet = _Usual(levelled, limits)
    noise = sheet.noise(levelled, spots)
    by_spot: dict[int, InkVerdict] = {}
    for deal, row in rows.items():
        of_row = sheet.row([levelled[at] for at in row], [noise[at] for at in row], is_foot=deal == 0)
        marked = {n: levelled[at].trace for n, at in enumerate(row) if of_row[n] is InkVerdict.MARKED}
        for n in sheet.undone({n: trace for n, trace in marked.items() if spots[row[n]][1] in SEVERAL}):
            of_row[n] = InkVerdict.DOUBTFUL
        by_spot |= zip(row, of_row, strict=True)
    return [by_spot[at] for at in range(len(spots))]


def _spread(traces: Sequence[float]) -> float:
    """How much traces differ, of which most are of bubbles without a mark."""
    low, high = np.quantile(traces, (0.2, 0.6)) if traces else (0.0, 0.0)
    return float(high - low)


class _Usual:
    """What is usual on a sheet: how much of a bubble a mark covers, how far aside, how dark; whether it is a circle."""

    def __init__(self, inks: Sequence[Ink], limits: Limits) -> None:
        self.limits = limits
        arcs = [bubble.arc for bubble in inks]
        self.arc = max(limits.dark, float(np.median(arcs)) + limits.noise * _spread(arcs))
        marks = [bubble for bubble in inks if bubble.core > limits.edge]
        rings = [bubble for bubble in inks if self._is_ring(bubble)]
        self.circles = len(rings) > limits.circles * len(marks)
        core, self.trace, self.aside, self.reach = _medians(marks, "core", "trace", "aside", "reach")
        self.strength = float(np.median([_strength(bubble) for bubble in [*marks, *rings]] or [0.0]))
        self.mark = float(np.clip(limits.mark * (core or 1.0), *limits.marks))
        self.some = limits.some * self.mark

    def noise(self, inks: Sequence[Ink], spots: Sequence[BubbleSpot]) -> list[float]:
        """For each bubble the trace that one without a mark may have: as its column and the whole sheet vary."""
        columns: dict[tuple[str, str], list[float]] = {}
        for spot, bubble in zip(spots, inks, strict=True):
            columns.setdefault(spot[1:3], []).extend([bubble.trace] if bubble.core <= self.mark else [])
        limits = self.limits
        sheet = max(limits.trace, limits.noise * _spread([trace for traces in columns.values() for trace in traces]))
        of_column = {at: min(limits.noise * _spread(traces), limits.most_noise) for at, traces in columns.items()}
        return [max(sheet, of_column[spot[1:3]]) for spot in spots]

    def row(self, bubbles: Sequence[Ink], noise: Sequence[float], *, is_foot: bool) -> list[InkVerdict]:
        """What the bubbles of a row say."""
        limits = self.limits
        traced = [bubble.trace / most for bubble, most in zip(bubbles, noise, strict=True)]
        inked = [
            bubble
            for bubble, dark in zip(bubbles, traced, strict=True)
            if (bubble.core > self.some and dark > 1) or self._is_ring(bubble)
        ]
        darkest = max(map(_strength, inked), default=0.0)
        marks = [bubble for bubble in inked if _strength(bubble) >= limits.faint * darkest and not bubble.touched]
        # Not the median: one arrow through several bubbles would make itself usual.
        reach = min((mark.reach for mark in marks), default=0.0)
        trace = _medians(marks, "trace")[0] if marks else self.trace
        circles = self.circles and any(map(self._is_ring, marks))
        usual = _Row(darkest, max(reach, self.reach), sorted((trace, self.trace)), circles)
        circled = [self._is_circled(bubble, usual) for bubble in bubbles]
        row = [
            InkVerdict.EMPTY
            if self._is_edge(bubble, circled[max(0, at - 1) : at + 2])
            else self._verdict(bubble, usual, traced[at])
            for at, bubble in enumerate(bubbles)
        ]
        if darkest < limits.ghost * self.strength:
            # Rubbed out, or another hand with a hard pencil.
            row = [InkVerdict.DOUBTFUL if verdict is InkVerdict.MARKED else verdict for verdict in row]
        if is_foot:
            # Signatures run through these.
            return [
                InkVerdict.DOUBTFUL if bubble.touched and bubble.core > self.mark else verdict
                for bubble, verdict in zip(bubbles, row, strict=True)
            ]
        if all(verdict is InkVerdict.EMPTY for verdict in row):
            row = [InkVerdict.DOUBTFUL if dark > 1 else InkVerdict.EMPTY for dark in traced]
        for at, bubble in enumerate(bubbles):
            astray = bubble.stray > max(limits.dark, limits.faint * self.strength)
            if astray and not any(map(self._is_written, bubbles[max(0, at - 1) : at + 2])):
                row[at] = InkVerdict.DOUBTFUL
        return row

    def undone(self, traces: Mapping[int, float]) -> list[int]:
        """Which of several marks may have been blackened or struck out: those much darker than the others."""
        if len(traces) < 2 or self.circles:
            return []
        usual, limits = median_high(traces.values()), self.limits
        most = min(limits.heavier * usual, usual + limits.fuller * (1 - usual))
        return [at for at, trace in traces.items() if trace > most]

    def _is_written(self, bubble: Ink) -> bool:
        return bubble.core > self.some or bubble.arc > self.arc

    def _is_ring(self, bubble: Ink) -> bool:
        return bubble.ring > self.arc and bubble.core < self.limits.edge

    def _is_circled(self, bubble: Ink, usual: "_Row") -> bool:
        return bubble.core < self.limits.edge and bubble.arc > max(self.arc, self.limits.round * usual.strength)

    def _is_edge(self, bubble: Ink, circled: Sequence[bool]) -> bool:
        """Whether all that is in a bubble is the edge of a circle around the one before or after it."""
        limits = self.limits
        beside = abs(bubble.aside) > limits.aside and bubble.core < 2 * limits.edge and bubble.arc <= self.arc
        return beside and any(circled)

    def _verdict(self, bubble: Ink, usual: "_Row", traced: float) -> InkVerdict:
        limits = self.limits
        if bubble.outline < limits.outline:
            return InkVerdict.DOUBTFUL
        if self._is_circled(bubble, usual):
            closed = self.circles and self._is_ring(bubble) and bubble.ring > limits.ghost * usual.strength
            return InkVerdict.MARKED if closed else InkVerdict.DOUBTFUL
        if bubble.core <= self.some or bubble.touched:
            return InkVerdict.EMPTY
        less, more = usual.traces
        faint, little = bubble.strength < limits.faint * usual.strength, bubble.trace < limits.little * less
        small = bubble.core < 1.25 * self.mark
        if bubble.strength < limits.ghost * usual.strength or ((small or faint) and bubble.trace < limits.speck * less):
            return InkVerdict.EMPTY
        if traced <= 1:
            nothing = bubble.core <= limits.untraced * self.mark or (faint and little)
            return InkVerdict.EMPTY if nothing else InkVerdict.DOUBTFUL
        if faint or traced < limits.surely:
            return InkVerdict.DOUBTFUL
        alike = not (little or usual.circles) and bubble.trace <= limits.much * more
        # Where this hand puts its marks, and not half-way to the next bubble or on to it.
        inside = abs(bubble.aside - self.aside) <= limits.aside and bubble.reach <= usual.reach + limits.far
        return InkVerdict.MARKED if bubble.core > self.mark and alike and inside else InkVerdict.DOUBTFUL


def _medians(marks: Sequence[Ink], *measures: str) -> list[float]:
    """What is usual among marks; 0 without any."""
    return [float(np.median([getattr(mark, of) for mark in marks] or [0.0])) for of in measures]


def _strength(bubble: Ink) -> float:
    """How dark a mark is, in the bubble or around it."""
    return max(bubble.strength, bubble.ring)


@dataclass(frozen=True, slots=True)
class _Row:
    """What is usual in a row: how dark its darkest mark is, how far a mark runs on, whether they are circles.

    `traces` is how much a mark darkens its bubble, in this row and on the sheet, the smaller one first.
    """

    strength: float
    reach: float
    traces: Sequence[float]
    circles: bool
