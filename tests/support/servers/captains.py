"""Captains over the wire: what phones send to a real server, what they are answered, and what they remember of it."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.browser.support.server import Server
from tests.support.servers.waiting import PATIENCE
from tournament.rehearse.wire import WRITTEN, NoAnswerError, Phone, result_form

CONTRACT, DECLARERS = "PC8", [1, 3]

SEAT_A_HALL = """
import json
from tests.support.events import cast
from tournament.reading.table.sheets import sheet
event = cast.playing({players}, {slug!r}, deals={deals})
tables = [cast.table(event, number) for number in range(1, {players} // 4 + 1)]
print(json.dumps([[cast.token(table), sheet(table).seats] for table in tables]))
"""


def seat(server: Server, players: int, deals: int, slug: str = "ledegem") -> list["Captain"]:
    """An event with a published round on this server's database; the captain of each table."""
    code = SEAT_A_HALL.format(players=players, deals=deals, slug=slug)
    tables = json.loads(server.run(code))
    return [Captain(server.url, token, seats) for token, seats in tables]


class Captain(Phone):
    """A phone that writes the same contract deal after deal."""

    def write(self, number: int, key: str, tricks: int = 9) -> int:
        """Sends a deal; the status of the answer. NoAnswerError when none came."""
        return self.post(*self._deal(number, key, tricks))

    def deal(self, number: int, key: str) -> tuple[str, bytes]:
        """The address of a deal, and the form that is sent to it."""
        path, form = self._deal(number, key)
        return path, self.packed(form)

    def _deal(self, number: int, key: str, tricks: int = 9) -> tuple[str, dict[str, Any]]:
        result = {"contract": CONTRACT, "declarers": DECLARERS, "tricks": tricks}
        return f"/t/{self.token}/deal/{number}/", {**result_form(result), "version": 0, "key": key}

    def again(self, url: str) -> "Captain":
        """The same captain with another phone, at a server that may have moved."""
        return Captain(url, self.token, self.seats, self.script)


@dataclass
class Sheet:
    """What one captain knows: the deals that were answered, and the one he got no answer to."""

    captain: Captain
    answered: list[int] = field(default_factory=list)
    unanswered: int | None = None

    def send(self, number: int, captain: Captain) -> None:
        """Sends a deal, under the same key each time it is sent."""
        status = captain.write(number, f"{captain.token[:20]}-{number}", tricks(number))
        assert status == WRITTEN, f"deal {number} was answered {status}"
        self.answered.append(number)

    def write_on(self, url: str, deals: int) -> None:
        """Writes deal after deal up to the last one, or until no answer comes."""
        captain = self.captain.again(url)
        for number in range(len(self.answered) + 1, deals + 1):
            try:
                self.send(number, captain)
            except NoAnswerError:
                self.unanswered = number
                return

    def send_again(self, url: str) -> None:
        """Sends once more what was not answered."""
        if self.unanswered:
            self.send(self.unanswered, self.captain.again(url))
        self.unanswered = None

    def insist(self, url: str, deals: int) -> None:
        """Writes deal after deal, each again and again until it is answered, as a phone does."""
        deadline = time.monotonic() + PATIENCE
        while len(self.answered) < deals:
            assert time.monotonic() < deadline, "the server did not come back"
            try:
                self.send(len(self.answered) + 1, self.captain.again(url))
            except NoAnswerError:
                time.sleep(0.05)


def tricks(number: int) -> int:
    """How many tricks the declarers of a deal win: 8 to 12, no two deals in a row alike."""
    return 8 + number % 5


@contextmanager
def writing(sheets: list[Sheet], act: Callable[[Sheet], None]) -> Iterator[None]:
    """All captains at work while the block runs, and until each of them has done."""
    with ThreadPoolExecutor(len(sheets)) as pool:
        work = [pool.submit(act, sheet) for sheet in sheets]
        yield
        for done in work:
            done.result(PATIENCE)


def wait_for_answers(sheets: list[Sheet], count: int) -> None:
    """Until the captains have got this many answers together."""
    deadline = time.monotonic() + PATIENCE
    while sum(len(sheet.answered) for sheet in sheets) < count:
        assert time.monotonic() < deadline, "the stream of deals stopped by itself"
        time.sleep(0.001)
