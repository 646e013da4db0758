"""How often something may be tried."""

import ipaddress
import time
from collections import deque
from threading import Lock

MAX_ADDRESSES = 10_000
MAX_NAME = 150


class Throttle:
    """Admits `burst` tries at once, and after that one every `seconds`."""

    def __init__(self, burst: int, seconds: float) -> None:
        self._burst, self._seconds = burst, seconds
        # When (monotonic) all tries of a name at an address are forgotten.
        self._until: dict[str, float] = {}
        self._lock = Lock()

    def admits(self, address: str, name: str) -> bool:
        """Whether one more try of a name is admitted from an address now; if so, it is counted."""
        at, place = time.monotonic(), f"{network_of(address)} {name[:MAX_NAME]}"
        with self._lock:
            until = max(at, self._until.pop(place, at)) + self._seconds
            admitted = until - at <= self._burst * self._seconds
            self._until[place] = until if admitted else until - self._seconds
            while len(self._until) > MAX_ADDRESSES:
                del self._until[next(iter(self._until))]
        return admitted

    def forget(self) -> None:
        """Forgets all tries."""
        self._until.clear()


class Patience:
    """Admits some wrong tries at once; after each further one the next has to wait, twice as long every time.

    The pause never exceeds `longest` seconds: nobody is locked out for good. At that pace, whoever guesses four digits
    needs days.
    """

    def __init__(self, free: int, first: float, longest: float) -> None:
        self._free, self._first, self._longest = free, first, longest
        # How often somebody was wrong, and when (monotonic) they may try again.
        self._wrong: dict[str, tuple[int, float]] = {}
        self._lock = Lock()

    def wait(self, who: str) -> float:
        """The seconds until `who` may try again, and if that is 0, the try is counted as wrong: see `right`."""
        at = time.monotonic()
        with self._lock:
            times, until = self._wrong.get(who, (0, 0.0))
            if until > at:
                return until - at
            self._wrong.pop(who, None)
            pause = self._first * 2 ** min(times - self._free, 30) if times >= self._free else 0.0
            self._wrong[who] = times + 1, at + min(pause, self._longest)
            while len(self._wrong) > MAX_ADDRESSES:
                del self._wrong[next(iter(self._wrong))]
        return 0.0

    def right(self, who: str) -> None:
        """Forgets the tries of `who`: the last one was right."""
        with self._lock:
            self._wrong.pop(who, None)

    def forget(self) -> None:
        """Forgets all tries."""
        self._wrong.clear()


class Ration:
    """Admits `most` wrong tries under one name in `seconds`, from however many addresses they come."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        # When (monotonic) each wrong try under a name was, oldest first.
        self._wrong: dict[str, deque[float]] = {}
        self._lock = Lock()

    def take(self, name: str) -> bool:
        """Whether one more try is admitted; if so, it is counted as wrong: see `give_back`."""
        with self._lock:
            tries = self._wrong.pop(name, deque())
            self._wrong[name] = tries
            while tries and tries[0] <= time.monotonic() - self._seconds:
                tries.popleft()
            admitted = len(tries) < self._most
            if admitted:
                tries.append(time.monotonic())
            while len(self._wrong) > MAX_ADDRESSES:
                del self._wrong[next(iter(self._wrong))]
        return admitted

    def give_back(self, name: str) -> None:
        """Takes back the last try under a name: it was right, or was not made."""
        with self._lock:
            if self._wrong.get(name):
                self._wrong[name].pop()

    def spent(self, beginning: str) -> bool:
        """Whether nothing more is admitted now under some name that begins so."""
        since = time.monotonic() - self._seconds
        with self._lock:
            counted = [tries for name, tries in self._wrong.items() if name.startswith(beginning)]
            return any(sum(at > since for at in tries) >= self._most for tries in counted)

    def forget(self) -> None:
        """Forgets all tries."""
        self._wrong.clear()


def network_of(address: str) -> str:
    """What is counted together: an IPv4 address, or the IPv6 network that one household or machine is given."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if known.version == 4 else str(ipaddress.ip_network((known, 64), strict=False))
