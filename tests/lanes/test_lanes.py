"""Lanes on the real server: what waits behind what, who is skipped, and what is given at once from the shelf."""

import json
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.browser.support.server import Server, serving
from tests.support.servers.captains import CONTRACT, DECLARERS, PATIENCE, WRITTEN, Captain, seat
from tests.support.servers.wire import FORM, answered, open_many, sent, spoken_to

pytestmark = pytest.mark.long

CARDS = 300
SIGN_INS = 20
SECRET = "a" * 32
COUNTED = """
import json
from axes.models import AccessAttempt
from tournament.models import Deal
print(json.dumps([AccessAttempt.objects.count(), Deal.objects.filter(result__isnull=False).count()]))
"""
ASKED = {"Accept-Language": "nl", "Accept-Encoding": "gzip"}
LOOK = ("GET /e/ledegem/ HTTP/1.1", "Accept-Language: nl", "Accept-Encoding: gzip")


@pytest.fixture
def server(empty_database: Path, tmp_path: Path) -> Iterator[Server]:
    open_many()
    folder = tmp_path / "var"
    shutil.copytree(empty_database, folder)
    with serving(folder) as running:
        yield running


@pytest.fixture
def captains(server: Server) -> list[Captain]:
    return seat(server, players=32, deals=4)


def counted(server: Server) -> tuple[int, int]:
    """How many sign-ins failed under a name, and how many deals are written."""
    attempts, deals = json.loads(server.run(COUNTED))
    return attempts, deals


@contextmanager
def many_cards(server: Server) -> Iterator[list[socket.socket]]:
    """Enough people who ask for a player's card that most of them still wait for it."""
    with ExitStack() as held:
        yield [
            held.enter_context(sent(server, f"GET /e/ledegem/player/{at % 32 + 1}/ HTTP/1.1")) for at in range(CARDS)
        ]


def most_wait(lines: list[socket.socket]) -> bool:
    """Whether most of those who asked have no answer yet."""
    return sum(not spoken_to(line) for line in lines) > len(lines) / 2


def signing_in(name: str, password: str = "wrong") -> tuple[tuple[str, ...], bytes]:
    """A sign-in with a wrong password."""
    body = urlencode({"username": name, "password": password, "csrfmiddlewaretoken": SECRET}).encode()
    return ("POST /sign-in/ HTTP/1.1", FORM, f"Cookie: troel_csrf={SECRET}", f"Content-Length: {len(body)}"), body


def test_what_a_table_writes_does_not_wait_behind_pages(server: Server, captains: list[Captain]) -> None:
    with many_cards(server) as lines:
        assert captains[0].write(1, "before-the-cards") == WRITTEN
        assert most_wait(lines)


def test_nothing_waits_behind_passwords(server: Server, captains: list[Captain]) -> None:
    with ExitStack() as held:
        lines = []
        for at in range(SIGN_INS):
            call, body = signing_in(f"guess-{at}")
            lines.append(held.enter_context(sent(server, *call, body=body)))
        assert captains[0].write(1, "before-sign-ins") == WRITTEN
        assert answered(server, *LOOK[:2])[0] == 200
        assert most_wait(lines)


def test_an_abandoned_sign_in_is_skipped(server: Server) -> None:
    with ExitStack() as held:
        for at in range(SIGN_INS):
            call, body = signing_in(f"abandoned-{at}")
            held.enter_context(sent(server, *call, body=body))
        assert come_in(server)
    call, body = signing_in("the-last")
    assert answered(server, *call, body=body)[0] == 422
    assert counted(server)[0] < SIGN_INS / 2


def test_what_a_table_sent_is_written_though_its_phone_is_gone(server: Server) -> None:
    captains = seat(server, players=160, deals=1)
    with ExitStack() as held:
        for captain in captains:
            choices = {"contract": CONTRACT, "who": DECLARERS, "tricks": 9, "key": "phone-is-gone", "version": 0}
            seen = {"contract": CONTRACT, "declarers": DECLARERS, "tricks": 9}
            body = urlencode({**choices, "seen": json.dumps(seen, separators=(",", ":"))}, doseq=True).encode()
            call = (f"POST /t/{captain.token}/deal/1/ HTTP/1.1", FORM, f"Content-Length: {len(body)}")
            held.enter_context(sent(server, *call, body=body))
        assert come_in(server)
    deadline = time.monotonic() + PATIENCE
    while counted(server)[1] < len(captains):
        assert time.monotonic() < deadline, "a deal was skipped"


def come_in(server: Server) -> bool:
    """Once this is answered, all that was sent before has been received."""
    return answered(server, "GET /static/troel/mark.svg HTTP/1.1")[0] == 200


def test_a_name_signs_in_so_often_from_an_address_and_no_more(server: Server) -> None:
    call, body = signing_in("nobody", password="")
    told = [answered(server, *call, f"X-Forwarded-For: 192.0.2.{at}", body=body)[0] for at in range(60)]
    assert set(told[:40]) == {422}
    assert told[-1] == 429
    # The hall is one address: somebody who guesses there keeps nobody else out.
    call, body = signing_in("odette", password="")
    assert answered(server, *call, body=body)[0] == 422


# --- The last edition ---------------------------------------------------------------------------------------------


def test_who_would_wait_for_the_ranking_gets_the_last_one(server: Server, captains: list[Captain]) -> None:
    page, headers = got(server, *LOOK)
    with many_cards(server) as lines:
        assert got(server, *LOOK) == (page, headers)
        call = HTTPConnection(server.url[7:])
        call.request("GET", "/e/ledegem/", headers={**ASKED, "If-None-Match": headers["etag"]})
        told = call.getresponse()
        assert (told.status, told.read(), told.headers["ETag"]) == (304, b"", headers["etag"])
        assert most_wait(lines)
    assert {"content-security-policy", "vary", "content-encoding"} <= headers.keys()


def test_an_open_ranking_that_would_wait_is_told_that_nothing_changed(server: Server, captains: list[Captain]) -> None:
    rows, _ = got(server, "GET /e/ledegem/rows/ HTTP/1.1", *LOOK[1:2])
    version = rows.split(b"?v=")[1].split(b'"')[0].decode()
    again = (f"GET /e/ledegem/rows/?v={version} HTTP/1.1", *LOOK[1:2])
    assert answered(server, *again)[0] == 204
    with many_cards(server) as lines:
        assert answered(server, *again)[0] == 204
        assert got(server, "GET /e/ledegem/rows/?v=other HTTP/1.1", *LOOK[1:2])[0] == rows
        assert most_wait(lines)


def test_the_last_edition_is_that_of_the_visitors_own_language(server: Server, captains: list[Captain]) -> None:
    got(server, *LOOK)
    with many_cards(server):
        _, headers = got(server, "GET /e/ledegem/ HTTP/1.1", "Accept-Language: nl", "Cookie: troel_language=fr")
    assert headers["content-language"] == "fr"
    assert "content-encoding" not in headers


def got(server: Server, *lines: str) -> tuple[bytes, dict[str, str]]:
    """Bytes and headers of a page, without those that each answer has for itself."""
    with sent(server, *lines) as line:
        line.settimeout(PATIENCE)
        response = HTTPResponse(line)
        response.begin()
        headers = {name.lower(): value for name, value in response.getheaders()}
        return response.read(), {name: headers[name] for name in headers.keys() - {"date", "x-request-id"}}
