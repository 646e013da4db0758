"""Visitors who look at pages of a server again and again, and when each last saw something there."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from urllib.parse import urlsplit

from tests.support.servers.waiting import PATIENCE


@dataclass(frozen=True)
class Look:
    """One answer: when it was asked for and when it had come (Unix s), its status, and whether it had the mark."""

    path: str
    sent: float
    came: float
    status: int
    marked: bool


@dataclass
class Crowd:
    """Visitors of a server, each with a connection of their own. `marks` has what is looked for in each page."""

    url: str
    marks: Mapping[str, bytes]
    visitors: int
    pause: float
    looks: list[Look] = field(default_factory=list)
    _over: Event = field(default_factory=Event)

    @contextmanager
    def looking(self) -> Iterator[None]:
        """All of them look until the end of the block."""
        thread = Thread(target=lambda: asyncio.run(self._all()))
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join(PATIENCE)

    def last(self, path: str) -> Look:
        """The last answer with the mark."""
        return max((look for look in self.looks if look.marked and look.path == path), key=lambda look: look.came)

    async def _all(self) -> None:
        await asyncio.gather(*(self._visit(number) for number in range(self.visitors)))

    async def _visit(self, number: int) -> None:
        path, mark = [*self.marks.items()][number % len(self.marks)]
        place = urlsplit(self.url)
        await asyncio.sleep(self.pause * number / self.visitors)
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        request = f"GET {path} HTTP/1.1\r\nHost: {place.netloc}\r\nAccept-Language: en\r\n\r\n".encode()
        while not self._over.is_set():
            sent = time.time()
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            size = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            body = await reader.readexactly(size)
            self.looks.append(Look(path, sent, time.time(), int(head[9:12]), mark in body))
            await asyncio.sleep(self.pause)
        writer.close()
