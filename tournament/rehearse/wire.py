"""Captains over the wire: what phones send to a server, and what they are answered."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, ClassVar
from urllib.parse import urlencode, urlsplit

WRITTEN, SAID = 303, 200
PATIENCE = 120  # seconds


class NoAnswerError(Exception):
    """The server did not answer: whether it wrote the deal, nobody knows."""


@dataclass(frozen=True)
class PhoneAnswer:
    """An answer: its status, where it leads, and what it says in JSON if that was asked for."""

    status: int
    location: str = ""
    content: dict[str, Any] = field(default_factory=dict)

    @property
    def written(self) -> bool:
        """Whether it says that what was sent is recorded."""
        return self.status == WRITTEN or (self.status == SAID and "done" in self.content)


@dataclass
class Phone:
    """One phone with the link of a table. It keeps its connection open, so it belongs to one thread.

    `seats` is the field with which a form says who sat there; `script` asks for answers in JSON, as the page's own
    script does.
    """

    FORM: ClassVar[str] = "application/x-www-form-urlencoded"

    url: str
    token: str
    seats: str = ""
    script: bool = False

    def post(self, path: str, data: dict[str, Any]) -> int:
        """Sends a form; the status of the answer. NoAnswerError when none came."""
        return self.ask(path, data).status

    def ask(self, path: str, data: dict[str, Any]) -> PhoneAnswer:
        """Sends a form; the answer. NoAnswerError when none came."""
        with answering(self._connection):
            self.send(self._connection, path, data)
            return read_answer(self._connection)

    def send(self, connection: HTTPConnection, path: str, data: dict[str, Any], share: float = 1.0) -> None:
        """Sends a form over a line, or only a share of its body, without waiting for the answer."""
        body = self.packed(data)
        connection.putrequest("POST", path)
        connection.putheader("Content-Type", self.FORM)
        connection.putheader("Content-Length", str(len(body)))
        if self.script:
            connection.putheader("Accept", "application/json")
        connection.endheaders(body[: int(len(body) * share)])

    def packed(self, data: dict[str, Any]) -> bytes:
        """A form as it is sent, with who sits at the table."""
        return urlencode({**data, "seats": self.seats} if self.seats else data, doseq=True).encode()

    def line(self) -> HTTPConnection:
        """Another connection to the server."""
        return connection_to(self.url)

    @cached_property
    def _connection(self) -> HTTPConnection:
        return self.line()


def connection_to(url: str) -> HTTPConnection:
    """A connection to the server at an address."""
    address = urlsplit(url)
    kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
    return kind(address.hostname or "", address.port, timeout=PATIENCE)


@contextmanager
def answering(*connections: HTTPConnection) -> Iterator[None]:
    """Closes the lines and raises NoAnswerError where one breaks."""
    try:
        yield
    except (OSError, HTTPException) as error:
        for line in connections:
            line.close()
        raise NoAnswerError from error


def read_answer(connection: HTTPConnection) -> PhoneAnswer:
    """The answer to what was sent over a line."""
    answer = connection.getresponse()
    body = answer.read()
    in_json = (answer.getheader("Content-Type") or "").startswith("application/json")
    return PhoneAnswer(answer.status, answer.getheader("Location") or "", json.loads(body) if in_json else {})


def result_form(result: dict[str, Any]) -> dict[str, Any]:
    """The form of a result as the deal page sends it, with the result as the page showed it."""
    won = result["tricks"]
    tricks = {f"tricks{seat}": count for seat, count in won.items()} if isinstance(won, dict) else {"tricks": won}
    seen = json.dumps(result, separators=(",", ":"))
    return {"contract": result["contract"], "who": result["declarers"], **tricks, "seen": seen}
