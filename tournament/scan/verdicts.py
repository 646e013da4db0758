"""Whether there is a mark in a bubble, by what is in it, in its row, and on its sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from statistics import median_high

import numpy as np

from tournament.scan import strokes
from tournament.scan.ink import Ink
from tournament.scan.strips import BubbleSpot

# In a bubble with less nothing is written: how much of it is ink, its trace by what it may have, how dark what is
# around and beside it is; and with more of its outline.
BARE, BARELY = (0.01, 0.4, 0.1, 0.12), 0.8
# The kinds of bubbles of which a row may rightly have several marks.
SEVERAL = frozenset({"declares", "made", "lost"})


class InkVerdict(Enum):
    """What a bubble says; faint ink is not an answer, it is still to be weighed."""

    EMPTY = "empty"
    FAINT = "faint"
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
    far: float = 1.3
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
    # Whether the picture is all black and white.
    hard: bool = False
    # By the nets: a mark asks if it is less likely one; what asks for being faint alone, and anything else, is a mark
    # if it is so likely one, and nothing if it is so likely nothing; what seems empty asks if it is a mark so likely,
    # or less likely nothing, and a trump in a row that has none if it is less likely nothing than the last.
    unlikely: float = 0.9
    likely: float = 0.9
    likelier: float = 0.98
    vacant: float = 0.5
    void: float = 0.8
    missed: float = 0.05
    covered: float = 0.2
    bare: float = 0.95
    # Of so many bubbles wrong in a row, by what the nets expect, the least sure one asks.
    risk: float = 0.4


CHOSEN = Limits()
# Where a picture is all black and white, strokes may be lost, and what is left of them asks; specks are blacker there,
# and look more like marks.
CHOSEN_HARD = Limits(speck=0.25, surely=2.0, untraced=0.0, hard=True, missed=0.07, bare=0.7)


def verdicts(inks: Sequence[Ink], spots: Sequence[BubbleSpot], limits: Limits = CHOSEN) -> list[InkVerdict]:
    """Whether there is a mark in each bubble."""
    sheet, rows = weighable(inks, spots, limits)
    by_spot: dict[int, InkVerdict] = {}
    for ink_row in rows:
        by_spot |= zip(ink_row.spot_numbers, sheet.judge(ink_row), strict=True)
    sheet.weigh(rows, by_spot)
    return [by_spot[at] for at in range(len(spots))]


def weighable(inks: Sequence[Ink], spots: Sequence[BubbleSpot], limits: Limits) -> "tuple[InkSheet, list[InkRow]]":
    """A sheet, and its rows, each with what is usual there."""
    places: dict[int, list[int]] = {}
    for at, spot in enumerate(spots):
        places.setdefault(spot[0], []).append(at)
    # A stain or a shadow darkens a whole row.
    level = {deal: float(np.median([inks[at].trace for at in row])) for deal, row in places.items()}
    levelled = [replace(bubble, trace=bubble.trace - level[spot[0]]) for bubble, spot in zip(inks, spots, strict=True)]
    sheet = InkSheet(levelled, limits)
    noise = sheet.noise(levelled, spots)
    rows = [
        sheet.row(row, [levelled[at] for at in row], [noise[at] for at in row], [spots[at] for at in row])
        for row in places.values()
    ]
    return sheet, rows


def _spread(traces: Sequence[float]) -> float:
    """How much traces differ, of which most are of bubbles without a mark."""
    low, high = np.quantile(traces, (0.2, 0.6)) if traces else (0.0, 0.0)
    return float(high - low)


class InkSheet:
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

    def row(
        self, spot_numbers: Sequence[int], bubbles: Sequence[Ink], noise: Sequence[float], spots: Sequence[BubbleSpot]
    ) -> "InkRow":
        """A row of the sheet, and what is usual in it."""
        inked = [
            bubble
            for bubble, most in zip(bubbles, noise, strict=True)
            if (bubble.core > self.some and bubble.trace > most) or self._is_ring(bubble)
        ]
        darkest = max(map(_strength, inked), default=0.0)
        marks = [bubble for bubble in inked if _strength(bubble) >= self.limits.faint * darkest and not bubble.touched]
        # Not the median: one arrow through several bubbles would make itself usual.
        reach = max(min((mark.reach for mark in marks), default=0.0), self.reach)
        trace = _medians(marks, "trace")[0] if marks else self.trace
        circles = self.circles and any(map(self._is_ring, marks))
        return InkRow(spot_numbers, bubbles, noise, spots, darkest, reach, trace, circles)

    def judge(self, ink_row: "InkRow") -> list[InkVerdict]:
        """What the bubbles of a row say."""
        traced = [bubble.trace / most for bubble, most in zip(ink_row.bubbles, ink_row.noise, strict=True)]
        circled = [self._is_circled(bubble, ink_row) for bubble in ink_row.bubbles]
        judged = [
            InkVerdict.EMPTY
            if self._is_edge(bubble, circled[max(0, at - 1) : at + 2])
            else self._verdict(bubble, ink_row, traced[at])
            for at, bubble in enumerate(ink_row.bubbles)
        ]
        if ink_row.strength < self.limits.ghost * self.strength:
            # Rubbed out, or another hand with a hard pencil.
            judged = [verdict if verdict is InkVerdict.EMPTY else InkVerdict.DOUBTFUL for verdict in judged]
        if ink_row.spots[0][0]:
            if all(verdict is InkVerdict.EMPTY for verdict in judged):
                judged = [InkVerdict.FAINT if dark > 1 else InkVerdict.EMPTY for dark in traced]
            doubtful = [*self._astray(ink_row.bubbles), *self._undone(ink_row, judged)]
        else:
            # Signatures run through these.
            doubtful = [at for at, bubble in enumerate(ink_row.bubbles) if bubble.touched and bubble.core > self.mark]
        for at in doubtful:
            judged[at] = InkVerdict.DOUBTFUL
        return judged

    def _astray(self, bubbles: Sequence[Ink]) -> list[int]:
        """The bubbles beside which a mark missed, which neither they nor their neighbours have."""
        least = max(self.limits.dark, self.limits.faint * self.strength)
        return [
            at
            for at, bubble in enumerate(bubbles)
            if bubble.stray > least and not any(map(self._is_written, bubbles[max(0, at - 1) : at + 2]))
        ]

    def _undone(self, ink_row: "InkRow", judged: Sequence[InkVerdict]) -> Sequence[int]:
        """Which of several marks may have been blackened or struck out: those much darker than the others."""
        marked = [
            at for at, verdict in enumerate(judged) if verdict is InkVerdict.MARKED and ink_row.spots[at][1] in SEVERAL
        ]
        if len(marked) < 2 or self.circles:
            return ()
        usual, limits = median_high(ink_row.bubbles[at].trace for at in marked), self.limits
        most = min(limits.heavier * usual, usual + limits.fuller * (1 - usual))
        return [at for at in marked if ink_row.bubbles[at].trace > most]

    def weigh(self, ink_rows: Sequence["InkRow"], judged: dict[int, InkVerdict]) -> None:
        """Lets the nets change verdicts, by the numbers of their bubbles; faint ink that they do not see is a doubt."""
        picked = [(row, self.inked(row, judged)) for row in ink_rows if row.bubbles[0].patch is not None]
        numbers, views = self.views(picked) if any(places for _row, places in picked) else ([], None)
        shares = dict(zip(numbers, strokes.likely(*views), strict=True)) if views else {}
        bubbles = {at: bubble for row in ink_rows for at, bubble in zip(row.spot_numbers, row.bubbles, strict=True)}
        for at, verdict in judged.items():
            if at in shares:
                judged[at] = self._weighed(verdict, bubbles[at], *shares[at])
            elif verdict is InkVerdict.FAINT:
                judged[at] = InkVerdict.DOUBTFUL
        for row in ink_rows:
            # Of whatever else is lost, the rest of its row tells.
            trumps = [at for at, spot in zip(row.spot_numbers, row.spots, strict=True) if spot[1] == "trump"]
            is_marked = any(judged[at] is InkVerdict.MARKED for at in row.spot_numbers)
            if is_marked and all(judged[at] is InkVerdict.EMPTY for at in trumps):
                doubtful = [at for at in trumps if at in shares and shares[at][0] < self.limits.bare]
                judged |= dict.fromkeys(doubtful, InkVerdict.DOUBTFUL)
            sure = [at for at in row.spot_numbers if at in shares and judged[at] is not InkVerdict.DOUBTFUL]
            wrong = {at: abs(shares[at][1] - (judged[at] is InkVerdict.MARKED)) for at in sure}
            if is_marked and sum(wrong.values()) > self.limits.risk:
                judged[max(wrong, key=wrong.__getitem__)] = InkVerdict.DOUBTFUL

    def _weighed(self, verdict: InkVerdict, bubble: Ink, nothing: float, mark: float, _other: float) -> InkVerdict:
        """What a bubble says of which the nets say how likely it is empty, and a mark."""
        limits = self.limits
        if verdict is InkVerdict.MARKED:
            return verdict if mark >= limits.unlikely else InkVerdict.DOUBTFUL
        may_be_circled = bubble.core < limits.edge and bubble.arc > limits.dark and not self.circles
        if verdict is InkVerdict.DOUBTFUL and (may_be_circled or bubble.outline < limits.outline):
            # The nets tell strokes, and not what somebody means by a circle, whose habit it is not, or covers.
            return verdict
        if mark > (limits.likely if verdict is InkVerdict.FAINT else limits.likelier):
            return InkVerdict.MARKED
        if verdict is InkVerdict.EMPTY:
            return verdict if mark <= limits.missed and nothing >= limits.covered else InkVerdict.DOUBTFUL
        is_nothing = nothing > (limits.vacant if verdict is InkVerdict.FAINT else limits.void)
        return InkVerdict.EMPTY if is_nothing else InkVerdict.DOUBTFUL

    def inked(self, ink_row: "InkRow", judged: Mapping[int, InkVerdict]) -> list[int]:
        """Which bubbles of a row are looked at: all in which something may be written."""
        return [
            at
            for at, (bubble, most) in enumerate(zip(ink_row.bubbles, ink_row.noise, strict=True))
            if any(np.divide((bubble.core, bubble.trace / most, bubble.arc, bubble.stray), BARE) > 1)
            or bubble.outline < BARELY
            or judged[ink_row.spot_numbers[at]] is not InkVerdict.EMPTY
        ]

    def views(self, picked: "Sequence[tuple[InkRow, Sequence[int]]]") -> tuple[list[int], strokes.Views]:
        """The numbers of these bubbles of each row among the sheet's, and what the net looks at."""
        numbers, spots, parts = list[int](), list[BubbleSpot](), []
        usual, habits = (self.strength, self.trace), (self.circles, self.limits.hard, self.mark)
        for row, places in picked:
            numbers += [row.spot_numbers[at] for at in places]
            spots += [row.spots[at] for at in places]
            some, noise = [row.bubbles[at] for at in places], [row.noise[at] for at in places]
            parts += [strokes.views(some, noise, (row.strength, row.trace), usual, habits)] if places else []
        pictures, measures = (np.concatenate(part) for part in zip(*parts, strict=True))
        rows, kinds = (np.unique([spot[of] for spot in spots], return_inverse=True)[1] for of in (0, 1))
        return numbers, (pictures, measures, rows, kinds)

    def _is_written(self, bubble: Ink) -> bool:
        return bubble.core > self.some or bubble.arc > self.arc

    def _is_ring(self, bubble: Ink) -> bool:
        return bubble.ring > self.arc and bubble.core < self.limits.edge

    def _is_circled(self, bubble: Ink, ink_row: "InkRow") -> bool:
        return bubble.core < self.limits.edge and bubble.arc > max(self.arc, self.limits.round * ink_row.strength)

    def _is_edge(self, bubble: Ink, circled: Sequence[bool]) -> bool:
        """Whether all that is in a bubble is the edge of a circle around the one before or after it."""
        limits = self.limits
        beside = abs(bubble.aside) > limits.aside and bubble.core < 2 * limits.edge and bubble.arc <= self.arc
        return beside and any(circled)

    def _verdict(self, bubble: Ink, ink_row: "InkRow", traced: float) -> InkVerdict:
        limits = self.limits
        if bubble.outline < limits.outline:
            return InkVerdict.DOUBTFUL
        if self._is_circled(bubble, ink_row):
            closed = self.circles and self._is_ring(bubble) and bubble.ring > limits.ghost * ink_row.strength
            return InkVerdict.MARKED if closed else InkVerdict.DOUBTFUL
        if bubble.core <= self.some or bubble.touched:
            return InkVerdict.EMPTY
        less, more = sorted((ink_row.trace, self.trace))
        faint, little = bubble.strength < limits.faint * ink_row.strength, bubble.trace < limits.little * less
        small = bubble.core < 1.25 * self.mark
        if bubble.strength < limits.ghost * ink_row.strength or (
            (small or faint) and bubble.trace < limits.speck * less
        ):
            return InkVerdict.EMPTY
        # Circles darken no bubble, so that nothing is little beside them.
        nothing = bubble.core <= limits.untraced * self.mark or (faint and (little or ink_row.circles))
        if traced <= 1 and nothing:
            return InkVerdict.EMPTY
        alike = not ink_row.circles and bubble.trace <= limits.much * more
        # Where this hand puts its marks, and not half-way to the next bubble or on to it.
        inside = abs(bubble.aside - self.aside) <= limits.aside and bubble.reach <= ink_row.reach + limits.far
        if not (alike and inside):
            return InkVerdict.DOUBTFUL
        plain = traced > max(1, limits.surely) and bubble.core > self.mark and not (faint or little)
        return InkVerdict.MARKED if plain else InkVerdict.FAINT


def _medians(marks: Sequence[Ink], *measures: str) -> list[float]:
    """What is usual among marks; 0 without any."""
    return [float(np.median([getattr(mark, of) for mark in marks] or [0.0])) for of in measures]


def _strength(bubble: Ink) -> float:
    """How dark a mark is, in the bubble or around it."""
    return max(bubble.strength, bubble.ring)


@dataclass(frozen=True, slots=True)
class InkRow:
    """A row of bubbles: which of the sheet's they are, and the trace that each may have without a mark.

    What is usual in it: how dark its darkest mark is, how far a mark runs on, how much it darkens its bubble, and
    whether its marks are circles.
    """

    spot_numbers: Sequence[int]
    bubbles: Sequence[Ink]
    noise: Sequence[float]
    spots: Sequence[BubbleSpot]
    strength: float
    reach: float
    trace: float
    circles: bool
