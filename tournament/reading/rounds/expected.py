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
class Played:
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


def expected(tables: Mapping[int, Played], now: datetime) -> dict[int, Expected]:
    """When these tables end, by number; those of which too little is known are left out.

    A table goes on at the speed of its own deals so far. The deal it plays ends now at the earliest. Most tables end by
    the median.
    """
    known = {number: one for number, one in tables.items() if one.written >= ENOUGH_DEALS}
    ends = {number: _ends(one, now) for number, one in known.items()}
    if len(ends) < ENOUGH_TABLES:
        return {number: Expected(end) for number, end in ends.items()}
    most = _median(ends.values())
    return {number: _judged(known[number], end, most, now) for number, end in ends.items()}


def _judged(one: Played, end: datetime, most: datetime, now: datetime) -> Expected:
    if one.written >= one.planned or end - most < BEHIND:
        return Expected(end)
    minutes = int((end - most).total_seconds()) // 60
    # Once this deal is played, there is no time for another.
    return Expected(end, minutes, one.planned - one.written > 1 and _next(one, now) + _each(one) > most)


def _ends(one: Played, now: datetime) -> datetime:
    left = one.planned - one.written
    return one.last if left <= 0 else _next(one, now) + (left - 1) * _each(one)


def _next(one: Played, now: datetime) -> datetime:
    """When the deal that is played now ends."""
    return max(one.last + _each(one), now)


def _each(one: Played) -> timedelta:
    """How long a deal takes at a table."""
    return (one.last - one.first) / (one.written - 1)


def _median(moments: Iterable[datetime]) -> datetime:
    some = list(moments)
    return some[0] + timedelta(seconds=median((moment - some[0]).total_seconds() for moment in some))
