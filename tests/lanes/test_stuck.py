"""An act that is stuck in the database, on a real server: whoever looks, and writes elsewhere, does not wait for it."""

import json
import shutil
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.browser.support.server import Server, serving
from tests.support.servers import postgres
from tests.support.servers.captains import WRITTEN, Captain, seat
from tests.support.servers.postgres import Postgres
from tests.support.servers.wire import FORM, answer, answered, sent, spoken_to

pytestmark = pytest.mark.long

LINKS = """
import json
from tests.support.events import cast
from tournament import links
from tournament.models import Event
event = Event.objects.get(slug="ledegem")
table, entry = cast.table(event), cast.entry(event, 1)
tokens = links.table_token(table), links.reading_token(table), links.personal_token(entry)
print(json.dumps([f"/{kind}/{token}/" for kind, token in zip("trp", tokens)]))
"""


@contextmanager
def on_sqlite(folder: Path) -> Iterator[None]:
    """Somebody else writes in the file of the database."""
    with closing(sqlite3.connect(folder / "troel.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def on_postgres(server: Postgres, database: str) -> Iterator[None]:
    """Somebody else holds the event's row."""
    with server.connect(database) as other, other.transaction():
        other.execute("SELECT 1 FROM tournament_event WHERE slug = 'ledegem' FOR UPDATE")
        yield


def begun(stack: ExitStack, server: Server, captain: Captain, number: int = 1) -> socket.socket:
    """The line over which a deal was sent."""
    path, body = captain.deal(number, f"{captain.token[:20]}-{number}")
    return stack.enter_context(sent(server, f"POST {path} HTTP/1.1", FORM, f"Content-Length: {len(body)}", body=body))


def looks(server: Server) -> Iterator[int]:
    """What those are answered who look at the table, follow it and open their own page."""
    for path in json.loads(server.run(LINKS)):
        yield answered(server, f"GET {path} HTTP/1.1")[0]


def test_on_sqlite_a_stuck_deal_keeps_nobody_from_looking(empty_database: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(empty_database, tmp_path / "var"))
    with serving(folder, up_to_date=True) as server, ExitStack() as stack:
        captains = seat(server, players=8, deals=4)
        with on_sqlite(folder):
            stuck = begun(stack, server, captains[0])
            assert list(looks(server)) == [200, 200, 200]
            assert not spoken_to(stuck)
        assert answer(stuck)[0] == WRITTEN
        with on_sqlite(folder):
            # Who waits too long, and whoever waits behind, is told to send it again.
            others = [begun(stack, server, captain) for captain in captains[1:]]
            assert {answer(line)[0] for line in others} == {503}
        assert {captain.write(1, f"{captain.token[:20]}-1") for captain in captains[1:]} == {WRITTEN}


@postgres.NEEDED
def test_on_postgresql_it_keeps_nobody_from_writing_in_another_event(tmp_path: Path) -> None:
    with (
        postgres.running() as database,
        serving(tmp_path, database=database.create("hall")) as server,
        ExitStack() as stack,
    ):
        captains, others = seat(server, players=8, deals=4), seat(server, players=8, deals=4, slug="other")
        with on_postgres(database, "hall"):
            stuck = begun(stack, server, captains[0])
            waiting = begun(stack, server, captains[1])
            assert list(looks(server)) == [200, 200, 200]
            assert [others[0].write(number, f"elsewhere-{number}") for number in (1, 2)] == [WRITTEN] * 2
            assert not spoken_to(stuck) and not spoken_to(waiting)
        assert [answer(line)[0] for line in (stuck, waiting)] == [WRITTEN] * 2
