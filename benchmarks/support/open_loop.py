"""Requests sent at moments set beforehand, whether earlier ones were answered or not, over lines that stay open."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from benchmarks.support.crowd import Line, answered
from tests.support.servers.captains import Captain

# After so many seconds nobody waits any more.
PATIENCE = 30.0
NO_ANSWER = 0


@dataclass(frozen=True)
class Due:
    """A request of a kind, and when it is sent, in seconds from the start."""

    moment: float
    kind: str
    request: bytes


@dataclass(frozen=True)
class Answer:
    """How long a request of a kind took (ms) from the moment it was due, and the status; 0 where no answer came."""

    kind: str
    status: int
    took: float


def look(url: str, path: str, cookie: str = "") -> bytes:
    """The request of a visitor, or of a member of the staff."""
    signed_in = (f"Cookie: {cookie}",) if cookie else ()
    head = (f"GET {path} HTTP/1.1", f"Host: {urlsplit(url).netloc}", "Accept-Encoding: gzip", *signed_in)
    return "\r\n".join((*head, "", "")).encode()


def deal(url: str, token: str, seats: str, number: int) -> bytes:
    """The request with which a captain writes a deal."""
    path, body = Captain(url, token, seats).deal(number, f"scale-{number}")
    head = (f"POST {path} HTTP/1.1", f"Host: {urlsplit(url).netloc}", f"Content-Type: {Captain.FORM}")
    return "\r\n".join((*head, f"Content-Length: {len(body)}", "", "")).encode() + body


async def sent(url: str, requests: Sequence[Due]) -> list[Answer]:
    """Sends each at its moment, over a line that is free or a new one."""
    free: list[Line] = []
    where, begun = urlsplit(url), time.monotonic() + 0.5

    async def send(due: Due) -> Answer:
        moment, status = begun + due.moment, NO_ANSWER
        await asyncio.sleep(moment - time.monotonic())
        try:
            try:
                line = free.pop()
                status = await asyncio.wait_for(answered(line, due.request), PATIENCE)
            except (IndexError, EOFError, ConnectionError):
                # Idle for too long, it was closed at the other end; a browser sends again, too.
                line = await asyncio.open_connection(where.hostname, where.port)
                status = await asyncio.wait_for(answered(line, due.request), PATIENCE)
            free.append(line)
        except (OSError, EOFError, TimeoutError):
            pass
        return Answer(due.kind, status, (time.monotonic() - moment) * 1000)

    answers = await asyncio.gather(*map(send, requests))
    for _reader, writer in free:
        writer.close()
    return answers
