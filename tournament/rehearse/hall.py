"""The hall of a rehearsal: captains who play a round at a pace, on a network that doubles, delays and fails."""

import secrets
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from threading import Lock
from typing import Any

from scoring import RuleSet
from tournament.demo.play import result
from tournament.rehearse.visitor import RehearsalError, Visitor, error_on
from tournament.rehearse.wire import NoAnswerError, Phone, PhoneAnswer, answering, read_answer, result_form
from tournament.seating.rng import Chance

# What one deal takes at a table (s), and how much longer at a late table.
DEAL_SECONDS, LATE_FACTOR = (200.0, 330.0), 1.3
# One form in so many is sent twice, comes late, or holds a typing error.
DOUBLED, DELAYED, MISTYPED = 20, 20, 40
TRY_AGAIN = 0.2
# What was looked at has changed: by the jury, or the desk.
CHANGED = 409
SEATS = (1, 2, 3, 4)
# A round, a table, a deal.
Place = tuple[int, int, int]


@dataclass
class Times:
    """How long answers took, by kind: (when it was asked, seconds); and the spans in which papers were made."""

    taken: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    papers: list[tuple[float, float]] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    @contextmanager
    def of(self, kind: str) -> Iterator[None]:
        """Times what is done in the block, if it succeeds."""
        begun = time.monotonic()
        yield
        with self._lock:
            self.taken.setdefault(kind, []).append((begun, time.monotonic() - begun))

    def quantiles(self, kind: str, *, beside_papers: bool | None = None) -> str:
        """p50 and p99 of a kind in milliseconds, and of how many; beside papers, without them, or all."""
        words = sorted(
            seconds
            for at, seconds in self.taken.get(kind, [])
            if beside_papers is None or beside_papers == any(first <= at <= last for first, last in self.papers)
        )
        if not words:
            return "none"
        p50, p99 = (1000 * words[min(len(words) - 1, int(len(words) * part))] for part in (0.5, 0.99))
        return f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, of {len(words)}"


@dataclass
class Network:
    """The hall's wifi, which is dead for a while; nobody's fault, and phones wait."""

    dead_until: float = 0.0

    @property
    def dead(self) -> bool:
        """Whether nothing arrives now."""
        return time.monotonic() < self.dead_until


@dataclass
class Hall:
    """What the tables of all rounds share; `stands` is what was really played, to be compared with the export."""

    url: str
    rules: RuleSet
    speed: float
    seed: str
    times: Times = field(default_factory=Times)
    network: Network = field(default_factory=Network)
    stands: dict[Place, dict[str, Any]] = field(default_factory=dict)
    met: dict[str, int] = field(default_factory=dict)

    def count(self, what: str) -> None:
        """Notes that something happened, to be told at the end."""
        self.met[what] = self.met.get(what, 0) + 1

    def rest(self, seconds: float) -> None:
        """Lets so many seconds of the day pass."""
        time.sleep(seconds / self.speed)


def play(
    hall: Hall, round: int, deals: int, tokens: dict[int, str], *, paper: Sequence[int], late: Sequence[int]
) -> None:
    """Plays a round at all tables at once; those on paper only know what they played (see `Hall.stands`)."""
    with ThreadPoolExecutor(len(tokens)) as pool:
        work = [
            pool.submit(_table, hall, round, number, deals, "" if number in paper else token, number in late)
            for number, token in tokens.items()
        ]
        for done in work:
            done.result()


def _table(hall: Hall, round: int, number: int, deals: int, token: str, late: bool) -> None:
    chance = Random(f"{hall.seed}/{round}/{number}")
    captain = Captain(hall, Phone(hall.url, token, script=bool(number % 2)), chance) if token else None
    for deal in range(1, deals + 1):
        hall.rest(chance.uniform(*DEAL_SECONDS) * (LATE_FACTOR if late else 1))
        played = hall.stands[round, number, deal] = _played(hall, Chance(f"{hall.seed}/{round}/{number}/{deal}"))
        if captain:
            captain.tell(deal, played)
    if captain:
        captain.end()


def _played(hall: Hall, chance: Chance) -> dict[str, Any]:
    """A result for which no jury need be called."""
    while True:
        outcome = result(hall.rules, SEATS, chance)
        if "jury" not in outcome:
            return outcome


def mistyped(outcome: dict[str, Any]) -> dict[str, Any]:
    """The same with a trick too many, or too few."""
    if isinstance(outcome["tricks"], dict):
        return {**outcome, "tricks": {seat: (count + 1) % 3 for seat, count in outcome["tricks"].items()}}
    return {**outcome, "tricks": outcome["tricks"] + (1 if outcome["tricks"] < 13 else -1)}


@dataclass
class Captain:
    """A captain's phone: it keeps what it cannot send, and sends everything in order."""

    hall: Hall
    phone: Phone
    rng: Random
    waits: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def tell(self, deal: int, outcome: dict[str, Any]) -> None:
        """Records a deal; now and then first wrongly, and then put right."""
        wrong = self.rng.randrange(MISTYPED) == 0
        rest = f"deal/{deal}/"
        self._keep(rest, result_form(mistyped(outcome) if wrong else outcome), 0)
        if wrong:
            self.hall.count("typing errors put right on a phone")
            self._keep(f"{rest}correct/", {**result_form(outcome), "reason": ""}, 1)
        self._send()

    def end(self) -> None:
        """Waits until everything is received, and closes the table."""
        while self.waits or self.hall.network.dead:
            time.sleep(TRY_AGAIN)
            self._send()
        visitor, address = Visitor(self.hall.url), f"{self.hall.url}/t/{self.phone.token}/close/"
        while (closed := visitor.send(visitor.get(address).form("/close/"))).status == CHANGED:
            self.hall.count("tables looked at again before closing")
            time.sleep(TRY_AGAIN)
        if closed.status >= 400:
            raise RehearsalError(f"{address} was answered {closed.status}: {error_on(closed.text)}")

    def _keep(self, rest: str, form: dict[str, Any], version: int) -> None:
        self.waits.append((f"/t/{self.phone.token}/{rest}", {**form, "version": version, "key": secrets.token_hex(8)}))

    def _send(self) -> None:
        while self.waits and not self.hall.network.dead:
            path, form = self.waits[0]
            if self.rng.randrange(DELAYED) == 0:
                self.hall.count("posts delayed")
                self.hall.rest(self.rng.uniform(5, 30))
            try:
                answer = self._twice(path, form) if self.rng.randrange(DOUBLED) == 0 else self._once(path, form)
            except NoAnswerError:
                self.hall.count("posts without an answer")
                return
            if not answer.written:
                raise RehearsalError(f"{path} was answered {answer}.")
            self.waits.pop(0)
        if self.waits:
            self.hall.count("deals that waited for the network")

    def _once(self, path: str, form: dict[str, Any]) -> PhoneAnswer:
        with self.hall.times.of("captain"):
            return self.phone.ask(path, form)

    def _twice(self, path: str, form: dict[str, Any]) -> PhoneAnswer:
        """The same form over two lines at the same time: both answers say that it is recorded."""
        self.hall.count("posts sent twice")
        lines = (self.phone.line(), self.phone.line())
        with answering(*lines):
            for line in lines:
                self.phone.send(line, path, form)
            answers = [read_answer(line) for line in lines]
        for line in lines:
            line.close()
        return next((answer for answer in answers if not answer.written), answers[0])
