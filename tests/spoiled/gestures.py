"""The movements of a hand: each gives the strokes of one mark around (0, 0), in millimetres, y downwards."""

from collections.abc import Callable

import numpy as np

Strokes = list[np.ndarray]
Gesture = Callable[[np.random.Generator, float], Strokes]


def _points(*pairs: tuple[float, float]) -> np.ndarray:
    return np.array(pairs, float)


def cross(rng: np.random.Generator, size: float) -> Strokes:
    """Two strokes, hardly ever of one length, meeting near the middle."""
    half = size / 2
    falling = _points((-half, -half), (0.08 * size, 0.05 * size), (half, half))
    rising = _points((half, -half), (0.0, -0.04 * size), (-half, half))
    strokes = [
        stroke * rng.uniform(0.85, 1.12, 2) + rng.normal(0, 0.05 * size, stroke.shape) for stroke in (falling, rising)
    ]
    return strokes if rng.random() < 0.8 else strokes[::-1]


def looped_cross(rng: np.random.Generator, size: float) -> Strokes:
    """A cross without lifting the pen: an alpha."""
    half = size / 2
    path = _points(
        (half, -half * 0.9),
        (0, 0),
        (-half, half * 0.9),
        (-1.15 * half, 0.1 * half),
        (-half * 0.8, -half * 0.8),
        (0.1, 0.05),
        (half, half),
    )
    return [path + rng.normal(0, 0.04 * size, path.shape)]


def star(rng: np.random.Generator, size: float) -> Strokes:
    """A cross with a third stroke."""
    third = _points((-0.55 * size, 0), (0, 0.03 * size), (0.55 * size, 0))
    return [*cross(rng, size), third + rng.normal(0, 0.05 * size, third.shape)]


def tick(rng: np.random.Generator, size: float) -> Strokes:
    """A short stroke down, a long one up to the right."""
    path = _points(
        (-0.42 * size, -0.05 * size),
        (-0.12 * size, 0.38 * size),
        (0.15 * size, -0.1 * size),
        (0.55 * size, -0.6 * size),
    )
    return [path + rng.normal(0, 0.045 * size, path.shape)]


def sharp_tick(rng: np.random.Generator, size: float) -> Strokes:
    """A tick of two straight strokes."""
    low = np.array((-0.1 * size, 0.4 * size)) + rng.normal(0, 0.04 * size, 2)
    left, right = np.array((-0.42 * size, 0.0)), np.array((0.5 * size, -0.5 * size))
    return [np.array([left, low]) + rng.normal(0, 0.03 * size, (2, 2)), np.array([low, right])]


def slash(rng: np.random.Generator, size: float) -> Strokes:
    """One stroke upwards."""
    path = _points((-0.32 * size, 0.55 * size), (0.02 * size, 0.03 * size), (0.34 * size, -0.55 * size))
    return [path + rng.normal(0, 0.06 * size, path.shape)]


def dash(rng: np.random.Generator, size: float) -> Strokes:
    """One stroke through the number."""
    path = _points((-0.6 * size, 0.08 * size), (0, 0), (0.6 * size, -0.06 * size))
    return [path + rng.normal(0, 0.05 * size, path.shape)]


def plus(rng: np.random.Generator, size: float) -> Strokes:
    """An upright cross."""
    upright = _points((0, -0.5 * size), (0.02 * size, 0), (0, 0.5 * size))
    level = _points((-0.5 * size, 0), (0, 0.02 * size), (0.5 * size, 0))
    return [stroke + rng.normal(0, 0.05 * size, stroke.shape) for stroke in (upright, level)]


def scribble(rng: np.random.Generator, size: float) -> Strokes:
    """To and fro across the bubble, loosely."""
    return [_zigzag(rng, size, int(rng.integers(6, 10)), rng.uniform(-0.5, 0.9))]


def dense(rng: np.random.Generator, size: float) -> Strokes:
    """To and fro until hardly any paper is left, then once around."""
    return [
        _zigzag(rng, size, int(rng.integers(16, 22)), rng.uniform(0.2, 1.0)),
        _round(rng, size * 0.42, size * 0.45, 1.1),
    ]


