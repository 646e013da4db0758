"""Which numbers may be written by hand in a box: what a small net reads from left to right, with how likely each is.

`benchmarks/training/figures.py` teaches it, and writes its weights.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from tournament.scan.pages import Numbers
from tournament.scan.paper import SCALE
from tournament.scan.strokes import Weights, convolved, layer, shares_of

WEIGHTS = Path(__file__).with_name("figures.npz")
# What is looked at of a box, in millimetres around its middle, and in pixels.
WIDE, TALL = 14.0, 7.5
SIZE = (56, 30)
# What the net tells apart at each step to the right, and nothing, which is the last.
SIGNS = "0123456789-+"
# How many pixels down and to the right from one place of a layer to the next.
STEPS = {"c1": (1, 1), "c2": (2, 2), "c3": (2, 1), "c4": (2, 1), "c5": (2, 1)}
# What is darkest in a box counts as ink if it is so dark; print at its edges is not looked at for that.
LEAST_DARK, DARKEST, EDGES = 0.12, 0.97, (slice(4, -4), slice(8, -8))
# So many readings are followed; signs that are less likely than this are not.
READINGS, UNLIKELY = 6, 1e-4
# Numbers that are less likely are left out; and all of them where so likely nothing is written.
LEAST_SHARE, BLANK = 0.005, 0.5

# How likely each number is that may be written; together at most 1. Where nothing is written there is none.
Shares = Mapping[int, float]


def numbers(dark: Numbers, middles: Sequence[tuple[float, float]]) -> list[Shares]:
    """The numbers that may be written around each of these places, in millimetres on a flattened page."""
    if not middles:
        return []
    scores = _scores(_weights(), levelled(np.stack([_cut(dark, middle) for middle in middles])))
    return [_shares(by_step) for by_step in scores.tolist()]


def levelled(boxes: Numbers) -> Numbers:
    """Pictures of boxes as the net sees them: what is darkest has about the same level in all."""
    rows, columns = EDGES
    ink = np.quantile(boxes[:, rows, columns], DARKEST, axis=(1, 2)).clip(LEAST_DARK)
    return np.asarray((boxes / ink[:, None, None]).clip(-0.3, 1.5)[:, None], np.float32)


def _cut(dark: Numbers, middle: tuple[float, float]) -> Numbers:
    wide, tall = round(WIDE * SCALE), round(TALL * SCALE)
    left, top = round(middle[0] * SCALE - wide / 2), round(middle[1] * SCALE - tall / 2)
    right = max(0, left + wide - dark.shape[1])
    box = np.pad(dark[top : top + tall, left : left + wide], ((0, 0), (0, right)), mode="edge")
    return np.asarray(cv2.resize(box, SIZE, interpolation=cv2.INTER_AREA), np.float32)


def _scores(weights: Weights, boxes: Numbers) -> Numbers:
    """By box and step to the right, how likely each sign is there."""
    parts = boxes
    for name, steps in STEPS.items():
        parts = convolved(parts, weights[f"{name}.weight"], weights[f"{name}.bias"], steps)
    count, channels, tall, wide = parts.shape
    flat = parts.transpose(0, 3, 1, 2).reshape(count * wide, channels * tall)
    return shares_of(layer(weights, layer(weights, flat, "f1").clip(0), "f2")).reshape(count, wide, -1)


def _shares(by_step: Sequence[Sequence[float]]) -> Shares:
    """The likeliest numbers: a sign that is seen at several steps in a row stands there once."""
    nothing = len(SIGNS)
    # Of each reading up to a step, how likely it is and ends there with nothing, and with its last sign.
    readings = {"": (1.0, 0.0)}
    for step in by_step:
        longer: dict[str, tuple[float, float]] = {}
        likely = [at for at in range(nothing) if step[at] > UNLIKELY]
        for text, (apart, ended) in readings.items():
            before = longer.get(text, (0.0, 0.0))
            again = ended * step[SIGNS.index(text[-1])] if text else 0.0
            longer[text] = before[0] + (apart + ended) * step[nothing], before[1] + again
            for at in likely:
                grown = text + SIGNS[at]
                start = apart if text[-1:] == SIGNS[at] else apart + ended
                before = longer.get(grown, (0.0, 0.0))
                longer[grown] = before[0], before[1] + start * step[at]
        best = sorted(longer, key=lambda text: -sum(longer[text]))[:READINGS]
        readings = {text: longer[text] for text in best}
    shares: dict[int, float] = {}
    whole = sum(map(sum, readings.values()))
    if sum(readings.get("", ())) > BLANK * whole:
        return {}
    for text, parts in readings.items():
        if text.lstrip("-+").isdigit() and len(text) - len(text.lstrip("-+")) <= 1:
            shares[int(text)] = shares.get(int(text), 0.0) + float(sum(parts) / whole)
    return {number: round(share, 3) for number, share in shares.items() if share >= LEAST_SHARE}


@cache
def _weights() -> Weights:
    with np.load(WEIGHTS) as file:
        return {name: file[name].astype(np.float32) for name in file.files}
