"""A process full of phones: captains who send deal after deal, going round their tables.

    python -m benchmarks.support.phones URL SECONDS DEALS [PACE] < tables.json

A table is a token, its seats, and the number of its next deal where that is not 1. With a PACE, a deal is due every
PACE seconds, and its wait counts from then, also when the one before was late.

Prints as JSON the milliseconds each answer took, the statuses of those that were no 303, and the seconds of it all.
"""

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from tests.support.servers.captains import WRITTEN, Captain


def main() -> None:
    """Reads token and seats of each table, sends until the time is over or every deal is written, and tells."""
    url, seconds, deals = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    pace = float(sys.argv[4]) if len(sys.argv) > 4 else 0.0
    tables, begun = json.load(sys.stdin), time.monotonic()
    answers = list(sent(url, tables, deals, begun + seconds, pace))
    report = {
        "took": [milliseconds for _, milliseconds in answers],
        "refused": [status for status, _ in answers if status != WRITTEN],
        "seconds": time.monotonic() - begun,
    }
    json.dump(report, sys.stdout)


def sent(url: str, tables: list[list[Any]], deals: int, end: float, pace: float) -> Iterator[tuple[int, float]]:
    """Sends a deal of every table, then another …: status and milliseconds of each answer."""
    phone, due = Captain(url, ""), time.monotonic()
    for turn in range(deals):
        for phone.token, phone.seats, *first in tables:
            number = (first[0] if first else 1) + turn
            due = due + pace if pace else time.monotonic()
            if due > end:
                return
            time.sleep(max(0.0, due - time.monotonic()))
            status = phone.write(number, f"{phone.token}_{number}")
            yield status, (time.monotonic() - due) * 1000


if __name__ == "__main__":
    main()
