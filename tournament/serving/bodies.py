"""Receiving request bodies without a thread: how much, how fast, and how much of it at the same time."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, Any

from django.conf import settings

from tournament.integers import read_digits
from tournament.site.uploads import KEPT_IN_MEMORY, STAFF_PATH, is_restoring, is_upload, most_bytes

Scope = Mapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

# At most this long between two pieces, for a whole form, for a whole file, and for a backup.
PATIENCE_SECONDS = 10.0
FORM_SECONDS = 30.0
FILE_SECONDS = 180.0
RESTORE_SECONDS = 900.0
# The first bytes of a request are always accepted, so that no file keeps out a deal. The rest shares a budget, of which
# each sender has a share at most: a user of the staff, or else an address.
SMALL = 16 * 1024
BUDGET, SHARE = 16 * 1024 * 1024, 4 * 1024 * 1024
STAFF_BUDGET, STAFF_SHARE = 128 * 1024 * 1024, 64 * 1024 * 1024
# Digits of a length. Python reads no number of thousands of them, not even one of zeros.
MAX_LENGTH_DIGITS = 18


class LineBrokenError(Exception):
    """The rest of the request will not come."""


class BudgetExceededError(Exception):
    """Too much is being received from others, or from the same sender."""


class Budget:
    """How many bytes may be held at once beyond the first bytes of each request: in all, and of one sender."""

    def __init__(self, total: int, share: int) -> None:
        self.left = total
        self._share = share
        self._held: Counter[str] = Counter()

    @contextmanager
    def account(self, sender: str) -> Iterator[Callable[[int], None]]:
        """Yields a function that takes a number of bytes; all are given back at the end.

        It raises BudgetExceededError where there are no more.
        """
        taken = 0

        def take(count: int) -> None:
            nonlocal taken
            if count > min(self.left, self._share - self._held[sender]):
                raise BudgetExceededError
            self.left -= count
            self._held[sender] += count
            taken += count

        try:
            yield take
        finally:
            self.left += taken
            self._held[sender] -= taken
            if not self._held[sender]:
                del self._held[sender]


budget = Budget(BUDGET, SHARE)
# Nobody without an account takes anything of it.
of_staff = Budget(STAFF_BUDGET, STAFF_SHARE)
# A backup waits on the disk, and is larger than all other files together: there is room for one.
restores = Budget(settings.RESTORE_MAX_BYTES, settings.RESTORE_MAX_BYTES)


def budget_of(scope: Scope) -> Budget:
    """The budget that a request's body is counted in."""
    if is_restoring(scope["path"]):
        return restores
    return of_staff if scope["path"].startswith(STAFF_PATH) else budget


@contextmanager
def body_of(scope: Scope) -> Iterator[IO[bytes]]:
    """An empty buffer for a request's body: in memory for a form, in an unnamed temporary file for more."""
    with BytesIO() if announced(scope) <= KEPT_IN_MEMORY else TemporaryFile() as body:
        yield body


async def receive_body(scope: Scope, receive: Receive, body: IO[bytes], take: Callable[[int], None]) -> None:
    """Fills `body` with the request's body. Raises TimeoutError if it takes too long in all or between two pieces.

    Raises LineBrokenError if the sender goes away, and BudgetExceededError if others use up the budget. A body that
    announces more than may be sent there is not received at all: Django refuses it by its length.
    """
    path, length = scope["path"], announced(scope)
    if not 0 < length <= most_bytes(path):
        return
    async with asyncio.timeout(_seconds(path)):
        held, more = 0, True
        while more:
            message = await asyncio.wait_for(receive(), PATIENCE_SECONDS)
            if message["type"] != "http.request":
                raise LineBrokenError
            piece = message.get("body", b"")
            take(max(0, held + len(piece) - SMALL) - max(0, held - SMALL))
            held += len(piece)
            body.write(piece)
            more = message.get("more_body", False)
    body.seek(0)


def _seconds(path: str) -> float:
    """How long a whole body may take."""
    if is_restoring(path):
        return RESTORE_SECONDS
    return FILE_SECONDS if is_upload(path) else FORM_SECONDS


def announced(scope: Scope) -> int:
    """How many bytes of body the request announces; 0 if it does not say, or not in a number that anybody means."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    return read_digits(length.decode("latin-1"), MAX_LENGTH_DIGITS) or 0


def header(scope: Scope, name: bytes, between: bytes) -> bytes:
    """What a request says under a name, in small letters; joined if it says it several times, b"" if never."""
    return between.join(value for key, value in scope["headers"] if key == name)


async def sender_gone(receive: Receive) -> None:
    """Returns once the sender of a request is gone; only for a request that was received whole."""
    while (await receive())["type"] != "http.disconnect":
        pass
