"""Waiting for what another thread does, never longer than a test may take."""

import threading
import time
from collections.abc import Callable


def eventually(happens: Callable[[], object], seconds: float = 10) -> None:
    """Waits until something has happened; fails when it does not."""
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def workers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "board"]
