"""How likely ink is a mark: what small nets say on average, which were shown the bubbles of drawn sheets.

Each looks at what is written around a bubble, at what is printed there, and at how both compare with the row and the
sheet; then once more, beside what it saw in the other bubbles of the row and of the sheet: what is left of a stroke is
told by the strokes that are whole. `benchmarks/training/faint_marks.py` teaches them, and writes their weights.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tournament.scan.ink import DARKEST, LEAST_INK, Ink
from tournament.scan.pages import Numbers

WEIGHTS = Path(__file__).with_name("strokes.npz")
# What is weighed of a bubble by itself; the other measures compare it with its row and sheet.
ALONE = ("core", "strength", "ring", "arc", "aside", "trace", "outline", "touched", "reach", "stray", "held")
# Less of anything is as good as nothing: of a trace, of how dark ink is.
LEAST_TRACE, LEAST_STRENGTH = 1e-3, 0.01
# So many times the usual difference from what is usual; further away is not told apart.
FAR = 4.0

# What is seen around a bubble counts as if so much of a mark were nothing; so many marks are many on a sheet.
NOTHING, MANY = 0.3, 20
# So many bubbles are looked at at once.
SOME = 32

# What a row or a sheet is like: how dark a mark is, and how much it darkens its bubble.
Usual = tuple[float, float]
# Of a net: its weights by layer.
Weights = Mapping[str, Numbers]
# Of some bubbles: three pictures, measures, and numbers that bubbles of one row, and of one kind, have in common.
Ints = NDArray[np.intp]
Views = tuple[Numbers, Numbers, Ints, Ints]


def views(
    bubbles: Sequence[Ink], noise: Sequence[float], of_row: Usual, of_sheet: Usual, *, hard: bool
) -> tuple[Numbers, Numbers]:
    """What a net looks at for each of some bubbles of a row: three pictures, and its measures.

    `noise` is the trace that each bubble may have without a mark; `hard` is a picture that is all black and white.
    """
    written, printed = np.stack([bubble.patch() for bubble in bubbles], axis=1)
    dark = max(of_row[0], LEAST_INK)
    pictures = [(written * 4).clip(-1, 3), (written / dark).clip(-1, 2), printed.clip(0, 2 * DARKEST)]
    alone = np.array([[getattr(bubble, name) for name in ALONE] for bubble in bubbles])
    trace = np.maximum(alone[:, [ALONE.index("trace")]], LEAST_TRACE)
    strength = np.maximum(np.maximum(alone[:, [1]], alone[:, [2]]), LEAST_STRENGTH)
    usual = np.maximum([of_row, of_sheet], [LEAST_STRENGTH, LEAST_TRACE])
    levels = np.array(noise)[:, None]
    shares = [trace / np.maximum(levels, LEAST_TRACE), strength / usual[:, 0], trace / usual[:, 1]]
    same = np.broadcast_to([*of_row, *of_sheet, hard], (len(bubbles), 5))
    measures = np.concatenate([alone, np.log(np.concatenate(shares, axis=1)), same, levels], axis=1)
    return np.stack(pictures, axis=1), measures.astype(np.float32)


def likely(*views_of_sheet: *Views) -> Numbers:
    """For each bubble how likely it is empty, how likely a mark, and how likely ink that is none; together 1."""
    return np.asarray(np.mean(by_net(*views_of_sheet), axis=0), np.float32)


def by_net(*views_of_sheet: *Views) -> Numbers:
    """The same by what each net says."""
    return np.stack([_likely(weights, *views_of_sheet) for weights in _nets()])


def _likely(weights: Weights, pictures: Numbers, measures: Numbers, row_numbers: Ints, kinds: Ints) -> Numbers:
    # Some at a time: what is copied for all at once is as large as a page.
    parts = np.array_split(pictures, -(-len(pictures) // SOME))
    for name in ("c1", "c2", "c3"):
        parts = [convolved(part, weights[f"{name}.weight"], weights[f"{name}.bias"]) for part in parts]
    levelled = ((measures - weights["middle"]) / weights["spread"]).clip(-FAR, FAR)
    flat = np.concatenate([np.concatenate(parts).reshape(len(pictures), -1), levelled], axis=1)
    seen = layer(weights, flat, "f1").clip(0)
    first = 1 / (1 + np.exp(-layer(weights, seen, "s1")[:, 0]))
    elsewhere = (1 - np.eye(len(seen), dtype=np.float32)) * first
    beside = elsewhere * (row_numbers[:, None] == row_numbers)
    alike = beside * (kinds[:, None] == kinds)
    row, sheet, kind = (some.sum(axis=1, keepdims=True) for some in (beside, elsewhere, alike))
    around = [beside @ seen / (row + NOTHING), elsewhere @ seen / (sheet + NOTHING)]
    most = [some.max(axis=1, keepdims=True) for some in (beside, alike)]
    hidden = np.concatenate([seen, *around, first[:, None], row, *most, kind, sheet / MANY], axis=1)
    return shares_of(layer(weights, layer(weights, hidden, "f2").clip(0), "f3"))


def shares_of(scores: Numbers) -> Numbers:
    """The scores of each row as shares that are 1 together."""
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float32)


def layer(weights: Weights, flat: Numbers, name: str) -> Numbers:
    """What a layer of this name gives, pixel by pixel or bubble by bubble."""
    return np.asarray(flat @ weights[f"{name}.weight"].T + weights[f"{name}.bias"], np.float32)


def convolved(pictures: Numbers, weight: Numbers, bias: Numbers, strides: tuple[int, int] = (2, 2)) -> Numbers:
    """Every so many pixels, down and across, of a convolution by threes, of which what is negative is nothing."""
    padded = np.pad(pictures, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))[:, :, :: strides[0], :: strides[1]]
    sums = np.tensordot(windows, weight, ([1, 4, 5], [1, 2, 3])) + bias
    return np.asarray(sums.clip(0).transpose(0, 3, 1, 2), np.float32)


@cache
def _nets() -> Sequence[Weights]:
    """The nets that were taught, each in another order."""
    with np.load(WEIGHTS) as file:
        stacks = {name: file[name].astype(np.float32) for name in file.files}
    return [{name: stack[at] for name, stack in stacks.items()} for at in range(len(stacks["middle"]))]
