"""A process full of open pages at tables, each with a connection of its own that stays open.

    python -m benchmarks.support.pollers URL SECONDS < pages.json

Each asks every 2 s whether anything changed, at a moment of its own, with the mark of what it shows, and takes the new
mark from the page it gets if something did. Prints a line once all of them are connected; at the end, as JSON, the
milliseconds each answer took by status, how many failed, and the seconds of it all.
"""

import asyncio
import json
import re
import sys
import time
from collections import defaultdict
from urllib.parse import urlsplit

EVERY = 2.0
PATIENCE = 20.0
MARK = re.compile(rb'\?since=([^"]+)"')


async def main() -> None:
    """Reads path and mark of each page, asks until the time is over, and tells."""
    url, seconds = sys.argv[1], float(sys.argv[2])
    pages, where = json.load(sys.stdin), urlsplit(url)
    lines = [await asyncio.open_connection(where.hostname, where.port) for _ in pages]
    print("connected", flush=True)
    begun, took = time.monotonic(), defaultdict(list)
    asking = [
        asked(line, where.netloc, page, (begun + EVERY * at / len(pages), begun + seconds), took)
        for at, (line, page) in enumerate(zip(lines, pages, strict=True))
    ]
    await asyncio.gather(*asking)
    json.dump({"took": took, "seconds": time.monotonic() - begun}, sys.stdout)


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def asked(
    line: Line, host: str, page: tuple[str, str], times: tuple[float, float], took: dict[int, list[float]]
) -> None:
    """One page from when it is first due to the end; notes the milliseconds of each answer by status, 0 for none."""
    (path, mark), (due, end) = page, times
    while due < end:
        await asyncio.sleep(due - time.monotonic())
        begun = time.monotonic()
        request = (f"GET {path}?since={mark} HTTP/1.1", f"Host: {host}", "HX-Request: true", "Accept-Language: nl")
        try:
            status, body = await asyncio.wait_for(answered(line, "\r\n".join((*request, "", ""))), PATIENCE)
        except (OSError, EOFError, TimeoutError):
            took[0].append(0.0)
            return
        took[status].append((time.monotonic() - begun) * 1000)
        if match := MARK.search(body):
            mark = match[1].decode()
        due = max(due + EVERY, time.monotonic())


async def answered(line: Line, request: str) -> tuple[int, bytes]:
    """Status and body of an answer."""
    reader, writer = line
    writer.write(request.encode())
    headers = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
    length = next((line.partition(":")[2] for line in headers if line.startswith("content-length:")), "0")
    return int(headers[0].split(" ")[1]), await reader.readexactly(int(length))


if __name__ == "__main__":
    asyncio.run(main())
