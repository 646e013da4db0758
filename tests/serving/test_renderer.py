"""The process that renders pages for the server: what it does, how it ends, and what the server does without it."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.test import override_settings
from django.utils.translation import get_language

from tests.browser.support.server import Server
from tests.support.events import cast
from tests.support.servers.captains import WRITTEN, seat
from tests.support.servers.waiting import eventually, workers
from tournament.models import Event
from tournament.reading.prerendered_pages import Board, Rendered
from tournament.site import renderer
from tournament.site.renderer import Renderer

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def started(django_db_setup: None) -> Iterator[Renderer]:
    """One child for all of this file, and for each that ends another."""
    renderer.turn_on()
    started = renderer._renderer
    assert started
    yield started
    started.end()
    renderer._renderer = None


@pytest.fixture
def child(started: Renderer, monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Renderer:
    """A child that is ready, and at once followed by another."""
    monkeypatch.setattr(renderer, "START_EVERY", 0.0)
    eventually(lambda: started.call(os.getpid))
    return started


def where(event: Event, part: int) -> Rendered:
    """A page that tells where it was rendered, and of what."""
    return Rendered(str(event.revision), {"page": f"{os.getpid()} {event.slug} {get_language()} {part}"})


def only_here(event: Event, part: int) -> Rendered:
    """A page that cannot be rendered in a process of which pytest knows nothing."""
    assert "PYTEST_CURRENT_TEST" in os.environ and renderer._renderer
    return where(event, part)


def broken(event: Event, part: int) -> Rendered:
    """A page that can be rendered once, at the event's first revision, and then nowhere."""
    return where(event, part) if event.name == "whole" else Rendered(str(1 // 0), {})


# --- The child ----------------------------------------------------------------------------------------------------


def test_a_child_gives_way_to_the_server_and_holds_nothing_of_it(child: Renderer) -> None:
    with socket.socket() as port:
        port.bind(("127.0.0.1", 0))
        port.set_inheritable(True)  # as the server's own, which it hands to its workers
        child.end()
        eventually(lambda: child.call(os.getpid))
        pid = child.call(os.getpid)
        assert pid != os.getpid()
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert child.call(os.getpriority, os.PRIO_PROCESS, 0) == min(own + renderer.NICENESS, 19)
        sockets = {file.readlink() for file in Path(f"/proc/{pid}/fd").iterdir() if "socket:" in str(file.readlink())}
    assert len(sockets) == 1  # the line to the server


def test_a_child_that_was_killed_is_followed_by_another(child: Renderer, caplog: pytest.LogCaptureFixture) -> None:
    first = child.call(os.getpid)
    assert first
    os.kill(first, signal.SIGKILL)
    assert child.call(os.getpid) is None
    assert "is gone" in caplog.text
    eventually(lambda: child.call(os.getpid) not in (None, first))


def test_a_child_that_ends_in_the_midst_of_its_work_keeps_nobody_waiting(child: Renderer) -> None:
    assert child.call(os._exit, 3) is None
    eventually(lambda: child.call(os.getpid))


def test_a_child_that_hangs_is_ended(child: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    hanging = child.call(os.getpid)
    monkeypatch.setattr(renderer, "MAX_SECONDS", 0.1)
    assert child.call(time.sleep, 3600) is None
    assert not Path(f"/proc/{hanging}").exists()


def test_a_child_that_fails_says_so_and_goes_on(capfd: pytest.CaptureFixture[str], child: Renderer) -> None:
    child.end()  # what follows it writes where this test reads
    eventually(lambda: child.call(os.getpid))
    before = child.call(os.getpid)
    assert child.call(os.stat, "/nowhere") is None
    assert "failed: FileNotFoundError" in capfd.readouterr().err
    assert child.call(os.getpid) == before


def test_children_that_end_at_once_are_not_started_all_the_time(
    child: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renderer, "START_EVERY", 3600.0)
    child.end()
    assert child.call(os.getpid) is None
    assert child._child is None


# --- The board ----------------------------------------------------------------------------------------------------


def shown(board: Board, event: Event, language: str = "nl", part: int = 0) -> list[str]:
    return board.edition(cast.fresh(event), language, part).documents["page"].body.decode().split()


@override_settings(RANKING_PATIENCE=0.0)
def test_a_page_is_rendered_by_the_child_for_its_event_language_and_part(child: Renderer) -> None:
    event, other = cast.event(0), cast.event(0, "other")
    pid = str(child.call(os.getpid))
    board = Board(where)
    assert shown(board, event, "nl") == [pid, event.slug, "nl", "0"]
    assert shown(board, other, "fr", 3) == [pid, "other", "fr", "3"]
    child.end()  # until the next is ready, the server does it
    assert shown(board, event, "fr") == [str(os.getpid()), event.slug, "fr", "0"]
    eventually(lambda: child.call(os.getpid))
    assert shown(board, event, "en") == [str(child.call(os.getpid)), event.slug, "en", "0"]


@override_settings(RANKING_PATIENCE=0.0)
def test_what_the_child_cannot_render_is_rendered_by_the_server(child: Renderer) -> None:
    assert shown(Board(only_here), cast.event(0))[0] == str(os.getpid())


@override_settings(RANKING_PATIENCE=3600.0)
def test_a_fault_keeps_the_old_edition_and_is_logged_once_by_the_board(
    child: Renderer, caplog: pytest.LogCaptureFixture
) -> None:
    event, board = cast.event(0), Board(broken)
    Event.objects.filter(pk=event.pk).update(name="whole")
    old = board.edition(cast.fresh(event), "nl")
    assert board.edition(cast.moved_on(event, name="broken"), "nl") is old
    eventually(lambda: not workers())
    assert caplog.text.count("could not be rendered") == 1
    assert "ZeroDivisionError" in caplog.text
    assert board.edition(cast.fresh(event), "nl") is old
    eventually(lambda: not workers())


# --- The server ---------------------------------------------------------------------------------------------------


def children(pid: int) -> list[int]:
    """The processes that any thread of a process started."""
    return [int(one) for task in Path(f"/proc/{pid}/task").iterdir() for one in (task / "children").read_text().split()]


def worker_and_child(server: Server) -> tuple[int, int]:
    """The process that answers for a server, and the one that renders for it."""
    (worker,) = children(server.process.pid)
    eventually(lambda: children(worker))
    return worker, children(worker)[0]


def rows(server: Server) -> str:
    with urlopen(f"{server.url}/e/ledegem/rows/") as answer:
        return str(answer.read().decode())


def test_a_server_whose_child_is_killed_serves_on_and_starts_another(server: Server) -> None:
    captain = seat(server, players=8, deals=100)[0]
    worker, first = worker_and_child(server)
    assert captain.write(1, "before") == WRITTEN
    eventually(lambda: 'class="rank"' in rows(server))
    before = rows(server)
    os.kill(first, signal.SIGKILL)
    assert captain.write(2, "after", tricks=11) == WRITTEN
    eventually(lambda: rows(server) != before)

    numbers = count(3)

    def another() -> bool:
        """Whether another has been started, now that there is one more deal to render."""
        number = next(numbers)
        assert captain.write(number, f"then-{number}") == WRITTEN
        assert 'class="rank"' in rows(server)
        time.sleep(0.2)
        return bool(set(children(worker)) - {first})

    eventually(another)
    assert "Traceback" not in (Path(server.environment["VAR_DIR"]) / "server.log").read_text()


def test_a_server_that_stops_ends_its_child_first(server: Server) -> None:
    _, child = worker_and_child(server)
    server.process.terminate()
    server.process.wait()
    assert not Path(f"/proc/{child}").exists()
    assert "Traceback" not in (Path(server.environment["VAR_DIR"]) / "server.log").read_text()


def test_no_child_outlives_a_server_that_was_killed(server: Server) -> None:
    _, child = worker_and_child(server)
    server.process.kill()
    server.process.wait()
    eventually(lambda: not Path(f"/proc/{child}").exists())