def spiral(rng: np.random.Generator, size: float) -> Strokes:
    """From the middle outwards in turns."""
    turns = rng.uniform(3.5, 5.5)
    along = np.linspace(0.05, 1, int(turns * 14))
    angle = 2 * np.pi * turns * along + rng.uniform(0, 6)
    radius = 0.5 * size * along * (1 + 0.08 * rng.normal(size=len(along)))
    return [np.column_stack([radius * np.cos(angle), 1.05 * radius * np.sin(angle)])]


def either(rng: np.random.Generator, size: float) -> Strokes:
    """A cross, a tick or a slash, as it comes."""
    return (cross, tick, slash)[rng.integers(3)](rng, size)


def ring(rng: np.random.Generator, size: float) -> Strokes:
    """A circle around the bubble, which hardly closes."""
    return [
        _round(
            rng, size * 0.55 * rng.uniform(0.92, 1.15), size * 0.58 * rng.uniform(0.92, 1.12), rng.uniform(0.97, 1.25)
        )
    ]


def dot(rng: np.random.Generator, size: float) -> Strokes:
    """A fat dot: a few tiny turns of the pen."""
    angle = np.linspace(0, 2 * np.pi * rng.uniform(1.6, 3), 24)
    radius = 0.22 * size * np.linspace(0.2, 1, 24) * (1 + 0.15 * rng.normal(size=24))
    return [np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])]


def small_dot(rng: np.random.Generator, size: float) -> Strokes:
    """A dot, pressed or turned once."""
    return [_round(rng, size * rng.uniform(0.04, 0.14), size * rng.uniform(0.04, 0.14), rng.uniform(1.0, 2.5))]


def bar(rng: np.random.Generator, size: float) -> Strokes:
    """One stroke downwards."""
    path = _points((0.02 * size, -0.55 * size), (0, 0), (-0.02 * size, 0.55 * size))
    return [path + rng.normal(0, 0.06 * size, path.shape)]


def backslash(rng: np.random.Generator, size: float) -> Strokes:
    """One stroke down to the right."""
    return [stroke * (-1, 1) for stroke in slash(rng, size)]


def doubled(rng: np.random.Generator, size: float) -> Strokes:
    """Two strokes beside each other."""
    one = (slash, bar, dash)[rng.integers(3)]
    apart = (0.0, 0.14 * size) if one is dash else (0.14 * size, 0.0)
    return [stroke + side * np.array(apart) for side in (-1, 1) for stroke in one(rng, size)]


def hatching(rng: np.random.Generator, size: float) -> Strokes:
    """Strokes beside each other, with paper between them."""
    count = int(rng.integers(3, 6))
    sides = np.linspace(-0.34, 0.34, count) * size
    return [stroke * (0.5, 0.8) + (side, 0) for side in sides for stroke in slash(rng, size)]


def filled(rng: np.random.Generator, size: float) -> Strokes:
    """All of the bubble and its outline, without any paper left."""
    across, down = size * rng.uniform(0.5, 0.62), size * rng.uniform(0.46, 0.6)
    return [_round(rng, across * share, down * share, 1.15) for share in np.linspace(1, 0.1, 8)]


def hook(rng: np.random.Generator, size: float) -> Strokes:
    """A tick that is hardly more than a bend."""
    path = _points((-0.3 * size, -0.25 * size), (-0.05 * size, 0.32 * size), (0.4 * size, -0.2 * size))
    return [path + rng.normal(0, 0.06 * size, path.shape)]


def vee(rng: np.random.Generator, size: float) -> Strokes:
    """Down and up again, as wide on both sides."""
    path = _points((-0.42 * size, -0.45 * size), (0, 0.45 * size), (0.42 * size, -0.45 * size))
    return [path[:2] + rng.normal(0, 0.05 * size, (2, 2)), path[1:] + rng.normal(0, 0.05 * size, (2, 2))]


