"""Requests as they go over the line, byte by byte: begun and not finished, sent and abandoned, answered or not."""

import resource
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse

from tests.browser.support.server import Server
from tournament.serving import bodies

FORM = "Content-Type: application/x-www-form-urlencoded"


def open_many() -> None:
    """Lets this process have as many open connections as the server."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextmanager
def opened(server: Server, *lines: str) -> Iterator[socket.socket]:
    """A line over which these lines were sent and no more."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=2 * bodies.PATIENCE_SECONDS) as line:
        line.sendall("".join(f"{text}\r\n" for text in lines).encode())
        yield line


@contextmanager
def sent(server: Server, *lines: str, body: bytes = b"") -> Iterator[socket.socket]:
    """The line over which a request was sent just so; `answer` reads what comes back."""
    with opened(server, *lines, f"Host: {server.url.removeprefix('http://')}", "") as line:
        line.sendall(body)
        yield line


def answer(line: socket.socket) -> tuple[int, str]:
    """Status and text of an answer."""
    response = HTTPResponse(line)
    response.begin()
    return response.status, response.read().decode()


def answered(server: Server, *lines: str, body: bytes = b"") -> tuple[int, str]:
    """Status and text of the answer to these lines and bytes."""
    with sent(server, *lines, body=body) as line:
        return answer(line)


def spoken_to(line: socket.socket) -> bool:
    """Whether the server has said anything on a line, or closed it."""
    patience = line.gettimeout()
    line.setblocking(False)
    try:
        line.recv(1, socket.MSG_PEEK)
    except BlockingIOError:
        return False
    finally:
        line.settimeout(patience)
    return True
