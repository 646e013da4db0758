"""How often something may be tried from one address."""

import ipaddress
import time
from threading import Lock

MOST_ADDRESSES = 10_000


class Throttle:
    """Admits `burst` tries at once, and after that one every `seconds`."""

    def __init__(self, burst: int, seconds: float) -> None:
        self._burst, self._seconds = burst, seconds
        # When (monotonic) all tries of an address are forgotten.
        self._until: dict[str, float] = {}
        self._lock = Lock()

    def admits(self, address: str) -> bool:
        """Whether one more try is admitted now; if so, it is counted."""
        now, place = time.monotonic(), _place(address)
        with self._lock:
            until = max(now, self._until.pop(place, now)) + self._seconds
            admitted = until - now <= self._burst * self._seconds
            self._until[place] = until if admitted else until - self._seconds
            while len(self._until) > MOST_ADDRESSES:
                del self._until[next(iter(self._until))]
        return admitted

    def forget(self) -> None:
        """Forgets all tries."""
        self._until.clear()


def _place(address: str) -> str:
    """What is counted together: an IPv4 address, or the IPv6 network that one household or machine is given."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if known.version == 4 else str(ipaddress.ip_network((known, 64), strict=False))