def small_ring(rng: np.random.Generator, size: float) -> Strokes:
    """A circle inside the bubble."""
    return [_round(rng, size * rng.uniform(0.22, 0.36), size * rng.uniform(0.22, 0.36), rng.uniform(1.0, 1.4))]


def ringed(rng: np.random.Generator, size: float) -> Strokes:
    """A mark, and a circle around it."""
    inside = (cross, tick, slash, small_dot, dot)[rng.integers(5)]
    return [*inside(rng, size * rng.uniform(0.55, 0.85)), *ring(rng, size * rng.uniform(0.95, 1.15))]


def wave(rng: np.random.Generator, size: float) -> Strokes:
    """A line that goes up and down."""
    path = _points((-0.6, 0.1), (-0.3, -0.22), (0, 0.16), (0.3, -0.2), (0.6, 0.08)) * size
    return [path + rng.normal(0, 0.05 * size, path.shape)]


def arrow(start: tuple[float, float], end: tuple[float, float], rng: np.random.Generator) -> Strokes:
    """A bent arrow from one place to another."""
    a, b = np.array(start), np.array(end)
    along = (b - a) / max(0.1, float(np.hypot(*(b - a))))
    side = np.array((-along[1], along[0])) * (1 if rng.random() < 0.5 else -1)
    shaft = np.array([a, (a + b) / 2 + side * rng.uniform(0.6, 1.8), b])
    head = np.array([b - 1.1 * along + 0.8 * side, b, b - 1.1 * along - 0.8 * side])
    return [shaft + rng.normal(0, 0.1, shaft.shape), head[:2], head[1:]]


def _zigzag(rng: np.random.Generator, size: float, legs: int, slant: float) -> np.ndarray:
    at = np.linspace(-0.48, 0.48, legs)
    half = 0.5 * np.sqrt(np.maximum(0.05, 1 - (2 * at) ** 2)) * rng.uniform(0.8, 1.12, legs)
    ends = np.where(np.arange(legs) % 2, 1, -1) * half
    flat = np.column_stack([ends, at]) * size + rng.normal(0, 0.03 * size, (legs, 2))
    turn = np.array([[np.cos(slant), -np.sin(slant)], [np.sin(slant), np.cos(slant)]])
    return flat @ turn.T


def _round(rng: np.random.Generator, across: float, down: float, turns: float) -> np.ndarray:
    angle = np.linspace(0, 2 * np.pi * turns, 18) + rng.uniform(-2.4, -0.8)
    wobble = 1 + np.convolve(rng.normal(0, 0.09, 22), np.ones(5) / 5, "valid") + np.linspace(-0.04, 0.05, 18)
    return np.column_stack([across * wobble * np.cos(angle), down * wobble * np.sin(angle)])


# The figures as a hand writes them in a square of 1 by 1 (x, y from the upper left corner).
FIGURES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "0": (((0.55, 0.02), (0.18, 0.3), (0.2, 0.8), (0.5, 0.98), (0.8, 0.7), (0.78, 0.25), (0.5, 0.02)),),
    "1": (((0.25, 0.3), (0.55, 0.03), (0.52, 0.5), (0.5, 0.98)),),
    "2": (((0.2, 0.25), (0.5, 0.02), (0.78, 0.25), (0.45, 0.68), (0.18, 0.96), (0.82, 0.92)),),
    "3": (((0.2, 0.12), (0.6, 0.03), (0.7, 0.3), (0.42, 0.47), (0.75, 0.68), (0.55, 0.96), (0.2, 0.88)),),
    "4": (((0.6, 0.02), (0.2, 0.6), (0.85, 0.58)), ((0.65, 0.35), (0.6, 0.7), (0.58, 0.99))),
    "5": (((0.3, 0.05), (0.25, 0.42), (0.6, 0.38), (0.76, 0.7), (0.5, 0.97), (0.2, 0.88)), ((0.3, 0.06), (0.75, 0.03))),
    "6": (((0.7, 0.05), (0.3, 0.4), (0.25, 0.82), (0.55, 0.97), (0.74, 0.72), (0.5, 0.55), (0.26, 0.75)),),
    "7": (((0.18, 0.08), (0.8, 0.05), (0.5, 0.5), (0.38, 0.98)), ((0.32, 0.5), (0.72, 0.46))),
    "8": (((0.72, 0.18), (0.45, 0.03), (0.28, 0.25), (0.68, 0.65), (0.5, 0.97), (0.24, 0.75), (0.7, 0.25)),),
    "9": (((0.72, 0.3), (0.42, 0.45), (0.28, 0.2), (0.55, 0.03), (0.73, 0.25), (0.68, 0.65), (0.45, 0.98)),),
    "-": (((0.15, 0.55), (0.5, 0.53), (0.8, 0.55)),),
    "+": (((0.15, 0.55), (0.85, 0.53)), ((0.5, 0.2), (0.5, 0.9))),
}


