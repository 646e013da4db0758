"""Sheet number 17: which form, whose hands, what went wrong, what it was read with. Always the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.spoiled import filling, foot
from tests.spoiled.accidents import ACCIDENTS
from tests.spoiled.blanks import TALL, Blank
from tests.spoiled.cameras import CAMERAS, Camera
from tests.spoiled.filling import Filled
from tests.spoiled.hands import BLACK, BLUE, FAINT, HANDS, HARD, PENCIL, RED, Hand, any_hand
from tests.spoiled.scanners import SCANNERS, Scanner
from tests.spoiled.slips import SLIPS, Writing

DEVICES: tuple[Scanner | Camera, ...] = (*SCANNERS, *CAMERAS)
# So that each device, hand and event comes as often as the others, and each device with each hand: no step and no two
# of their numbers have a common divisor.
DEVICE_STEP, HAND_STEP, EVENT_STEP = 17, 7, 7
# How often a row goes wrong: a careful person, a usual one, a careless one.
CARE = (0.0, 0.08, 0.28)
# And on a careless sheet, on which enough has to.
CARELESS = (0.4, 0.4, 0.4)
PALE = tuple(hand for hand in HANDS if hand.pen in (PENCIL, HARD, FAINT))


@dataclass(frozen=True, slots=True)
class SpoiledSheet:
    """A file, and the truth about it."""

    number: int
    file: str
    data: bytes
    filled: Filled
    hand: str
    spoil: str
    sort: str

    def truth(self) -> dict[str, Any]:
        """The truth as data for a file; marks are lists of kind and value."""
        rows = {
            str(deal): {
                "meant": [list(mark) for mark in sorted(row.meant)],
                "hand": row.hand,
                "clear": row.is_clear,
                "played": row.is_played,
                "void": row.is_void,
                "why": sorted(set(row.why)),
            }
            for deal, row in self.filled.rows.items()
        }
        return {
            "number": self.number,
            "file": self.file,
            "event": self.filled.blank.slug,
            "text": self.filled.blank.text,
            "hand": self.hand,
            "spoil": self.spoil,
            "sort": self.sort,
            "foot": [list(mark) for mark in sorted(self.filled.foot)],
            "rows": rows,
        }


def spoiled_sheet(
    number: int, blanks: Mapping[str, Sequence[Blank]], *, careless: bool = False, unnamed: bool = False
) -> SpoiledSheet:
    """The sheet of a number, on one of the forms of these events.

    `careless` is one on which much goes wrong, `unnamed` one filled by hands that are none of HANDS.
    """
    rng = np.random.default_rng([number, 2411])
    events = list(blanks)
    # Without the second part some hands would fill the forms of a few events alone.
    forms = blanks[events[(number * EVENT_STEP + number // len(HANDS)) % len(events)]]
    blank = forms[int(rng.integers(len(forms)))]
    device, first_hand = pair(number)
    hands = _hands(first_hand, rng)
    if unnamed:
        hands = [any_hand(rng) for _hand in hands]
    filled = fill(blank, hands, rng, CARELESS if careless else CARE)
    accidents = rng.choice(list(ACCIDENTS), size=rng.choice(3, p=(0.45, 0.35, 0.2)), replace=False)
    for accident in accidents:
        ACCIDENTS[accident](filled, rng)
    filled.judge_marks()
    data = _taken(device, filled, forms[-1], rng)
    name = f"{number:05}{device.suffix}"
    spoil = " + ".join([device.key, *map(str, accidents)])
    return SpoiledSheet(number, name, data, filled, " + ".join(hand.key for hand in hands), spoil, device.sort)


def fill(blank: Blank, hands: Sequence[Hand], rng: np.random.Generator, care: Sequence[float] = CARE) -> Filled:
    """A sheet filled by these hands, one after the other, and whatever else people write on it."""
    deals = len(blank.deals)
    empty = int(rng.integers(1, max(2, deals // 2 + 1))) if rng.random() < 0.3 else 0
    filled = filling.begin(blank, tuple(0.965 + rng.uniform(-0.025, 0.02) * np.array((0.6, 0.8, 1.3))), rng, empty)
    careless = float(rng.choice(care, p=(0.4, 0.4, 0.2)))
    is_mixed = rng.random() < 0.4
    for at, (deal, row) in enumerate(filled.rows.items()):
        if not row.is_played:
            continue
        hand = (
            hands[int(rng.integers(len(hands)))] if is_mixed else hands[min(at * len(hands) // deals, len(hands) - 1)]
        )
        row.hand = hand.key
        writing = Writing(filled, deal, hand, rng)
        if rng.random() < careless:
            slip = str(rng.choice(list(SLIPS)))
            row.why.append(slip)
            SLIPS[slip](writing)
        else:
            writing.write()
    _write_beside(filled, hands, rng)
    return filled


def _write_beside(filled: Filled, hands: Sequence[Hand], rng: np.random.Generator) -> None:
    pens = [BLUE, BLACK, RED, PENCIL, hands[0].pen]
    # Nobody writes a total with a marker.
    pen = hands[0].pen if hands[0].pen.nib < 0.6 else pens[rng.integers(2)]
    if rng.random() < 0.7:
        foot.write_totals(filled, pen, rng, 1.0 if rng.random() < 0.85 else 1.5)
    if rng.random() < 0.12:
        foot.substitute(filled, pen, rng)
    if rng.random() < 0.4:
        foot.agree(filled, pen, rng)
    if rng.random() < 0.75:
        foot.sign(filled, pens, rng)
    if rng.random() < 0.25:
        foot.note(filled, pens[rng.integers(len(pens))], rng)
    if rng.random() < 0.12:
        foot.check(filled, RED, rng)
    if rng.random() < 0.3:
        foot.strike_rest(filled, pen, rng)


def pair(number: int) -> tuple[Scanner | Camera, Hand]:
    """What a sheet is read with, and whose hand is the first on it."""
    return DEVICES[number * DEVICE_STEP % len(DEVICES)], HANDS[number * HAND_STEP % len(HANDS)]


def _hands(first: Hand, rng: np.random.Generator) -> list[Hand]:
    others = [hand for hand in HANDS if hand is not first]
    if first not in PALE and rng.random() < 0.15:
        # The pen is gone, and a pencil lies on the table.
        return [first, PALE[int(rng.integers(len(PALE)))]]
    count = int(rng.choice(3, p=(0.75, 0.17, 0.08)))
    return [first, *(others[int(at)] for at in rng.choice(len(others), size=count, replace=False))]


def _taken(device: Scanner | Camera, filled: Filled, behind: Blank, rng: np.random.Generator) -> bytes:
    """The file that a device makes of the sheet; what it spoils of rows is recorded."""
    if isinstance(device, Camera):
        data, boxes = device.photograph(filled.sheet.light, rng)
        for box in boxes:
            filled.touch(box, "glare")
        return data
    data, streaks = device.scan(filled.sheet.light, behind.picture, rng)
    for x in streaks:
        filled.touch((x - 1.5, 0, x + 1.5, TALL), "streak")
    return data
