"""Two servers on one PostgreSQL cross both nights on which the clock of Brussels is turned, one killed at the hour."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from zoneinfo import ZoneInfo

import psycopg
import pytest

from tests.browser.support.server import run
from tests.failover.installation import Node
from tests.support.servers import postgres
from tests.support.servers.waiting import eventually
from tournament.rehearse.visitor import Visitor

pytestmark = pytest.mark.long

SHIFTED = Path(__file__).parents[1] / "support" / "servers" / "shifted"
BRUSSELS = ZoneInfo("Europe/Brussels")
# The evenings before the clock goes forward and back, at 01:00 UTC on the day after.
NIGHTS = (date(2026, 3, 28), date(2026, 10, 24))
HOURS = 6
CLUB = "de-vier-azen"

MAKE = """
from datetime import date, time
from tests.support import club_evenings as club
organisation = club.club()
club.members(organisation, 8)
club.series(organisation, name="Zaterdag", weekday=5, starts_at=time(20), begins_on=date(2026, 3, 1),
            plan={"closes_after_hours": 6, "planned_rounds": 1, "deals_per_round": 1})
"""
PLAY = """
from tests.support.events import cast
from tournament.models import Event
event = Event.objects.order_by("-pk")[0]
cast.play_round(event)
"""
PROVE = """
from tournament.exchange.logbook import proof
from tournament.models import Event, Organisation
for owner in (*Organisation.objects.all(), *Event.objects.all()):
    assert proof.prove(owner) == owner.revision
"""


@dataclass
class Hall:
    """Two servers, their database, and the clock by which both live."""

    nodes: list[Node]
    database: str
    clock: Path

    def turn(self, at: datetime) -> None:
        """From now on it is this moment, and time goes on."""
        self.clock.write_text(str(at.timestamp() - time.time()))

    def shell(self, code: str) -> None:
        """Carries out code on the database, by the same clock."""
        node = self.nodes[0]
        more = dict(word.split("=", 1) for word in node.more)
        run(node.environment | more, code)

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with psycopg.connect(self.database, autocommit=True) as connection:
            return connection.execute(query).fetchall()

    def lines(self) -> int:
        """How many lines there are in all chains."""
        [(events,)] = self.ask("select count(*) from tournament_logentry")
        [(registers,)] = self.ask("select count(*) from tournament_registerline")
        return int(events + registers)

    def closings(self) -> list[tuple[Any, ...]]:
        """Every closing of an evening by the clock: when, and when it was due."""
        rows = self.ask("select at, text from tournament_logentry where act = 'change_state' and by like 'series:%'")
        return [(at, json.loads(text)["facts"]["due"]) for at, text in rows]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    """Two servers that answer, by a clock that stands a day before the first night."""
    clock = tmp_path / "clock"
    clock.write_text("0")
    more = (f"PYTHONPATH={SHIFTED}", f"TEST_CLOCK={clock}")
    with postgres.running() as running, ExitStack() as life:
        database = running.create("troel")
        nodes = [Node(tmp_path / name, database, more) for name in "AB"]
        hall = Hall(nodes, database, clock)
        hall.turn(datetime(2026, 3, 27, 12, tzinfo=UTC))
        for node in nodes:
            node.start()
            life.callback(_stop, node)
        hall.shell(MAKE)
        yield hall


def _stop(node: Node) -> None:
    if node.server:
        node.stop()


def secretary(node: Node) -> Visitor:
    """A browser in which the secretary of the club has signed in at this server."""
    visitor = Visitor(node.url)
    page = visitor.get(f"{node.url}/sign-in/")
    visitor.done(page.form("/sign-in/"), username=f"secretary-of-{CLUB}", password="vier azen en een joker")
    return visitor


def ready(node: Node, button: str) -> Callable[[], object]:
    """Presses, when it is called, the button of Tonight that is sent to this place."""
    visitor = secretary(node)
    form = visitor.get(f"{node.url}/staff/o/{CLUB}/tonight/").form(button)
    return lambda: visitor.done(form)


def test_one_evening_and_one_line_an_act(hall: Hall) -> None:
    for count, night in enumerate(NIGHTS, 1):
        _night(hall, night, count)
    hall.shell(PROVE)


def _night(hall: Hall, night: date, count: int) -> None:
    """Everybody comes at both servers at once, plays, and the hour to close comes while the clock is turned."""
    begins = datetime(night.year, night.month, night.day, 20, tzinfo=BRUSSELS)
    close = begins.astimezone(UTC) + timedelta(hours=HOURS)
    hall.turn(begins + timedelta(minutes=5))
    both = [ready(node, "/here/") for node in hall.nodes]
    with ThreadPoolExecutor() as pool:
        for pressed in [pool.submit(press) for press in both]:
            pressed.result()
    assert hall.ask("select count(*), count(event_id) from tournament_evening") == [(count, count)]
    assert hall.ask("select count(*) from tournament_registerline where act = 'open_evening'") == [(count,)]
    assert hall.ask("select count(*) from tournament_entry") == [(8 * count,)]
    ready(hall.nodes[0], "/draw/")()
    hall.shell(PLAY)
    hall.turn(close - timedelta(minutes=20))
    eventually(lambda: hall.ask("select count(*) from tournament_round where closed") == [(count,)], 60)
    assert len(hall.closings()) == count - 1
    _cross(hall, close)
    eventually(lambda: len(hall.closings()) == count, 90)
    hall.nodes[1].start(up_to_date=True)
    at, due = hall.closings()[-1]
    assert datetime.fromisoformat(due) == close <= at
    before = hall.lines()
    time.sleep(20)
    assert hall.lines() == before


def _cross(hall: Hall, close: datetime) -> None:
    """The hour comes while somebody holds the event's row: a hundred looks write nothing, and one server dies."""
    a, b = hall.nodes
    slug = hall.ask("select slug from tournament_event order by id desc limit 1")[0][0]
    with psycopg.connect(hall.database) as holder:
        holder.execute("select 1 from tournament_event where slug = %s for update", [slug])
        hall.turn(close)
        before = hall.lines()
        for look in range(100):
            with urlopen(f"{(a, b)[look % 2].url}/e/{slug}/", timeout=20) as answer:
                assert answer.status == 200
        assert hall.lines() == before
        b.kill()
        holder.rollback()
