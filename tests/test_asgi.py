"""How requests come in: from phones that break off, from browsers that say odd things, to the real server."""

import json
import re
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from resource import getpagesize
from typing import Any

import pytest

from tests.browser.server import ROOT, Server, serving
from tests.captains import WRITTEN, Captain, seat
from tournament import asgi

LARGE = 40_000_000
ORDER: dict[str, Any] = {"offer": "json", "event": "ledegem", "by": "", "choice": {}, "call": [], "revision": 0}
ORDER |= {"name": "large.json", "may": "look"}
SIGNED_IN = """
from tests import cast
from tournament.models import Event
print(cast.client(cast.organiser(Event.objects.get())).cookies["troel_session"].value)
"""
FORM = "Content-Type: application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def server(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all of this file."""
    folder = tmp_path_factory.mktemp("asgi") / "var"
    shutil.copytree(empty_database, folder)
    with serving(folder) as running:
        yield running


@pytest.fixture(scope="module")
def captains(server: Server) -> list[Captain]:
    return seat(server, players=8, deals=4)


@contextmanager
def sent(server: Server, *lines: str, body: bytes = b"") -> Iterator[socket.socket]:
    """The line over which a request was sent just so; `answer` reads what comes back."""
    host, port = server.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=2 * asgi.PATIENCE_SECONDS) as line:
        line.sendall("\r\n".join([*lines, f"Host: {host}:{port}", "", ""]).encode() + body)
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


def half_a_form(captain: Captain) -> tuple[str, ...]:
    """What a phone sends first of a form; 100 bytes should follow."""
    return (f"POST /t/{captain.token}/deal/1/ HTTP/1.1", FORM, "Content-Length: 100")


def test_phones_that_break_off_keep_nobody_waiting(server: Server, captains: list[Captain]) -> None:
    with ExitStack() as held:
        for _ in range(8):
            held.enter_context(sent(server, *half_a_form(captains[0]), body=b"con"))
        begun = time.monotonic()
        assert captains[0].again(server.url).write(1, "whole") == WRITTEN
        assert time.monotonic() - begun < asgi.PATIENCE_SECONDS / 2
    assert captains[0].again(server.url).write(2, "after-they-are-gone") == WRITTEN
    assert "Traceback" not in (Path(server.environment["VAR_DIR"]) / "server.log").read_text()


@pytest.mark.long
def test_who_does_not_finish_is_told_so(server: Server, captains: list[Captain]) -> None:
    assert answered(server, *half_a_form(captains[0]), body=b"con") == (408, asgi.LATE)


def test_a_form_in_many_pieces_is_one_form(server: Server, captains: list[Captain]) -> None:
    with sent(server, f"POST /t/{captains[1].token}/deal/1/pass/ HTTP/1.1", FORM, "Content-Length: 12") as line:
        for letter in b"key=in-parts":
            line.sendall(bytes([letter]))
            time.sleep(0.01)
        assert answer(line)[0] == WRITTEN


def test_what_is_too_large_is_refused_before_it_is_sent(server: Server, captains: list[Captain]) -> None:
    for kind in (FORM, "Content-Type: multipart/form-data; boundary=x"):
        call = (f"POST /t/{captains[0].token}/deal/1/ HTTP/1.1", kind, "Content-Length: 30000000")
        status, page = answered(server, *call)
        assert (status, "<h1" in page) == (400, True)


def test_a_form_without_a_length_is_an_empty_one(server: Server, captains: list[Captain]) -> None:
    call = (f"POST /t/{captains[0].token}/deal/3/ HTTP/1.1", FORM, "Transfer-Encoding: chunked")
    assert answered(server, *call, body=b"3\r\nkey\r\n0\r\n\r\n")[0] == 422


@pytest.mark.parametrize(
    "lines",
    [
        ["Accept-Language: de", "Accept-Language: fr"],
        ["Accept-Language: nl", "Cookie: other=1", "Cookie: troel_language=fr"],
        ["Accept-Language: fr", "Accept_Language: nl"],
    ],
)
def test_headers_given_twice_are_one_and_an_underscore_is_no_hyphen(server: Server, lines: list[str]) -> None:
    _, page = answered(server, "GET / HTTP/1.1", *lines)
    assert re.search(r'<html[^>]* lang="fr"', page)


@pytest.mark.parametrize("path", ["/e/%C3%A9t%C3%A9/", "/%ff", "/%00", "/e/%2e%2e/", "//", "/e/x/?q=%ff%00&q=é"])
def test_an_odd_address_gets_a_page_with_a_sentence(server: Server, path: str) -> None:
    status, page = answered(server, f"GET {path} HTTP/1.1".encode().decode("latin-1"))
    assert 400 <= status < 500
    assert "<h1" in page or not page


def test_head_tells_the_length_and_sends_nothing(server: Server) -> None:
    whole, head = HTTPConnection(server.url[7:]), HTTPConnection(server.url[7:])
    whole.request("GET", "/static/vendor/htmx/htmx.min.js")
    head.request("HEAD", "/static/vendor/htmx/htmx.min.js")
    first, second = whole.getresponse(), head.getresponse()
    assert (second.status, second.read()) == (200, b"")
    assert second.headers["Content-Length"] == first.headers["Content-Length"] == str(len(first.read()))


def test_a_file_larger_than_a_piece_arrives_whole(server: Server) -> None:
    for name in ("vendor/pico/pico.min.css", "vendor/htmx/htmx.min.js", "troel/mark.svg"):
        line = HTTPConnection(server.url[7:])
        line.request("GET", f"/static/{name}")
        assert line.getresponse().read() == (ROOT / "tournament" / "static" / name).read_bytes()


@pytest.mark.long
def test_a_file_that_is_taken_slowly_keeps_nobody_waiting(server: Server, captains: list[Captain]) -> None:
    folder = Path(server.environment["VAR_DIR"]) / "errands" / ("a" * 32)
    folder.mkdir(parents=True)
    (folder / "made").write_bytes(b"x" * LARGE)
    (folder / "order.json").write_text(json.dumps({**ORDER, "at": time.time()}))
    cookie = server.manage("shell", "--no-imports", "--command", SIGNED_IN).strip()
    before = memory(server)
    call = (f"GET /staff/ledegem/papers/made/{folder.name}/file/ HTTP/1.1", f"Cookie: troel_session={cookie}")
    with ExitStack() as held:
        begun = [HTTPResponse(held.enter_context(sent(server, *call))) for _ in range(3)]
        for response in begun:
            response.begin()
            assert (response.status, response.read(1000)) == (200, b"x" * 1000)
        assert captains[1].again(server.url).write(1, "meanwhile") == WRITTEN
        assert memory(server) - before < LARGE / 2
        assert len(begun[0].read()) == LARGE - 1000
    assert captains[1].again(server.url).write(2, "after-they-are-gone") == WRITTEN


def memory(server: Server) -> int:
    """The bytes that the server and its worker hold, as proc(5) tells them."""
    held = 0
    for told in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # a process that has just ended
            fields = told.read_text().rpartition(")")[2].split()
            held += int(fields[21]) * getpagesize() if int(fields[2]) == server.process.pid else 0
    return held
