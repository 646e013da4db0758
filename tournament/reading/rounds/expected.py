"""When each table will have played its deals, from its own speed; and for which ones the others will wait."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

# With fewer deals than this a table's speed is not known, and with fewer tables of known speed the hall's is not.
ENOUGH_DEALS, ENOUGH_TABLES = 3, 4
# A table that ends so much later than most is worth a word.
BEHIND = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class TableSpeed:
    """What is known of a table: its deals written and planned, and when it wrote its first and its last one."""

    written: int
    planned: int
    first: datetime
    last: datetime


@dataclass(frozen=True, slots=True)
class Expected:
    """When a table ends. `behind` is how many minutes after most tables, 0 for less than BEHIND.

    `last` says that the deal it plays now must be its last one, so that it is not later still than most.
    """

    ends: datetime
    behind: int = 0
    last: bool = False


def expected(speeds: Mapping[int, TableSpeed], at: datetime) -> dict[int, Expected]:
    """When these tables end, by number; those of which too little is known are left out.

    A table goes on at the speed of its own deals so far. The deal it plays ends now at the earliest. Most tables end by
    the median.
    """
    known = {number: speed for number, speed in speeds.items() if speed.written >= ENOUGH_DEALS}
    ends = {number: _ends(speed, at) for number, speed in known.items()}
    if len(ends) < ENOUGH_TABLES:
        return {number: Expected(end) for number, end in ends.items()}
    typical = _median(ends.values())
    return {number: _judged(known[number], end, typical, at) for number, end in ends.items()}


def _judged(speed: TableSpeed, end: datetime, typical: datetime, at: datetime) -> Expected:
    if speed.written >= speed.planned or end - typical < BEHIND:
        return Expected(end)
    minutes = int((end - typical).total_seconds()) // 60
    # Once this deal is played, there is no time for another.
    return Expected(end, minutes, speed.planned - speed.written > 1 and _next(speed, at) + _each(speed) > typical)


def _ends(speed: TableSpeed, at: datetime) -> datetime:
    left = speed.planned - speed.written
    return speed.last if left <= 0 else _next(speed, at) + (left - 1) * _each(speed)


def _next(speed: TableSpeed, at: datetime) -> datetime:
    """When the deal that is played now ends."""
    return max(speed.last + _each(speed), at)


def _each(speed: TableSpeed) -> timedelta:
    """How long a deal takes at a table."""
    return (speed.last - speed.first) / (speed.written - 1)


def _median(moments: Iterable[datetime]) -> datetime:
    times = list(moments)
    return times[0] + timedelta(seconds=median((moment - times[0]).total_seconds() for moment in times))
