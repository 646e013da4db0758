"""A process full of viewers, each with a connection of their own that stays open.

    python -m benchmarks.support.crowd URL PATH SECONDS VIEWERS

Each asks every 5 s for the rows of the ranking at PATH, at a moment of their own. Prints a line once all of them are
connected; at the end, as JSON, the milliseconds each answer took, how many failed, and the seconds of it all.
"""

import asyncio
import json
import sys
import time
from urllib.parse import urlsplit

EVERY = 5.0
PATIENCE = 20.0
SEEN = (200, 204, 304)
LANGUAGES = ("nl", "fr")


async def main() -> None:
    """Connects all viewers, lets them look until the time is over, and tells."""
    url, path, seconds, viewers = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
    where = urlsplit(url)
    lines = [await asyncio.open_connection(where.hostname, where.port) for _ in range(viewers)]
    print("connected", flush=True)
    begun = time.monotonic()
    looks = [
        looked(line, head(where.netloc, path, number), begun + EVERY * number / viewers, begun + seconds)
        for number, line in enumerate(lines)
    ]
    answers = [each for answers_of_look in await asyncio.gather(*looks) for each in answers_of_look]
    took = [milliseconds for status, milliseconds in answers if status in SEEN]
    json.dump({"took": took, "failed": len(answers) - len(took), "seconds": time.monotonic() - begun}, sys.stdout)


def head(host: str, path: str, number: int) -> bytes:
    """The request of one viewer."""
    language = LANGUAGES[number % len(LANGUAGES)]
    lines = (f"GET {path}rows/ HTTP/1.1", f"Host: {host}", "Accept-Encoding: gzip", f"Accept-Language: {language}")
    return "\r\n".join((*lines, "", "")).encode()


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def looked(line: Line, request: bytes, due: float, end: float) -> list[tuple[int, float]]:
    """Status and milliseconds of each look of one viewer; 0 where no answer came."""
    answers: list[tuple[int, float]] = []
    while due < end:
        await asyncio.sleep(due - time.monotonic())
        begun = time.monotonic()
        try:
            status = await asyncio.wait_for(answered(line, request), PATIENCE)
        except (OSError, EOFError, TimeoutError):
            return [*answers, (0, 0.0)]
        answers.append((status, (time.monotonic() - begun) * 1000))
        due = max(due + EVERY, time.monotonic())
    return answers


async def answered(line: Line, request: bytes) -> int:
    """The status of an answer, once all of it has come."""
    reader, writer = line
    writer.write(request)
    headers = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
    length = next((line.partition(":")[2] for line in headers if line.startswith("content-length:")), "0")
    await reader.readexactly(int(length))
    return int(headers[0].split(" ")[1])


if __name__ == "__main__":
    asyncio.run(main())
