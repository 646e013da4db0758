"""What stands beside the bubbles: totals, signatures, substitutes, notes, ticks of somebody who checks."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tests.spoiled import gestures, results
from tests.spoiled.filling import Filled
from tests.spoiled.ink import Pen

# How often somebody adds up wrongly, and by how much; how many leave out a total that stays as it was.
MISTAKES, SLIPS = 1 / 60, (-10, -3, -2, -1, 1, 2, 3, 10)
SPARING = 0.3


def write_totals(filled: Filled, pen: Pen, rng: np.random.Generator, big: float) -> None:
    """Running totals in the cell of each player, `big` times as high as fits well; the last ones in the boxes below.

    Who adds up goes wrong now and then, and on from there. Some leave a total out that stays as it was.
    """
    blank, is_sparing = filled.blank, rng.random() < SPARING
    begin = blank.deals[0] > 1
    totals = [int(rng.integers(-60, 61)) if begin else 0 for _cell in blank.cells]
    first = min(spot.y for spot in blank.spots if spot.deal) - blank.row / 2
    if begin:
        _write_line(filled, totals, first - 3.3, pen, rng)
    for deal, row in filled.rows.items():
        if not row.is_played:
            continue
        won = results.points(blank, deal, row.meant)
        y = next(iter(blank.by_deal[deal].values())).y
        for at, (left, right) in enumerate(blank.cells):
            before = totals[at]
            totals[at] += won.get(at + 1, 0) + int(rng.choice(SLIPS) if rng.random() < MISTAKES else 0)
            if is_sparing and totals[at] == before:
                continue
            height = big * min(3.8, (right - left) / 2.6)
            x = (left + right) / 2 + rng.normal(0, 0.4)
            trace = filled.draw(
                pen, gestures.figures(str(totals[at]), height, rng), (x, y + rng.normal(0, 0.5)), rng, 0.95
            )
            filled.touch(trace.box, "total on a bubble", [deal])
    last = max(spot.y for spot in blank.spots if spot.deal) + blank.row / 2
    _write_line(filled, totals, last + 3.3, pen, rng)


def _write_line(filled: Filled, totals: Sequence[int], y: float, pen: Pen, rng: np.random.Generator) -> None:
    """A total in each of the boxes above or below the rows."""
    for total, (left, right) in zip(totals, filled.blank.cells, strict=True):
        trace = filled.draw(pen, gestures.figures(str(total), 4.2, rng), ((left + right) / 2 - 3, y), rng)
        filled.touch(trace.box, "total on a bubble")


def sign(filled: Filled, pens: list[Pen], rng: np.random.Generator) -> None:
    """Everybody signs in their box, most of them across it."""
    foot = [spot for spot in filled.blank.spots if not spot.deal]
    if not foot:
        return
    y = float(np.mean([spot.y for spot in foot]))
    for left, right in filled.blank.signed:
        if rng.random() < 0.08:
            continue
        wide = (right - left) * rng.uniform(0.45, 1.0)
        x = left + (right - left) * rng.uniform(0.35, 0.6)
        pen = pens[rng.integers(len(pens))]
        strokes = gestures.signature(wide, rng.uniform(5, 12), rng)
        trace = filled.draw(pen, strokes, (x, y + rng.normal(-0.5, 1)), rng, rng.uniform(0.8, 1.1))
        filled.touch(trace.box, "signature on a bubble")


def agree(filled: Filled, pen: Pen, rng: np.random.Generator) -> None:
    """Each player marks that they agree."""
    for (kind, _value), spot in filled.blank.by_deal[0].items():
        if kind == "agreed" and rng.random() < 0.9:
            strokes = gestures.cross(rng, filled.blank.tall * rng.uniform(0.6, 1.0))
            filled.draw(pen, strokes, (spot.x + rng.normal(0, 0.3), spot.y + rng.normal(0, 0.3)), rng)


def substitute(filled: Filled, pen: Pen, rng: np.random.Generator) -> None:
    """Somebody else sat at one of the places: their number is written, and the bubble marked."""
    bubbles = [(mark, spot) for mark, spot in filled.blank.by_deal[0].items() if mark[0] == "substitute"]
    if not bubbles:
        return
    mark, spot = bubbles[rng.integers(len(bubbles))]
    filled.foot.add(mark)
    strokes = gestures.cross(rng, filled.blank.tall * rng.uniform(0.65, 1.0))
    filled.draw(pen, strokes, (spot.x + rng.normal(0, 0.25), spot.y + rng.normal(0, 0.25)), rng)
    number = str(rng.integers(9, 180))
    # Beside the bubble in a player's own box, or behind all of them where they are apart.
    is_apart = not any(kind == "agreed" for kind, _value in filled.blank.by_deal[0])
    x = max(other.x for _mark, other in bubbles) + 9 if is_apart else spot.x - 7
    filled.draw(pen, gestures.figures(number, 3.6, rng), (x, spot.y + rng.normal(0, 0.6)), rng)
    if is_apart:
        filled.draw(pen, gestures.writing(11, 2, rng), (x + 11, spot.y + rng.normal(0, 0.5)), rng, 0.9)


def note(filled: Filled, pen: Pen, rng: np.random.Generator) -> None:
    """Words where there is room: under the head, at the foot, in the margin."""
    row = filled.blank.row
    low = max(spot.y for spot in filled.blank.spots if spot.deal) + row
    wide, high = rng.uniform(18, 45), rng.uniform(2.2, 3.6)
    places = ((200.0, 27.0), (90.0, low - row / 2 + 3.3), (255.0, 190.0), (150.0, 207.0))
    x, y = places[rng.integers(len(places))]
    trace = filled.draw(pen, gestures.writing(wide, high, rng), (x, y), rng, 0.9)
    filled.touch(trace.box, "note on a bubble")


def check(filled: Filled, pen: Pen, rng: np.random.Generator) -> None:
    """Somebody at the desk ticks the number of each row they have typed."""
    left = min(spot.x for spot in filled.blank.spots if spot.deal) - filled.blank.wide / 2
    for deal, row in filled.rows.items():
        if row.is_played and rng.random() < 0.9:
            y = next(iter(filled.blank.by_deal[deal].values())).y
            trace = filled.draw(pen, gestures.tick(rng, 3.6), (left - 3.6, y), rng)
            filled.touch(trace.box, "desk's tick on a bubble", [deal])


def strike_rest(filled: Filled, pen: Pen, rng: np.random.Generator) -> None:
    """A line through the rows that were not played."""
    empty = [deal for deal, row in filled.rows.items() if not row.is_played]
    if not empty:
        return
    spots = [spot for deal in empty for spot in filled.blank.by_deal[deal].values()]
    left, right = min(spot.x for spot in spots), max(spot.x for spot in spots)
    top, bottom = min(spot.y for spot in spots), max(spot.y for spot in spots)
    ends = np.array([(left + rng.uniform(0, 20), bottom), ((left + right) / 2, (top + bottom) / 2), (right - 20, top)])
    filled.draw(replace(pen, uneven=0.05), [ends], (0, 0), rng)
    for deal in empty:
        filled.rows[deal].why.append("struck through")
