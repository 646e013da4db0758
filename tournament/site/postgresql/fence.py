"""Which primary is believed: the newest of those that this machine has met.

Each promotion of a standby begins a *timeline* of its own, and PostgreSQL numbers them. A primary that was frozen until
another took its place does not know that: thawed, it answers with the number it had. So whoever met a newer one
believes nothing that comes from it any more, whether a connection is new or was open all the time.
"""

import contextlib
import json
import math
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from django.conf import settings

# Each host is looked at once a second, and given up after three. After no look for this long (s) this process was
# asleep itself, and knows nothing of what happened meanwhile.
ASLEEP_AFTER = 6.0


class Node(NamedTuple):
    """A server: where it listens, as in HOST and PORT of Django's settings; "" for what the driver supposes."""

    host: str
    port: str


class Primary(NamedTuple):
    """A server while it can be written: the identifier of its cluster, and the number of its timeline."""

    cluster: str
    timeline: int


class Fence:
    """The newest timeline of each cluster, as met by this process and, in `file`, by those before it."""

    def __init__(self, file: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = file
        self._clock = clock
        self._newest = self._read()
        self._writing = Lock()
        self._looked: dict[Node, float] = {}
        self._unsure: set[Node] = set()
        self._awake = -math.inf
        self._first: Node | None = None

    def meet(self, primary: Primary) -> None:
        """Records that a server answered as a primary."""
        if primary.timeline > self._newest.get(primary.cluster, 0):
            with self._writing:
                for cluster, timeline in (*self._read().items(), primary):
                    self._newest[cluster] = max(timeline, self._newest.get(cluster, 0))
                self._write()

    def believes(self, primary: Primary) -> bool:
        """Whether what this server says may be used: no newer one was met, and this process was awake."""
        if self._looked and (self._unsure or self._clock() - max(self._looked.values()) > ASLEEP_AFTER):
            return False
        return primary.timeline >= self._newest.get(primary.cluster, 0)

    def now(self) -> float:
        """By the clock of `look` (s)."""
        return self._clock()

    def look(self, node: Node, primary: Primary | None, begun: float) -> None:
        """Records what a look at a server that was begun then saw: a primary, or None (a standby, or no answer).

        Who slept believes nobody until each was looked at again: the first to answer may be the old primary, and what
        was seen before the sleep, or half-way in it, says nothing of what is.
        """
        at = self._clock()
        if self._looked and at - max(self._looked.values()) > ASLEEP_AFTER:
            self._unsure, self._awake = set(self._looked), at
        if primary:
            self.meet(primary)
            if primary.timeline >= self._newest[primary.cluster]:
                self._first = node
        self._looked[node] = at
        if begun >= self._awake:
            self._unsure.discard(node)

    def in_order(self, nodes: Iterable[Node]) -> list[Node]:
        """The servers in the order in which they are tried: the newest primary first, the others as they are named."""
        return sorted(nodes, key=lambda node: node != self._first)

    def _read(self) -> dict[str, int]:
        with contextlib.suppress(OSError, ValueError, AttributeError, TypeError):
            return {str(cluster): int(timeline) for cluster, timeline in json.loads(self._file.read_text()).items()}
        return {}

    def _write(self) -> None:
        draft = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        # A disk that is full costs the next process its memory, and this one nothing.
        with contextlib.suppress(OSError):
            draft.write_text(json.dumps(self._newest))
            draft.replace(self._file)


fence = Fence(Path(settings.VAR_DIR) / "timelines.json")
