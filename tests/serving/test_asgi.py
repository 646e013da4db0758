"""How requests come in: from phones that break off, from browsers that say odd things, to the real server."""

import asyncio
import re
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPResponse
from io import BytesIO
from pathlib import Path
from resource import getpagesize
from threading import Event
from urllib.parse import urlencode

import pytest

from tests.browser.support.server import ROOT, Server, serving
from tests.support.servers.captains import WRITTEN, Captain, seat
from tests.support.servers.wire import FORM, answer, answered, open_many, opened, sent, spoken_to
from tournament import asgi
from tournament.serving import bodies, lanes

pytestmark = pytest.mark.long

LARGE = 40_000_000
OPEN = 1_300
LONG = 2_000_000
SIGNED_IN = """
from tests.support.events import cast
from tests.support.files.jobs import stored
from tournament.models import Event
event = Event.objects.get()
print(cast.client(cast.organiser(event)).cookies["troel_session"].value, stored(event, size={size}).id)
"""


@pytest.fixture(scope="module", autouse=True)
def many_files() -> None:
    """As many open connections on this side as on the server's."""
    open_many()


@pytest.fixture(scope="module")
def server(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all of this file."""
    folder = tmp_path_factory.mktemp("asgi") / "var"
    shutil.copytree(empty_database, folder)
    with serving(folder) as running:
        yield running


@pytest.fixture(scope="module")
def captains(server: Server) -> list[Captain]:
    return seat(server, players=32, deals=4)


def half_a_form(captain: Captain) -> tuple[str, ...]:
    """What a phone sends first of a form; 100 bytes should follow."""
    return (f"POST /t/{captain.token}/deal/1/ HTTP/1.1", FORM, "Content-Length: 100")


def test_phones_that_break_off_keep_nobody_waiting(server: Server, captains: list[Captain]) -> None:
    with ExitStack() as held:
        lines = [held.enter_context(sent(server, *half_a_form(captains[0]), body=b"con")) for _ in range(8)]
        assert captains[0].again(server.url).write(1, "whole") == WRITTEN
        assert not any(spoken_to(line) for line in lines)
    assert captains[0].again(server.url).write(2, "after-they-are-gone") == WRITTEN
    assert "Traceback" not in (Path(server.environment["VAR_DIR"]) / "server.log").read_text()


def test_many_open_connections_shut_nobody_out(server: Server, captains: list[Captain]) -> None:
    with ExitStack() as held:
        unfinished = ("GET /e/ledegem/ HTTP/1.1",)
        lines = [held.enter_context(opened(server, *(unfinished if at % 2 else ()))) for at in range(OPEN)]
        assert captains[2].again(server.url).write(1, "among-many") == WRITTEN
        assert not any(spoken_to(line) for line in lines)


def test_a_server_speaks_one_protocol_whose_lines_end(server: Server) -> None:
    with opened(server) as line:
        line.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(9))
        assert not line.recv(1000).startswith(b"\0\0")  # no frame of HTTP/2


def test_who_does_not_finish_is_told_so(server: Server, captains: list[Captain]) -> None:
    assert answered(server, *half_a_form(captains[0]), body=b"con") == (408, asgi.LATE)


def test_a_form_in_many_pieces_is_one_form(server: Server, captains: list[Captain]) -> None:
    with sent(server, f"POST /t/{captains[1].token}/deal/1/pass/ HTTP/1.1", FORM, "Content-Length: 22") as line:
        for letter in b"key=in-parts&version=0":
            line.sendall(bytes([letter]))
            time.sleep(0.01)
        assert answer(line)[0] == WRITTEN


def test_what_is_too_large_is_refused_before_it_is_sent(server: Server, captains: list[Captain]) -> None:
    for kind in (FORM, "Content-Type: multipart/form-data; boundary=x"):
        call = (f"POST /t/{captains[0].token}/deal/1/ HTTP/1.1", kind, "Content-Length: 30000000")
        status, page = answered(server, *call)
        assert (status, "<h1" in page) == (400, True)


def test_what_fits_no_form_is_refused_before_it_is_sent(server: Server, captains: list[Captain]) -> None:
    for page in (f"/t/{captains[0].token}/deal/1/", "/sign-in/"):
        for kind in (FORM, "Content-Type: multipart/form-data; boundary=x"):
            assert answered(server, f"POST {page} HTTP/1.1", kind, "Content-Length: 2500000")[0] in (400, 403)


def test_a_length_of_thousands_of_digits_is_none(server: Server) -> None:
    assert answered(server, "POST /sign-in/ HTTP/1.1", FORM, f"Content-Length: {'0' * 5000}5")[0] == 403
    assert "Traceback" not in (Path(server.environment["VAR_DIR"]) / "server.log").read_text()


def test_a_backup_is_received_from_the_holder_of_the_one_time_link_alone(server: Server) -> None:
    call = ("POST /first-organiser/0-guessed/restore/ HTTP/1.1", "Content-Type: multipart/form-data; boundary=x")
    began = time.monotonic()
    assert answered(server, *call, "Content-Length: 1000000000")[0] in (403, 404)
    # Waiting for the rest would end with 408, which is another answer.
    assert time.monotonic() - began < bodies.PATIENCE_SECONDS


def test_slow_files_with_an_invalid_cookie_keep_no_form_out(server: Server, captains: list[Captain]) -> None:
    slow = ["POST /staff/ledegem/players/list/ HTTP/1.1", "Content-Type: multipart/form-data; boundary=x"]
    slow += ["Content-Length: 20000000", f"Cookie: troel_session={'x' * 32}"]
    cookie = server.run(SIGNED_IN.format(size=1)).split()[0]
    form = urlencode({"csrfmiddlewaretoken": "a" * 32, "names": "x" * 20_000}).encode()
    call = ["POST /staff/ledegem/players/list/ HTTP/1.1", FORM, f"Content-Length: {len(form)}"]
    call += [f"Cookie: troel_session={cookie}; troel_csrf={'a' * 32}"]
    with ExitStack() as held:
        lines = [held.enter_context(sent(server, *slow)) for _ in range(6)]
        for line in lines:
            with suppress(OSError):  # closed by the server
                line.sendall(b"x" * 11_500_000)
        assert answered(server, *call, body=form)[0] not in (403, 503)
        assert [answer(line)[0] for line in lines if spoken_to(line)] == [403] * 6
    assert answered(server, *call[:-1], "Cookie: troel_csrf=x")[0] == 403


def received(size: int, take: Callable[[int], None]) -> int:
    """How much of a body of this size is received on an account."""
    messages = [{"type": "http.request", "body": b"x" * size, "more_body": False}]

    async def receive() -> bodies.Message:
        return messages.pop()

    body = BytesIO()
    headers = [(b"content-length", str(size).encode())]
    reception = bodies.receive_body({"path": "/e/x/", "headers": headers}, receive, body, take)
    # In a thread of its own: where a browser was opened before, a loop runs in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, reception).result()
    return len(body.getvalue())


def test_much_that_is_being_received_keeps_out_more_of_that_kind_and_no_deal() -> None:
    budget = bodies.Budget(LONG, LONG)
    with budget.account("first") as first, budget.account("second") as second:
        assert received(LONG, first) == LONG
        with pytest.raises(bodies.BudgetExceededError):
            received(LONG, second)
        assert received(bodies.SMALL, second) == bodies.SMALL
    with budget.account("second") as third:
        assert received(LONG, third) == LONG
    assert budget.left == LONG


def test_a_sender_takes_its_share_in_all_its_requests_together_and_leaves_the_rest() -> None:
    budget = bodies.Budget(2 * LONG, LONG)
    with budget.account("one") as first, budget.account("one") as second, budget.account("another") as other:
        assert received(LONG // 2, first) == LONG // 2
        with pytest.raises(bodies.BudgetExceededError):
            received(LONG, second)
        assert received(LONG, other) == LONG
    assert budget.left == 2 * LONG


def test_where_nobody_can_say_who_sends_a_long_form_it_is_to_be_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "DOOR", lanes.Lane("door", 1, 0.05))
    is_over = Event()

    async def receive() -> bodies.Message:
        raise AssertionError

    async def sends() -> int:
        before = asyncio.ensure_future(lanes.DOOR.run(is_over.wait))  # as long as the database says nothing
        await asyncio.sleep(0)
        scope = {"method": "POST", "path": "/staff/x/", "headers": [(b"content-length", str(LONG).encode())]}
        try:
            response = await asgi._received(scope, receive)
        finally:
            is_over.set()
        await before
        return response.status if response else 0

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, sends()).result() == 503


def test_who_sends_letter_by_letter_is_told_to_come_back(server: Server, captains: list[Captain]) -> None:
    with sent(server, *half_a_form(captains[0])) as line:
        for _ in range(99):
            if spoken_to(line):
                break
            line.sendall(b"x")
            time.sleep(bodies.PATIENCE_SECONDS / 4)
        assert answer(line) == (408, asgi.LATE)


def test_a_form_without_a_length_is_an_empty_one(server: Server, captains: list[Captain]) -> None:
    call = (f"POST /t/{captains[4].token}/deal/1/ HTTP/1.1", FORM, "Transfer-Encoding: chunked")
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


@pytest.mark.parametrize(
    "request_head",
    [
        b"GET http://foreign.example/ HTTP/1.1\r\nHost: foreign.example\r\n\r\n",
        b"GET http://foreign.example/ HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: foreign.example\r\n\r\n",
        b"GET / HTTP/1.1\nHost: foreign.example\n\n",
    ],
)
def test_a_foreign_host_gets_400(server: Server, request_head: bytes) -> None:
    with opened(server) as line:
        line.sendall(request_head)
        assert answer(line)[0] == 400


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


def test_a_file_that_is_taken_slowly_keeps_nobody_waiting(server: Server, captains: list[Captain]) -> None:
    cookie, job = server.run(SIGNED_IN.format(size=LARGE)).split()
    before = memory(server)
    call = (f"GET /staff/ledegem/papers/made/{job}/file/ HTTP/1.1", f"Cookie: troel_session={cookie}")
    with ExitStack() as held:
        begun = [HTTPResponse(held.enter_context(sent(server, *call))) for _ in range(3)]
        for response in begun:
            response.begin()
            assert (response.status, response.read(1000)) == (200, b"x" * 1000)
        assert captains[3].again(server.url).write(1, "meanwhile") == WRITTEN
        assert memory(server) - before < LARGE / 2
        assert len(begun[0].read()) == LARGE - 1000
    assert captains[3].again(server.url).write(2, "after-they-are-gone") == WRITTEN


def memory(server: Server) -> int:
    """The bytes that the server and its worker hold, as proc(5) tells them."""
    held = 0
    for told in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # a process that has just ended
            fields = told.read_text().rpartition(")")[2].split()
            held += int(fields[21]) * getpagesize() if int(fields[2]) == server.process.pid else 0
    return held
