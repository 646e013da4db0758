"""Two servers on one database: what one hides the other does not show, and wrong PINs are counted by both together."""

import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.browser.support.server import Server, serving
from tests.support.servers import postgres
from tests.support.servers.captains import Sheet, seat, wait_for_answers, writing
from tests.support.servers.crowd import Crowd
from tests.support.servers.wire import FORM, answered

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not postgres.programs(), reason="PostgreSQL is not installed"),
]

HIDE = """
import time
from tests.support.events import cast
from tournament.acts.rounds import rounds
from tournament.models import Event
rounds.show_round(cast.round_of(Event.objects.get()), "system", visible=False)
print(time.time())
"""
# What each page shows of a round as long as it is not hidden.
SHOWN = {
    "/e/ledegem/": b'"Round 1"',
    "/e/ledegem/rows/": b'"Round 1"',
    "/e/ledegem/hall/?show=ranking": b"lines ranking",
    "/e/ledegem/player/1/": b'id="why"',
    "/e/ledegem/seating/1/": b"Seating of round 1",
}
# A table's link to read, and a PIN that is nobody's there.
WRONG = """
from tests.support.events import cast
from tournament import links
from tournament.models import Event
table = cast.table(Event.objects.get(), {number})
right = {{links.pin(row.entry) for row in table.seats.all()}}
print(links.reading_token(table), next(pin for pin in ("0000", "0001", "0002", "0003", "0004") if pin not in right))
"""


@contextmanager
def two_servers(folder: Path, *through: str) -> Iterator[tuple[Server, Server]]:
    """Two servers with the same keys on one database of PostgreSQL."""
    first, second = folder / "a", folder / "b"
    first.mkdir()
    with ExitStack() as running:
        database = running.enter_context(postgres.running()).create("troel")
        one = running.enter_context(serving(first, database=database, through=through))
        second.mkdir()
        for key in first.glob("*.key"):
            shutil.copy(key, second)
        yield one, running.enter_context(serving(second, database=database, through=through, up_to_date=True))


def shell(server: Server, code: str) -> str:
    return server.manage("shell", "--no-imports", "--command", code).strip()


def test_what_is_hidden_on_one_server_is_soon_shown_by_none(tmp_path: Path) -> None:
    with two_servers(tmp_path) as (one, other):
        sheets = [Sheet(captain) for captain in seat(one, players=32, deals=60)]
        crowd = Crowd(other.url, SHOWN, visitors=200, pause=1.0)
        with writing(sheets, lambda sheet: sheet.write_on(one.url, 60)), crowd.looking():
            wait_for_answers(sheets, 16)
            hidden_at = float(shell(one, HIDE))
            time.sleep(5.0)
    for path in SHOWN:
        assert min(look.came for look in crowd.looks if look.path == path) < hidden_at < crowd.looks[-1].sent - 1.0
        # How long the machine takes to bring it is another matter (`make failover`).
        assert crowd.last(path).sent <= hidden_at + 1.0, path


def wrong_pins(servers: list[Server], token: str, pin: str, places: list[str]) -> list[int]:
    """The answers to a wrong PIN from each of these addresses, asked of the servers in turn."""
    body = urlencode({"pin": pin}).encode()
    head = (f"POST /r/{token}/write/ HTTP/1.1", FORM, f"Content-Length: {len(body)}")
    return [
        answered(servers[at % len(servers)], *head, f"X-Forwarded-For: {place}", body=body)[0]
        for at, place in enumerate(places)
    ]


def test_wrong_pins_are_counted_by_all_servers_together_and_after_a_restart(tmp_path: Path) -> None:
    with two_servers(tmp_path, "env", "TRUSTED_PROXIES=127.0.0.1") as (one, other):
        seat(one, players=16, deals=2)
        links = [shell(one, WRONG.format(number=number)).split() for number in (1, 2, 3, 4)]
        alone, both, many, late = [(token, pin) for token, pin in links]
        assert wrong_pins([one], *alone, ["192.0.2.1"] * 12) == [422] * 6 + [429] * 6
        assert wrong_pins([one, other], *both, ["192.0.2.1"] * 12) == [422] * 6 + [429] * 6
        answers = wrong_pins([one, other], *many, [f"192.0.2.{place}" for place in range(60)])
        assert answers == [422] * 40 + [429] * 20
        # A server that is started later knows of them too.
        folder = tmp_path / "c"
        folder.mkdir()
        for key in (tmp_path / "a").glob("*.key"):
            shutil.copy(key, folder)
        with serving(folder, database=one.environment["DATABASE_URL"], up_to_date=True) as third:
            assert wrong_pins([third], *many, ["192.0.2.200"]) == [429]
            assert wrong_pins([third], *late, ["192.0.2.200"]) == [422]
