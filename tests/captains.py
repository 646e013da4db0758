"""Captains over the wire: what a phone sends to a real server, and what it is answered."""

import json
from dataclasses import dataclass
from functools import cached_property
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.browser.server import Server

WRITTEN = 303
SECONDS = 20
# What was shown is what is sent back; tricks alone differ from deal to deal.
CONTRACT, DECLARERS = "PC8", (1, 3)

SEAT_A_HALL = """
import json
from tests import cast
event = cast.playing({players}, deals={deals})
print(json.dumps([cast.token(cast.table(event, number)) for number in range(1, {players} // 4 + 1)]))
"""


def seat(server: Server, players: int, deals: int) -> list["Captain"]:
    """An event `ledegem` with a published round on this server's database; the captain of each table."""
    tokens = json.loads(server.manage("shell", "--no-imports", "--command", SEAT_A_HALL.format(**locals())))
    return [Captain(server.url, token) for token in tokens]


@dataclass
class Captain:
    """One phone with the link of a table. It keeps its connection open, so it belongs to one thread."""

    url: str
    token: str

    def write(self, number: int, key: str, tricks: int = 9) -> int:
        """Sends a deal; the status of the answer. NoAnswer when none came."""
        result = {"contract": CONTRACT, "declarers": DECLARERS, "tricks": tricks}
        seen = json.dumps(result, separators=(",", ":"))
        choices = {"contract": CONTRACT, "who": DECLARERS, "tricks": tricks, "seen": seen, "key": key}
        return self.post(f"/t/{self.token}/deal/{number}/", choices)

    def undo(self, number: int, key: str) -> int:
        """Takes back a deal that was written once; the status of the answer."""
        return self.post(f"/t/{self.token}/deal/{number}/undo/", {"version": 1, "key": key})

    def post(self, path: str, data: dict[str, Any]) -> int:
        """Sends a form; the status of the answer. NoAnswer when none came."""
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        try:
            self._connection.request("POST", path, urlencode(data, doseq=True), form)
            answer = self._connection.getresponse()
            answer.read()
        except (OSError, HTTPException) as error:
            self._connection.close()
            raise NoAnswer from error
        return answer.status

    def again(self, url: str) -> "Captain":
        """The same captain on a phone of his own, at a server that may have moved."""
        return Captain(url, self.token)

    @cached_property
    def _connection(self) -> HTTPConnection:
        address = urlsplit(self.url)
        return HTTPConnection(address.hostname or "", address.port, timeout=SECONDS)


class NoAnswer(Exception):
    """The server did not answer: whether it wrote the deal, nobody knows."""