def figures(text: str, height: float, rng: np.random.Generator) -> Strokes:
    """A number in handwriting, its middle at (0, 0)."""
    step, slant = 0.68 * height, rng.uniform(0.02, 0.3)
    strokes = []
    for at, figure in enumerate(text):
        left = (at - len(text) / 2) * step
        for stroke in FIGURES[figure]:
            path = np.array(stroke) + rng.normal(0, 0.035, (len(stroke), 2))
            path = (path - (0, 0.5)) * (0.62 * height, height)
            path[:, 0] += left - slant * path[:, 1]
            strokes.append(path)
    return strokes


def writing(width: float, height: float, rng: np.random.Generator) -> Strokes:
    """Words in a cursive that nobody can read, their middle at (0, 0)."""
    strokes, at = [], -width / 2
    while at < width / 2 - height * 0.5:
        letters = min(int(rng.integers(3, 9)), max(2, int((width / 2 - at) / (0.55 * height))))
        path = []
        for letter in range(letters):
            left = at + letter * 0.55 * height
            peak = -0.45 * height * (float(rng.choice([1.0, 1.0, 2.1])) if letter else 1.6)
            foot = 0.25 * height * (rng.choice([1.0, 1.0, 1.0, 2.4]))
            path += [
                (left, 0.2 * height),
                (left + 0.3 * height, peak),
                (left + 0.22 * height, 0),
                (left + 0.35 * height, foot),
            ]
        strokes.append(np.array(path) + rng.normal(0, 0.07 * height, (len(path), 2)))
        at += (letters + 0.9) * 0.55 * height
    return strokes


def signature(width: float, height: float, rng: np.random.Generator) -> Strokes:
    """A name as people sign: a big first letter, waves that flatten, often a flourish back through it."""
    count = int(rng.integers(9, 20))
    across = np.linspace(-0.5, 0.45, count) * width + rng.normal(0, 0.02 * width, count)
    high = np.linspace(1, 0.35, count) * height * 0.5
    path = np.column_stack([across, np.where(np.arange(count) % 2, 1, -1) * high * rng.uniform(0.4, 1.1, count)])
    path[: count // 2 + 1 : 3, 0] += 0.08 * width
    tilt = rng.uniform(-0.16, 0.06)
    path[:, 1] += tilt * path[:, 0]
    strokes = [path]
    if rng.random() < 0.7:
        back = np.array([(0.45, 0.1), (0.1, 0.5), (-0.4, 0.3), (-0.2, 0.05), (0.55, -0.1)]) * (width, height)
        strokes.append(back * rng.uniform(0.7, 1.05) + rng.normal(0, 0.03 * width, back.shape))
    if rng.random() < 0.4:
        strokes.append(_round(rng, 0.18 * width, 0.5 * height, 1.2) - np.array((0.38 * width, 0)))
    return strokes


# Some come more often: those of which people differ most.
GESTURES: tuple[Gesture, ...] = (
    *(cross, looped_cross, star, plus, tick, sharp_tick, hook, vee, slash, backslash, bar, dash, doubled, hatching),
    *(wave, scribble, dense, spiral, filled, filled, dot, small_dot, small_dot, ring, small_ring, ringed, ringed),
    either,
)
