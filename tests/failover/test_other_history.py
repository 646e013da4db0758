"""A database with another history of the same length takes the place of the one a server has read: the server runs on.

So it is after a failover that lost commits, and after a dump was restored. Every number is again what it was; only the
hashes are not.
"""

import json
import re
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.browser.support.server import Server, run, serving
from tests.support.servers import postgres
from tests.support.servers.waiting import eventually

pytestmark = pytest.mark.long

SEAT = """
import json
from tests.support.events import cast
from tournament import links
event = cast.playing(8, deals=4)
table, entry = cast.table(event), cast.entry(event, cast.seated(cast.table(event))[1])
cookie = cast.client(cast.organiser(event)).cookies["troel_session"].value
tokens = links.table_token(table), links.reading_token(table), links.personal_token(entry)
print(json.dumps([*tokens, entry.number, cookie]))
"""
# One deal, with so many tricks; both histories have the same acts, and so every revision and version again.
PLAY = """
import json
from tests.support.events import cast
from tournament.models import Event
from tournament.ranking import live
cast.write(cast.table(Event.objects.get()), 1, cast.result("S6", (1,), {tricks}), key="k")
event = Event.objects.get()
best = max(place.standing.row.points for place in live.ranking(event, public=True).places)
print(json.dumps([event.revision, cast.table(event).revision, event.seal, best]))
"""
# What an open page asks for news with: the name of the field, and where the page has its value.
VERSION = ("v", r'\?v=(\w+)"')
ASKED_AGAIN = ("v", r'hx-get="[^"?]+\?v=(\w+)"')
MARK = ("since", r'since=([^"&]+)"')
ON_A_SCREEN = ("v", r'data-version="(\w+)"')
ON_A_PHONE = ("since", r'"mark": "([^"]+)"')


def asked(server: Server, path: str, cookie: str = "", **headers: str) -> tuple[int, str]:
    """The status and the page."""
    sent = {"Accept-Language": "en", "Cookie": f"troel_session={cookie}", **headers}
    try:
        with urllib.request.urlopen(urllib.request.Request(server.url + path, headers=sent)) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read().decode()


def shell(environment: dict[str, str], code: str) -> Any:
    """What some lines of Python print on a database, as JSON."""
    return json.loads(run(environment, code))


def copied(origin: Path, goal: Path) -> None:
    """SQLite: a database is copied over another, which a server may have open."""
    with closing(sqlite3.connect(origin)) as one, closing(sqlite3.connect(goal)) as other:
        one.backup(other)


def shows(text: str, points: int) -> bool:
    return bool(re.search(rf">\s*\+?{points}\s*<", text))


def runs_on(server: Server, other: dict[str, str], seated: list[Any], exchange: Callable[[], None]) -> None:
    """Plays two histories of one length; the second takes the place of the first once the server has shown that.

    `other` is the environment of a copy of the server's database.
    """
    write, read, own, number, cookie = seated
    one, two = shell(server.environment, PLAY.format(tricks=6)), shell(other, PLAY.format(tricks=9))
    assert one[:2] == two[:2] and one[2:] != two[2:]
    pages = {"/e/ledegem/rows/": VERSION, "/e/ledegem/hall/": ON_A_SCREEN, "/e/ledegem/finale/": ASKED_AGAIN}
    pages |= {f"/t/{write}/": ON_A_PHONE, f"/r/{read}/": MARK, f"/p/{own}/": MARK}
    pages |= {"/staff/ledegem/rounds/1/tables/": MARK}
    pointed = ["/e/ledegem/", "/e/ledegem/rows/", "/e/ledegem/hall/?show=ranking", f"/e/ledegem/player/{number}/"]
    pointed += [f"/t/{write}/", f"/r/{read}/", f"/p/{own}/"]
    for page in pointed:
        eventually(partial(lambda page: shows(asked(server, page)[1], one[3]), page))
    news = []
    for page, (name, place) in pages.items():
        version = re.search(place, asked(server, page, cookie)[1])
        assert version, page
        news.append(f"{page}?{name}={version[1]}")
    for path in news * 2:  # the second time from memory, where it is kept
        assert asked(server, path, cookie, **{"HX-Request": "true"})[0] == 204, path
    exchange()
    time.sleep(1.0)
    for path in news:
        assert asked(server, path, cookie, **{"HX-Request": "true"})[0] == 200, path
    for page in pointed:
        text = asked(server, page)[1]
        assert shows(text, two[3]) and not shows(text, one[3]), page


def test_a_copy_of_the_file(server: Server, tmp_path: Path) -> None:
    seated = shell(server.environment, SEAT)
    live, copy = Path(server.environment["VAR_DIR"]) / "troel.sqlite3", tmp_path / "other.sqlite3"
    copied(live, copy)
    other = server.environment | {"DATABASE_URL": f"sqlite:///{copy}"}
    runs_on(server, other, seated, lambda: copied(copy, live))


@postgres.NEEDED
def test_a_database_of_postgresql(tmp_path: Path) -> None:
    with postgres.running() as cluster, serving(tmp_path, database=cluster.create("live")) as server:
        seated = shell(server.environment, SEAT)

        def alone(*statements: str) -> None:
            with cluster.connect() as connection:
                for statement in statements:
                    connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'live'")
                    connection.execute(statement)

        alone("CREATE DATABASE other TEMPLATE live")
        other = server.environment | {"DATABASE_URL": cluster.url("other")}
        names = ("ALTER DATABASE live RENAME TO gone", "ALTER DATABASE other RENAME TO live")
        runs_on(server, other, seated, lambda: alone(*names))
