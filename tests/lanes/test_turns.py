"""The turns of a lane, with work that takes as long as the test wants: what waits for what, and not for ever."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from typing import Any

import pytest
from django.db import connections

from tests.support.events import cast
from tests.support.servers.waiting import PATIENCE
from tournament import links
from tournament.models import Event
from tournament.serving import events, lanes
from tournament.serving.lanes import Lane, TurnError

# Soon enough for a test, and long enough for work that does nothing.
IMPATIENT = 0.05


class Work:
    """Work that lasts until it is let go, and the order in which it began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.threads: dict[str, str] = {}
        self._let_go: dict[str, threading.Event] = {}

    def begin(self, lane: Lane, name: str, subject: int | None = None) -> "asyncio.Task[str]":
        """Asks for a turn of the lane."""
        self._let_go[name] = threading.Event()
        return asyncio.ensure_future(lane.run(partial(self._do, name), subject=subject))

    def end(self, *names: str) -> None:
        """Lets work end that has begun, or will."""
        for name in names:
            self._let_go[name].set()

    async def has_begun(self, *names: str) -> None:
        """Until all of these are under way."""
        async with asyncio.timeout(PATIENCE):
            while not set(names) <= set(self.begun):
                await asyncio.sleep(0.001)

    def _do(self, name: str) -> str:
        self.begun.append(name)
        self.threads[name] = threading.current_thread().name
        assert self._let_go[name].wait(PATIENCE)
        return name


def played(scene: Callable[[Work], Coroutine[Any, Any, None]]) -> None:
    """Plays a scene to its end."""
    asyncio.run(scene(Work()))


def test_what_is_about_one_subject_is_done_in_its_order_and_others_need_not_wait() -> None:
    async def scene(work: Work) -> None:
        lane = Lane("test", 2, in_order=True)
        tasks = [work.begin(lane, name, subject) for name, subject in (("a1", 1), ("a2", 1), ("a3", 1), ("b1", 2))]
        await work.has_begun("a1", "b1")
        assert work.begun == ["a1", "b1"]
        work.end("b1")
        assert await tasks[3] == "b1"
        # The thread that is free now does not take what waits behind the first.
        more = work.begin(lane, "b2", 2)
        await work.has_begun("b2")
        assert "a2" not in work.begun
        work.end("a1", "a2", "a3", "b2")
        assert await asyncio.gather(*tasks, more) == ["a1", "a2", "a3", "b1", "b2"]
        assert [name for name in work.begun if name.startswith("a")] == ["a1", "a2", "a3"]
        assert len({work.threads[name] for name in ("a1", "a2", "a3")}) == 1

    played(scene)


def test_a_new_subject_goes_where_least_waits() -> None:
    async def scene(work: Work) -> None:
        lane = Lane("test", 3, in_order=True)
        names = {"a": 1, "b": 2, "c": 3}
        tasks = [work.begin(lane, name, subject) for name, subject in names.items()]
        await work.has_begun(*names)
        assert len(set(work.threads.values())) == 3
        assert (lane.full, lane.idle.is_set()) == (True, False)
        work.end("b")
        await tasks[1]
        assert (lane.full, lane.idle.is_set()) == (False, False)
        tasks.append(work.begin(lane, "d", 4))
        await work.has_begun("d")
        work.end("a", "c", "d")
        await asyncio.gather(*tasks)
        assert lane.idle.is_set()

    played(scene)


def test_who_waited_too_long_is_told_so_and_nothing_was_begun() -> None:
    async def scene(work: Work) -> None:
        lane = Lane("test", 1, IMPATIENT)
        first, second = work.begin(lane, "first"), work.begin(lane, "second")
        with pytest.raises(TurnError):
            await second
        # What has begun may take longer: it may be done already.
        assert not first.done()
        work.end("first", "second")
        assert await first == "first"
        assert work.begun == ["first"]
        assert lane.idle.is_set() and not lane.full

    played(scene)


@pytest.mark.parametrize("method, lane", [("GET", lanes.LOOKING), ("HEAD", lanes.LOOKING), ("POST", lanes.TABLES)])
@pytest.mark.parametrize("path", ["/t/1-a/", "/t/1-a/deal/2/", "/r/1-a/write/", "/p/1-a/"])
def test_who_looks_behind_a_link_and_who_writes_there_wait_apart(method: str, lane: Lane, path: str) -> None:
    assert lanes.lane_of(method, path) is lane


@pytest.fixture
def several_writers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The lookups as they are on PostgreSQL."""
    monkeypatch.setattr(lanes.TABLES, "threads", 4)
    events.clear_cache()
    yield
    asyncio.run(lanes.DOOR.run(connections.close_all))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("several_writers")
def test_the_event_of_each_link_is_looked_up_once() -> None:
    event, other = cast.playing(), cast.playing(slug="other")
    table, entry = cast.table(other), cast.entry(other, 1)
    paths = [
        f"/t/{links.table_token(table)}/deal/1/",
        f"/r/{links.reading_token(table)}/write/",
        f"/p/{links.personal_token(entry)}/round/1/sign/",
        "/staff/other/rounds/1/tables/1/",
    ]
    assert looked_up(*paths) == [other.pk] * 4
    assert looked_up(f"/t/{links.table_token(cast.table(event))}/") == [event.pk]
    Event.objects.filter(pk=other.pk).update(slug="renamed")
    assert looked_up("/staff/other/attendance/") == [other.pk]
    assert looked_up("/staff/nothing/attendance/", "/t/", "/t/x/", "/t/99999999-a/", "/p/-/", "/r/1\0/") == [None] * 6
    assert looked_up("/staff/a\0/attendance/", f"/t/{'9' * 30}-a/") == [None] * 2


def looked_up(*paths: str) -> list[int | None]:
    """The event of each path."""

    async def each() -> list[int | None]:
        return [await events.event_of(path) for path in paths]

    return asyncio.run(each())
