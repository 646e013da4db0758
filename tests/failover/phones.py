"""The phones of captains: each writes deal after deal through one of the servers, and knows what was confirmed.

They share no code with Troel: a phone sends the form of the page as bytes, repeats it under the same key after an
answer of 408 or 5xx or none at all, and notes a deal as confirmed when it is answered that it is recorded.
"""

import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from random import Random
from threading import Event
from typing import Any
from urllib.parse import urlencode, urlsplit

# So long (s) a phone waits for an answer (static/troel/captain/sending.js), and between two tries.
TIMEOUT = 20.0
SHORTEST, LONGEST = 0.05, 1.0
# After so long (s) without a confirmation a phone gives up, and the row has failed.
PATIENCE = 120.0
AGAIN = (408, 500, 502, 503, 504)
CONTRACT = "PC8"
HEADERS = {"Content-Type": "application/x-www-form-urlencoded", "Connection": "keep-alive"}


@dataclass
class Phone:
    """The phone of one table: `sent` and `confirmed` hold the tricks of deals, `tries` how often each was sent.

    `heard` are the moments (monotonic) of the confirmations, `answers` the statuses of all answers, 0 for none.
    """

    url: str
    token: str
    seats: str
    chance: Random
    confirmed: dict[int, int] = field(default_factory=dict)
    sent: dict[int, int] = field(default_factory=dict)
    tries: Counter[int] = field(default_factory=Counter)
    heard: list[float] = field(default_factory=list)
    answers: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    _line: HTTPConnection | None = None

    def write(self, deals: int, stop: Event | None = None, pause: float = 0.0) -> None:
        """Writes all deals from the first that is not confirmed; until it is told to stop."""
        for number in range(len(self.confirmed) + 1, deals + 1):
            if stop and stop.is_set():
                return
            if not self.insist(number, stop):
                return
            if pause:
                time.sleep(self.chance.uniform(0, 2 * pause))

    def insist(self, number: int, stop: Event | None = None) -> bool:
        """Sends a deal, under one key, until it is confirmed, or until the phone is told to stop; whether it is.

        A refusal is a fault, and ends the phone.
        """
        tricks = self.sent.setdefault(number, 8 + self.chance.randrange(5))
        key = f"{self.token[-12:]}{number}"
        end, wait = time.monotonic() + PATIENCE, SHORTEST
        while not (stop and stop.is_set()):
            self.tries[number] += 1
            status, text = self.post(f"/t/{self.token}/deal/{number}/", deal_form(tricks, self.seats, key))
            self.answers[status] += 1
            if status == 303 or (status == 200 and "done" in text):
                self.heard.append(time.monotonic())
                self.confirmed[number] = tricks
                return True
            if status not in (0, *AGAIN):
                self.faults.append(f"deal {number} at {self.token} was answered {status}: {text[:300]}")
                return False
            if time.monotonic() > end:
                self.faults.append(f"deal {number} at {self.token} was never confirmed; the last answer was {status}")
                return False
            time.sleep(self.chance.uniform(0.5, 1) * wait)
            wait = min(2 * wait, LONGEST)
        return False

    def post(self, path: str, form: dict[str, Any]) -> tuple[int, str]:
        """Status and text of the answer to a form; 0 where none came."""
        return self._ask("POST", path, urlencode(form, doseq=True).encode())

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of a page."""
        return self._ask("GET", path, None)

    def _ask(self, method: str, path: str, body: bytes | None) -> tuple[int, str]:
        where = urlsplit(self.url)
        line = self._line = self._line or HTTPConnection(where.hostname or "", where.port, timeout=TIMEOUT)
        try:
            line.request(method, path, body, HEADERS if body is not None else {})
            answer = line.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, HTTPException):
            line.close()
            self._line = None
            return 0, ""
        return answer.status, text


def deal_form(tricks: int, seats: str, key: str) -> dict[str, Any]:
    """What the page of a deal sends: seats 1 and 3 played, with so many tricks, and the result as it was shown."""
    seen = {"contract": CONTRACT, "declarers": [1, 3], "tricks": tricks}
    shown = json.dumps(seen, separators=(",", ":"))
    form = {"contract": CONTRACT, "who": [1, 3], "tricks": tricks, "seen": shown, "version": 0, "key": key}
    return form | {"seats": seats}


def phones(seated: dict[str, list[list[str]]], urls: Sequence[str], seed: str) -> dict[str, list[Phone]]:
    """A phone for every table of every event, in turn at one of the servers."""
    return {
        slug: [
            Phone(urls[at % len(urls)], token, seats, Random(f"{seed}/{slug}/{at}"))
            for at, (token, seats, _reading) in enumerate(tables)
        ]
        for slug, tables in seated.items()
    }


@contextmanager
def writing(all: Sequence[Phone], deals: int, pause: float = 0.0, threads: int = 40) -> Iterator[Event]:
    """All phones at work while the block runs, and until they have written everything, or the event that it is given is
    set; see `require_no_fault`.
    """
    stop = Event()
    with ThreadPoolExecutor(min(threads, len(all))) as pool:
        work: list[Future[None]] = [pool.submit(phone.write, deals, stop, pause) for phone in all]
        try:
            yield stop
        except BaseException:
            stop.set()
            raise
        for done in work:
            done.result()


def require_no_fault(all: Sequence[Phone]) -> None:
    """Raises AssertionError with what was refused."""
    faults = [fault for phone in all for fault in phone.faults]
    assert not faults, f"{len(faults)} faults, the first: {faults[0]}"


def confirmations(all: Sequence[Phone]) -> list[float]:
    """The moments of all confirmations, in order."""
    return sorted(at for phone in all for at in list(phone.heard))


def silence(all: Sequence[Phone], since: float, until: float) -> float:
    """The longest time (s) without a confirmation between two moments."""
    inside = [at for at in confirmations(all) if since < at < until]
    return max(after - before for before, after in zip([since, *inside], [*inside, until], strict=True))


def counted(all: Sequence[Phone]) -> Counter[int]:
    """How many answers of each status the phones got."""
    return sum((phone.answers for phone in all), Counter[int]())
