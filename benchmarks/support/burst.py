"""A process full of phones that all send a deal within a moment, each over a connection of its own that is open.

    python -m benchmarks.support.burst URL SECONDS < tables.json

Prints as JSON the milliseconds each answer took, the statuses of those that were no 303, and the seconds of it all.
"""

import asyncio
import json
import random
import sys
import time
from urllib.parse import urlsplit

from benchmarks.support.crowd import Line, answered
from tests.support.servers.captains import WRITTEN, Captain


async def main() -> None:
    """Opens all lines, sends at moments spread by chance over so many seconds, and tells."""
    url, seconds = sys.argv[1], float(sys.argv[2])
    where, chance = urlsplit(url), random.Random(1)
    phones = [Captain(url, token, seats) for token, seats in json.load(sys.stdin)]
    lines = [await asyncio.open_connection(where.hostname, where.port) for _ in phones]
    begun = time.monotonic() + 0.5
    moments = [begun + chance.uniform(0, seconds) for _ in phones]
    answers = await asyncio.gather(*map(sent, phones, lines, moments))
    report = {
        "took": [milliseconds for _, milliseconds in answers],
        "refused": [status for status, _ in answers if status != WRITTEN],
        "seconds": time.monotonic() - begun,
    }
    json.dump(report, sys.stdout)


async def sent(phone: Captain, line: Line, moment: float) -> tuple[int, float]:
    """Status and milliseconds of the answer to the first deal of a table, sent at this moment."""
    where = urlsplit(phone.url).netloc
    path, body = phone.deal(1, "burst")
    head = (f"POST {path} HTTP/1.1", f"Host: {where}", f"Content-Type: {phone.FORM}", f"Content-Length: {len(body)}")
    request = "\r\n".join((*head, "", "")).encode() + body
    await asyncio.sleep(moment - time.monotonic())
    status = await answered(line, request)
    return status, (time.monotonic() - moment) * 1000


if __name__ == "__main__":
    asyncio.run(main())
