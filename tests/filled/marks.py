"""The marks people make in a bubble, each a function that gives its strokes in millimetres."""

import random
from collections.abc import Callable

from tests.filled.pens import Point, line, loop, zigzag

Strokes = list[list[Point]]
Mark = Callable[[Point, float, random.Random], Strokes]


def cross(at: Point, size: float, chance: random.Random) -> Strokes:
    x, y = at
    w, h = size * chance.uniform(0.40, 0.56), size * chance.uniform(0.40, 0.56)
    lean = chance.gauss(0, 0.15)
    return [
        line((x - w + lean, y - h), (x + w, y + h + lean), chance),
        line((x + w, y - h + lean), (x - w, y + h), chance),
    ]


def upright_cross(at: Point, size: float, chance: random.Random) -> Strokes:
    x, y = at
    w, h = size * chance.uniform(0.40, 0.5), size * chance.uniform(0.42, 0.56)
    return [line((x - w, y), (x + w, y + chance.gauss(0, 0.2)), chance), line((x, y - h), (x, y + h), chance)]


def tick(at: Point, size: float, chance: random.Random) -> Strokes:
    x, y = at
    low = (x - 0.1 * size, y + size * chance.uniform(0.3, 0.45))
    first = line((x - size * chance.uniform(0.3, 0.42), y + 0.05 * size), low, chance)
    return [first + line(low, (x + size * chance.uniform(0.45, 0.75), y - size * chance.uniform(0.5, 0.75)), chance)]


def slash(at: Point, size: float, chance: random.Random) -> Strokes:
    x, y = at
    w, h = size * chance.uniform(0.3, 0.5), size * chance.uniform(0.45, 0.6)
    return [line((x - w, y + h), (x + w, y - h), chance)]


def filled(at: Point, size: float, chance: random.Random) -> Strokes:
    wide, tall = size * chance.uniform(0.85, 1.0), size * chance.uniform(0.85, 1.0)
    return [loop(at, wide * 0.9, tall * 0.9, chance), zigzag(at, wide, tall, chance.randint(9, 14), chance)]


def scribble(at: Point, size: float, chance: random.Random) -> Strokes:
    return [zigzag(at, size * 0.9, size * 0.9, chance.randint(4, 6), chance)]


def circle(at: Point, size: float, chance: random.Random) -> Strokes:
    return [loop(at, size * chance.uniform(1.05, 1.3), size * chance.uniform(1.1, 1.35), chance)]


def dot(at: Point, size: float, chance: random.Random) -> Strokes:
    return [loop(at, size * 0.3, size * 0.3, chance), loop(at, size * 0.12, size * 0.12, chance)]


def blackened(at: Point, size: float, chance: random.Random) -> Strokes:
    """How a slip of the pen is undone: black, and over the edge."""
    big = size * chance.uniform(1.0, 1.25)
    return [zigzag(at, big, big, chance.randint(12, 16), chance), zigzag(at, big, big * 0.9, 10, chance)]


def struck(at: Point, size: float, chance: random.Random) -> Strokes:
    """How a mark is undone by those who have not read how: one or two long lines through it."""
    x, y = at
    reach = size * chance.uniform(0.65, 0.9)
    lines = [line((x - reach, y + chance.gauss(0, 0.4)), (x + reach, y + chance.gauss(0, 0.4)), chance)]
    if chance.random() < 0.5:
        lines.append(line((x - reach, y + 0.7), (x + reach, y + 0.5), chance))
    return lines


USUAL: tuple[tuple[Mark, int], ...] = (
    (cross, 11),
    (upright_cross, 1),
    (tick, 2),
    (slash, 2),
    (filled, 3),
    (scribble, 1),
    (dot, 1),
    (circle, 1),
)

# Strokes of the ten digits and the minus sign, in a box of 1 by 1 that is as high as a digit.
DIGITS: dict[str, list[list[Point]]] = {
    "0": [[(0.3, 0), (0, 0.4), (0.2, 1), (0.6, 0.7), (0.55, 0.1), (0.3, 0)]],
    "1": [[(0.1, 0.3), (0.4, 0), (0.4, 1)]],
    "2": [[(0, 0.2), (0.3, 0), (0.6, 0.25), (0, 1), (0.6, 0.95)]],
    "3": [[(0, 0.1), (0.5, 0.1), (0.2, 0.45), (0.6, 0.7), (0, 1)]],
    "4": [[(0.4, 0), (0, 0.6), (0.6, 0.6)], [(0.45, 0.3), (0.4, 1)]],
    "5": [[(0.6, 0), (0.1, 0), (0.1, 0.4), (0.6, 0.65), (0, 1)]],
    "6": [[(0.5, 0), (0, 0.7), (0.3, 1), (0.6, 0.7), (0.1, 0.6)]],
    "7": [[(0, 0), (0.6, 0.05), (0.2, 1)], [(0.1, 0.5), (0.5, 0.5)]],
    "8": [[(0.5, 0.1), (0.1, 0.2), (0.55, 0.75), (0.2, 1), (0, 0.75), (0.5, 0.1)]],
    "9": [[(0.5, 0.4), (0.1, 0.4), (0.2, 0), (0.55, 0.1), (0.4, 1)]],
    "-": [[(0, 0.5), (0.5, 0.48)]],
}


def number(text: str, left: float, top: float, tall: float, wide: float, chance: random.Random) -> Strokes:
    """A number as it is jotted down, in digits of `tall` millimetres, `wide` apart."""
    found = []
    for at, sign in enumerate(text):
        lean = chance.gauss(0.05, 0.05)
        for stroke in DIGITS[sign]:
            found.append(
                [
                    (
                        left + wide * (at + x) + lean * (1 - y) * tall + chance.gauss(0, 0.06),
                        top + tall * y + chance.gauss(0, 0.06),
                    )
                    for x, y in stroke
                ]
            )
    return found
