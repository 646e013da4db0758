"""Whether there is a mark in each bubble of a sheet: what the nets say of it, and how sure they have to be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from statistics import median_high

import numpy as np

from tournament.scan import strokes
from tournament.scan.ink import Ink
from tournament.scan.pages import Numbers
from tournament.scan.strips import BubbleSpot

# In a bubble with less nothing is written: how much of it is ink, its trace by what it may have, how dark what is
# around and beside it is; and with more of its outline.
BARE, BARELY = (0.01, 0.4, 0.1, 0.12), 0.8
# What darkens a bubble without a mark: at least, by how the others vary, and at most.
TRACE, NOISE, MOST_NOISE = 0.012, 5.0, 0.035
# What covers more of a bubble is a mark in any hand. Of how much marks usually cover, a mark, and within which bounds;
# and of that, some ink.
DENSE, MARK, LEAST, MOST, SOME = 0.15, 0.3, 0.025, 0.09, 0.6
# The kinds of bubbles of which a row may rightly have several marks; and those of which nothing else in a row tells.
SEVERAL, ALONE = frozenset({"declares", "made", "lost"}), frozenset({"pass", "doubled"})
# How dark a circle is at least; and of the darkest mark of its row, a mark.
DARK, FAINT = 0.12, 0.37

# Of several marks of a row one may be struck out that darkens its bubble so many times as much as the others; and one
# may be rubbed out that darkens it by less than such a share of theirs.
HEAVIER, LIGHTER = 1.4, 0.5
# A × may be a hole or a stain, which darkens its bubble less than such a share of what the others do, or more than so
# many times as much.
ALIKE, UNLIKE = 0.7, 1.6
# Darker than this, ink beside an empty bubble and in none may be a mark that missed it.
ASTRAY = 0.25
# In millimetres: a mark that runs on over other bubbles so much further than is usual may be an arrow.
FAR = 3.0

# By the number of a bubble, how likely it is empty, a mark, and ink that is none.
Shares = Mapping[int, Numbers]


class InkVerdict(Enum):
    """What a bubble says."""

    EMPTY = "empty"
    UNLIKELY = "unlikely"
    DOUBTFUL = "doubtful"
    MARKED = "marked"


@dataclass(frozen=True, slots=True)
class Limits:
    """How sure the nets have to be, by benchmarks/reading_thresholds.py on sheets on which nothing is judged.

    A mark is so `likely` one, or `touching` where it ends in another bubble, as it may be an arrow. What is empty is a
    mark with at most `missed`, and empty with at least `nothing`, as ink may mean something else; or, where a mark in
    another bubble ends, with at least `touched`. What is neither, or has ink astray beside it, is an `unlikely` mark if
    it is empty with at least so much; where a mark in another bubble ends, with at least `touched`.
    """

    likely: float
    touching: float
    missed: float
    nothing: float
    touched: float
    unlikely: float


CHOSEN = Limits(likely=0.9, touching=0.97, missed=0.015, nothing=0.2, touched=0.8, unlikely=0.5)


@dataclass(frozen=True, slots=True)
class InkRow:
    """A row of bubbles: which of the sheet's they are, and the trace that each may have without a mark.

    `usual` is how dark its darkest mark is, and how much its marks darken their bubbles; `reach` how far on over other
    bubbles its shortest mark runs, or those of the sheet usually do.
    """

    spot_numbers: Sequence[int]
    bubbles: Sequence[Ink]
    noise: Sequence[float]
    spots: Sequence[BubbleSpot]
    usual: strokes.Usual
    reach: float

    def inked(self) -> list[int]:
        """Which of its bubbles are looked at: all in which something may be written."""
        return [
            at
            for at, (bubble, most) in enumerate(zip(self.bubbles, self.noise, strict=True))
            if any(np.divide((bubble.core, bubble.trace / most, bubble.arc, bubble.stray), BARE) > 1)
            or bubble.outline < BARELY
        ]


def verdicts(inks: Sequence[Ink], spots: Sequence[BubbleSpot], *, hard: bool) -> list[InkVerdict]:
    """Whether there is a mark in each bubble; `hard` is a picture that is all black and white."""
    usual, ink_rows = rows_of(inks, spots)
    numbers, looked_at = views([(ink_row, ink_row.inked()) for ink_row in ink_rows], usual, hard=hard)
    shares = dict(zip(numbers, strokes.likely(*looked_at), strict=True)) if looked_at else {}
    return judge(ink_rows, shares, CHOSEN)


def judge(ink_rows: Sequence[InkRow], shares: Shares, limits: Limits) -> list[InkVerdict]:
    """Whether there is a mark in each bubble of these rows, by what the nets say of those that they looked at."""
    judged = [InkVerdict.EMPTY] * sum(len(ink_row.spot_numbers) for ink_row in ink_rows)
    for ink_row in ink_rows:
        for at, bubble in zip(ink_row.spot_numbers, ink_row.bubbles, strict=True):
            if at in shares:
                judged[at] = _verdict(shares[at], limits, bubble, ink_row.reach)
        for at in (*_undone(ink_row, judged), *_untold(ink_row, judged)):
            judged[at] = InkVerdict.DOUBTFUL
    return judged


def _verdict(shares: Numbers, limits: Limits, bubble: Ink, reach: float) -> InkVerdict:
    """What a bubble says, by how likely it is empty and a mark; a mark that runs on far beyond `reach` is in doubt."""
    empty, mark, _other = shares
    if mark >= (limits.touching if bubble.touching else limits.likely) and bubble.reach <= reach + FAR:
        return InkVerdict.MARKED
    nothing, unlikely = (limits.touched,) * 2 if bubble.touched else (limits.nothing, limits.unlikely)
    if mark <= limits.missed and empty >= nothing and bubble.stray <= ASTRAY:
        return InkVerdict.EMPTY
    return InkVerdict.UNLIKELY if empty >= unlikely else InkVerdict.DOUBTFUL


def _undone(ink_row: InkRow, judged: Sequence[InkVerdict]) -> Sequence[int]:
    """Which of several marks may have been struck out, or rubbed out: those much darker than the others, or lighter."""
    marks = {
        at: bubble.trace for at, bubble, kind in _marks_of(ink_row, judged) if bubble.core > DENSE and kind in SEVERAL
    }
    usual = median_high(marks.values()) if marks else 0.0
    return [at for at, trace in marks.items() if not LIGHTER * usual <= trace <= HEAVIER * usual]


def _untold(ink_row: InkRow, judged: Sequence[InkVerdict]) -> Sequence[int]:
    """Which marks that nothing else tells may be a hole or a stain: any pass beside others, a × that is unlike them.

    A pass without others is a whole deal: everybody passed.
    """
    marks = _marks_of(ink_row, judged)
    others = [bubble.trace for _at, bubble, kind in marks if kind not in ALONE]
    if not others:
        return []
    least, most = ALIKE * median_high(others), UNLIKE * median_high(others)
    return [at for at, bubble, kind in marks if kind in ALONE and (kind == "pass" or not least <= bubble.trace <= most)]


def _marks_of(ink_row: InkRow, judged: Sequence[InkVerdict]) -> list[tuple[int, Ink, str]]:
    """The bubbles of a row that are marks: their numbers, their ink and their kinds."""
    return [
        (at, bubble, spot[1])
        for at, bubble, spot in zip(ink_row.spot_numbers, ink_row.bubbles, ink_row.spots, strict=True)
        if judged[at] is InkVerdict.MARKED
    ]


def rows_of(inks: Sequence[Ink], spots: Sequence[BubbleSpot]) -> tuple[strokes.Usual, list[InkRow]]:
    """What is usual on a sheet, and its rows, each with what is usual there."""
    places: dict[int, list[int]] = {}
    for at, spot in enumerate(spots):
        places.setdefault(spot[0], []).append(at)
    # A stain or a shadow darkens a whole row.
    level = {deal: float(np.median([inks[at].trace for at in row])) for deal, row in places.items()}
    levelled = [replace(bubble, trace=bubble.trace - level[spot[0]]) for bubble, spot in zip(inks, spots, strict=True)]
    arcs = [bubble.arc for bubble in inks]
    arc = max(DARK, float(np.median(arcs)) + NOISE * _spread(arcs))
    is_ring = [bubble.ring > arc and bubble.core < DENSE for bubble in levelled]
    marks = [bubble for bubble in levelled if bubble.core > DENSE]
    covered = float(np.clip(MARK * (_median([mark.core for mark in marks]) or 1.0), LEAST, MOST))
    strengths = [_strength(bubble) for at, bubble in enumerate(levelled) if is_ring[at] or bubble.core > DENSE]
    usual = _median(strengths), _median([mark.trace for mark in marks])
    noise = _noise(levelled, spots, covered)
    rows = []
    for row in places.values():
        bubbles = [levelled[at] for at in row]
        inked = [
            bubble
            for at, bubble in zip(row, bubbles, strict=True)
            if is_ring[at] or (bubble.core > SOME * covered and bubble.trace > noise[at])
        ]
        darkest = max(map(_strength, inked), default=0.0)
        own = [bubble for bubble in inked if _strength(bubble) >= FAINT * darkest and not bubble.touched]
        of_row = darkest, _median([mark.trace for mark in own]) if own else usual[1]
        # Not the median: one arrow through several bubbles would make itself usual.
        reach = max(min((mark.reach for mark in own), default=0.0), _median([mark.reach for mark in marks]))
        rows.append(InkRow(row, bubbles, [noise[at] for at in row], [spots[at] for at in row], of_row, reach))
    return usual, rows


def views(
    picked: Sequence[tuple[InkRow, Sequence[int]]], usual: strokes.Usual, *, hard: bool
) -> tuple[list[int], strokes.Views | None]:
    """The numbers of these bubbles of each row among the sheet's, and what the nets look at; None without any."""
    numbers, spots, parts = list[int](), list[BubbleSpot](), []
    for row, places in picked:
        numbers += [row.spot_numbers[at] for at in places]
        spots += [row.spots[at] for at in places]
        some, noise = [row.bubbles[at] for at in places], [row.noise[at] for at in places]
        parts += [strokes.views(some, noise, row.usual, usual, hard=hard)] if places else []
    if not parts:
        return numbers, None
    pictures, measures = (np.concatenate(part) for part in zip(*parts, strict=True))
    rows, kinds = (np.unique([spot[of] for spot in spots], return_inverse=True)[1] for of in (0, 1))
    return numbers, (pictures, measures, rows, kinds)


def _noise(inks: Sequence[Ink], spots: Sequence[BubbleSpot], mark: float) -> list[float]:
    """For each bubble the trace that one without a mark may have: as its column and the whole sheet vary."""
    columns: dict[tuple[str, str], list[float]] = {}
    for spot, bubble in zip(spots, inks, strict=True):
        columns.setdefault(spot[1:3], []).extend([bubble.trace] if bubble.core <= mark else [])
    sheet = max(TRACE, NOISE * _spread([trace for traces in columns.values() for trace in traces]))
    of_column = {at: min(NOISE * _spread(traces), MOST_NOISE) for at, traces in columns.items()}
    return [max(sheet, of_column[spot[1:3]]) for spot in spots]


def _spread(traces: Sequence[float]) -> float:
    """How much traces differ, of which most are of bubbles without a mark."""
    low, high = np.quantile(traces, (0.2, 0.6)) if traces else (0.0, 0.0)
    return float(high - low)


def _median(measures: Sequence[float]) -> float:
    """What is usual; 0 without any."""
    return float(np.median(measures)) if measures else 0.0


def _strength(bubble: Ink) -> float:
    """How dark a mark is, in the bubble or around it."""
    return max(bubble.strength, bubble.ring)
