"""A process full of visitors who look at pages again and again, each over a line of their own.

    python -m tests.failover.crowd URL '{"/path/": "what it shows"}' 200

Prints a line when all are connected; once its input ends, as JSON for each answer: the path, the moment at which it
came (s, the monotonic clock of the machine), and whether it was a page that shows what was named.
"""

import asyncio
import gzip
import json
import sys
import time
from urllib.parse import urlsplit

EVERY = 2.0  # s; more often than a visitor's page, which asks every 5


async def main() -> None:
    """Looks until the input ends."""
    url, marks, count = urlsplit(sys.argv[1]), json.loads(sys.argv[2]), int(sys.argv[3])
    lines = [await asyncio.open_connection(url.hostname, url.port) for _ in range(count)]
    sys.stdout.write("connected\n")
    sys.stdout.flush()
    looks: list[tuple[str, float, bool]] = []
    paths = list(marks)
    tasks = []
    for at, line in enumerate(lines):
        path = paths[at % len(paths)]
        work = looked(line, url.netloc, path, marks[path].encode(), EVERY * at / count, looks)
        tasks.append(asyncio.create_task(work))
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    json.dump(looks, sys.stdout)


async def looked(
    line: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    host: str,
    path: str,
    mark: bytes,
    first: float,
    looks: list[tuple[str, float, bool]],
) -> None:
    """One visitor, who first looks after so many seconds."""
    reader, writer = line
    lines = (f"GET {path} HTTP/1.1", f"Host: {host}", "Accept-Encoding: gzip", "Accept-Language: en", "", "")
    request = "\r\n".join(lines).encode()
    due = time.monotonic() + first
    while True:
        await asyncio.sleep(due - time.monotonic())
        due = max(due + EVERY, time.monotonic())
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        fields = dict(field.split(": ", 1) for field in head.split("\r\n")[1:] if ": " in field)
        body = await reader.readexactly(int(fields.get("content-length", "0")))
        at = time.monotonic()
        if fields.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        looks.append((path, at, head.split(" ")[1] == "200" and mark in body))


if __name__ == "__main__":
    asyncio.run(main())
