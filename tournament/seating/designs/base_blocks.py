"""Base rounds found by search, each developed into a whole schedule in which nobody meets anybody twice.

`starters.json` holds per number of points: `rounds`, `orbits` and the tables of the base round, or of several `bases`
of as many rounds each. With n rounds to a base, the points below n * orbits move on, each in its orbit of length n; the
rest stay. The tests count every one of them.

The one for 32 points and ten rounds moves six orbits of five on from two base rounds. It was found by backtracking
among base rounds that another symmetry leaves as they are: x to -x, and orbits 0 to 5 to orbits 5, 4, 2, 3, 1, 0.

Those for 72, 80, 84, 96, 100, 108, 116, 120 and 132 points were found likewise, by backtracking over a third of the
tables: three orbits follow each other in a ring, person a of each one to person a of the next (for 80 points 3a
modulo 26, for 116 points 7a modulo 38), and a table that is turned so gives two others. Then nobody's number a comes
twice among the tables chosen, and each difference of two of them, within an orbit or to the next, comes once. For 96
and 132 points the numbers times 5 (modulo 31) and times 6 (modulo 43) are tables of the round too.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from tournament.seating.designs.plan import Design, Developed

DATA = Path(__file__).with_name("starters.json")


def starter(points: int, rounds: int) -> Design | None:
    """The stored design for this number of points, if it has enough rounds; None otherwise."""
    blocks = _stored().get(str(points))
    if not blocks or rounds > blocks["rounds"]:
        return None
    bases = blocks.get("bases") or [blocks["base"]]
    moduli = (blocks["rounds"] // len(bases),)
    parts = [Developed(moduli, blocks["orbits"], tuple(tuple(table) for table in base)) for base in bases]
    return Design("starter", points, rounds, tuple(parts))


@cache
def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return stored
