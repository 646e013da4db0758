"""A database that is locked, read-only or frozen under a real server: 503 with Retry-After, as long as that lasts."""

import re
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.browser.support.server import Server, serving
from tests.support.servers import postgres, standbys
from tests.support.servers.captains import WRITTEN, Captain, seat
from tests.support.servers.postgres import Postgres
from tests.support.servers.wire import FORM, answered

pytestmark = [pytest.mark.long, postgres.NEEDED]


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    """A PostgreSQL server of this file's own."""
    with postgres.running() as running:
        yield running


@pytest.fixture(scope="module")
def hall(database: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[Captain]]]:
    """A server on it, and the captains of two tables of an event."""
    with serving(tmp_path_factory.mktemp("hall"), database=database.create("hall")) as server:
        yield server, seat(server, players=8, deals=40)


class Visitor:
    """A browser that keeps its cookies."""

    def __init__(self, server: Server) -> None:
        self._url = server.url
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def open(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Status, Retry-After and text of a page, or of the answer to a form."""
        body = urlencode(form).encode() if form else None
        request = urllib.request.Request(self._url + path, body, {"Referer": self._url + path})
        try:
            answer = self._browser.open(request, timeout=60)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            return answer.status, answer.headers.get("Retry-After", ""), answer.read().decode()

    def sign_in(self) -> tuple[int, str, str]:
        """The answer to a name and a password."""
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.open("/sign-in/")[2])
        assert token
        form = {"csrfmiddlewaretoken": token[1], "username": "nobody", "password": "a word that is wrong"}
        return self.open("/sign-in/", form)


def is_unavailable(answer: tuple[int, str, str]) -> bool:
    status, retry_after, text = answer
    return status == 503 and retry_after.isdigit() and "cannot save anything right now" in text


@contextmanager
def events_locked(database: Postgres) -> Iterator[None]:
    """Somebody holds on to every event."""
    with database.connect("hall") as connection, connection.transaction():
        connection.execute("SELECT FROM tournament_event FOR UPDATE")
        yield


def test_who_waits_too_long_for_a_lock_is_told_to_come_again(
    database: Postgres, hall: tuple[Server, list[Captain]]
) -> None:
    captain, other = hall[1]
    with events_locked(database):
        begun = time.monotonic()
        assert captain.write(1, "while-it-is-locked") == 503
        assert time.monotonic() - begun < 10
    assert captain.write(1, "while-it-is-locked") == other.write(1, "nobody-holds-it") == WRITTEN


def test_a_database_that_cannot_be_written_shows_pages_and_takes_nothing(
    database: Postgres, hall: tuple[Server, list[Captain]]
) -> None:
    server, (captain, _) = hall
    visitor = Visitor(server)
    assert visitor.sign_in()[0] == 422
    for setting in ("on", "off"):
        with database.connect() as connection:
            connection.execute(f"ALTER DATABASE hall SET default_transaction_read_only = {setting}")
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'hall'")
        assert visitor.open(f"/t/{captain.token}/")[0] == 200
        if setting == "on":
            assert captain.write(2, "read-only") == 503
            assert is_unavailable(visitor.sign_in())
    assert captain.write(2, "read-only") == WRITTEN
    assert visitor.sign_in()[0] == 422


def test_a_database_that_is_frozen_is_given_up_and_found_again(
    database: Postgres, hall: tuple[Server, list[Captain]]
) -> None:
    server, (captain, _) = hall
    visitor = Visitor(server)
    database.freeze()
    try:
        for path in (f"/t/{captain.token}/", f"/r/{captain.token}/", "/", "/sign-in/", "/e/ledegem/"):
            begun = time.monotonic()
            assert is_unavailable(visitor.open(path)), path
            assert time.monotonic() - begun < 10
        assert captain.again(server.url).write(3, "while-it-is-frozen") == 503
        # Who sends it is not known, so nothing of it is received.
        call = (
            "POST /staff/ledegem/players/list/ HTTP/1.1",
            FORM,
            "Content-Length: 20000",
            f"Cookie: troel_session={'x' * 32}",
        )
        assert answered(server, *call)[0] == 503
    finally:
        database.thaw()
    assert visitor.open(f"/t/{captain.token}/")[0] == 200
    assert captain.again(server.url).write(3, "while-it-is-frozen") == WRITTEN
    log = (Path(server.environment["VAR_DIR"]) / "server.log").read_text()
    assert "Traceback" not in log and captain.token not in log
    assert "every seal holds" in server.manage("verify")


def test_a_commit_that_no_standby_confirms_is_given_up_and_once_it_is_confirmed_it_counts_once(tmp_path: Path) -> None:
    with standbys.replicated() as cluster, serving(tmp_path, database=cluster.create("hall")) as server:
        (captain,) = seat(server, players=4, deals=4)
        cluster.standbys[0].freeze()
        begun = time.monotonic()
        assert [captain.again(server.url).write(1, "nobody-has-it") for _ in range(2)] == [503, 503]
        assert time.monotonic() - begun < 20
        cluster.standbys[0].thaw()
        assert captain.again(server.url).write(1, "nobody-has-it") == WRITTEN
        assert server.manage("export", "ledegem", "--format", "logbook").count("record_deal") == 1
