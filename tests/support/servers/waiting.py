"""Waiting for what somebody else does. Patience runs out only where nothing happens, however busy the machine is."""

import threading
import time
from collections.abc import Callable

PATIENCE = 120  # seconds


def eventually(happens: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Waits until something has happened; fails when it does not."""
    end = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def workers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "board"]
