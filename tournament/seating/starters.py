"""Base rounds found by search, each developed into a whole schedule in which nobody meets anybody twice.

`starters.json` holds per number of points: `rounds`, `orbits` and the tables of the base round. The points below
rounds * orbits move on, each in its orbit of length `rounds`; the rest stay. The tests count every one of them.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from tournament.seating.designs import Design, Developed

DATA = Path(__file__).with_name("starters.json")


def starter(points: int, rounds: int) -> Design | None:
    """The stored design for so many points, if there is one and it has so many rounds; None otherwise."""
    found = _stored().get(str(points))
    if not found or rounds > found["rounds"]:
        return None
    base = tuple(tuple(table) for table in found["base"])
    return Design("starter", points, rounds, (Developed((found["rounds"],), found["orbits"], base),))


def longest(points: int) -> int:
    """How many rounds the stored design for so many points has; 0 when there is none."""
    found = _stored().get(str(points))
    return int(found["rounds"]) if found else 0


@cache
def _stored() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(DATA.read_text(encoding="utf-8"))
    return stored
